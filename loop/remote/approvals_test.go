package remote

import (
	"errors"
	"slices"
	"testing"
	"time"

	"adroit/loop/event"
	"adroit/permissions"
)

// TestHighRiskNeedsItsWord on the server, whatever a client made of it.
func TestHighRiskNeedsItsWord(t *testing.T) {
	r := newRig(t, nil)
	c, _ := r.hello(map[string]any{"approvals": true})
	c.send(map[string]any{"type": "turn", "text": "ask me to pay"})
	asked := c.next("approval_requested")
	word := asked["request"].(map[string]any)["word"].(string)
	if word == "" {
		t.Fatal("the question has no word")
	}
	answers := []struct {
		with map[string]any
		code any
	}{
		{map[string]any{"decision": "once"}, codeWrongWord},
		{map[string]any{"decision": "once", "word": "yes"}, codeWrongWord},
		{map[string]any{"decision": "session", "word": word}, codeNotGrantable},
		{map[string]any{"decision": "once", "word": word}, nil},
		{map[string]any{"decision": "once", "word": word}, codeNotPending},
	}
	for _, a := range answers {
		a.with["type"], a.with["request_id"] = "approve", asked["request_id"]
		if answer := c.ask(a.with); answer["code"] != a.code {
			t.Errorf("%v was answered %v, want %v", a.with, answer, a.code)
		}
	}
	c.next("turn_completed")
}

// TestTaking moves the approvals, and an open question with them, from one
// client to another and back: each of both knows who has them.
func TestTaking(t *testing.T) {
	r := newRig(t, nil)
	var first, second heard
	one := r.client("ws://"+r.addr, true, first.hear)
	two := r.client("ws://"+r.addr, false, second.hear) // a watcher
	first.await(t, "the first has them", held(holderYou))
	second.await(t, "the second knows", held(holderOther))
	if _, err := one.Send("ask me"); err != nil {
		t.Fatal(err)
	}
	asked := ofType(event.ApprovalRequested)
	first.await(t, "the first is asked", asked)
	once := permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson}
	if err := two.Resolve(first.question(), once); !errors.Is(err, errNotHolder) {
		t.Errorf("the watcher answered: %v", err)
	}
	if n := second.count(asked); n != 0 {
		t.Errorf("the watcher is asked %d times", n)
	}

	if err := two.Claim(); err != nil {
		t.Fatal(err)
	}
	second.await(t, "the second has them", held(holderYou))
	second.await(t, "the question comes with them", asked)
	first.await(t, "the first is told", held(holderOther))
	if err := one.Resolve(first.question(), once); !errors.Is(err, errNotHolder) {
		t.Errorf("who had the approvals answered: %v", err)
	}
	if err := one.Claim(); err != nil {
		t.Fatal(err)
	}
	wait(t, "the first is asked anew", func() bool { return first.count(asked) == 2 })
	if err := two.Claim(); err != nil {
		t.Fatal(err)
	}
	wait(t, "the second is asked anew", func() bool { return second.count(asked) == 2 })

	if err := two.Resolve(first.question(), permissions.Answer{Verdict: permissions.Denied}); err != nil {
		t.Fatal(err)
	}
	by := func(who string) func(event.Event) bool {
		return func(e event.Event) bool { return e.Type == event.ApprovalDecided && e.By == who }
	}
	first.await(t, "another answered", by(permissions.ByOther))
	second.await(t, "it answered itself", by(permissions.ByPerson))
	wait(t, "the log tells who took them", func() bool {
		return slices.Contains(r.logs.all(), "a client took the approvals from a client")
	})
	if len(r.session.granted) != 0 {
		t.Error("the act was granted")
	}
}

// TestTakenApprovalsComeBack when who took them is gone. Having taken them, a
// watcher wants them when it is back.
func TestTakenApprovalsComeBack(t *testing.T) {
	r := newRig(t, nil)
	g := newGate(t, r.addr)
	c, _ := r.hello(map[string]any{"approvals": true})
	var h heard
	watcher := r.client(g.url(), false, h.hear)
	if err := watcher.Claim(); err != nil {
		t.Fatal(err)
	}
	if got := c.next("approvals")["holder"]; got != holderOther {
		t.Errorf("the holder is %v", got)
	}
	if answer := c.ask(map[string]any{"type": "mode", "mode": "medium"}); answer["code"] != codeNotHolder {
		t.Errorf("who had them was answered %v", answer)
	}
	if answer := c.ask(map[string]any{"type": "claim"}); answer["ok"] != true { // without take it stays in the line
		t.Errorf("answered %v", answer)
	}
	g.set(func() { g.shut = true })
	if got := c.next("approvals")["holder"]; got != holderYou {
		t.Errorf("then the holder is %v", got)
	}
	g.set(func() { g.shut = false })
	h.await(t, "the watcher is back", inState("device"))
	c.ws.CloseNow()
	wait(t, "the watcher has them again", func() bool { return h.count(held(holderYou)) == 2 })
}

// held is the event that tells who has the approvals.
func held(by string) func(event.Event) bool {
	return func(e event.Event) bool { return e.Type == event.ApprovalsMoved && e.State == by }
}

// TestWhoDeniedTheTurn is told of its end, too.
func TestWhoDeniedTheTurn(t *testing.T) {
	denied := func(by string) event.Event {
		return event.Event{Type: event.ApprovalDecided, TurnID: "t1", RequestID: "q1", Decision: string(permissions.Denied), By: by}
	}
	end := event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Denied, By: permissions.ByPerson}
	for by, want := range map[string]string{
		permissions.ByPerson: permissions.ByPerson, permissions.ByOther: permissions.ByOther, permissions.ByTimeout: permissions.ByPerson,
	} {
		c := newTeller()
		c.welcome(Welcome{RunID: "a", Holder: holderYou})
		var told []event.Event
		for i, e := range []event.Event{{Type: event.TurnStarted, TurnID: "t1"}, denied(by), end} {
			e.Seq = int64(i + 1)
			told = c.hear(e)
		}
		if len(told) != 1 || told[0].By != want {
			t.Errorf("denied by %s, the end is told as %+v", by, told)
		}
	}
}

// TestLeavingGrantsNothing leaves a question open: whoever comes next can
// answer it, and when nobody does it is denied.
func TestLeavingGrantsNothing(t *testing.T) {
	r := newRigOn(t, newFakeSession(t, 1500*time.Millisecond), nil)
	c, _ := r.hello(map[string]any{"approvals": true})
	c.send(map[string]any{"type": "turn", "text": "ask me"})
	c.next("approval_requested")
	c.ws.CloseNow()
	watcher, welcome := r.hello(map[string]any{"events": "all", "after_seq": 0})
	if pending, _ := welcome["state"].(map[string]any)["pending"].([]any); len(pending) != 1 {
		t.Errorf("pending are %v", pending)
	}
	if decided := watcher.next("approval_decided"); decided["decision"] != string(permissions.Denied) || decided["by"] != permissions.ByTimeout {
		t.Errorf("decided as %v", decided)
	}
	watcher.next("turn_completed")
	if len(r.session.granted) != 0 {
		t.Error("the act was granted")
	}
}
