package ui

import (
	"cmp"
	"strings"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// happen prints what happened.
func (p *plain) happen(h happening) {
	if h.broken != nil {
		p.say("An event could not be read: %v", h.broken)
		return
	}
	if h.Type != event.AssistantText {
		p.flush()
	}
	switch h.Type {
	case event.TurnStarted:
		p.busy = true
		p.say("Task: %s", h.Text)
	case event.TurnQueued:
		p.say("Queued: %s", h.Text)
	case event.TurnUnqueued:
		p.say("Taken back from the queue.")
	case event.AssistantText:
		p.stream(h.Text)
	case event.ToolStarted:
		p.labels[h.CallID] = cmp.Or(h.Label, h.Tool)
		p.say("Running: %s", p.labels[h.CallID])
	case event.ToolFinished:
		p.finished(h)
	case event.ApprovalRequested:
		p.ask(*h.request)
	case event.ApprovalDecided:
		p.say("%s: %s", cmp.Or(h.Label, p.labels[h.CallID], h.Tool), decisionWords(h, p.holder))
		p.settled(h.RequestID)
	case event.ApprovalsMoved:
		p.approvalsMoved(h)
	case event.ModeChanged:
		p.say("Mode: %s.", modeWords(permissions.Mode(h.Mode)))
	case event.ScreenObserved:
		p.view = h.screen
	case event.DeviceState:
		p.say("%s", cmp.Or(phoneTrouble(h), "The phone is ready."))
		if _, wanted := lockedOut(p.session); wanted {
			p.say("/token TOKEN enters it; or /quit, and attach again.")
		}
	case event.RetryScheduled:
		p.say("%s", retryWords(h))
	case event.GateStarted:
		p.say("Checking whether it is so: %s", strings.ReplaceAll(h.Text, "\n", "; "))
	case event.GateChecked:
		p.say("%s", gateWords(h))
	case event.TurnCompleted, event.TurnFailed, event.TurnCancelled:
		p.busy = false
		p.ended(h)
		p.say("%s", strings.TrimSpace(outcomeWords(h)+". "+outcomeReason(h)))
	}
}

// ended counts the end of a turn that was not over before the person came.
func (p *plain) ended(h happening) {
	switch {
	case h.Seq > 0 && h.Seq <= p.since:
	case h.Type == event.TurnFailed: // the queue waits until something is sent again
		p.owed = 0
	default:
		p.owed = max(0, p.owed-1)
	}
}

// stream prints the lines of an answer as they are complete.
func (p *plain) stream(delta string) {
	p.answer.WriteString(delta)
	said := p.answer.String()
	if i := strings.LastIndexByte(said, '\n'); i >= 0 {
		p.say("%s", said[:i])
		p.answer.Reset()
		p.answer.WriteString(said[i+1:])
	}
}

// flush prints what is left of an answer.
func (p *plain) flush() {
	if rest := p.answer.String(); rest != "" {
		p.say("%s", rest)
	}
	p.answer.Reset()
}

func (p *plain) finished(h happening) {
	word := "Done"
	switch h.result.Status {
	case tools.Warning:
		word = "Warning"
	case tools.Error:
		word = "Failed"
	}
	p.say("%s: %s", word, text.Line(h.result.Message))
	delete(p.labels, h.CallID)
}
