package ui

import (
	"strconv"

	"adroit/device/text"
)

// welcome is what stands in the chat before anything was asked: what this is,
// what can be tried, and what to expect.
func (a *app) welcome(width, height int) []string {
	th := a.theme
	var lines []string
	wrap := func(s string) {
		for _, line := range text.Wrap(s, width-2*len(margin)) {
			lines = append(lines, margin+th.Text.Render(line))
		}
	}
	lines = append(lines, margin+th.Accent.Render("adroit"), "")
	wrap("Say what should happen on the phone. The model does it step by step, and asks you before anything that changes something.")
	if a.options.Demo {
		lines = append(lines, "")
		wrap("This is the demo: the phone is simulated and the model is a script. Nothing leaves this computer.")
	}
	if len(a.options.SuggestedTasks) > 0 {
		lines = append(lines, "", margin+th.Muted.Render("Try one: press its number, then enter."), "")
		for i, task := range a.options.SuggestedTasks {
			row := newRow(width).add(th.Accent, margin+"  "+strconv.Itoa(i+1)+"  ").add(th.Strong, text.Line(task))
			lines = append(lines, row.String())
		}
	}
	lines = append(lines, "", margin+th.Accent.Render("tab")+th.Muted.Render(" other pane   ")+
		th.Accent.Render("/")+th.Muted.Render(" commands   ")+th.Accent.Render("f1")+th.Muted.Render(" help"))
	top := max((height-len(lines))/3, 0)
	return append(make([]string, top), lines[:min(len(lines), height)]...)
}

// suggested is the task that a digit picks on the first screen.
func (a *app) suggested(digit string) (string, bool) {
	n, err := strconv.Atoi(digit)
	if err != nil || len(a.chat.entries) > 0 || n < 1 || n > len(a.options.SuggestedTasks) {
		return "", false
	}
	return a.options.SuggestedTasks[n-1], true
}
