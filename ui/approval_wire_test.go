package ui

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"

	"adroit/permissions"
)

// wire is a driver whose keys come as the bytes of a terminal, through the
// reader that Bubble Tea reads terminals with. It runs in a synctest bubble,
// whose clock is that of the reader.
type wire struct {
	*driver
	bytes  chan []byte
	events chan uv.Event
	wrote  []written // but for what terminals say of themselves
	fed    time.Time // when bytes came last
}

// written is what reached the terminal, and when.
type written struct {
	at    time.Time
	bytes string
}

// Read is the terminal's, for the reader.
func (w *wire) Read(p []byte) (int, error) {
	b, ok := <-w.bytes
	if !ok {
		return 0, io.EOF
	}
	return copy(p, b), nil
}

func newWire(t *testing.T) *wire {
	w := &wire{driver: newDriver(t, 120, 35), bytes: make(chan []byte), events: make(chan uv.Event, 1000)}
	w.blind = true
	reader := uv.NewTerminalReader(w, "xterm-256color")
	go func() { _ = reader.StreamEvents(context.Background(), w.events) }()
	return w
}

// put hands bytes to the terminal at once. as is what the person did by them,
// "" for nothing.
func (w *wire) put(s, as string) {
	if as != "" {
		w.wrote = append(w.wrote, written{w.now, as})
	}
	w.fed = w.now
	w.bytes <- []byte(s)
	w.deliver()
}

// deliver sends on what the reader made of the bytes so far.
func (w *wire) deliver() {
	synctest.Wait()
	for {
		select {
		case e := <-w.events:
			w.send(messageOf(e))
		default:
			return
		}
	}
}

// pass lets time pass, for the reader too: when no bytes have followed for as
// long as it waits, it takes an escape for one by itself.
func (w *wire) pass(span time.Duration) {
	end := w.now.Add(span)
	until := func(at time.Time) {
		if step := at.Sub(w.now); step > 0 && !at.After(end) {
			time.Sleep(step)
			w.wait(step)
			w.deliver()
		}
	}
	for at, n := w.fed, 0; n < 3; n++ {
		at = at.Add(uv.DefaultEscTimeout)
		until(at)
	}
	until(end)
}

// messageOf is the message that Bubble Tea makes of an event of its reader.
func messageOf(e uv.Event) tea.Msg {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		return tea.KeyPressMsg(e)
	case uv.KeyReleaseEvent:
		return tea.KeyReleaseMsg(e)
	case uv.PasteEvent:
		return tea.PasteMsg(e)
	case uv.PasteStartEvent:
		return tea.PasteStartMsg(e)
	case uv.PasteEndEvent:
		return tea.PasteEndMsg(e)
	case uv.FocusEvent:
		return tea.FocusMsg(e)
	case uv.BlurEvent:
		return tea.BlurMsg(e)
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	default:
		return e
	}
}

// What a terminal may send. Each is written as a whole or in two halves.
var sequences = []string{
	"y", "y", "y", "s", "n", "e", "x", "k", "a", "\r", " ", "\t", "\x03", "\x1b",
	"yes\r", "y\r", "y\n", "kayak", "ykayak\r", "sudo systemctl\r", // pasted without brackets, or typed ahead
	"\x1b[200~y\x1b[201~", "\x1b[200~kayak\x1b[201~", "\x1b[200~y\r", "\x1b[201~", // with brackets, whole and broken
	"\x1b[A", "\x1b[6~", "\x1b[1;2S", "\x1bOy", "\x1by", "\x1bs", "\x1b[I", "\x1b[O", "\x1b[<0;10;10M", "\x1b]11;rgb:yyyy/ssss/yyyy\x07",
	"\x1b[121u", "\x1b[121;1:2u", "\x1b[121;1:3u", "\x1b[121;5u", // y by the kitty protocol: pressed, held, released, with ctrl
}

// pressedBy are the writes that press one key by hand.
var pressedBy = map[string][]string{"y": {"y", "\x1b[121u"}, "s": {"s"}}

// byHand reports whether the answer g came of a key that was pressed by itself,
// after a pause, on a question that was seen, and that nothing followed; where
// the question has a word, of its letters one by one. It looks at the bytes
// alone, not at what was made of them.
func (w *wire) byHand(g given, word string, shown time.Time) bool {
	last := len(w.wrote) - 1
	for last >= 0 && w.wrote[last].bytes[0] == '\x1b' && g.at.Sub(w.wrote[last].at) < patience {
		last-- // an escape that may yet begin a sequence is no key for the reader
	}
	if last < 0 || g.at.Sub(w.wrote[last].at) < approveAfter {
		return false
	}
	first := last
	if word != "" {
		if first = last - len(word) + 1; first < 0 {
			return false
		}
		for i, letter := range strings.Split(word, "") {
			if !slices.Contains(append(pressedBy[letter], letter), w.wrote[first+i].bytes) || i > 0 && w.wrote[first+i].at.Sub(w.wrote[first+i-1].at) < burstGap {
				return false
			}
		}
		return w.wrote[first].at.Sub(shown) >= paintedFor
	}
	pressed := w.wrote[first]
	keys := pressedBy[map[permissions.Verdict]string{permissions.Once: "y", permissions.Session: "s"}[g.answer.Verdict]]
	if !slices.Contains(keys, pressed.bytes) || pressed.at.Sub(shown) < paintedFor {
		return false
	}
	return first == 0 || pressed.at.Sub(w.wrote[first-1].at) >= quietFor
}

