package permissions_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"adroit/device/screen"
	"adroit/permissions"
)

var (
	medium = press(screen.Switch, "Wi-Fi")
	high   = press(screen.Button, "Send")
)

// approver answers each question with a function.
type approver func(ctx context.Context, r permissions.Request, answer func(permissions.Answer) error)

func (f approver) Ask(ctx context.Context, r permissions.Request, answer func(permissions.Answer) error) {
	f(ctx, r, answer)
}

// always answers every question with a.
func always(a permissions.Answer) approver {
	return func(_ context.Context, _ permissions.Request, answer func(permissions.Answer) error) { _ = answer(a) }
}

func newBroker(a permissions.Approver, o permissions.Options) *permissions.Broker {
	return permissions.NewBroker(permissions.Policy{}, a, o)
}

func decide(t *testing.T, b *permissions.Broker, s permissions.Situation) (permissions.Request, permissions.Answer) {
	t.Helper()
	return b.Decide(t.Context(), s, permissions.Request{Tool: s.Tool}, nil)
}

func TestLowRiskIsNotAsked(t *testing.T) {
	asked := func(context.Context, permissions.Request, func(permissions.Answer) error) { t.Error("asked") }
	_, answer := decide(t, newBroker(approver(asked), permissions.Options{}), permissions.Situation{Tool: "observe_screen"})
	if !answer.Verdict.Approves() || answer.By != permissions.ByPolicy {
		t.Errorf("answer = %+v, want approval by policy", answer)
	}
}

func TestBlockedRiskIsNotAsked(t *testing.T) {
	_, answer := decide(t, newBroker(always(permissions.Answer{Verdict: permissions.Once}), permissions.Options{}),
		permissions.Situation{Tool: "x", Risk: permissions.Blocked})
	if answer.Verdict.Approves() || answer.Reason != permissions.ReasonPolicy {
		t.Errorf("answer = %+v, want denial by policy", answer)
	}
}

func TestTheQuestionIsHeardBeforeItCanBeAnswered(t *testing.T) {
	b := newBroker(nil, permissions.Options{Now: func() time.Time { return time.Unix(7, 0) }})
	request, answer := b.Decide(t.Context(), medium, permissions.Request{Tool: "tap", Action: "Tap it"}, func(r permissions.Request) {
		if got := b.Pending(); len(got) != 1 || got[0].ID != r.ID {
			t.Errorf("Pending = %v, want the question", got)
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson}); err != nil {
			t.Error(err)
		}
	})
	if answer.Verdict != permissions.Once || answer.By != permissions.ByPerson {
		t.Errorf("answer = %+v", answer)
	}
	if request.Action != "Tap it" || request.Risk != permissions.Medium || !request.Grantable || request.Word != "" ||
		request.ID == "" || !request.Created.Equal(time.Unix(7, 0)) {
		t.Errorf("request = %+v", request)
	}
	if got := b.Pending(); len(got) != 0 {
		t.Errorf("Pending = %v after the answer", got)
	}
}

func TestHighRiskNeedsTheWordThatIsShown(t *testing.T) {
	b := newBroker(nil, permissions.Options{Random: strings.NewReader(strings.Repeat("\x05", 64))})
	_, answer := b.Decide(t.Context(), high, permissions.Request{}, func(r permissions.Request) {
		if r.Word == "" || r.Grantable || r.Risk != permissions.High {
			t.Errorf("request = %+v, want a word and no grant", r)
		}
		for _, wrong := range []string{"", "y", r.Word + " ", strings.ToUpper(r.Word)} {
			if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once, Word: wrong}); !errors.Is(err, permissions.ErrWrongWord) {
				t.Errorf("Resolve with the word %q: %v, want ErrWrongWord", wrong, err)
			}
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Session, Word: r.Word}); !errors.Is(err, permissions.ErrNotGrantable) {
			t.Errorf("a session grant of high risk: %v, want ErrNotGrantable", err)
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once, Word: r.Word}); err != nil {
			t.Error(err)
		}
	})
	if answer.Verdict != permissions.Once {
		t.Errorf("answer = %+v", answer)
	}
}

