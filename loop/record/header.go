package record

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"
)

// headerType is the type of the first line, which is no event: readers of
// events skip it as they skip every type that they do not know.
const headerType = "run"

// Header is the first line of a run's file: what the run is about.
type Header struct {
	V      int       `json:"v"`    // event.Version of the lines that follow
	Type   string    `json:"type"` // "run"
	RunID  string    `json:"run_id"`
	Time   time.Time `json:"time"`   // when the run began, UTC
	Device string    `json:"device"` // serial of the phone
	Model  string    `json:"model"`  // name of the model
}

// runIDLayout makes the names of files sort by time.
const runIDLayout = "20060102-150405.000"

// newRunID names a run by its time, in UTC and to the millisecond, and by six
// random hexadecimal digits, which keep apart runs of the same instant.
func newRunID(now time.Time) string {
	var tail [3]byte
	rand.Read(tail[:]) // never fails: it ends the program where there is no randomness
	return now.UTC().Format(runIDLayout) + "-" + hex.EncodeToString(tail[:])
}

const extension = ".jsonl"

// Dir is the folder of the runs inside the program's state folder.
func Dir(stateDir string) string { return filepath.Join(stateDir, "runs") }

// Path is the file of the run with the given id. An id that is not one plain
// file name is an error, so that an id never leads out of the folder.
func Path(stateDir, runID string) (string, error) {
	if runID == "" || runID[0] == '.' || filepath.Base(runID) != runID {
		return "", fmt.Errorf("run %q: not the id of a run", runID)
	}
	return filepath.Join(Dir(stateDir), runID+extension), nil
}
