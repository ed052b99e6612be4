//go:build unix

package ui

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// plainRun is the cockpit in lines, on pipes.
type plainRun struct {
	t       *testing.T
	session *fakeSession
	driver  *driver // for the events alone
	keys    *os.File
	out     *lockedBuffer
	ended   chan error
}

func startPlain(t *testing.T, environ ...string) *plainRun {
	t.Helper()
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r := &plainRun{
		t: t, session: &fakeSession{now: time.Now}, driver: &driver{t: t, now: start},
		keys: keys, out: &lockedBuffer{}, ended: make(chan error, 1),
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() {
		r.ended <- Run(ctx, Options{
			Session: r.session, Device: "Pixel \x1b[2J8", Model: "scripted", Plain: len(environ) == 0, Environ: environ,
			SuggestedTasks: []string{"Turn on Wi-Fi"}, In: in, Out: r.out, LogPath: "/tmp/run.jsonl",
		})
		close(r.ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-r.ended
		keys.Close()
		in.Close()
	})
	r.await("/quit quits")
	return r
}

func (r *plainRun) write(line string) {
	if _, err := io.WriteString(r.keys, line+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

func (r *plainRun) await(text string) {
	r.t.Helper()
	r.until(text, func() bool { return strings.Contains(r.out.String(), text) })
}

func (r *plainRun) until(what string, done func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("%s did not come:\n%s", what, r.out.String())
		}
	}
}

// word is the word that the last question wants.
func (r *plainRun) word() string {
	r.t.Helper()
	out := r.out.String()
	_, after, ok := strings.Cut(out[strings.LastIndex(out, "Type "):], `"`)
	word, _, ok2 := strings.Cut(after, `"`)
	if !ok || !ok2 {
		r.t.Fatalf("no word in %q", out)
	}
	return word
}

// TestPlainLinesBreakBetweenWords looks at the lines on a narrow terminal.
func TestPlainLinesBreakBetweenWords(t *testing.T) {
	t.Parallel()
	const width = 40
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Cols: width, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var reading sync.WaitGroup
	reading.Go(func() { _, _ = io.Copy(&out, terminal) }) // which ends with an error
	err = Run(t.Context(), Options{
		Session: &fakeSession{now: time.Now}, Device: "Pixel 8", Model: "scripted", Plain: true,
		In: strings.NewReader("/quit\n"), Out: tty,
	})
	tty.Close()
	reading.Wait()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\r\n")
	for _, line := range lines {
		if text.Width(line) > width {
			t.Errorf("%q is wider than the terminal", line)
		}
	}
	const said = "/mode read-only lets nothing act, /mode medium lets medium risk act without asking, /mode ask asks again."
	if words := strings.Join(strings.Fields(strings.Join(lines, " ")), " "); !strings.Contains(words, said) {
		t.Errorf("words are broken: %q", lines)
	}
}

func TestPlainSession(t *testing.T) {
	t.Parallel()
	for name, environ := range map[string][]string{"asked for": nil, "on a dumb terminal": {"TERM=dumb"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := startPlain(t, environ...)
			r.write("1")
			r.until("the task", func() bool { r.session.mu.Lock(); defer r.session.mu.Unlock(); return len(r.session.sent) > 0 })
			q := medium("q1")
			for _, e := range []event.Event{
				turnStarted("Turn on Wi-Fi"), r.driver.settings(false), says(1, "I tap\nthe \x1b[31mswitch"),
				called(event.ToolStarted, "c1", "tap", q.Action), r.driver.asks(q),
			} {
				r.session.emit(e)
			}
			r.await("/stop.")
			r.write("y")
			r.await("That is no answer")
			r.write("/screen")
			r.await("4 switch Wi-Fi off")
			if n := len(r.session.given()); n != 0 {
				t.Fatalf("%d answers before the word", n)
			}
			r.write(r.word())
			r.until("the answer", func() bool { return len(r.session.given()) == 1 })
			if a := r.session.given()[0].answer; a.Verdict != permissions.Once || a.By != permissions.ByPerson {
				t.Errorf("answered %+v", a)
			}
			r.session.emit(decided(q, permissions.Once, permissions.ByPerson, ""))
			r.session.emit(r.driver.finished("c1", ok("1 line changed")))
			r.session.emit(event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Done, Verified: true})
			r.await("Done, verified.")
			r.write("/quit")
			if err := <-r.ended; err != nil || r.session.closed != 1 {
				t.Errorf("ended with %v, closed %d times", err, r.session.closed)
			}
			out := r.out.String()
			for _, want := range []string{
				"I tap\nthe ⟨U+001B⟩[31mswitch\n", "MEDIUM risk: Tap switch \"Wi-Fi\"", "approved once by you", "recorded in /tmp/run.jsonl",
			} {
				if !strings.Contains(out, want) {
					t.Errorf("%q is missing in:\n%s", want, out)
				}
			}
			if strings.ContainsAny(out, "\x1b\r\a") {
				t.Errorf("the output holds controls: %q", out)
			}
		})
	}
}

