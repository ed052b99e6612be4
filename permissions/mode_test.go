package permissions_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"adroit/permissions"
)

func TestModes(t *testing.T) {
	low := permissions.Situation{Tool: "observe_screen"}
	hand := medium
	hand.ByPerson = true
	insists := permissions.Policy{Rules: parseRules(t, "[[rule]]\ntool = \"tap\"\ndecision = \"ask\"\n")}

	tests := []struct {
		name   string
		mode   permissions.Mode
		policy permissions.Policy
		in     permissions.Situation
		asked  bool
		by     string
	}{
		{"ask: medium risk", permissions.ModeAsk, permissions.Policy{}, medium, true, ""},
		{"read-only: a look", permissions.ModeReadOnly, permissions.Policy{}, low, false, permissions.ByPolicy},
		{"read-only: medium risk", permissions.ModeReadOnly, permissions.Policy{}, medium, false, permissions.ByMode},
		{"read-only: high risk", permissions.ModeReadOnly, permissions.Policy{}, high, false, permissions.ByMode},
		{"read-only: by hand", permissions.ModeReadOnly, permissions.Policy{}, hand, false, permissions.ByMode},
		{"medium: medium risk", permissions.ModeMedium, permissions.Policy{}, medium, false, permissions.ByMode},
		{"medium: high risk", permissions.ModeMedium, permissions.Policy{}, high, true, ""},
		{"medium: a rule says ask", permissions.ModeMedium, insists, medium, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asked := false
			b := permissions.NewBroker(tt.policy, approver(func(_ context.Context, _ permissions.Request, answer func(permissions.Answer) error) {
				asked = true
				_ = answer(permissions.Answer{Verdict: permissions.Denied})
			}), permissions.Options{})
			if err := b.SetMode(tt.mode); err != nil || b.Mode() != tt.mode {
				t.Fatalf("mode %q, %v", b.Mode(), err)
			}
			_, answer := decide(t, b, tt.in)
			if asked != tt.asked || answer.By != tt.by {
				t.Errorf("asked: %v, answer %+v; want asked: %v, by %q", asked, answer, tt.asked, tt.by)
			}
			if tt.mode == permissions.ModeReadOnly && tt.in.Risk > permissions.Low && answer.Verdict.Approves() {
				t.Error("something may act in read-only mode")
			}
		})
	}
}

// Read-only mode is there at once: it also denies the question on the screen.
func TestReadOnlyModeDeniesWhatWaits(t *testing.T) {
	b := newBroker(nil, permissions.Options{})
	_, answer := b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) {
		if err := b.SetMode(permissions.ModeReadOnly); err != nil {
			t.Error(err)
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once}); err == nil {
			t.Error("the question could still be answered")
		}
	})
	if answer.Verdict.Approves() || answer.Reason != permissions.ReasonReadOnly || len(b.Pending()) != 0 {
		t.Errorf("answer = %+v, pending %v", answer, b.Pending())
	}
}

func TestAnUnknownModeChangesNothing(t *testing.T) {
	b := newBroker(nil, permissions.Options{})
	if err := b.SetMode("yolo"); err == nil || b.Mode() != permissions.ModeAsk {
		t.Errorf("mode %q, %v", b.Mode(), err)
	}
}

// What a rule wants asked is asked every time: no grant comes of the answer.
func TestARuleThatSaysAskLeavesNoGrant(t *testing.T) {
	policy := permissions.Policy{Rules: parseRules(t, "[[rule]]\ntool = \"tap\"\ndecision = \"ask\"\n")}
	b := permissions.NewBroker(policy, nil, permissions.Options{})
	for range 2 {
		_, answer := b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) {
			err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Session})
			if r.Grantable || !errors.Is(err, permissions.ErrNotGrantable) {
				t.Errorf("request %+v; a session grant: %v", r, err)
			}
			_ = b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson})
		})
		if answer.By != permissions.ByPerson {
			t.Errorf("answer = %+v, want the person's", answer)
		}
	}
}

// How long a question stood is told with its answer: by whoever showed it, or
// else from its asking on.
func TestTheAnswerTellsHowLongItTook(t *testing.T) {
	now := time.Unix(7, 0)
	b := newBroker(nil, permissions.Options{Now: func() time.Time { return now }})
	_, answer := b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) {
		now = now.Add(1500 * time.Millisecond)
		_ = b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once})
	})
	if answer.ShownMS != 1500 {
		t.Errorf("shown for %d ms, want 1500", answer.ShownMS)
	}
	_, answer = b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) {
		now = now.Add(1500 * time.Millisecond)
		_ = b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once, ShownMS: 700})
	})
	if answer.ShownMS != 700 {
		t.Errorf("shown for %d ms, want 700", answer.ShownMS)
	}
}
