package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	file, err := open(path, os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("read the run log: %w", err)
	}
	defer file.Close()
	run, _, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("read the run log %s: %w", path, err)
	}
	return run, nil
}

// open opens a run log. What is no file of its own it refuses before opening it:
// a pipe would make the program wait, a device never ends.
func open(path string, how int) (*os.File, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !about.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return os.OpenFile(path, how, 0)
}

// read reads a whole run, and says how many bytes its whole lines take.
func read(r io.Reader) (run *Run, size int64, err error) {
	lines := newLines(r)
	run = &Run{}
	if run.Header, err = lines.header(); err != nil {
		return nil, 0, err
	}
	for {
		e, err := lines.event()
		switch {
		case err == nil:
			run.Events = append(run.Events, e)
		case errors.Is(err, io.EOF):
			return run, lines.size, nil
		case errors.Is(err, errCut):
			run.Cut = true
			return run, lines.size, nil
		default:
			return nil, 0, err
		}
	}
}

// Entry is a run in a list of runs.
type Entry struct {
	Header
	Path     string
	Turns    []EntryTurn   // empty where acts were the person's, or another program's
	Steps    int           // of all turns
	Duration time.Duration // until the last event

	idle bool            // nothing was asked or done
	said strings.Builder // what Mentions looks into, in lower case
}

// EntryTurn is a turn of a listed run.
type EntryTurn struct {
	Task     string        // the person's words
	Outcome  event.Outcome // empty where its end is not recorded
	Verified bool          // the outcome was
	Steps    int
}

// Mentions reports whether each of the words, whatever their case, stands in
// what the person and the model said, in what was done, or in how it ended.
func (e *Entry) Mentions(words ...string) bool {
	said := e.said.String()
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(said, strings.ToLower(w)) })
}

// add learns from the next event.
func (e *Entry) add(ev event.Event) {
	turn := &EntryTurn{} // of what belongs to none, nothing is kept
	if len(e.Turns) > 0 {
		turn = &e.Turns[len(e.Turns)-1]
	}
	e.idle = e.idle && idle(ev.Type)
	switch {
	case ev.Type == event.TurnStarted:
		e.Turns = append(e.Turns, EntryTurn{Task: ev.Text})
		e.say("\n", ev.Text, "\n")
	case ev.Type == event.StepStarted:
		e.Steps++
		turn.Steps++
		e.say("\n")
	case ev.Type == event.AssistantText:
		e.say(ev.Text)
	case ev.Type == event.ToolStarted:
		e.say("\n", ev.Label, "\n")
	case ev.Type.Terminal():
		turn.Outcome, turn.Verified = ev.Outcome, ev.Verified
		e.say("\n", ev.Text, "\n", ev.Reason)
	}
	if !ev.Time.IsZero() {
		e.Duration = ev.Time.Sub(e.Time)
	}
}

func (e *Entry) say(words ...string) {
	for _, w := range words {
		e.said.WriteString(strings.ToLower(w))
	}
}

// idle reports whether an event of type t can be in a run in which nothing was
// asked or done.
func idle(t event.Type) bool {
	switch t {
	case event.DeviceState, event.ScreenObserved, event.ModeChanged:
		return true
	}
	return false
}

// List returns the runs of stateDir, newest first. Those in which nothing was
// asked or done are left out, as is an empty file: a program that was killed
// leaves such. Files that are not run logs are left out too and named in the
// error, so the list is worth showing even beside an error. A folder that does
// not exist holds no runs.
func List(stateDir string) ([]*Entry, error) {
	ids, err := runIDs(stateDir)
	if err != nil {
		return nil, err
	}
	var (
		entries []*Entry
		errs    []error
	)
	for _, id := range slices.Backward(ids) {
		entry, err := readEntry(filepath.Join(Dir(stateDir), id+extension))
		if errors.Is(err, errEmpty) {
			continue
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if entry.idle {
			continue
		}
		entries = append(entries, entry)
	}
	return entries, errors.Join(errs...)
}

func readEntry(path string) (*Entry, error) {
	file, err := open(path, os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("list the run logs: %w", err)
	}
	defer file.Close()
	lines := newLines(file)
	header, err := lines.header()
	if err != nil {
		return nil, fmt.Errorf("list the run logs: %s: %w", path, err)
	}
	entry := &Entry{Header: header, Path: path, idle: true}
	for {
		e, err := lines.event()
		if err != nil { // the rest is for Read to judge
			return entry, nil
		}
		entry.add(e)
	}
}

// What a log may lack.
var (
	errCut   = errors.New("the last line is incomplete")
	errEmpty = errors.New("it is empty: the program was ended as it began")
)

// lines reads a log line by line, of any length.
type lines struct {
	in     *bufio.Reader
	number int
	size   int64 // bytes of the lines so far
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
	l.size += int64(len(line))
	if err := json.Unmarshal(line, v); err != nil {
		return fmt.Errorf("line %d: %w", l.number, err)
	}
	return nil
}

func (l *lines) header() (Header, error) {
	var h Header
	if err := l.decode(&h); err != nil {
		if errors.Is(err, io.EOF) {
			err = errEmpty
		}
		return Header{}, err
	}
	if h.Type != headerType || h.RunID == "" {
		return Header{}, errors.New("not a run log: it does not begin with a run's header")
	}
	if h.V != event.Version {
		return Header{}, fmt.Errorf("it is of format %d, and this program reads format %d: use the version of adroit that wrote it, or a newer one", h.V, event.Version)
	}
	return h, nil
}

func (l *lines) event() (event.Event, error) {
	var e event.Event
	err := l.decode(&e)
	return e, err
}
