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
	if a.options.Replay {
		wrap("The recording begins.")
		return append(make([]string, max((height-len(lines))/3, 0)), lines[:min(len(lines), height)]...)
	}
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
	if len(a.chat.entries) > 0 {
		return "", false
	}
	return picked(a.options.SuggestedTasks, digit)
}

// picked is the task with the given number, counted from 1.
func picked(tasks []string, number string) (string, bool) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(tasks) {
		return "", false
	}
	return tasks[n-1], true
}
