package ui

import (
	"maps"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"adroit/permissions"
)

// input is something that reached the terminal, and when.
type input struct {
	at   time.Time
	what string // a key's name; "paste", "resize", "focus"
}

// witness watches a driver and knows, from the times of what was typed and
// shown alone, whether an answer was deliberate.
type witness struct {
	*driver
	inputs []input
	shown  map[string]time.Time // the question on the screen, and since when undisturbed
	seen   map[string]time.Time // shown at the time of the last input
}

func (w *witness) typed(what string) {
	w.inputs = append(w.inputs, input{w.now, what})
	w.seen = maps.Clone(w.shown)
}

// look notes which question is on the screen after a message.
func (w *witness) look(msg tea.Msg) {
	switch msg.(type) {
	case tea.WindowSizeMsg, tea.FocusMsg, tea.BlurMsg:
		clear(w.shown)
	}
	if w.app.dialog == nil {
		clear(w.shown)
		return
	}
	id := w.app.dialog.request.ID
	if _, ok := w.shown[id]; !ok {
		w.shown = map[string]time.Time{id: w.now}
	}
}

// last are the latest keys, each with the time since the input before it.
func (w *witness) last(n int) (keys []string, gaps []time.Duration) {
	from := max(len(w.inputs)-n, 0)
	for i := from; i < len(w.inputs); i++ {
		keys = append(keys, w.inputs[i].what)
		gap := time.Hour
		if i > 0 {
			gap = w.inputs[i].at.Sub(w.inputs[i-1].at)
		}
		gaps = append(gaps, gap)
	}
	return keys, gaps
}

// deliberate reports whether the answer g was one by the rules:
// the question had been seen, the keys had been quiet, one key answered, and
// nothing followed it.
func (w *witness) deliberate(g given, word string) bool {
	if word != "" && g.answer.Verdict.Approves() {
		keys, gaps := w.last(len(word))
		for i := range keys {
			if keys[i] != string(word[i]) || i > 0 && gaps[i] < burstGap {
				return false
			}
		}
		return g.at.Sub(w.inputs[len(w.inputs)-1].at) >= approveAfter
	}
	keys, gaps := w.last(1)
	if len(keys) == 0 {
		return false
	}
	if keys[0] == "ctrl+c" {
		return g.answer.Verdict == permissions.StopTurn
	}
	pressed := w.inputs[len(w.inputs)-1].at
	want := map[permissions.Verdict][]string{
		permissions.Once: {"y"}, permissions.Session: {"s"}, permissions.StopTurn: {"x"},
		permissions.Denied: {"n", "esc", "enter"}, permissions.Edit: {"enter"},
	}
	settle := settleFor
	switch {
	case g.answer.Verdict.Approves():
		settle = approveAfter
	case g.answer.Verdict == permissions.Denied && keys[0] == "enter": // ends the words of a denial
		settle = 0
	}
	if !slices.Contains(want[g.answer.Verdict], keys[0]) || g.at.Sub(pressed) < settle {
		return false
	}
	if keys[0] == "enter" { // of a denial or of other arguments, which nothing can follow
		return true
	}
	seen, ok := w.seen[g.id]
	return ok && pressed.Sub(seen) >= paintedFor && gaps[0] >= quietFor
}

// TestNoAccidentInAnyOrder plays random inputs against random questions. Times
// are drawn from around the limits, where a mistake would hide.
func TestNoAccidentInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		sizes := [][2]int{{120, 35}, {80, 24}, {60, 20}, {39, 9}}
		size := rapid.SampledFrom(sizes).Draw(rt, "size")
		w := &witness{driver: newDriver(t, size[0], size[1]), shown: map[string]time.Time{}}
		w.watch, w.blind = w.look, true
		words := map[string]string{}
		var open permissions.Request
		asked := 0
		ask := func() {
			asked++
			r := editableRequest("q" + itoa(asked))
			if asked%2 == 0 {
				r = high("q" + itoa(asked))
			}
			r.CallID = "c" + itoa(asked)
			words[r.ID], open = r.Word, r
			w.happen(w.asks(r))
		}
		w.happen(w.settings(false), turnStarted("Turn on Wi-Fi"))
		ask()
		checked := 0
		keys := []string{"y", "y", "s", "n", "e", "x", "esc", "enter", "space", "k", "a", "tab", "down", "pgdown", "ctrl+c"}
		waits := []int{0, 1, 10, 14, 15, 30, 100, 149, 150, 151, 299, 300, 301, 399, 400, 417, 499, 500, 501, 700, 1000, 2500, 5000}
		for range rapid.IntRange(1, 150).Draw(rt, "steps") {
			switch rapid.IntRange(0, 19).Draw(rt, "kind") {
			case 0:
				w.typed("paste")
				w.send(tea.PasteMsg{Content: rapid.SampledFrom([]string{"y", "kayak", "yes\n"}).Draw(rt, "pasted")})
			case 1:
				s := rapid.SampledFrom(sizes).Draw(rt, "resized")
				w.send(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
			case 2:
				w.send(rapid.SampledFrom([]tea.Msg{tea.FocusMsg{}, tea.BlurMsg{}}).Draw(rt, "focus"))
			case 3:
				w.happen(decided(open, permissions.Denied, permissions.ByTimeout, ""))
				ask()
			case 4:
				for _, r := range "kayak" {
					w.typed(string(r))
					w.press(string(r))
					w.wait(span(rapid.SampledFrom([]int{5, 14, 15, 60, 120}).Draw(rt, "pace")))
				}
			case 5, 6, 7, 8:
				w.wait(3 * time.Second)
			default:
				name := rapid.SampledFrom(keys).Draw(rt, "key")
				w.typed(name)
				w.press(name)
			}
			w.wait(span(rapid.SampledFrom(waits).Draw(rt, "wait")))
			for ; checked < len(w.session.answers); checked++ {
				if g := w.session.answers[checked]; !w.deliberate(g, words[g.id]) {
					rt.Fatalf("%v at %v was no deliberate answer; last inputs: %v; shown: %v", g, w.now.Sub(start), w.inputs[max(len(w.inputs)-8, 0):], w.seen)
				}
			}
			if len(w.app.pending) == 0 {
				ask()
			}
		}
	})
}

// span is a number of milliseconds.
func span(ms int) time.Duration { return time.Duration(ms) * time.Millisecond }
