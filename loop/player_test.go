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

// TestPlayerObeysItsControls looks at the numbers of the events that are told
// after each use of a control.
func TestPlayerObeysItsControls(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		run := &record.Run{}
		for i, e := range []event.Type{
			event.TurnStarted, event.StepStarted, event.ToolStarted, event.ToolFinished, event.StepStarted, event.TurnCompleted,
		} {
			run.Events = append(run.Events, event.Event{Seq: int64(i + 1), Type: e, Time: time.Unix(int64(i), 0)})
		}
		p := NewPlayer(run, 1)
		var heard journal
		p.Subscribe(heard.add)
		seen := 0
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.Attend(ctx) }()
		for _, c := range []struct {
			name string
			do   func()
			want []int64
		}{
			{"it begins at once", func() {}, []int64{1}},
			{"a second later", func() { time.Sleep(time.Second) }, []int64{2}},
			{"paused", func() { p.Pause(true); time.Sleep(time.Minute) }, nil},
			{"one more while paused", func() { p.Seek(3) }, []int64{3}},
			{"to the next step", func() { p.Skip(1) }, []int64{4, 5}},
			{"back a step", func() { p.Skip(-1) }, []int64{1, 2}},
			{"back beyond the first", func() { p.Skip(-5) }, []int64{1}},
			{"on, twice as fast", func() { p.SetSpeed(2); p.Pause(false); time.Sleep(time.Second) }, []int64{2, 3}},
			{"to the end", func() { p.Skip(5); time.Sleep(time.Minute) }, []int64{4, 5, 6}},
			{"to the start", func() { p.Seek(0) }, []int64{1}},
			{"without waiting", func() { p.SetSpeed(0) }, []int64{2, 3, 4, 5, 6}},
		} {
			c.do()
			synctest.Wait()
			var told []int64
			for _, e := range heard.all()[seen:] {
				told = append(told, e.Seq)
			}
			if diff := cmp.Diff(c.want, told); diff != "" {
				t.Errorf("%s (-want +told):\n%s", c.name, diff)
			}
			seen += len(told)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		_ = p.Close(t.Context())
	})
}

func TestNothingCanBeDoneInARecording(t *testing.T) {
	p := NewPlayer(aRecording(), 1)
	defer p.Close(t.Context())
	if _, err := p.Send("hello"); !errors.Is(err, ErrRecording) {
		t.Errorf("send: %v", err)
	}
}
