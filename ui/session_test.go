package ui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

func TestSendStartsATurn(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.write("Turn on")
	d.press("alt+enter")
	d.write("Wi-Fi")
	d.press("enter")
	if got := fmt.Sprintf("%q", d.session.sent); got != `["Turn on\nWi-Fi"]` {
		t.Errorf("sent %s", got)
	}
	if !d.app.composer.empty() {
		t.Error("the composer was not emptied")
	}
	d.press("up")
	if got := d.app.composer.value(); got != "Turn on\nWi-Fi" {
		t.Errorf("up recalled %q", got)
	}
}

func TestWhatCannotBeSentIsKept(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.session.refuse = errors.New("the session is closed")
	d.write("hello")
	d.press("enter")
	d.sees("the session is closed", "❯ hello")
}

func TestASuggestedTaskIsPickedNotSent(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.press("2")
	d.sees("❯ Send Anna a message")
	if len(d.session.sent) > 0 {
		t.Errorf("sent %q", d.session.sent)
	}
	d.press("2")
	d.sees("❯ Send Anna a message2")
}

func TestAPasteStaysWhole(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.send(tea.PasteMsg{Content: "/quit\r\nline 2\ttab\n\x1b[31mred\n"})
	want := "/quit\nline 2  tab\n⟨U+001B⟩[31mred\n"
	if got := d.app.composer.value(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(d.session.sent) > 0 {
		t.Errorf("a paste sent %q", d.session.sent)
	}
}

func TestTheQueueCanBeTakenBack(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.session.queue = []string{"then Bluetooth", "then home"}
	d.happen(turnStarted("Turn on Wi-Fi"),
		event.Event{Type: event.TurnQueued, TurnID: "t2", Text: "then Bluetooth"},
		event.Event{Type: event.TurnQueued, TurnID: "t3", Text: "then home"})
	d.sees("queued: then Bluetooth", "queued: then home", "2 queued")
	d.press("alt+up")
	d.happen(event.Event{Type: event.TurnUnqueued, TurnID: "t3"})
	d.sees("❯ then home", "queued: then Bluetooth")
	d.misses("queued: then home")
	d.happen(event.Event{Type: event.TurnStarted, TurnID: "t2", Text: "then Bluetooth"})
	d.misses("queued: ")
}

// TestTheCallOfAnotherProgramOutlivesTheTurn ends a turn while another program
// uses the phone: only the turn's own call is left unfinished.
func TestTheCallOfAnotherProgramOutlivesTheTurn(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(turnStarted("Turn on Wi-Fi"), stepStarted(1),
		event.Event{Type: event.ToolStarted, TurnID: "t1", CallID: "c1", Tool: "tap", Label: "Tap Wi-Fi"},
		event.Event{Type: event.ToolStarted, CallID: "c2", Tool: "wait_for_ui", Label: "Wait for Bluetooth"},
		event.Event{Type: event.TurnCancelled, TurnID: "t1", Outcome: event.Cancelled})
	d.sees("– Tap Wi-Fi", "● by another program: Wait for Bluetooth")
	d.happen(event.Event{
		Type: event.ToolFinished, CallID: "c2", Tool: "wait_for_ui", Label: "Wait for Bluetooth", DurationMS: 2000,
		Result: asJSON(t, tools.Result{OK: true, Status: tools.Success, Message: "It came"}),
	})
	d.sees("✓ by another program: Wait for Bluetooth", "It came")
}

// TestAQuestionSaysWhoAsks holds the dialog to the one who wants the act.
func TestAQuestionSaysWhoAsks(t *testing.T) {
	t.Parallel()
	for title, call := range map[string]event.Event{
		"The model asks":       {TurnID: "t1"},
		"Another program asks": {},
		"You asked for this":   {ByPerson: true},
	} {
		d := newDriver(t, 100, 30)
		r := high("q1")
		call.Type, call.CallID, call.Tool, call.Label = event.ToolProposed, r.CallID, r.Tool, r.Action
		question := d.asks(r)
		question.TurnID, question.ByPerson = call.TurnID, call.ByPerson
		d.happen(call, question)
		d.sees(title)
	}
}

// TestAnEndWhoseStartWasNotHeard says nothing of how long the turn took.
func TestAnEndWhoseStartWasNotHeard(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(event.Event{Type: event.TurnFailed, TurnID: "t1", Outcome: event.Failed, Reason: "the program was ended"})
	d.sees("✗ Failed", "the program was ended")
	d.misses("2562047")
}

func TestLadderOfEscapeAndInterrupt(t *testing.T) {
	t.Parallel()
	busy := []event.Event{turnStarted("Turn on Wi-Fi"), stepStarted(1)}
	for _, c := range []struct {
		name    string
		events  []event.Event
		play    func(*driver)
		cancels int
		sees    string
	}{
		{"esc asks first", busy, func(d *driver) { d.press("esc") }, 0, "esc again stops the turn"},
		{"esc twice stops", busy, func(d *driver) { d.press("esc"); d.wait(time.Second); d.press("esc") }, 1, "stopping"},
		{"esc twice, but slowly", busy, func(d *driver) { d.press("esc"); d.wait(3 * time.Second); d.press("esc") }, 0, ""},
		{"ctrl+c stops", busy, func(d *driver) { d.press("ctrl+c") }, 1, "stopping"},
		{"ctrl+c clears first", busy, func(d *driver) { d.write("x"); d.press("ctrl+c") }, 0, "cleared"},
		{"ctrl+c while idle", nil, func(d *driver) { d.press("ctrl+c") }, 0, "ctrl+c again quits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, 80, 24)
			d.happen(c.events...)
			c.play(d)
			if d.session.cancels != c.cancels {
				t.Errorf("cancelled %d times, want %d", d.session.cancels, c.cancels)
			}
			d.sees(c.sees)
		})
	}
}