// TestPlainAnswers plays what a person may write at a question.
func TestPlainAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want permissions.Answer
	}{
		{"deny", permissions.Answer{Verdict: permissions.Denied}},
		{"deny use mobile data", permissions.Answer{Verdict: permissions.Denied, Message: "use mobile data"}},
		{"/stop", permissions.Answer{Verdict: permissions.StopTurn}},
		{"kayak", permissions.Answer{Verdict: permissions.Once, Word: "kayak"}},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			r := startPlain(t)
			r.write("typed ahead")
			r.session.emit(r.driver.asks(high("q1")))
			second := medium("q2")
			r.session.emit(r.driver.asks(second))
			r.await("HIGH risk")
			r.write("yes")
			r.await("That is no answer")
			r.write(c.line)
			r.until("the answer", func() bool { return len(r.session.given()) == 1 })
			c.want.By = permissions.ByPerson
			if got := r.session.given()[0]; got.id != "q1" || got.answer.Verdict != c.want.Verdict || got.answer.Message != c.want.Message || got.answer.Word != c.want.Word {
				t.Errorf("answered %+v, want %+v", got, c.want)
			}
			r.await("MEDIUM risk") // the second question follows
			r.write("kayak")       // the word of the first
			r.session.emit(decided(second, permissions.Denied, permissions.ByTimeout, ""))
			r.await("nobody answered in time")
			if got := r.session.given(); len(got) != 1 {
				t.Errorf("a word approved another question: %+v", got)
			}
		})
	}
}

// TestPlainApprovesForTheSession takes the word of the question for it, as for
// once, and only where that is offered.
func TestPlainApprovesForTheSession(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	q := medium("q1")
	r.session.emit(r.driver.asks(q))
	r.await("not to be asked for it again this session")
	r.write("session")
	r.await("That is no answer")
	r.write("session " + r.word())
	r.until("the answer", func() bool { return len(r.session.given()) == 1 })
	if a := r.session.given()[0].answer; a.Verdict != permissions.Session {
		t.Errorf("answered %+v", a)
	}
	r.session.emit(r.driver.asks(high("q2")))
	r.await("HIGH risk")
	r.until("the choices", func() bool { return strings.Count(r.out.String(), "or /stop.") == 3 })
	r.write("session " + r.word())
	r.until("the refusal", func() bool { return strings.Count(r.out.String(), "That is no answer") == 2 })
	if n := len(r.session.given()); n != 1 {
		t.Errorf("high risk was approved for the session")
	}
}

// TestPlainNeverAsksForOneWordTwice has a word drawn elsewhere be the one that
// the question before wanted.
func TestPlainNeverAsksForOneWordTwice(t *testing.T) {
	t.Parallel()
	for range 200 {
		p := &plain{session: &fakeSession{now: time.Now}, out: io.Discard, labels: map[string]string{}}
		p.ask(medium("q1"))
		first := p.question.word
		p.settled("q1")
		r := high("q2")
		r.Word = first
		p.ask(r)
		second := p.question.word
		p.read(second)
		if a := p.session.(*fakeSession).given(); second == first || len(a) != 1 || a[0].answer.Word != r.Word {
			t.Fatalf("the words were %q and %q, and the answer %+v", first, second, a)
		}
		p.ask(medium("q3"))
		if third := p.question.word; third == second {
			t.Fatalf("%q was drawn twice", third)
		}
	}
}

func TestPlainTellsWhatHappens(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	r.write("/mode read-only")
	r.until("the mode", func() bool { r.session.mu.Lock(); defer r.session.mu.Unlock(); return len(r.session.modes) == 1 })
	r.write("/mode yolo")
	r.await("want one of")
	r.write("/stop")
	r.await("nothing is running")
	for _, c := range []struct {
		event event.Event
		want  string
	}{
		{event.Event{Type: event.ModeChanged, Mode: string(permissions.ModeReadOnly)}, "Mode: read-only, nothing acts."},
		{event.Event{Type: event.TurnQueued, Text: "then home"}, "Queued: then home"},
		{event.Event{Type: event.DeviceState, State: "offline", Reason: "plug it in"}, "The phone is offline: plug it in"},
		{event.Event{Type: event.DeviceState, State: "device"}, "The phone is ready."},
		{event.Event{Type: event.RetryScheduled, Reason: "500", DelayMS: 2000}, "500; trying again in 2 s"},
		{event.Event{Type: event.GateChecked, Text: "Wi-Fi is off"}, "not so: Wi-Fi is off"},
		{r.driver.finished("c9", tools.Result{Status: tools.Error, Message: "Target not found"}), "Failed: Target not found"},
		{event.Event{Type: event.ScreenObserved, Screen: []byte("{")}, "could not be read"},
		{event.Event{Type: event.TurnFailed, Outcome: event.Failed, Reason: "no route"}, "Failed. no route"},
	} {
		r.session.emit(c.event)
		r.await(c.want)
	}
}