// TestNoWordTwiceInARow draws from a source that always says the same.
func TestNoWordTwiceInARow(t *testing.T) {
	b := newBroker(nil, permissions.Options{Random: strings.NewReader(strings.Repeat("\x05", 640))})
	last := ""
	for range 20 {
		b.Decide(t.Context(), high, permissions.Request{}, func(r permissions.Request) {
			if r.Word == "" || r.Word == last {
				t.Errorf("%q was drawn after %q", r.Word, last)
			}
			last = r.Word
			if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Denied}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWithoutRandomnessHighRiskIsDenied(t *testing.T) {
	b := newBroker(always(permissions.Answer{Verdict: permissions.Once}), permissions.Options{Random: strings.NewReader("")})
	_, answer := decide(t, b, high)
	if answer.Verdict.Approves() || answer.Reason != permissions.ReasonNoWord {
		t.Errorf("answer = %+v, want denial for want of a word", answer)
	}
}

func TestResolveRefusesWhatIsNoAnswer(t *testing.T) {
	b := newBroker(nil, permissions.Options{})
	if err := b.Resolve("q1", permissions.Answer{Verdict: permissions.Denied}); !errors.Is(err, permissions.ErrNotPending) {
		t.Errorf("before any question: %v, want ErrNotPending", err)
	}
	b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) {
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: "yes"}); !errors.Is(err, permissions.ErrVerdict) {
			t.Errorf("an unknown verdict: %v, want ErrVerdict", err)
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once, Word: "x"}); !errors.Is(err, permissions.ErrWrongWord) {
			t.Errorf("a word where none was shown: %v, want ErrWrongWord", err)
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Denied}); err != nil {
			t.Error(err)
		}
		if err := b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Once}); !errors.Is(err, permissions.ErrNotPending) {
			t.Errorf("a second answer: %v, want ErrNotPending", err)
		}
	})
}

func TestGrantsAreExact(t *testing.T) {
	change := func(f func(*permissions.Situation, *screen.Context, *screen.Node)) permissions.Situation {
		s, c, n := medium, *medium.Screen, *medium.Target
		s.Screen, s.Target = &c, &n
		f(&s, &c, &n)
		return s
	}
	tests := []struct {
		name string
		in   permissions.Situation
		by   string
	}{
		{"the same again", medium, permissions.ByGrant},
		{"the same on a later screen", change(func(_ *permissions.Situation, c *screen.Context, _ *screen.Node) { c.ObservationID = "o9" }), permissions.ByGrant},
		{"another tool", change(func(s *permissions.Situation, _ *screen.Context, _ *screen.Node) { s.Tool = "long_press" }), permissions.ByPerson},
		{"another element with the same label", change(func(_ *permissions.Situation, _ *screen.Context, n *screen.Node) { n.ID = "11" }), permissions.ByPerson},
		{"another label", change(func(_ *permissions.Situation, _ *screen.Context, n *screen.Node) { n.Label = "Wi-Fi calling" }), permissions.ByPerson},
		{"another app", change(func(_ *permissions.Situation, c *screen.Context, n *screen.Node) {
			c.PackageName, n.PackageName = "x", "x"
		}), permissions.ByPerson},
		{"no target", change(func(s *permissions.Situation, _ *screen.Context, _ *screen.Node) { s.Target, s.Presses = nil, false }), permissions.ByPerson},
		{"another object", change(func(s *permissions.Situation, _ *screen.Context, _ *screen.Node) { s.Object = "wifi" }), permissions.ByPerson},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBroker(always(permissions.Answer{Verdict: permissions.Session, By: permissions.ByPerson}), permissions.Options{})
			decide(t, b, medium)
			if _, answer := decide(t, b, tt.in); answer.By != tt.by {
				t.Errorf("settled by %q, want %q", answer.By, tt.by)
			}
		})
	}
}

func TestAGrantDoesNotCoverWhatHasBecomeGrave(t *testing.T) {
	b := newBroker(nil, permissions.Options{})
	answerWith := func(v permissions.Verdict) func(permissions.Request) {
		return func(r permissions.Request) { _ = b.Resolve(r.ID, permissions.Answer{Verdict: v}) }
	}
	typing := permissions.Situation{Tool: "type_text", Risk: permissions.Medium, Types: true, Target: medium.Target, Screen: medium.Screen}
	b.Decide(t.Context(), typing, permissions.Request{}, answerWith(permissions.Session))
	typing.Secret = true
	_, answer := b.Decide(t.Context(), typing, permissions.Request{}, answerWith(permissions.Denied))
	if answer.Verdict.Approves() {
		t.Errorf("answer = %+v: a grant covered the typing of a secret", answer)
	}
}