func TestQuitTakesTwoInterrupts(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.press("ctrl+c")
	_, cmd := d.app.Update(keyNamed("ctrl+c"))
	if cmd == nil || cmd() != tea.Quit() {
		t.Error("the second ctrl+c did not quit")
	}
}

func TestTheChatFollowsUntilThePersonScrolls(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(turnStarted("count"), says(1, numbers(1, 100)))
	d.sees("100")
	d.press("pgup")
	d.misses("100")
	top := d.rows()[0]
	d.happen(says(1, numbers(101, 200)), called(event.ToolStarted, "c9", "tap", "Tap it"))
	if got := d.rows()[0]; got != top {
		t.Errorf("the window moved from %q to %q", top, got)
	}
	d.sees("1 new below")
	d.press("ctrl+end")
	d.sees("Tap it")
	d.misses("below")
	d.press("pgup")
	for range 30 {
		d.press("pgdown")
	}
	d.happen(called(event.ToolStarted, "c10", "tap", "Tap again"))
	d.sees("Tap again")
}

func numbers(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestResizingKeepsThePlace(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(turnStarted("count"), says(1, numbers(1, 300)))
	d.press("pgup")
	d.press("pgup")
	for _, size := range [][2]int{{100, 40}, {200, 60}, {41, 11}, {39, 9}, {1, 1}, {60, 20}, {80, 24}} {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.straight()
	}
	if d.app.chat.follow {
		t.Error("resizing made the chat follow")
	}
}

func TestPhonePaneByHand(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.session.hidden = map[string]string{"6": "anna@example.org"}
	d.happen(d.settings(false))
	d.press("tab", "tab")
	d.sees("Wi-Fi", "[REDACTED]")

	d.press("/")
	d.write("wi-fi")
	d.press("enter")
	d.sees("find: wi-fi", "1 of 9")
	d.press("t")
	if n := len(d.session.acts); n != 1 || string(d.session.acts[0].Arguments) != `{"strategy":"node_id","target":"4"}` || !d.session.acts[0].ByPerson {
		t.Errorf("acts: %+v", d.session.acts)
	}
	d.press("esc")
	d.press("f")
	d.sees("actionable only")
	d.misses("Networks available")
	d.press("f", "f")

	d.press("home", "down", "down", "down", "down", "down")
	d.press("r")
	d.sees("anna@example.org")
	d.wait(hideAfter)
	d.misses("anna@example.org")
	d.press("b", "h")
	if got := d.session.acts[1].Name + " " + d.session.acts[2].Name; got != "press_back press_home" {
		t.Errorf("acts by hand: %s", got)
	}
}

func TestActsByHand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys []string
		want string // of the acts
	}{
		{[]string{"t"}, `tap {"strategy":"node_id","target":"5"}`},
		{[]string{"l"}, `long_press {"strategy":"node_id","target":"5"}`},
		{[]string{"n"}, `scroll {"container":"1","container_strategy":"node_id","direction":"forward"}`},
		{[]string{"p"}, `scroll {"container":"1","container_strategy":"node_id","direction":"backward"}`},
		{[]string{"a"}, `recent_apps {}`},
		{[]string{"e"}, ``}, // not a field
		{[]string{"end", "n"}, `scroll {"direction":"forward"}`},
		{[]string{"end", "e", "h", "i", "enter"}, `type_text {"strategy":"node_id","target":"9","text":"hi"}`},
		{[]string{"end", "e", "h", "esc"}, ``},
		{[]string{"end", "e", "enter"}, ``},
		{[]string{"m", "t"}, `tap {"strategy":"node_id","target":"5"}`},
	} {
		d := newDriver(t, 120, 35)
		d.happen(d.settings(false))
		d.press("shift+tab", "down", "down", "down", "down")
		d.press(c.keys...)
		got := ""
		for _, act := range d.session.acts {
			got += act.Name + " " + string(act.Arguments)
			if !act.ByPerson {
				t.Errorf("%v: an act that is not the person's: %+v", c.keys, act)
			}
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.keys, got, c.want)
		}
	}
}

