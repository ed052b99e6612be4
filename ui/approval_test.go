package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/loop/event"
	"adroit/permissions"
)

const (
	tick    = time.Millisecond
	glance  = 2 * time.Second // long enough for a question to be seen and the keys to be quiet
	settled = approveAfter
)

// approvals are the answers that allow something.
func (s *fakeSession) approvals() []given {
	var list []given
	for _, g := range s.answers {
		if g.answer.Verdict.Approves() {
			list = append(list, g)
		}
	}
	return list
}

func TestDeliberateAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		request permissions.Request
		play    func(*driver)
		want    permissions.Answer
	}{
		{"once", medium("q1"), func(d *driver) { d.press("y") }, permissions.Answer{Verdict: permissions.Once}},
		{"session", medium("q1"), func(d *driver) { d.press("s") }, permissions.Answer{Verdict: permissions.Session}},
		{"deny", medium("q1"), func(d *driver) { d.press("n") }, permissions.Answer{Verdict: permissions.Denied}},
		{"deny by esc", high("q1"), func(d *driver) { d.press("esc") }, permissions.Answer{Verdict: permissions.Denied}},
		{"stop", high("q1"), func(d *driver) { d.press("x") }, permissions.Answer{Verdict: permissions.StopTurn}},
		{"ctrl+c stops at once", medium("q1"), func(d *driver) { d.press("ctrl+c") }, permissions.Answer{Verdict: permissions.StopTurn}},
		{
			"deny with words", medium("q1"),
			func(d *driver) {
				d.press("e")
				d.wait(settled)
				d.write("use mobile data")
				d.press("enter")
			},
			permissions.Answer{Verdict: permissions.Denied, Message: "use mobile data"},
		},
		{
			"the word of a high risk", high("q1"),
			func(d *driver) {
				d.press("y")
				d.wait(settled)
				d.write("kayak")
			},
			permissions.Answer{Verdict: permissions.Once, Word: "kayak"},
		},
		{
			"to the end of a long question", long("q1"),
			func(d *driver) {
				d.press("end")
				d.wait(glance)
				d.press("y")
			},
			permissions.Answer{Verdict: permissions.Once},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, 80, 24)
			d.asking(c.request)
			d.wait(glance)
			c.play(d)
			d.wait(settled)
			c.want.By = permissions.ByPerson
			if len(d.session.answers) != 1 {
				t.Fatalf("got answers %v, want one\n%s", d.session.answers, d.screen())
			}
			got := d.session.answers[0]
			if shown := time.Duration(got.answer.ShownMS) * time.Millisecond; shown < glance-frameTime-tick || shown > d.now.Sub(start) {
				t.Errorf("the question was shown for %v of %v", shown, d.now.Sub(start))
			}
			got.answer.ShownMS = 0
			if got.id != "q1" || fmt.Sprint(got.answer) != fmt.Sprint(c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if d.app.dialog != nil {
				t.Error("the dialog is still open")
			}
		})
	}
}

