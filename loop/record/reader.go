package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adroit/loop/event"
)

// Run is a recorded run, read back.
type Run struct {
	Header Header
	Events []event.Event
	// Cut is set where the last line was incomplete, as a crash leaves it.
	// That line is not in Events.
	Cut bool
}

// Read reads a whole run from its file.
func Read(path string) (*Run, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the run log: %w", err)
	}
	defer file.Close()
	lines := newLines(file)
	run := &Run{}
	if run.Header, err = lines.header(); err != nil {
		return nil, fmt.Errorf("read the run log %s: %w", path, err)
	}
	for {
		e, err := lines.event()
		switch {
		case err == nil:
			run.Events = append(run.Events, e)
		case errors.Is(err, io.EOF):
			return run, nil
		case errors.Is(err, errCut):
			run.Cut = true
			return run, nil
		default:
			return nil, fmt.Errorf("read the run log %s: %w", path, err)
		}
	}
}

// Entry is a run in a list of runs.
type Entry struct {
	Header
	Path string
	Task string // the words of the first turn; empty where none began
}

// List returns the runs of stateDir, newest first, reading no more of each file
// than its beginning. Files that are not run logs are left out of the list and
// named in the error, so the list is worth showing even beside an error. A
// folder that does not exist holds no runs.
func List(stateDir string) ([]Entry, error) {
	dir := Dir(stateDir)
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the run logs: %w", err)
	}
	var (
		entries []Entry
		errs    []error
	)
	for _, f := range slices.Backward(files) { // ReadDir sorts by name, and names sort by time
		if !strings.HasSuffix(f.Name(), extension) {
			continue
		}
		entry, err := readEntry(filepath.Join(dir, f.Name()))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		entries = append(entries, entry)
	}
	return entries, errors.Join(errs...)
}

func readEntry(path string) (Entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return Entry{}, fmt.Errorf("list the run logs: %w", err)
	}
	defer file.Close()
	lines := newLines(file)
	header, err := lines.header()
	if err != nil {
		return Entry{}, fmt.Errorf("list the run logs: %s: %w", path, err)
	}
	entry := Entry{Header: header, Path: path}
	for {
		e, err := lines.event()
		if err != nil { // the rest is for Read to judge
			return entry, nil
		}
		if e.Type == event.TurnStarted {
			entry.Task = e.Text
			return entry, nil
		}
	}
}

// errCut is a last line that is not whole.
var errCut = errors.New("the last line is incomplete")

// lines reads a log line by line, of any length.
type lines struct {
	in     *bufio.Reader
	number int
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, 64<<10)} }

// decode reads the next line into v. It returns io.EOF at the end and errCut
// where the end comes in the middle of a line.
func (l *lines) decode(v any) error {
	line, err := l.in.ReadBytes('\n')
	if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) > 0 {
		return errCut
	}
	if err != nil {
		return err
	}
	l.number++
	if err := json.Unmarshal(line, v); err != nil {
		return fmt.Errorf("line %d: %w", l.number, err)
	}
	return nil
}

func (l *lines) header() (Header, error) {
	var h Header
	if err := l.decode(&h); err != nil {
		if errors.Is(err, io.EOF) {
			err = errCut
		}
		return Header{}, err
	}
	if h.Type != headerType || h.RunID == "" {
		return Header{}, errors.New("not a run log: it does not begin with a run's header")
	}
	return h, nil
}

func (l *lines) event() (event.Event, error) {
	var e event.Event
	err := l.decode(&e)
	return e, err
}
