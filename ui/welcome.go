package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/theme"
)

// opening builds what stands in the chat before anything was asked.
type opening struct {
	lines []string
	width int
	theme theme.Theme
}

func (o *opening) gap() { o.lines = append(o.lines, "") }

func (o *opening) say(style lipgloss.Style, s string) {
	for _, line := range text.Wrap(s, o.width-2*len(margin)) {
		o.lines = append(o.lines, margin+style.Render(line))
	}
}

// numbered lists what a digit picks.
func (o *opening) numbered(things []string) {
	for i, thing := range things {
		row := newRow(o.width).add(o.theme.Accent, margin+"  "+strconv.Itoa(i+1)+"  ").add(o.theme.Strong, text.Line(thing))
		o.lines = append(o.lines, row.String())
	}
}

// welcome says what this is, what can be tried, and what to expect; or what is
// missing, and how to mend it.
func (a *app) welcome(width, height int) []string {
	th := a.theme
	o := &opening{width: width, theme: th}
	o.say(th.Accent, "adroit")
	o.gap()
	switch {
	case a.replaying():
		o.say(th.Text, "The recording begins.")
	case len(a.options.Missing) > 0:
		a.missing(o)
	default:
		a.invitation(o)
	}
	o.gap()
	o.lines = append(o.lines, margin+th.Accent.Render(a.hint("next_pane", "").key)+th.Muted.Render(" other pane   ")+
		th.Accent.Render("/")+th.Muted.Render(" commands   ")+th.Accent.Render(a.hint("help", "").key)+th.Muted.Render(" help"))
	top := max((height-len(o.lines))/3, 0)
	return append(make([]string, top), o.lines[:min(len(o.lines), height)]...)
}

func (a *app) invitation(o *opening) {
	o.say(o.theme.Text, "Say what should happen on the phone. The model does it step by step, and asks you before anything that changes something.")
	if a.options.Demo {
		o.gap()
		o.say(o.theme.Text, "This is the demo: the phone is simulated and the model is a script. Nothing leaves this computer.")
	}
	if given := a.options.Guidance.words(); given != "" {
		o.gap()
		o.say(o.theme.Text, "The model is given "+given+"; /skills shows them.")
	}
	if says := a.options.Guidance.notInForce(); says != "" {
		o.gap()
		o.say(o.theme.Danger, "✗ "+says+"; /skills lists them.")
	}
	if len(a.options.SuggestedTasks) > 0 {
		o.gap()
		o.say(o.theme.Muted, "Try one: press its number, then enter.")
		o.gap()
		o.numbered(a.options.SuggestedTasks)
	}
}

func (a *app) missing(o *opening) {
	for _, m := range a.options.Missing {
		o.say(o.theme.Danger, "✗ "+text.Line(m.What))
		o.say(o.theme.Text, text.Line(m.Cure))
		o.gap()
	}
	o.say(o.theme.Muted, "Press a number:")
	o.gap()
	var ways []string
	for _, w := range a.waysOn() {
		ways = append(ways, w.name)
	}
	o.numbered(ways)
}

// way is one way on from the first screen where something is missing.
type way struct {
	name string
	run  func(*app) tea.Cmd
}

func (a *app) waysOn() []way {
	ways := []way{{"Look again", func(a *app) tea.Cmd { return a.goOn(Next{Again: true}) }}}
	if a.options.Offers.Phones != nil {
		ways = append(ways, way{"Choose a phone, or connect to one", (*app).choosePhone})
	}
	if a.options.Offers.Models != nil {
		ways = append(ways, way{"Choose a model", (*app).chooseModel})
	}
	return append(ways, way{"Try the demo: a simulated phone and a scripted model", func(a *app) tea.Cmd { return a.goOn(Next{Demo: true}) }})
}

// pick does what a digit picks on the first screen; ok reports whether it picks
// anything.
func (a *app) pick(digit string) (cmd tea.Cmd, ok bool) {
	n, err := strconv.Atoi(digit)
	if err != nil || n < 1 || len(a.chat.entries) > 0 {
		return nil, false
	}
	if len(a.options.Missing) > 0 {
		if ways := a.waysOn(); n <= len(ways) {
			return ways[n-1].run(a), true
		}
		return nil, false
	}
	task, ok := picked(a.options.SuggestedTasks, digit)
	if ok {
		a.composer.set(task)
		a.relayout()
	}
	return nil, ok
}

// picked is the task with the given number, counted from 1.
func picked(tasks []string, number string) (string, bool) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(tasks) {
		return "", false
	}
	return tasks[n-1], true
}