func TestNothingElseApproves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		request permissions.Request
		play    func(*driver)
	}{
		{"enter", medium("q1"), func(d *driver) { d.wait(glance); d.press("enter") }},
		{"space", medium("q1"), func(d *driver) { d.wait(glance); d.press("space") }},
		{"tab and enter", medium("q1"), func(d *driver) { d.wait(glance); d.press("tab", "enter") }},
		{"a capital", medium("q1"), func(d *driver) {
			d.wait(glance)
			d.send(tea.KeyPressMsg{Code: 'y', ShiftedCode: 'Y', Mod: tea.ModShift, Text: "Y"})
		}},
		{"with a modifier", medium("q1"), func(d *driver) { d.wait(glance); d.send(tea.KeyPressMsg{Code: 'y', Mod: tea.ModAlt}) }},
		{"before it was painted long enough", medium("q1"), func(d *driver) { d.wait(frameTime + paintedFor - tick); d.press("y") }},
		{"before the keys were quiet", medium("q1"), func(d *driver) { d.wait(glance); d.press("k"); d.wait(quietFor - tick); d.press("y") }},
		{"in a slowly typed yes", medium("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.wait(approveAfter - tick); d.press("e", "s") }},
		{"in a burst", medium("q1"), func(d *driver) { d.wait(glance); d.press("y", "e", "s", "enter") }},
		{"held down", medium("q1"), func(d *driver) {
			d.wait(glance)
			for range 50 {
				d.send(tea.KeyPressMsg{Code: 'y', Text: "y", IsRepeat: true})
				d.wait(30 * tick)
			}
			d.wait(glance)
		}},
		{"the repeat of a key that was held long before", medium("q1"), func(d *driver) { d.wait(glance); d.send(tea.KeyPressMsg{Code: 'y', Text: "y", IsRepeat: true}) }},
		{"several letters in one key", medium("q1"), func(d *driver) { d.wait(glance); d.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: "yes"}) }},
		{"a paste", medium("q1"), func(d *driver) { d.wait(glance); d.send(tea.PasteMsg{Content: "y"}) }},
		{"right after a paste", medium("q1"), func(d *driver) {
			d.wait(glance)
			d.send(tea.PasteMsg{Content: "x"})
			d.wait(quietFor - tick)
			d.press("y")
		}},
		{"right after a resize", medium("q1"), func(d *driver) {
			d.wait(glance)
			d.send(tea.WindowSizeMsg{Width: 100, Height: 30})
			d.wait(paintedFor)
			d.press("y")
		}},
		{"a resize while it settles", medium("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.send(tea.WindowSizeMsg{Width: 100, Height: 30}) }},
		{"leaving the window while it settles", medium("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.send(tea.BlurMsg{}) }},
		{"right after coming back", medium("q1"), func(d *driver) { d.wait(glance); d.send(tea.FocusMsg{}); d.wait(paintedFor); d.press("y") }},
		{"before its end was shown", long("q1"), func(d *driver) { d.wait(glance); d.press("y") }},
		{"session for what is not grantable", high("q1"), func(d *driver) { d.wait(glance); d.press("s") }},
		{"y alone for a high risk", high("q1"), func(d *driver) { d.wait(glance); d.press("y") }},
		{"another word", high("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.wait(settled); d.write("kayal") }},
		{"half the word and enter", high("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.wait(settled); d.write("kaya"); d.press("enter") }},
		{"the word pasted", high("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.wait(settled); d.send(tea.PasteMsg{Content: "kayak"}) }},
		{"the word in a burst", high("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.wait(glance); d.press("k", "a", "y", "a", "k") }},
		{"the word and more", high("q1"), func(d *driver) { d.wait(glance); d.press("y"); d.wait(settled); d.write("kayaks") }},
		{"the word without y", high("q1"), func(d *driver) { d.wait(glance); d.write("kayak") }},
		{"what is typed into the arguments", editableRequest("q1"), func(d *driver) { d.wait(glance); d.press("a"); d.wait(settled); d.write("y"); d.press("enter") }},
		{"words that go with a denial", medium("q1"), func(d *driver) { d.wait(glance); d.press("e"); d.wait(settled); d.write("y"); d.press("enter") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{120, 35}, {60, 20}, {39, 9}} {
				d := newDriver(t, size[0], size[1])
				d.asking(c.request)
				c.play(d)
				d.wait(settled)
				if got := d.session.approvals(); len(got) > 0 {
					t.Errorf("at %v: approved by %v\n%s", size, got, d.screen())
				}
			}
		})
	}
}

// A key that comes before the question has been drawn anew answers what its
// person cannot have seen.
func TestAKeyBeforeTheQuestionIsDrawnAnewIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, msg := range []tea.Msg{tea.WindowSizeMsg{Width: 60, Height: 20}, tea.FocusMsg{}, tea.BlurMsg{}} {
		d := newDriver(t, 80, 24)
		d.asking(medium("q1"))
		d.wait(glance)
		_, drawn := d.app.Update(msg)
		d.press("y")
		d.run(drawn)
		d.wait(settled)
		if len(d.session.answers) > 0 {
			t.Errorf("right after %T: answered %v", msg, d.session.answers)
		}
	}
}

func TestEditedArgumentsAreAskedAnew(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 35}, {60, 20}, {39, 9}} {
		d := newDriver(t, size[0], size[1])
		r := medium("q1")
		r.Arguments = json.RawMessage(`{"target":"\u202e4","strategy":"node_id"}`)
		d.asking(r)
		d.wait(glance)
		d.press("a")
		d.wait(settled)
		d.sees(`"target": "\u202e4"`)
		d.straight()
		d.press("enter")
		d.wait(settled)
		d.sees("nothing has been changed")
		d.app.dialog.arguments.area.SetValue(`{"target":"Bluetooth",`)
		d.press("enter")
		d.wait(settled)
		d.sees("this is no JSON object")
		d.app.dialog.arguments.area.SetValue(`{"target":"[REDACTED]"}`)
		d.press("enter")
		d.wait(settled)
		d.sees("write something in place of")
		if len(d.session.answers) > 0 {
			t.Fatalf("answered %v", d.session.answers)
		}
		d.app.dialog.arguments.area.SetValue(`{"target":"Bluetooth","strategy":"text"}`)
		d.press("enter")
		d.wait(settled)
		if len(d.session.answers) != 1 {
			t.Fatalf("%d answers, want 1", len(d.session.answers))
		}
		a := d.session.answers[0].answer
		if a.Verdict != permissions.Edit || string(a.Arguments) != `{"target":"Bluetooth","strategy":"text"}` {
			t.Errorf("answered %+v", a)
		}
	}
}

func TestAKeyThatCameTooSoonIsToldSo(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(medium("q1"))
	d.wait(paintedFor)
	d.press("y")
	d.sees("a little too soon")
	d.wait(quietFor)
	d.sees("enter and space do nothing here · keys count now")
	d.press("y")
	d.wait(settled)
	if n := len(d.session.approvals()); n != 1 {
		t.Errorf("%d approvals, want 1", n)
	}
}

func TestTypingOverAQuestionIsToldSo(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"k"}, {"k", "i"}, {"y", "e"}} {
		d := newDriver(t, 80, 24)
		d.asking(medium("q1"))
		d.wait(glance)
		d.press(keys...)
		d.sees("typing goes nowhere now", "esc denies")
		d.wait(glance)
		if len(d.session.answers) > 0 {
			t.Errorf("%q answered %v", keys, d.session.answers)
		}
	}
}

func TestNoCharacterOfTheWordsIsLost(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(medium("q1"))
	d.wait(glance)
	d.press("e")
	d.wait(settled)
	d.press("n", "o", "t", "space", "y", "e", "t", "enter")
	if len(d.session.answers) != 1 || d.session.answers[0].answer.Message != "not yet" {
		t.Errorf("answered %+v, want a denial with \"not yet\" at once", d.session.answers)
	}
}

func TestAnotherWordIsToldSo(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(high("q1"))
	d.wait(glance)
	d.press("y")
	d.wait(settled)
	d.write("kayal")
	d.sees("that is not the word")
	d.write("kayak")
	d.wait(settled)
	if n := len(d.session.approvals()); n != 1 {
		t.Errorf("%d approvals, want 1", n)
	}
}

func TestTheTargetStaysInSightBesideTheQuestion(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 32)
	d.asking(medium("q1"))
	d.sees("The model asks", "▶   4 switch      Wi-Fi")
}

func TestADecisionBelongsToTheQuestionThatWasShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(medium("q1"))
	d.wait(glance)
	d.press("y")
	second := high("q2")
	second.CallID = "c2"
	d.happen(decided(medium("q1"), permissions.Denied, permissions.ByTimeout, ""), d.asks(second))
	d.wait(settled)
	if len(d.session.answers) > 0 {
		t.Errorf("the key for q1 answered %v", d.session.answers)
	}
	d.wait(glance)
	d.sees("Tap button \"Send\"", "HIGH RISK")
	d.press("y")
	d.wait(settled)
	if len(d.session.answers) > 0 {
		t.Errorf("one key answered a high risk: %v", d.session.answers)
	}
}

func TestEachQuestionIsArmedAnew(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(medium("q1"))
	second := medium("q2")
	d.happen(d.asks(second))
	d.wait(glance)
	d.press("y")
	d.wait(settled)
	if d.app.dialog == nil || d.app.dialog.request.ID != "q2" {
		t.Fatal("the second question did not follow")
	}
	d.press("y") // the finger is still there
	d.wait(settled)
	if n := len(d.session.answers); n != 1 {
		t.Errorf("%d answers, want 1", n)
	}
}

func TestTypingGoesOnWhileAQuestionComes(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.write("and then turn ")
	d.asking(medium("q1"))
	d.write("by yes, ")
	d.sees("pause typing to see it", "by yes,")
	d.misses("── The model asks")
	d.wait(holdFor)
	d.sees("── The model asks")
	d.press("y")
	d.wait(settled)
	d.write("n")
	d.wait(glance)
	if got := d.app.composer.value(); !strings.HasPrefix(got, "and then turn by yes, ") {
		t.Errorf("the composer holds %q", got)
	}
}

func TestAQuestionDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.write("a")
	d.asking(medium("q1"))
	for range 60 { // keys that never pause
		d.write("y")
	}
	d.sees("── The model asks")
	if len(d.session.answers) > 0 {
		t.Errorf("typing answered: %v", d.session.answers)
	}
}

func TestAQuestionThatIsOverGoesAway(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(medium("q1"))
	d.wait(glance)
	d.happen(decided(medium("q1"), permissions.Denied, permissions.ByTimeout, ""))
	d.misses("── The model asks")
	d.sees("denied: nobody answered in time")
	d.press("y")
	d.wait(glance)
	if len(d.session.answers) > 0 {
		t.Errorf("answered a question that was over: %v", d.session.answers)
	}
}

func TestARefusedAnswerIsAskedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		open bool
	}{
		{permissions.ErrNotPending, false},
		{fmt.Errorf("send the answer: connection reset"), true},
	} {
		d := newDriver(t, 80, 24)
		d.session.refuse = c.err
		d.asking(medium("q1"))
		d.wait(glance)
		d.press("y")
		d.wait(settled)
		d.wait(glance)
		if open := d.app.dialog != nil; open != c.open {
			t.Errorf("after %v: dialog open %v, want %v", c.err, open, c.open)
		}
	}
}

