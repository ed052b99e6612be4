package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/loop/doctor"
	"adroit/theme"
)

// examinedMsg: the doctor has come to an end, or why not.
type examinedMsg struct {
	findings []doctor.Finding
	err      error
}

// examineWithin bounds a whole examination, whose checks have deadlines of their
// own.
const examineWithin = 10 * time.Minute

// examine has everything examined that a run needs.
func (a *app) examine() tea.Cmd {
	look := a.options.Offers.Examine
	if look == nil {
		return a.say("there is nothing to examine from here")
	}
	return tea.Batch(a.say("examining adb, the phone, the model and the terminal …"), a.work(examineWithin, func(ctx context.Context) tea.Msg {
		findings, err := look(ctx)
		return examinedMsg{findings, err}
	}))
}

// examined shows what the doctor found, unless a question came first.
func (a *app) examined(msg examinedMsg) tea.Cmd {
	a.notice.text = ""
	switch {
	case msg.err != nil:
		return a.fail(msg.err.Error())
	case a.dialog != nil:
		return nil
	}
	return a.openReader("Doctor", func(width int, th theme.Theme) []string {
		lines := []string{""}
		for _, f := range doctor.Fold(msg.findings) {
			mark, style := "·", th.Muted
			switch f.Severity {
			case doctor.OK:
				mark, style = "✓", th.Good
			case doctor.Warning:
				mark, style = "▲", th.Warn
			case doctor.Failure:
				mark, style = "✗", th.Danger
			}
			words := text.Line(f.Message)
			if f.Severity != doctor.OK {
				words = string(f.Severity) + ": " + words
			}
			lines = append(lines, hanging(mark, style, words, th.Text, width)...)
			if f.Cure != "" {
				lines = append(lines, hanging(" ", th.Muted, text.Line(f.Cure), th.Accent, width)...)
			}
		}
		return lines
	})
}
