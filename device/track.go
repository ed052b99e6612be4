package device

import (
	"context"
	"slices"
	"time"
)

// How long Track waits before it dials a lost adb server again: doubling from
// the first to the last.
const (
	firstRedial = 50 * time.Millisecond
	lastRedial  = 2 * time.Second
)

// Track sends the list of phones, as the adb server has it, at once and after
// every change, and a nil list when the adb server is lost or cannot be
// reached; it keeps dialling until it is back. The channel is closed soon after
// ctx ends. The receiver must keep receiving; a list that is not taken delays
// the next, none is lost.
func (h *Hub) Track(ctx context.Context) <-chan []Info {
	lists := make(chan []Info)
	go func() {
		defer close(lists)
		t := tracking{hub: h, lists: lists}
		delay := firstRedial
		for ctx.Err() == nil {
			if t.follow(ctx) {
				delay = firstRedial
			}
			t.send(ctx, nil)
			select {
			case <-ctx.Done():
			case <-time.After(delay):
			}
			delay = min(2*delay, lastRedial)
		}
	}()
	return lists
}

// tracking is one Track call: what was sent last, so that only changes are.
type tracking struct {
	hub   *Hub
	lists chan<- []Info
	sent  bool
	last  []Info
}

// follow sends lists until the connection breaks, and reports whether it came
// to at least one.
func (t *tracking) follow(ctx context.Context) bool {
	c, err := t.hub.server.dial(ctx)
	if err != nil {
		return false
	}
	defer c.Close()
	if err := c.request("host:track-devices"); err != nil {
		return false
	}
	for worked := false; ; worked = true {
		// This list lacks the attributes; it tells that there is a new one.
		if _, err := c.ReadMessage(); err != nil {
			return worked
		}
		t.hub.changes.Add(1)
		infos, err := t.hub.list(ctx)
		if err != nil {
			return worked
		}
		t.send(ctx, infos)
	}
}

func (t *tracking) send(ctx context.Context, infos []Info) {
	same := t.sent && slices.Equal(infos, t.last) && (infos == nil) == (t.last == nil)
	if same || ctx.Err() != nil {
		return
	}
	select {
	case t.lists <- infos:
		t.sent, t.last = true, infos
	case <-ctx.Done():
	}
}