func TestTheWholeQuestionCanBeReadAnywhere(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{200, 60}, {80, 24}, {60, 20}, {39, 9}, {20, 4}, {12, 1}} {
		d := newDriver(t, size[0], size[1])
		d.asking(long("q1"))
		d.wait(glance)
		for d.app.dialog.page.hidden() > 0 {
			d.press("down")
		}
		if !strings.Contains(d.screen(), "13") {
			t.Errorf("at %v the last command never came into sight:\n%s", size, d.screen())
		}
		d.wait(glance)
		d.press("y")
		d.wait(settled)
		if len(d.session.approvals()) != 1 {
			t.Errorf("at %v the question could not be approved after reading it:\n%s", size, d.screen())
		}
	}
}

// The question says which rule has a say in it, and what its answer for the
// session would cover.
func TestAQuestionTellsRulesAndWhatAGrantCovers(t *testing.T) {
	t.Parallel()
	r := medium("q1")
	r.Covers = `tap on switch "Wi-Fi" in com.android.settings`
	ruled := high("q2")
	ruled.Rule = "rules.toml:12"
	permitted := high("q3")
	permitted.Permit = "rules.toml:3"
	for _, tt := range []struct {
		row, says string
		request   permissions.Request
	}{
		{"session  tap on switch", r.Covers, r},
		{"rule     rules.toml:12", "rules.toml:12 wants it asked", ruled},
		{"rule     rules.toml:3", "rules.toml:3 lets it pass where nobody can be asked", permitted},
	} {
		d := newDriver(t, 120, 40)
		d.asking(tt.request)
		d.wait(glance)
		if !strings.Contains(d.screen(), tt.row) || !strings.Contains(strings.Join(QuestionLines(tt.request), "\n"), tt.says) {
			t.Errorf("%q is not in the question:\n%s", tt.says, d.screen())
		}
	}
}