func TestAPasswordIsNotShownWhileTyped(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.happen(d.settings(false))
	d.app.phone.view.rows[8].node.Password = true
	d.press("shift+tab", "end", "e")
	d.write("hunter2")
	d.misses("hunter2")
	d.send(tea.PasteMsg{Content: "secret"})
	d.misses("secret")
	d.press("enter")
	if n := len(d.session.acts); n != 1 || !strings.Contains(string(d.session.acts[0].Arguments), "hunter2secret") {
		t.Errorf("acts: %+v", d.session.acts)
	}
}

func TestMentionsNameElements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		play func(*driver)
		want string
	}{
		{"picked by words", func(d *driver) { d.write("tap @wi"); d.press("enter") }, "tap node 4 “Wi-Fi” "},
		{"picked by number", func(d *driver) { d.write("@5"); d.press("enter") }, "node 5 “Mobile network” "},
		{"left", func(d *driver) { d.write("ask @anna"); d.press("esc") }, "ask @anna"},
		{"taken back", func(d *driver) { d.write("@"); d.press("backspace") }, ""},
		{"nothing fits", func(d *driver) { d.write("@zzz"); d.press("enter") }, "@zzz"},
		{"inside a word", func(d *driver) { d.write("anna@example.org") }, "anna@example.org"},
		{"a question comes", func(d *driver) { d.write("ask @an"); d.asking(medium("q1")); d.wait(holdFor) }, "ask @an"},
	} {
		d := newDriver(t, 80, 24)
		d.happen(d.settings(false))
		c.play(d)
		if got := d.app.composer.value(); got != c.want {
			t.Errorf("%s: wrote %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAnEntryIsSavedToANewFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "entry.txt")
	d := newDriver(t, 120, 35)
	d.app.save = saveNew
	d.happen(turnStarted("Turn on Wi-Fi"), says(1, "I look **first**."), stepStarted(2))
	for _, says := range []string{"saved to ", "there is a file of that name already"} {
		d.press("tab", "w")
		d.app.form.input.SetValue(path)
		d.press("enter")
		d.sees(says)
		d.press("esc")
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "I look **first**.\n" {
		t.Errorf("the file holds %q, %v", raw, err)
	}
}

func TestTheMouseSelectsAndScrollsButNeverActs(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.happen(d.settings(false), turnStarted("count"), says(1, numbers(1, 100)))
	d.send(tea.MouseWheelMsg{X: 10, Y: 5, Button: tea.MouseWheelUp})
	d.sees("more below")
	d.send(tea.MouseClickMsg{X: 90, Y: headerHeight + 3, Button: tea.MouseLeft})
	if r, _ := d.app.phone.current(); r.id != "4" || d.app.focus != onPhone {
		t.Errorf("a click selected %q, focus %v", r.id, d.app.focus)
	}
	d.send(tea.MouseClickMsg{X: 10, Y: 33, Button: tea.MouseLeft})
	if d.app.focus != onComposer {
		t.Errorf("a click into the composer gave the keys to %v", d.app.focus)
	}
	d.asking(medium("q1"))
	d.wait(glance)
	for y := range 35 {
		d.send(tea.MouseClickMsg{X: 20, Y: y, Button: tea.MouseLeft})
		d.wait(glance)
	}
	if len(d.session.answers)+len(d.session.acts) > 0 {
		t.Errorf("clicks answered %v and did %v", d.session.answers, d.session.acts)
	}
}

func TestOverSSHTheTerminalKeepsTheMouse(t *testing.T) {
	t.Parallel()
	for environ, want := range map[string]bool{"TERM=xterm": true, "SSH_CONNECTION=::1 1 ::1 22": false, "SSH_TTY=/dev/pts/1": false} {
		d := newDriverWith(t, 80, 24, Options{Environ: []string{environ}})
		if got := d.app.View().MouseMode != tea.MouseModeNone; got != want {
			t.Errorf("with %s the mouse is taken: %v, want %v", environ, got, want)
		}
		d.press("f9")
		if got := d.app.View().MouseMode != tea.MouseModeNone; got == want {
			t.Errorf("with %s f9 changes nothing", environ)
		}
	}
}

func TestTheModeIsChosenDeliberately(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.press("ctrl+o", "enter")
	if len(d.session.modes) > 0 {
		t.Fatalf("enter alone set %v", d.session.modes)
	}
	d.press("ctrl+o", "down", "down", "enter")
	if len(d.session.modes) != 1 || d.session.modes[0] != permissions.ModeMedium {
		t.Fatalf("set %v", d.session.modes)
	}
	d.misses("Medium risk acts without asking")
	d.happen(event.Event{Type: event.ModeChanged, Mode: string(permissions.ModeMedium)})
	d.sees("Medium risk acts without asking; high risk still asks", "from now on: acts at medium risk")
	d.happen(event.Event{Type: event.ModeChanged, Mode: string(permissions.ModeReadOnly)})
	d.misses("Medium risk acts without asking;")
	d.sees("read-only, nothing acts")
}

func TestARetryIsCountedDown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(turnStarted("Turn on Wi-Fi"), stepStarted(1),
		event.Event{Type: event.RetryScheduled, TurnID: "t1", DelayMS: 3000, Reason: "the endpoint answers 500"})
	d.sees("trying again in 3 s")
	d.wait(time.Second)
	d.sees("trying again in 2 s")
}

func TestWhatChangedIsMarked(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.happen(d.settings(false))
	d.happen(d.settings(true))
	d.sees("~   4 switch")
	d.happen(d.settings(true))
	d.misses("~   4 switch")
}

func TestAHiddenPhoneIsNotWatched(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	steps := []struct {
		name string
		do   func()
		live bool
	}{
		{"two panes", func() {}, true},
		{"no screen has come yet", func() { d.send(tea.WindowSizeMsg{Width: 80, Height: 24}) }, true},
		{"in one line", func() { d.happen(d.settings(false)) }, false},
		{"turned to the phone of two", func() { d.press("shift+tab") }, true},
		{"back to the chat", func() { d.press("tab") }, false},
		{"made narrow", func() { d.send(tea.WindowSizeMsg{Width: 60, Height: 20}) }, false},
		{"turned to the phone", func() { d.press("shift+tab") }, true},
		{"paused", func() { d.press("ctrl+l") }, false},
		{"live again", func() { d.press("ctrl+l") }, true},
		{"turned away", func() { d.press("tab") }, false},
	}
	for _, s := range steps {
		s.do()
		if d.session.live != s.live {
			t.Errorf("%s: live %v, want %v", s.name, d.session.live, s.live)
		}
	}
}

func TestCommandsByName(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(turnStarted("Turn on Wi-Fi"))
	d.press("/")
	d.write("clear")
	d.press("enter")
	d.misses("❯ Turn on Wi-Fi")
	d.press("/")
	d.write("nonsense")
	d.press("enter")
	d.sees("no command fits")
	d.press("esc")
	for range 3 {
		d.press("/")
		d.write("theme")
		d.press("enter")
	}
	d.sees("theme: none")
}

func TestEveryActionIsInTheHelp(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 120)
	d.press("f1")
	screen := d.screen()
	for _, a := range actions() {
		if !strings.Contains(screen, a.help) || a.slash && !strings.Contains(screen, "/"+a.name) {
			t.Errorf("the help does not list %q", a.help)
		}
	}
}

func TestNoKeyMeansTwoThings(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, a := range actions() {
		for _, k := range a.keys {
			at := fmt.Sprint(a.at, " ", k)
			if other, ok := seen[at]; ok {
				t.Errorf("%s means %q and %q", at, other, a.help)
			}
			seen[at] = a.help
		}
	}
}

func TestNothingTicksWhenIdle(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(d.settings(false), turnStarted("x"),
		event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Done})
	d.wait(time.Hour)
	if n := len(d.timers); n > 1 {
		t.Errorf("%d timers are running", n)
	}
	if len(d.timers) == 1 && d.timers[0].at.Sub(d.now) < 30*time.Second {
		t.Errorf("the next timer comes in %v", d.timers[0].at.Sub(d.now))
	}
}

