package ui

import (
	"context"
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
	"adroit/ui/mailbox"
)

// batchMsg holds what happened since the last one, oldest first.
type batchMsg []happening

// happening is an event with its parts decoded and made safe to show.
type happening struct {
	event.Event
	screen  *view                // of screen_observed
	request *permissions.Request // of approval_requested
	result  *tools.Result        // of tool_finished
	broken  error                // a part could not be read
}

// listener turns what is in the mailbox into messages. It runs in commands,
// one at a time, so that decoding and comparing screens costs no frame.
type listener struct {
	box  *mailbox.Mailbox
	last *view
}

// next waits for the next batch. The app asks for it again after each batch,
// and nowhere else. The end of ctx ends the waiting without a message.
func (l *listener) next(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		events := l.box.Take(ctx)
		if events == nil {
			return nil
		}
		batch := make(batchMsg, 0, len(events))
		for _, e := range events {
			batch = append(batch, l.decode(e))
		}
		return batch
	}
}

func (l *listener) decode(e event.Event) happening {
	h := happening{Event: e}
	h.Text, h.Label, h.Reason = text.Safe(e.Text), text.Line(e.Label), text.Line(e.Reason)
	h.Rule, h.Mode = text.Line(e.Rule), text.Line(e.Mode)
	h.Device, h.State, h.Tool = text.Line(e.Device), text.Line(e.State), text.Line(e.Tool)
	switch e.Type {
	case event.ScreenObserved:
		var c screen.Context
		if h.broken = read(e, e.Screen, &c); h.broken == nil {
			h.screen = newView(&c, l.last)
			h.screen.withheld = h.Rule
			l.last = h.screen
		}
	case event.ApprovalRequested:
		h.request = new(permissions.Request)
		h.broken = read(e, e.Request, h.request)
	case event.ToolFinished:
		h.result = new(tools.Result)
		h.broken = read(e, e.Result, h.result)
	}
	return h
}

func read(e event.Event, raw json.RawMessage, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("event %d, %s: %w", e.Seq, e.Type, err)
	}
	return nil
}
