package ui

import (
	"slices"
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"adroit/permissions"
	"adroit/theme"
)

// choice is one way to answer an approval dialog, by one key.
type choice struct {
	key     string
	label   string
	verdict permissions.Verdict
	then    stage // what the key opens, instead of answering at once
}

// choices are the answers to r. A high-risk act needs its word after y.
func choices(r permissions.Request) []choice {
	var c []choice
	if r.Word != "" {
		c = append(c, choice{key: "y", label: "approve by word", verdict: permissions.Once, then: spelling})
	} else {
		c = append(c, choice{key: "y", label: "once", verdict: permissions.Once})
	}
	if r.Grantable {
		c = append(c, choice{key: "s", label: "this session", verdict: permissions.Session})
	}
	if _, ok := editable(r); ok {
		c = append(c, choice{key: "a", label: "edit", verdict: permissions.Edit, then: editing})
	}
	return append(c,
		choice{key: "n", label: "deny", verdict: permissions.Denied},
		choice{key: "e", label: "deny with words", verdict: permissions.Denied, then: wording},
		choice{key: "x", label: "stop the turn", verdict: permissions.StopTurn},
	)
}

// stage is what the dialog waits for.
type stage int

const (
	choosing stage = iota // a key of choices
	spelling              // the word of a high-risk request
	wording               // words to the model that go with a denial
	editing               // other arguments to ask about
)

// dialog is the question on the screen. It takes keys only through its gate,
// and its decision belongs to the one request that it was opened for.
type dialog struct {
	request   permissions.Request
	origin    origin // who asks
	shared    bool   // there are other cockpits, whose person it may be
	about     *view  // the screen that the question is about; may be nil
	gate      gate
	first     time.Time // when it was painted first
	stage     stage
	pressed   *stroke          // the answer that stands if no other key follows
	spelled   string           // of the word, while spelling
	words     textinput.Model  // while wording
	arguments *argumentsEditor // while editing
	hint      string           // why the last key was no answer
	early     bool             // the last key came before keys count

	page  page // the body as laid out for the present size
	inner int  // the width that there is for text
	theme theme.Theme
}

// stroke is an answer that a key has given but that has not settled yet.
type stroke struct {
	choice choice
	at     time.Time
}

// newDialog opens the question r of from about a screen. lastKey is when the
// person last pressed a key for anything.
func newDialog(r permissions.Request, from origin, about *view, lastKey time.Time) *dialog {
	words := textinput.New()
	words.Prompt = ""
	words.Placeholder = "what should the model do instead?"
	words.SetVirtualCursor(false)
	return &dialog{request: r, origin: from, about: about, gate: gate{lastKey: lastKey}, words: words}
}

// paint says that the dialog, as it is now, is on the screen from at on.
func (d *dialog) paint(at time.Time) {
	d.gate.painted = at
	if d.first.IsZero() {
		d.first = at
	}
}

// shown is for how long the dialog has been on the screen.
func (d *dialog) shown(now time.Time) time.Duration {
	if d.first.IsZero() {
		return 0
	}
	return max(now.Sub(d.first), 0)
}

// disturb takes back that the dialog has been seen: the terminal was resized
// or left. What was half answered is forgotten.
func (d *dialog) disturb() {
	d.gate.painted = time.Time{}
	d.pressed, d.spelled = nil, ""
	if d.stage == spelling {
		d.stage = choosing
	}
}

// noise takes back what was half answered: something other than keys came.
func (d *dialog) noise(now time.Time) {
	d.gate.lastKey = now
	d.pressed, d.spelled = nil, ""
}

// paste is text that was pasted. It can only become words of a denial, or
// arguments of another question.
func (d *dialog) paste(msg tea.PasteMsg, now time.Time) {
	d.noise(now)
	switch d.stage {
	case wording:
		d.writeWords(msg)
	case editing:
		d.arguments.update(msg)
	case spelling:
		d.hint = "pasted text approves nothing: type the word"
	}
}