func TestTheEndOfTheInputEndsPlain(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	r.keys.Close()
	if err := <-r.ended; err != nil || r.session.closed != 1 {
		t.Errorf("ended with %v, closed %d times", err, r.session.closed)
	}
	r.await("The input ended.")
}

// TestPlainSaysWhatItDoesNotRead tells commands that there are not, and a line
// that is too long, from tasks and from the end of the input.
func TestPlainSaysWhatItDoesNotRead(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	r.write("/mod read-only")
	r.await("There is no command /mod: there are /stop, /screen, /mode, /claim and /quit.")
	r.write("/mode")
	r.await("want one of ask, read-only, medium")
	r.write(strings.Repeat("a", bufio.MaxScanTokenSize))
	if err := <-r.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
	r.await("The input cannot be read any further: a line has more than 64 KiB.")
	if len(r.session.sent) > 0 {
		t.Errorf("the model was asked for %q", r.session.sent)
	}
}

// TestPlainReadsWhatCannotBeWatched reads from what an operating system has no
// news of: the null device, and a file.
func TestPlainReadsWhatCannotBeWatched(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "words")
	if err := os.WriteFile(file, []byte("/mode read-only\n/quit\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, modes := range map[string]int{os.DevNull: 0, file: 1} {
		in, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		session := &fakeSession{now: time.Now}
		if err := Run(t.Context(), Options{Session: session, Plain: true, In: in, Out: io.Discard}); err != nil {
			t.Errorf("from %s it ended with %v", name, err)
		}
		if len(session.modes) != modes || session.closed != 1 {
			t.Errorf("from %s: %d modes, closed %d times", name, len(session.modes), session.closed)
		}
		in.Close()
	}
}

// TestPlainFinishesWhatWasAsked closes the input while a turn runs: the turn
// goes on, nobody approves what it asks, and its end is told.
func TestPlainFinishesWhatWasAsked(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	r.write("Turn on Wi-Fi")
	r.until("the task", func() bool { r.session.mu.Lock(); defer r.session.mu.Unlock(); return len(r.session.sent) > 0 })
	r.keys.Close()
	r.session.emit(turnStarted("Turn on Wi-Fi"))
	r.session.emit(r.driver.asks(medium("q1")))
	r.until("the answer", func() bool { return len(r.session.given()) == 1 })
	if a := r.session.given()[0].answer; a.Verdict != permissions.Denied || a.By != permissions.ByInputEnd {
		t.Errorf("nobody was there, and yet: %+v", a)
	}
	r.session.emit(event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Denied, By: permissions.ByInputEnd})
	if err := <-r.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
	if out := r.out.String(); !strings.Contains(out, "Ended: denied: the input ended, so nobody can answer") {
		t.Errorf("the end of the turn is not told:\n%s", out)
	}
}

// TestPlainOutlivesTheTurnsOfOthers asks for a turn in a session that has a past
// and a turn of somebody else: neither end is that of what was asked here.
func TestPlainOutlivesTheTurnsOfOthers(t *testing.T) {
	t.Parallel()
	p := &plain{session: &fakeSession{now: time.Now}, out: io.Discard, since: 7, labels: map[string]string{}}
	end := func(seq int64, kind event.Type) {
		p.happen(happening{Event: event.Event{Seq: seq, Type: kind, Outcome: event.Done}})
	}
	end(3, event.TurnCompleted)
	p.read("Turn on Wi-Fi")
	end(5, event.TurnFailed)
	end(7, event.TurnCompleted)
	if p.owed != 1 {
		t.Errorf("after ends of the past %d turns are awaited, want 1", p.owed)
	}
	end(9, event.TurnCompleted)
	end(12, event.TurnCompleted) // somebody else's
	if p.owed != 0 {
		t.Errorf("after the end of the turn %d turns are awaited, want 0", p.owed)
	}
}

func TestTheEndIsNotSaidTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome      event.Outcome
		reason, want string
	}{
		{event.Refused, "the model declined", ""},
		{event.Denied, "the last act that needed approval was denied", ""},
		{event.OutOfTurns, "the limit of 40 steps was reached", "the limit of 40 steps was reached"},
	} {
		h := happening{Event: event.Event{Outcome: c.outcome, Reason: c.reason}}
		if got := outcomeReason(h); got != c.want {
			t.Errorf("after %q: %q, want %q", outcomeWords(h), got, c.want)
		}
	}
}
