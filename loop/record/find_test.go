package record_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/event"
	"adroit/loop/record"
)

func TestFind(t *testing.T) {
	state := t.TempDir()
	if _, err := record.Find(state, record.Latest); err == nil || !strings.Contains(err.Error(), "no run is recorded") {
		t.Errorf("without runs: %v", err)
	}
	first := create(t, state, began)
	second := create(t, state, began.Add(time.Hour))
	for _, w := range []*record.Writer{first, second} {
		appendAll(t, w, story(w.RunID())...)
	}
	for ref, want := range map[string]string{
		first.RunID():       first.Path(),
		first.RunID()[:14]:  first.Path(),
		second.RunID()[:13]: second.Path(),
		record.Latest:       second.Path(),
		first.Path():        first.Path(),
	} {
		if got, err := record.Find(state, ref); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", ref, got, err, want)
		}
	}
	for ref, want := range map[string]string{
		"":                                 "no run is called",
		"2025":                             "no run is called",
		"20261129":                         first.RunID() + ", " + second.RunID(),
		"../../etc/passwd":                 "find the run",
		filepath.Join(state, "none.jsonl"): "find the run",
	} {
		if got, err := record.Find(state, ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %q, %v; want an error with %q", ref, got, err, want)
		}
	}
}

func TestListTellsHowARunWent(t *testing.T) {
	state := t.TempDir()
	w := create(t, state, began)
	appendAll(t, w, exported().Events...)
	entries, err := record.List(state)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	e := entries[0]
	want := []record.EntryTurn{{Task: "Buy <b>two</b>\n*now*", Outcome: event.Done, Verified: true, Steps: 3}}
	if diff := cmp.Diff(want, e.Turns); diff != "" || e.Steps != 3 || e.Duration != 46*time.Second {
		t.Errorf("%d steps in %s, turns (-want +got):\n%s", e.Steps, e.Duration, diff)
	}
	for words, want := range map[string]bool{
		"":              true,
		"TWO":           true, // the person's word
		"bought":        true, // the answer
		"recent shop":   true, // what was done
		"buy bluetooth": false,
	} {
		if got := e.Mentions(strings.Fields(words)...); got != want {
			t.Errorf("mentions %q: %v", words, got)
		}
	}
}

// TestOneProcessWritesALog keeps a run from being gone on with while it goes
// on, and lets it after its end.
func TestOneProcessWritesALog(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no lock that ends with its process")
	}
	w := create(t, t.TempDir(), began)
	if _, _, err := record.Open(w.Path()); !errors.Is(err, record.ErrInUse) {
		t.Fatalf("opening a log that is being written: %v", err)
	}
	appendAll(t, w, story(w.RunID())...)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, run, err := record.Open(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, again, event.Event{V: 1, Seq: int64(len(run.Events) + 1), Type: event.TurnStarted, Text: "More"})
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := record.Read(w.Path())
	if err != nil || len(whole.Events) != len(run.Events)+1 {
		t.Errorf("%d events, %v", len(whole.Events), err)
	}
}