// wireStep is one thing that happens at the terminal.
type wireStep struct {
	Kind  int
	Bytes string
	Cut   int // where the bytes are cut in two; 0 for not at all
	Gap   time.Duration
	Wait  time.Duration
}

func drawWireSteps(rt *rapid.T) []wireStep {
	return rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) wireStep {
		s := wireStep{
			Kind:  rapid.IntRange(0, 19).Draw(rt, "kind"),
			Bytes: rapid.SampledFrom(sequences).Draw(rt, "bytes"),
			Gap:   span(rapid.SampledFrom([]int{0, 5, 45, 55, 120, 300, 500}).Draw(rt, "gap")),
			Wait:  span(rapid.SampledFrom([]int{0, 5, 15, 30, 100, 150, 295, 300, 305, 400, 495, 500, 505, 700, 2000}).Draw(rt, "wait")),
		}
		s.Cut = rapid.IntRange(0, len(s.Bytes)-1).Draw(rt, "cut")
		return s
	}), 1, 40).Draw(rt, "steps")
}

// patience is how long the reader waits for the rest of a sequence: it looks
// once in DefaultEscTimeout, and gives up at the second look.
const patience = 2 * uv.DefaultEscTimeout

// meant is what the person did by the two halves. A sequence whose rest comes
// in time is one; what a terminal says of itself (a colour, the focus, the
// mouse, a key let go) is nothing.
func (s wireStep) meant() (first, rest string) {
	if s.Cut == 0 {
		first, rest = "", s.Bytes
	} else {
		first, rest = s.Bytes[:s.Cut], s.Bytes[s.Cut:]
	}
	if s.Bytes[0] != '\x1b' || s.Cut > 0 && s.Gap >= patience {
		return first, rest
	}
	for _, begin := range []string{"\x1b]", "\x1b[I", "\x1b[O", "\x1b[<", "\x1b[121;1:3u"} {
		if strings.HasPrefix(s.Bytes, begin) {
			return "", ""
		}
	}
	return "", s.Bytes // nobody knows which key it is before its last byte
}

// TestNoAccidentByBytes plays random bytes at a terminal against questions that
// come and go: nothing but a key pressed by hand approves.
func TestNoAccidentByBytes(t *testing.T) {
	approved := 0
	rapid.Check(t, func(rt *rapid.T) {
		steps := drawWireSteps(rt)
		accident := ""
		synctest.Test(t, func(t *testing.T) { accident = playBytes(t, steps, &approved) })
		if accident != "" {
			rt.Fatal(accident)
		}
	})
	if approved == 0 && !t.Failed() {
		t.Error("nothing was ever approved: the test proves nothing")
	}
}

func playBytes(t *testing.T, steps []wireStep, approved *int) (accident string) {
	w := newWire(t)
	defer func() {
		close(w.bytes)
		synctest.Wait()
	}()
	words, shown := map[string]string{}, map[string]time.Time{}
	w.watch = func(msg tea.Msg) {
		switch msg.(type) {
		case tea.WindowSizeMsg, tea.FocusMsg, tea.BlurMsg:
			clear(shown)
		}
		if d := w.app.dialog; d == nil {
			clear(shown)
		} else if _, ok := shown[d.request.ID]; !ok {
			clear(shown)
			shown[d.request.ID] = w.now
		}
	}
	var open permissions.Request
	asked, checked := 0, 0
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
	seen := map[string]time.Time{} // shown, at the time of the last bytes
	check := func() {
		for ; checked < len(w.session.answers); checked++ {
			g := w.session.answers[checked]
			if !g.answer.Verdict.Approves() {
				continue
			}
			*approved++
			if at, ok := seen[g.id]; !ok || !w.byHand(g, words[g.id], at) {
				accident = "approved without a hand: " + g.id + " by " + string(g.answer.Verdict) + ": " + tail(w.wrote, w.now)
			}
		}
	}
	put := func(s, as string) {
		if s == "" {
			return
		}
		check()
		seen = maps.Clone(shown)
		w.put(s, as)
	}
	w.happen(w.settings(false), turnStarted("Turn on Wi-Fi"))
	ask()
	for _, s := range steps {
		switch s.Kind {
		case 0:
			w.send(tea.WindowSizeMsg{Width: 60 + len(s.Bytes), Height: 20})
		case 1: // one question takes the place of another
			w.happen(decided(open, permissions.Denied, permissions.ByTimeout, ""))
			ask()
		case 2: // a burst of questions
			ask()
			ask()
		case 3: // a key is held
			for range 12 {
				put("y", "y")
				w.pass(span(30))
			}
		case 4: // the word by hand, or nearly so
			for _, letter := range "kayak" {
				put(string(letter), string(letter))
				w.pass(max(s.Gap/4, span(5)))
			}
		case 5, 6:
			w.pass(3 * time.Second)
		default:
			first, rest := s.meant()
			put(s.Bytes[:s.Cut], first)
			if s.Cut > 0 {
				w.pass(s.Gap)
			}
			put(s.Bytes[s.Cut:], rest)
		}
		w.pass(s.Wait)
		check()
		if accident != "" {
			return accident
		}
		if len(w.app.pending) == 0 {
			ask()
		}
	}
	return ""
}

// tail are the latest bytes, with the time that has passed since.
func tail(wrote []written, now time.Time) string {
	var b strings.Builder
	for _, w := range wrote[max(len(wrote)-8, 0):] {
		b.WriteString(" -" + now.Sub(w.at).String() + " " + strings.ReplaceAll(w.bytes, "\x1b", "ESC"))
	}
	return b.String()
}