func TestTheEndOfTheTurnDenies(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := newBroker(nil, permissions.Options{})
	var late error
	request, answer := b.Decide(ctx, medium, permissions.Request{}, func(r permissions.Request) {
		cancel()
		late = b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Session})
	})
	if answer.Verdict != permissions.Denied || answer.By != permissions.ByCancel {
		t.Errorf("answer = %+v, want denial by cancel", answer)
	}
	if !errors.Is(late, permissions.ErrNotPending) {
		t.Errorf("an answer after the end: %v, want ErrNotPending", late)
	}
	if len(b.Pending()) != 0 {
		t.Errorf("%s is still pending", request.ID)
	}
}

func TestTimeOutDenies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		b := newBroker(approver(func(ctx context.Context, _ permissions.Request, _ func(permissions.Answer) error) {
			context.AfterFunc(ctx, func() { close(over) })
		}), permissions.Options{Timeout: time.Minute})
		_, answer := decide(t, b, medium)
		if answer.Verdict != permissions.Denied || answer.By != permissions.ByTimeout {
			t.Errorf("answer = %+v, want denial by time-out", answer)
		}
		<-over // the approver was told to take the question away
	})
}

// An answer to a question of another session, which a person may still have
// before their eyes, settles none of this one.
func TestAnswersBelongToTheirSession(t *testing.T) {
	var ids []string
	for range 2 {
		b := newBroker(always(permissions.Answer{Verdict: permissions.Denied}), permissions.Options{})
		r, _ := decide(t, b, permissions.Situation{Tool: "tap", Risk: permissions.Medium})
		if slices.Contains(ids, r.ID) {
			t.Errorf("two sessions ask %s", r.ID)
		}
		ids = append(ids, r.ID)
	}
}

// Whatever answers race, exactly one is accepted, and it is the one that the
// asker gets; a losing "session" leaves no grant.
func TestOneAnswerWins(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		verdicts := rapid.SliceOfN(rapid.SampledFrom([]permissions.Verdict{
			permissions.Once, permissions.Session, permissions.Denied, permissions.Edit, permissions.StopTurn,
		}), 2, 6).Draw(rt, "verdicts")
		cancels := rapid.Bool().Draw(rt, "cancels")

		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		b := newBroker(nil, permissions.Options{})
		var answers sync.WaitGroup
		accepted := make(chan permissions.Verdict, len(verdicts))
		_, answer := b.Decide(ctx, medium, permissions.Request{}, func(r permissions.Request) {
			for _, v := range verdicts {
				answers.Go(func() {
					if b.Resolve(r.ID, permissions.Answer{Verdict: v, By: permissions.ByPerson}) == nil {
						accepted <- v
					}
				})
			}
			if cancels {
				answers.Go(cancel)
			}
		})
		answers.Wait()
		close(accepted)
		winners := slices.Collect(func(yield func(permissions.Verdict) bool) {
			for v := range accepted {
				if !yield(v) {
					return
				}
			}
		})
		switch {
		case answer.By == permissions.ByCancel && len(winners) == 0:
		case len(winners) == 1 && winners[0] == answer.Verdict:
		default:
			rt.Fatalf("accepted %v, but the asker got %+v", winners, answer)
		}
		_, again := b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) {
			_ = b.Resolve(r.ID, permissions.Answer{Verdict: permissions.Denied})
		})
		if granted := again.By == permissions.ByGrant; granted != (answer.Verdict == permissions.Session) {
			rt.Fatalf("granted = %v after %+v", granted, answer)
		}
	})
}

func TestQuestionsAreToldApart(t *testing.T) {
	b := newBroker(nil, permissions.Options{})
	var asked sync.WaitGroup
	heard := make(chan permissions.Request)
	results := make(chan string, 20)
	for range 20 {
		asked.Go(func() {
			r, a := b.Decide(t.Context(), medium, permissions.Request{}, func(r permissions.Request) { heard <- r })
			results <- r.ID + "=" + a.Message
		})
	}
	ids := map[string]bool{}
	for range 20 {
		ids[(<-heard).ID] = true
	}
	if len(ids) != 20 || len(b.Pending()) != 20 {
		t.Fatalf("%d ids, %d pending, want 20 of each", len(ids), len(b.Pending()))
	}
	for id := range ids {
		if err := b.Resolve(id, permissions.Answer{Verdict: permissions.Denied, Message: id}); err != nil {
			t.Error(err)
		}
	}
	asked.Wait()
	close(results)
	for r := range results {
		if id, message, _ := strings.Cut(r, "="); id != message {
			t.Errorf("question %s got the answer of %s", id, message)
		}
	}
}