func TestTheStatusTellsContextAndCost(t *testing.T) {
	t.Parallel()
	d := newDriverWith(t, 160, 35, Options{Device: "Pixel 8", Model: "scripted", Context: 100_000})
	d.happen(turnStarted("Turn on Wi-Fi"), stepStarted(1),
		event.Event{Type: event.Usage, Tokens: &event.Tokens{Input: 12_000, TurnTotal: 12_500, TurnCost: 0.0312, Currency: "USD"}})
	d.sees("12.5k tokens · context 12 % · 0.0312 USD")
	d.happen(event.Event{Type: event.TurnCompleted, Outcome: event.Done})
	d.sees("Done, as the model claims  1 step · 0 s · 12.5k tokens · 0.0312 USD")
}

// TestTheFooterNamesTheKeysThatHelp goes through what can have the keys.
func TestTheFooterNamesTheKeysThatHelp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		play func(*driver)
		sees string
	}{
		{"nothing written", func(*driver) {}, "/ commands   tab panes   f1 help"},
		{"something written", func(d *driver) { d.write("x") }, "enter send"},
		{"a turn runs", func(d *driver) { d.happen(turnStarted("x")) }, "esc esc stop"},
		{"written while it runs", func(d *driver) { d.happen(turnStarted("x")); d.write("y") }, "enter queue it"},
		{"stopping", func(d *driver) { d.happen(turnStarted("x")); d.press("ctrl+c") }, "ctrl+c ctrl+c quit without waiting"},
		{"a question", func(d *driver) { d.asking(medium("q1")) }, "ctrl+c deny and stop"},
		{"a picker", func(d *driver) { d.press("ctrl+p") }, "esc back   enter choose"},
		{"an entry", func(d *driver) { d.press("tab") }, "y copy"},
		{"a button", func(d *driver) { d.press("shift+tab", "down") }, "t tap   enter inspect"},
		{"a field", func(d *driver) { d.press("shift+tab", "end") }, "e type"},
		{"a secret", func(d *driver) { d.press("shift+tab", "down", "down", "down", "down", "down") }, "r reveal"},
		{"a search", func(d *driver) { d.press("shift+tab", "/") }, "enter keeps what is found"},
	} {
		d := newDriver(t, 140, 35)
		d.happen(d.settings(false))
		c.play(d)
		if !strings.Contains(d.screen(), c.sees) {
			t.Errorf("%s: %q is not on the screen:\n%s", c.name, c.sees, d.screen())
		}
	}
}

// TestALongResultFolds opens the card of a call whose result has many lines.
func TestALongResultFolds(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 60)
	r := ok("Read notes.txt")
	r.Content = numbers(1, 100)
	d.happen(turnStarted("Read"), called(event.ToolStarted, "c1", "read_file", "Read notes.txt"), d.finished("c1", r))
	d.press("tab", "enter")
	d.sees("line 20", "more lines: v reads all")
	d.misses("line 99", `\n`)
	d.press("v", "end")
	d.sees("line 100")
}

func TestAnEntryOpensInThePager(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	var shown string
	d.app.pager = func(words string) tea.Cmd {
		shown = words
		return nil
	}
	d.happen(turnStarted("Turn on Wi-Fi"), says(1, "I look **first**."), stepStarted(2))
	d.press("tab", "p")
	if shown != "  I look first." {
		t.Errorf("the pager shows %q", shown)
	}
}