// press takes a key.
func (d *dialog) press(msg tea.KeyPressMsg, now time.Time) {
	gap := now.Sub(d.gate.lastKey)
	open := d.gate.open(now)
	d.gate.lastKey = now
	d.hint, d.early = "", false
	if d.pressed != nil {
		// Two keys within the time in which one settles: typing, not answering.
		d.pressed, d.spelled = nil, ""
		if d.stage != editing { // which takes what is typed
			d.hint = typedHint
			return
		}
	}
	if d.stage != editing && d.page.scroll(msg.String()) {
		return
	}
	switch d.stage {
	case choosing:
		d.choose(msg, open, now)
	case spelling:
		d.spell(msg, gap, now)
	case wording:
		d.word(msg, now)
	case editing:
		d.edit(msg, now)
	}
}

// typedHint is for who types while the question takes the keys.
const typedHint = "typing goes nowhere now: the keys above answer, esc denies"

// choose takes a key that may be an answer, which it is if the gate is open.
func (d *dialog) choose(msg tea.KeyPressMsg, open bool, now time.Time) {
	name := msg.String()
	if name == "esc" {
		name = "n"
	}
	all := choices(d.request)
	i := slices.IndexFunc(all, func(c choice) bool { return c.key == name })
	switch {
	case i < 0:
		if msg.Text != "" && name != "space" {
			d.hint = typedHint
		}
	case !open:
		d.early = true
	case msg.IsRepeat:
	case all[i].verdict.Approves() && !d.page.read:
		d.hint = "read to the end first"
	default:
		d.pressed = &stroke{choice: all[i], at: now}
	}
}

// spell takes a letter of the word. Letters that come faster than fingers can
// move start it anew.
func (d *dialog) spell(msg tea.KeyPressMsg, gap time.Duration, now time.Time) {
	switch name := msg.String(); {
	case name == "esc":
		d.stage, d.spelled = choosing, ""
	case name == "backspace":
		d.spelled = d.spelled[:max(len(d.spelled)-1, 0)]
	case gap < burstGap || msg.IsRepeat:
		d.spelled = ""
		d.hint = "too fast: type the word by hand"
	case len(msg.Text) == 1 && len(d.spelled) < len(d.request.Word):
		d.spelled += msg.Text
		switch {
		case d.spelled == d.request.Word:
			d.pressed = &stroke{choice: choice{verdict: permissions.Once}, at: now}
		case len(d.spelled) == len(d.request.Word):
			d.spelled, d.hint = "", "that is not the word: type it again"
		}
	default:
		d.spelled = ""
	}
}

// word edits the words to the model. They can only go with a denial.
func (d *dialog) word(msg tea.KeyPressMsg, now time.Time) {
	switch msg.String() {
	case "esc":
		d.stage = choosing
	case "enter":
		d.pressed = &stroke{choice: choice{verdict: permissions.Denied}, at: now}
	default:
		d.writeWords(msg)
	}
}

func (d *dialog) writeWords(msg tea.Msg) {
	d.words, _ = d.words.Update(msg)
	makeLineSafe(&d.words)
}

// settling is how long it takes until the key that was pressed last is an
// answer, if no other follows. The enter that ends words to the model needs no
// second thought: it can only deny.
func (d *dialog) settling() time.Duration {
	switch {
	case d.stage == wording:
		return 0
	case d.pressed.choice.verdict.Approves():
		return approveAfter
	default:
		return settleFor
	}
}

// settle ends the wait after a key. It returns the person's answer if the key
// was one.
func (d *dialog) settle(now time.Time) (permissions.Answer, bool) {
	if d.pressed == nil || now.Sub(d.pressed.at) < d.settling() {
		return permissions.Answer{}, false
	}
	c := d.pressed.choice
	d.pressed = nil
	if c.then != choosing {
		d.stage = c.then
		d.enter()
		return permissions.Answer{}, false
	}
	a := permissions.Answer{Verdict: c.verdict, By: permissions.ByPerson}
	switch d.stage {
	case spelling:
		a.Word = d.spelled
	case wording:
		a.Message = valueOf(d.words)
	case editing:
		a.Arguments, _ = d.arguments.value()
	}
	return a, true
}

// enter makes ready what the present stage waits for.
func (d *dialog) enter() {
	switch d.stage {
	case wording:
		d.words.Focus()
	case editing:
		arguments, _ := editable(d.request)
		d.arguments = newArgumentsEditor(arguments, d.inner, d.theme)
	}
}