// To quit works over a question, too, and answers nothing.
func TestQuittingAnswersNoQuestion(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.asking(medium("q1"))
	d.wait(glance)
	d.press("ctrl+q")
	if !d.quit || len(d.session.approvals()) != 0 {
		t.Errorf("wants to end: %v; answers %+v", d.quit, d.session.approvals())
	}
}

func TestTheEndSaysWhoDenied(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]event.Event{
		"denied by you":                     {By: permissions.ByPerson},
		"denied by rule rules.toml:3":       {By: permissions.ByRule, Rule: "rules.toml:3"},
		"denied by the mode that you chose": {By: permissions.ByMode},
		"denied: nobody answered in time":   {By: permissions.ByTimeout},
		"denied by the policy":              {By: permissions.ByPolicy},
		"rules.toml:8 wants it asked":       {By: permissions.ByPolicy, Rule: "rules.toml:8"},
		"denied: the input ended":           {By: permissions.ByInputEnd},
	} {
		e.Type, e.TurnID, e.Outcome = event.TurnCompleted, "t1", event.Denied
		d := newDriver(t, 120, 35)
		d.happen(turnStarted("Go"), e)
		if !strings.Contains(d.screen(), want) {
			t.Errorf("%q is not told:\n%s", want, d.screen())
		}
	}
}
