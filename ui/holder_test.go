//go:build unix

package ui

import (
	"errors"
	"testing"
	"time"

	"adroit/loop/event"
	"adroit/permissions"
)

// TestACockpitThatWatchesSaysSo at every size, for as long as it does, with how
// to take the approvals; in the middle of a run too.
func TestACockpitThatWatchesSaysSo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height     int
		elsewhere, nobody string
	}{
		{160, 45, "This one watches: another cockpit is asked, and acts · /claim takes over", "nobody is asked · /claim takes over"},
		{80, 24, "This one watches: another cockpit is asked, and acts · /claim takes over", "nobody is asked · /claim takes over"},
		{40, 10, "Another cockpit is asked · /claim", "Nobody is asked · /claim"},
		{39, 9, "another cockpit is asked", "nobody is asked"},
	} {
		d := newDriver(t, c.width, c.height)
		d.misses("is asked")
		d.happen(held(event.HeldElsewhere), turnStarted("Turn on Wi-Fi"), stepStarted(1), called(event.ToolProposed, "c1", "tap", "Tap it"))
		d.sees(c.elsewhere)
		d.misses("asks before it acts", "waiting for your answer")
		d.happen(held(event.HeldByNobody))
		d.sees(c.nobody)
		d.misses(c.elsewhere)
		d.happen(held(event.HeldHere))
		d.misses("is asked")
	}
}

// TestApprovalsGoAndComeBack takes an open question away with the approvals, and
// asks it anew, not before its time, when they come back.
func TestApprovalsGoAndComeBack(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.happen(held(event.HeldHere))
	r := medium("q1")
	d.asking(r)
	d.wait(glance)
	d.sees("The model asks")
	d.press("y")
	d.happen(held(event.HeldElsewhere)) // before the key has become an answer
	d.wait(time.Minute)
	d.misses("The model asks", "waits for you")
	d.sees("another cockpit has the approvals now", "waiting for a decision in another cockpit")
	if n := len(d.session.given()); n != 0 {
		t.Fatalf("%d answers were given", n)
	}
	d.command("claim")
	if d.session.claims != 1 {
		t.Errorf("claimed %d times", d.session.claims)
	}
	d.wait(holdFor)
	d.happen(held(event.HeldHere), d.asks(r))
	d.sees("The model asks", "the approvals are here now", "keys count when you have paused")
	d.press("y") // too soon
	d.wait(settled)
	if n := len(d.session.given()); n != 0 {
		t.Fatalf("%d answers were given before the question stood", n)
	}
	d.wait(glance)
	d.press("y")
	d.wait(settled)
	if a := d.session.given(); len(a) != 1 || a[0].answer.Verdict != permissions.Once {
		t.Errorf("answered %+v", a)
	}
}

// TestARefusedAnswerIsAskedOnceMore, and only where it is asked here.
func TestARefusedAnswerIsAskedOnceMore(t *testing.T) {
	t.Parallel()
	for by, questions := range map[string]int{"": 1, event.HeldHere: 1, event.HeldElsewhere: 0} {
		d := newDriver(t, 120, 35)
		if by != "" {
			d.happen(held(event.HeldHere))
		}
		r := medium("q1")
		d.asking(r)
		d.wait(glance)
		if by != "" {
			d.happen(held(by))
			d.happen(d.asks(r))
			if by == event.HeldElsewhere {
				d.happen(held(by))
			}
		}
		d.send(refusedMsg{r, errors.New("another client has the approvals")})
		if n := len(d.app.pending); n != questions {
			t.Errorf("held by %q, %d questions are open, want %d", by, n, questions)
		}
	}
}

// TestClaimWhereTheApprovalsAre says so and asks for nothing.
func TestClaimWhereTheApprovalsAre(t *testing.T) {
	t.Parallel()
	for by, want := range map[string]string{"": "there is no other cockpit", event.HeldHere: "this cockpit is asked"} {
		d := newDriver(t, 120, 35)
		if by != "" {
			d.happen(held(by))
		}
		d.command("claim")
		d.sees("the approvals are here: " + want)
		if d.session.claims != 0 {
			t.Errorf("held by %q they were claimed", by)
		}
	}
}

// TestAClaimThatFailsIsTold as anything else that fails.
func TestAClaimThatFailsIsTold(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.happen(held(event.HeldElsewhere))
	d.session.refuse = errors.New("the server is out of reach now")
	d.command("claim")
	d.sees("the server is out of reach now", "/claim takes over")
}

// TestWhoAnsweredIsNotMistaken for the person here.
func TestWhoAnsweredIsNotMistaken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ held, by, want string }{
		{"", permissions.ByPerson, "approved once by you"},
		{event.HeldHere, permissions.ByPerson, "approved once by you"},
		{event.HeldElsewhere, permissions.ByOther, "approved once by another cockpit"},
		{"", permissions.ByGrant, "as you answered before"},
		{event.HeldHere, permissions.ByGrant, "as a person answered before"},
		{event.HeldElsewhere, permissions.ByMode, "by the mode that a person chose"},
	} {
		d := newDriver(t, 160, 45)
		if c.held != "" {
			d.happen(held(c.held))
		}
		d.happen(turnStarted("Turn on Wi-Fi"), stepStarted(1), called(event.ToolProposed, "c1", "tap", "Tap it"),
			decided(medium("q1"), permissions.Once, c.by, ""))
		d.sees(c.want)
	}
	d := newDriver(t, 120, 35)
	d.happen(turnStarted("Turn on Wi-Fi"), event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Denied, By: permissions.ByOther})
	d.sees("Ended: denied by another cockpit")
}

// TestAHeldQuestionThatGoesLeavesNoTrace has the next one wait for a pause, too.
func TestAHeldQuestionThatGoesLeavesNoTrace(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 35)
	d.happen(held(event.HeldHere))
	d.write("next")
	d.asking(medium("q1"))
	d.sees("pause typing")
	d.happen(held(event.HeldElsewhere))
	d.misses("pause typing")
	d.wait(time.Minute)
	d.write("more")
	d.happen(held(event.HeldHere), d.asks(medium("q1")))
	d.sees("pause typing")
	d.misses("The model asks ─")
}

func TestPlainFollowsTheApprovals(t *testing.T) {
	t.Parallel()
	r := startPlain(t)
	r.write("/claim")
	r.await("the approvals are here: there is no other cockpit.")
	r.session.emit(held(event.HeldElsewhere))
	r.await("Another cockpit has the approvals now.")
	r.await("/claim takes the approvals.")
	r.write("/claim")
	r.until("the claim", func() bool { r.session.mu.Lock(); defer r.session.mu.Unlock(); return r.session.claims == 1 })
	r.session.emit(held(event.HeldHere))
	r.session.emit(r.driver.asks(medium("q1")))
	r.await("or /stop.")
	word := r.word()
	r.session.emit(held(event.HeldByNobody))
	r.await("Nobody has the approvals now")
	r.write(word) // a task now, and no answer
	r.until("the task", func() bool { r.session.mu.Lock(); defer r.session.mu.Unlock(); return len(r.session.sent) == 1 })
	if n := len(r.session.given()); n != 0 {
		t.Errorf("%d answers were given without the approvals", n)
	}
}
