package record

import (
	"adroit/loop/event"
	"adroit/permissions"
)

// AnswerOf is the answer that an event of type approval_decided tells of.
func AnswerOf(e event.Event) permissions.Answer {
	return permissions.Answer{
		Verdict: permissions.Verdict(e.Decision), By: e.By, Reason: e.Reason, Rule: e.Rule, Message: e.Text,
	}
}
