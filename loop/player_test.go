package loop

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/event"
	"adroit/loop/record"
)

// aRecording has three events, 2 s and a lunch apart.
func aRecording() *record.Run {
	began := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	return &record.Run{Events: []event.Event{
		{Seq: 1, Time: began, Type: event.TurnStarted},
		{Seq: 2, Time: began.Add(2 * time.Second), Type: event.StepStarted},
		{Seq: 3, Time: began.Add(time.Hour), Type: event.TurnCompleted},
	}}
}

func TestPlayerKeepsTime(t *testing.T) {
	for speed, want := range map[float64]time.Duration{
		0: 0, 1: 2*time.Second + longestGap, 4: time.Second/2 + longestGap,
	} {
		inBubble(t, func(t *testing.T) {
			p := NewPlayer(aRecording(), speed)
			var heard journal
			p.Subscribe(heard.add)
			began := time.Now()
			if err := p.Play(t.Context()); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("at speed %v it took %v, want %v", speed, took, want)
			}
			if diff := cmp.Diff(aRecording().Events, heard.all()); diff != "" {
				t.Errorf("played (-recorded +played):\n%s", diff)
			}
			if err := p.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPlayerEnds(t *testing.T) {
	for name, end := range map[string]func(p *Player, cancel func()){
		"closed":    func(p *Player, _ func()) { _ = p.Close(context.Background()) },
		"cancelled": func(_ *Player, cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				p := NewPlayer(aRecording(), 1)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				ended := make(chan error, 1)
				go func() { ended <- p.Play(ctx) }()
				synctest.Wait()
				end(p, cancel)
				if err := <-ended; !errors.Is(err, ErrClosed) && !errors.Is(err, context.Canceled) {
					t.Errorf("it ended with %v", err)
				}
				_ = p.Close(t.Context())
			})
		})
	}
}

func TestNothingCanBeDoneInARecording(t *testing.T) {
	p := NewPlayer(aRecording(), 1)
	defer p.Close(t.Context())
	if _, err := p.Send("hello"); !errors.Is(err, ErrRecording) {
		t.Errorf("send: %v", err)
	}
}
