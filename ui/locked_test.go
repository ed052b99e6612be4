//go:build unix

package ui

import (
	"testing"

	"adroit/loop/event"
)

// startedAnew locks the session out, as the end of its server does.
var startedAnew = event.Event{Type: event.DeviceState, State: "out of reach", Reason: "the server was started anew"}

func (s *fakeSession) lockOut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.locked = true
}

// What was shown stays, and the token is asked for and not shown.
func TestServerThatWantsAnotherToken(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 80, 24)
	d.happen(turnStarted("Turn on Wi-Fi"))
	d.write("/token")
	d.press("enter")
	d.sees("no token is wanted")

	d.session.lockOut()
	d.happen(startedAnew)
	d.sees("Turn on Wi-Fi", "The server was started anew: /token enters the token that it printed then")
	d.write("/token")
	d.press("enter")
	d.write("s3same")
	d.misses("s3same")
	d.press("enter")
	if d.session.token != "s3same" {
		t.Errorf("the token is %q", d.session.token)
	}
	d.happen(event.Event{Type: event.DeviceState, State: "device"})
	d.misses("started anew")
}

func TestServerThatWantsAnotherTokenInLines(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	r.write("/token early")
	r.await("No token is wanted")
	r.session.lockOut()
	r.session.emit(startedAnew)
	r.await("/token TOKEN enters it; or /quit, and attach again.")
	r.write("/token s3same")
	r.until("the token", func() bool { return !r.session.WantsToken() })
	if r.session.token != "s3same" {
		t.Errorf("the token is %q", r.session.token)
	}
}
