package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
)

// What a log refuses.
var (
	ErrClosed = errors.New("the run log is closed")
	ErrInUse  = errors.New("the run is still going on: wait for its end, or stop it")
)

// Writer appends the events of one run to its file. It is safe for concurrent
// use. After the first error it writes no more and returns that error again:
// a log with a hole would tell a story that did not happen.
type Writer struct {
	header Header
	path   string

	mu   sync.Mutex
	file *os.File
	size int64 // bytes of whole lines in the file
	kept bool  // something was asked or done: the file stays
	err  error // sticky
}

// Create begins the log of a new run in the folder Dir(stateDir): folders with
// mode 0700, the file with mode 0600, named after the time now.
func Create(stateDir, device, model string, now time.Time) (*Writer, error) {
	dir := Dir(stateDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create the folder of run logs: %w", err)
	}
	id := newRunID(now)
	path := filepath.Join(dir, id+extension)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("create the run log: %w", err)
	}
	if err := lock(file); err != nil {
		return nil, errors.Join(fmt.Errorf("create the run log %s: %w", path, err), file.Close())
	}
	w := &Writer{
		header: Header{V: event.Version, Type: headerType, RunID: id, Time: now.UTC(), Device: device, Model: model},
		path:   path,
		file:   file,
	}
	if err := w.appendLine(w.header, true); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	syncDir(dir)
	return w, nil
}

// Open reads a run and goes on with its log: what is appended follows the last
// whole line. A log that another process is still writing is ErrInUse.
func Open(path string) (*Writer, *Run, error) {
	file, err := open(path, os.O_RDWR)
	if err != nil {
		return nil, nil, fmt.Errorf("go on with the run log: %w", err)
	}
	w, run, err := resume(file)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("go on with the run log %s: %w", path, err), file.Close())
	}
	return w, run, nil
}

func resume(file *os.File) (*Writer, *Run, error) {
	if err := lock(file); err != nil {
		return nil, nil, err
	}
	run, size, err := read(file)
	if err != nil {
		return nil, nil, err
	}
	if err := file.Truncate(size); err != nil {
		return nil, nil, err
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return nil, nil, err
	}
	return &Writer{header: run.Header, path: file.Name(), file: file, size: size, kept: true}, run, nil
}

// RunID is the id of the run: the file's name without its extension.
func (w *Writer) RunID() string { return w.header.RunID }

// Path is the file's path.
func (w *Writer) Path() string { return w.path }

// Append writes e as one line. The events that tell of a tool, a decision or
// the end of a turn are on disk when it returns.
func (w *Writer) Append(e event.Event) error {
	if !idle(e.Type) {
		w.keep()
	}
	return w.appendLine(e, durable(e.Type))
}

func (w *Writer) keep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = true
}

// Close puts everything on disk and closes the file. A new run in which nothing
// was asked or done leaves none behind. Closing twice is no error.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	if !w.kept {
		_ = os.Remove(w.path) // while it is locked; where that cannot be, no list has it
	}
	err := errors.Join(w.file.Sync(), w.file.Close())
	w.file = nil
	if err != nil {
		return fmt.Errorf("close the run log %s: %w", w.path, err)
	}
	return nil
}

// durable reports whether an event of type t must survive a loss of power
// before anybody acts on it or sees it.
func durable(t event.Type) bool {
	switch t {
	case event.ToolProposed, event.ToolStarted, event.ToolFinished,
		event.ApprovalRequested, event.ApprovalDecided, event.ModeChanged:
		return true
	}
	return t.Terminal()
}

func (w *Writer) appendLine(v any, sync bool) error {
	line, err := text.JSON(v)
	if err != nil {
		return fmt.Errorf("write the run log %s: %w", w.path, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if w.file == nil {
		return ErrClosed
	}
	n, err := w.file.Write(append(line, '\n'))
	if err == nil {
		w.size += int64(n)
		if sync {
			err = w.file.Sync()
		}
	} else if n > 0 {
		// Half a line went to disk, as when it is full: the log ends before it.
		err = errors.Join(err, w.file.Truncate(w.size))
	}
	if err != nil {
		w.err = fmt.Errorf("write the run log %s: %w", w.path, err)
	}
	return w.err
}

// syncDir puts the new file's name on disk. Not every file system can; the
// log is then as safe as that file system makes it.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = d.Sync()
	_ = d.Close()
}
