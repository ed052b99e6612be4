package ui

import (
	"cmp"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"adroit/device"
	"adroit/device/text"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/theme"
)

// decisionWords say who decided what.
func decisionWords(h happening, held holder) string {
	return record.AnswerOf(h.Event).Told(held.person(h.By))
}

// outcomeWords say how a turn ended.
func outcomeWords(h happening) string {
	switch h.Outcome {
	case event.Done:
		if h.Verified {
			return "Done, verified"
		}
		return "Done, as the model claims"
	case event.CutOff:
		return "Cut off: the answer reached its length limit"
	case event.Refused:
		return "The model declined"
	case event.OutOfTurns:
		return "Out of steps"
	case event.OutOfTokens:
		return "Out of tokens"
	case event.GateFailed:
		return "Not done: the check failed"
	case event.Stuck:
		return "Stuck"
	case event.Stopped:
		return "Stopped: this needs you"
	case event.Denied:
		return "Ended: " + deniedWords(h)
	case event.Cancelled:
		return "Cancelled"
	default:
		return "Failed"
	}
}

// deniedWords say who denied the last act of a turn.
func deniedWords(h happening) string {
	by := cmp.Or(h.By, permissions.ByPerson) // as older records have it
	return permissions.Answer{Verdict: permissions.Denied, By: by, Rule: h.Rule}.Told("you")
}

// outcomeReason is why a turn ended so; "" where outcomeWords have said it.
func outcomeReason(h happening) string {
	reason := text.Line(h.Reason)
	if h.Outcome == event.Denied || strings.EqualFold(reason, outcomeWords(h)) {
		return ""
	}
	return reason
}

// modeWords say what a mode lets pass.
func modeWords(m permissions.Mode) string {
	switch m {
	case permissions.ModeReadOnly:
		return "read-only, nothing acts"
	case permissions.ModeMedium:
		return "acts at medium risk without asking"
	default:
		return "asks before it acts"
	}
}

// modeShort says it in a word or two.
func modeShort(m permissions.Mode) string {
	switch m {
	case permissions.ModeReadOnly:
		return "read-only"
	case permissions.ModeMedium:
		return "medium acts"
	default:
		return "asks first"
	}
}

// phoneTrouble says what is wrong with the phone; "" for nothing.
func phoneTrouble(h happening) string {
	switch {
	case h.State != device.StateDevice:
		return "The phone is " + h.State + ": " + h.Reason
	case h.Reason != "":
		return "The screen cannot be seen: " + h.Reason
	default:
		return ""
	}
}

// retryWords say that something failed and will be tried again.
func retryWords(h happening) string {
	return h.Reason + "; trying again in " + spell(time.Duration(h.DelayMS)*time.Millisecond)
}

// gateWords say what the check of a claimed end saw.
func gateWords(h happening) string {
	if h.Verified {
		return "checked: it is so"
	}
	return "not so: " + text.Line(strings.ReplaceAll(h.Text, "\n", "; "))
}

// The styles of notes, which are looked up when they are drawn.
func good(th theme.Theme) lipgloss.Style   { return th.Good }
func warn(th theme.Theme) lipgloss.Style   { return th.Warn }
func danger(th theme.Theme) lipgloss.Style { return th.Danger }
func muted(th theme.Theme) lipgloss.Style  { return th.Muted }
