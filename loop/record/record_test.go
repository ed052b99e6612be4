package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"adroit/loop/event"
	"adroit/loop/record"
)

var began = time.Date(2026, 11, 29, 20, 5, 40, 123_000_000, time.UTC)

func create(t *testing.T, stateDir string, now time.Time) *record.Writer {
	t.Helper()
	w, err := record.Create(stateDir, "R5CT", "gpt", now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func appendAll(t *testing.T, w *record.Writer, events ...event.Event) {
	t.Helper()
	for _, e := range events {
		if err := w.Append(e); err != nil {
			t.Fatal(err)
		}
	}
}

// story is a short run.
func story(runID string) []event.Event {
	at := func(seq int64, e event.Event) event.Event {
		e.V, e.Seq, e.Time, e.RunID, e.TurnID = event.Version, seq, began.Add(time.Duration(seq)*time.Second), runID, "t1"
		return e
	}
	return []event.Event{
		at(1, event.Event{Type: event.TurnStarted, Text: "Turn on Wi-Fi\nplease"}),
		at(2, event.Event{Type: event.AssistantText, Step: 1, Text: "I tap "}),
		at(3, event.Event{Type: event.ToolProposed, CallID: "c1", Tool: "tap", Arguments: []byte(`{"target":"3"}`)}),
		at(4, event.Event{Type: event.ToolFinished, CallID: "c1", Tool: "tap", Result: []byte(`{"ok":true,"status":"success","message":"Tapped","data":{},"next_actions":[],"artifacts":[]}`)}),
		at(5, event.Event{Type: event.TurnCompleted, Outcome: event.Done, Text: "It is on."}),
	}
}

// idling is what a session tells in which nothing is asked or done.
func idling(runID string) []event.Event {
	return []event.Event{
		{V: event.Version, Seq: 1, RunID: runID, Type: event.DeviceState, Device: "R5CT", State: "device"},
		{V: event.Version, Seq: 2, RunID: runID, Type: event.ScreenObserved, Screen: []byte(aScreen)},
		{V: event.Version, Seq: 3, RunID: runID, Type: event.ModeChanged, Mode: "read-only"},
	}
}

// TestASessionWithoutAWordLeavesNoRun holds that neither it nor what is left of
// it by a kill is the latest run.
func TestASessionWithoutAWordLeavesNoRun(t *testing.T) {
	state := t.TempDir()
	told := create(t, state, began)
	appendAll(t, told, story(told.RunID())...)
	killed := create(t, state, began.Add(time.Minute))
	appendAll(t, killed, idling(killed.RunID())...)
	idle := create(t, state, began.Add(time.Hour))
	appendAll(t, idle, idling(idle.RunID())...)
	if path, err := record.Find(state, record.Latest); err != nil || path != told.Path() {
		t.Errorf("latest is %q, %v; want %q", path, err, told.Path())
	}
	for _, w := range []*record.Writer{told, idle} {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(record.Dir(state))
	if err != nil || len(files) != 2 || files[0].Name() != filepath.Base(told.Path()) || files[1].Name() != filepath.Base(killed.Path()) {
		t.Errorf("left are %v, %v", files, err)
	}
	if path, err := record.Find(state, killed.RunID()); err != nil || path != killed.Path() {
		t.Errorf("by its id it is %q, %v", path, err)
	}
}

// TestASessionGoneOnWithStays holds that going on with a run never takes it away.
func TestASessionGoneOnWithStays(t *testing.T) {
	w := create(t, t.TempDir(), began)
	appendAll(t, w, story(w.RunID())...)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := record.Open(w.Path())
	if err == nil {
		err = again.Close()
	}
	if _, gone := os.Stat(w.Path()); err != nil || gone != nil {
		t.Errorf("%v, %v", err, gone)
	}
}

func TestRunIsReadBackAsItWasWritten(t *testing.T) {
	w := create(t, t.TempDir(), began)
	events := story(w.RunID())
	appendAll(t, w, events...)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	run, err := record.Read(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	want := &record.Run{
		Header: record.Header{V: event.Version, Type: "run", RunID: w.RunID(), Time: began, Device: "R5CT", Model: "gpt"},
		Events: events,
	}
	if diff := cmp.Diff(want, run); diff != "" {
		t.Errorf("read back differs (-written +read):\n%s", diff)
	}
}

func TestFilesAreForTheirOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	state := filepath.Join(t.TempDir(), "state", "adroit")
	w := create(t, state, began)
	for path, want := range map[string]os.FileMode{w.Path(): 0o600, record.Dir(state): 0o700} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o", path, got)
		}
	}
}

// TestLogCutAnywhereIsRead cuts a log after every byte, as a crash may.
func TestLogCutAnywhereIsRead(t *testing.T) {
	w := create(t, t.TempDir(), began)
	events := story(w.RunID())
	appendAll(t, w, events...)
	whole, err := os.ReadFile(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	header := strings.Index(string(whole), "\n") + 1
	cut := filepath.Join(t.TempDir(), "cut.jsonl")
	for n := header; n <= len(whole); n++ {
		if err := os.WriteFile(cut, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		run, err := record.Read(cut)
		if err != nil {
			t.Fatalf("cut after byte %d: %v", n, err)
		}
		lines := strings.Count(string(whole[header:n]), "\n")
		if len(run.Events) != lines || run.Cut != (whole[n-1] != '\n') {
			t.Fatalf("cut after byte %d: %d events of %d, cut %v", n, len(run.Events), lines, run.Cut)
		}
	}
}

func TestReadRefusesWhatIsNoLog(t *testing.T) {
	const header = `{"v":1,"type":"run","run_id":"x","time":"2026-11-29T20:05:40Z","device":"d","model":"m"}` + "\n"
	tests := map[string]struct{ content, want string }{
		"empty":               {"", "empty"},
		"half a header":       {header[:20], "incomplete"},
		"another file":        {`{"name":"x"}` + "\n", "not a run log"},
		"no JSON":             {"hello\n", "line 1"},
		"another format":      {strings.Replace(header, `"v":1`, `"v":2`, 1), "format 2, and this program reads format 1"},
		"a hole in the story": {header + `{"seq":1}` + "\nxx\n" + `{"seq":3}` + "\n", "line 3"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.jsonl")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := record.Read(path); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := record.Read(filepath.Join(t.TempDir(), "none.jsonl")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

// A log that is a pipe would be waited for, one that is a device read until no
// memory is left.
func TestOnlyRegularFilesAreLogs(t *testing.T) {
	state := t.TempDir()
	whole := create(t, state, began)
	appendAll(t, whole, story(whole.RunID())...)
	folder, device := filepath.Join(record.Dir(state), "a.jsonl"), filepath.Join(record.Dir(state), "b.jsonl")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	odd := []string{folder}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if err := os.Symlink("/dev/zero", device); err != nil {
			t.Fatal(err)
		}
		odd = append(odd, device)
	}
	entries, err := record.List(state)
	if len(entries) != 1 || entries[0].RunID != whole.RunID() {
		t.Errorf("listed %v", entries)
	}
	for _, path := range odd {
		want := path + " is not a regular file"
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("List: %v", err)
		}
		if _, err := record.Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read: %v", err)
		}
		if _, _, err := record.Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open: %v", err)
		}
	}
}

func TestReadSkipsWhatItDoesNotKnow(t *testing.T) {
	w := create(t, t.TempDir(), began)
	appendAll(t, w, event.Event{V: 1, Seq: 1, Type: "invented_later", Text: "x"})
	file, err := os.OpenFile(w.Path(), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"v":1,"seq":2,"type":"usage","invented":{"later":true}}` + "\n"); err != nil {
		t.Fatal(err)
	}
	file.Close()
	run, err := record.Read(w.Path())
	if err != nil || len(run.Events) != 2 || run.Events[1].Type != event.Usage {
		t.Errorf("got %+v, %v", run, err)
	}
}

func TestList(t *testing.T) {
	state := t.TempDir()
	if entries, err := record.List(state); len(entries) != 0 || err != nil {
		t.Errorf("without a folder: %v, %v", entries, err)
	}
	var ids []string
	for i := range 3 {
		w := create(t, state, began.Add(time.Duration(i)*time.Millisecond))
		appendAll(t, w, story(w.RunID())...)
		ids = append(ids, w.RunID())
	}
	idle := create(t, state, began.Add(time.Hour))
	appendAll(t, idle, idling(idle.RunID())...)
	for name, content := range map[string]string{"broken.jsonl": "hello\n", "notes.txt": "hello", "killed.jsonl": ""} {
		if err := os.WriteFile(filepath.Join(record.Dir(state), name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := record.List(state)
	if err == nil || !strings.Contains(err.Error(), "broken.jsonl") || strings.Contains(err.Error(), "notes.txt") || strings.Contains(err.Error(), "killed") {
		t.Errorf("the broken file is told as %v", err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.RunID+" "+e.Turns[0].Task)
	}
	task := " Turn on Wi-Fi\nplease"
	if diff := cmp.Diff([]string{ids[2] + task, ids[1] + task, ids[0] + task}, got); diff != "" {
		t.Errorf("newest first (-want +got):\n%s", diff)
	}
	if path, err := record.Path(state, entries[0].RunID); err != nil || path != entries[0].Path {
		t.Errorf("path %q, %v", path, err)
	}
}

func TestPathStaysInTheFolder(t *testing.T) {
	for _, id := range []string{"", ".", "..", "../x", "a/b", "/etc/passwd"} {
		if path, err := record.Path("state", id); err == nil {
			t.Errorf("%q leads to %s", id, path)
		}
	}
}

func TestAppendAfterClose(t *testing.T) {
	w := create(t, t.TempDir(), began)
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := w.Append(event.Event{}); !errors.Is(err, record.ErrClosed) {
		t.Errorf("append: %v", err)
	}
}

func TestCreateWithoutAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := record.Create(file, "d", "m", began); err == nil || !strings.Contains(err.Error(), "create the folder of run logs") {
		t.Errorf("got %v", err)
	}
}

// TestAnyTextSurvives writes texts of every kind and reads them back.
func TestAnyTextSurvives(t *testing.T) {
	state := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		w, err := record.Create(state, "d", "m", began)
		if err != nil {
			rt.Fatal(err)
		}
		texts := rapid.SliceOfN(rapid.String(), 1, -1).Draw(rt, "texts")
		for i, text := range texts {
			if err := w.Append(event.Event{V: event.Version, Seq: int64(i + 1), Type: event.AssistantText, Text: text}); err != nil {
				rt.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			rt.Fatal(err)
		}
		run, err := record.Read(w.Path())
		if err != nil || len(run.Events) != len(texts) {
			rt.Fatalf("%d events of %d: %v", len(run.Events), len(texts), err)
		}
		for i, text := range texts {
			if run.Events[i].Text != text {
				rt.Errorf("wrote %q, read %q", text, run.Events[i].Text)
			}
		}
	})
}

// TestGoingOnAfterACutLine holds that nothing of the line that a crash cut off
// is left behind what follows, however long it was.
func TestGoingOnAfterACutLine(t *testing.T) {
	w := create(t, t.TempDir(), began)
	events := story(w.RunID())
	appendAll(t, w, events...)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(w.Path(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"v":1,"seq":6,"text":"` + strings.Repeat("x", 10_000)); err != nil {
		t.Fatal(err)
	}
	file.Close()
	again, run, err := record.Open(w.Path())
	if err != nil || !run.Cut {
		t.Fatalf("cut %v, %v", run, err)
	}
	next := event.Event{V: event.Version, Seq: 6, Time: began.Add(time.Minute), RunID: w.RunID(), Type: event.TurnStarted, TurnID: "t2", Text: "And now?"}
	appendAll(t, again, next)
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := record.Read(w.Path())
	if err != nil || whole.Cut {
		t.Fatalf("read %+v, %v", whole, err)
	}
	if diff := cmp.Diff(append(events, next), whole.Events); diff != "" {
		t.Error(diff)
	}
}

// TestATurnWithoutAnEndIsNotListedAsDone because the one before it was.
func TestATurnWithoutAnEndIsNotListedAsDone(t *testing.T) {
	state := t.TempDir()
	w := create(t, state, began)
	appendAll(t, w, append(story(w.RunID()), event.Event{V: event.Version, Seq: 6, RunID: w.RunID(), Type: event.TurnStarted, TurnID: "t2", Text: "And now?"})...)
	list, err := record.List(state)
	if err != nil || len(list) != 1 || len(list[0].Turns) != 2 || list[0].Turns[1].Outcome != "" {
		t.Errorf("listed %+v, %v", list, err)
	}
}
