//go:build unix

package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/loop/event"
)

// BenchmarkKeyToFrame measures from the moment a key reaches the program to
// the moment the terminal is given the frame that shows it, while the model
// streams into the chat and the phone's screen changes four times a second. The
// bytes are those of a write to the terminal, which is one frame.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, c := range []struct{ rate, lines int }{{0, 10_000}, {500, 10_000}, {5000, 10_000}, {5000, 100_000}} {
		b.Run(fmt.Sprintf("%d tokens a second into %d lines", c.rate, c.lines), func(b *testing.B) {
			session := &fakeSession{now: time.Now}
			out := &watchedOutput{}
			terminal, tty := openTerminal(b)
			defer terminal.Close()
			defer tty.Close()
			go io.Copy(out, terminal) //nolint:errcheck // ends with the terminal
			ctx, cancel := context.WithCancel(b.Context())
			ended := make(chan error, 1)
			go func() {
				ended <- Run(ctx, Options{
					Session: session, Theme: "dark", Device: "Pixel 8", Model: "scripted", In: tty, Out: tty,
					Environ: []string{"TERM=xterm-256color"}, Now: time.Now,
				})
			}()
			out.await(b, "Type a task")
			d := &driver{t: b, now: time.Now()} // for the events alone
			session.emit(d.settings(false))
			session.emit(event.Event{Type: event.TurnStarted, TurnID: "t1", Text: "count"})
			session.emit(event.Event{Type: event.AssistantText, TurnID: "t1", Text: numbers(1, c.lines)})
			stream(ctx, session, c.rate)
			screens := time.NewTicker(time.Second / 4)
			defer screens.Stop()

			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				select {
				case <-screens.C:
					session.emit(d.settings(i%2 == 0))
				default:
				}
				// A character that the stream does not hold, so that only the
				// key can have put it into the output.
				mark := string(rune('À' + i%24))
				seen := out.expect(mark)
				began := time.Now()
				if _, err := terminal.WriteString(mark); err != nil {
					b.Fatal(err)
				}
				<-seen
				took = append(took, time.Since(began))
				// At any moment of a frame, all alike.
				time.Sleep(10*time.Millisecond + time.Duration(i*1237%8333)*time.Microsecond)
			}
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				b.Errorf("the run ended with %v", err)
			}
			slices.Sort(took)
			b.ReportMetric(ms(took[len(took)/2]), "ms-p50")
			b.ReportMetric(ms(took[len(took)*99/100]), "ms-p99")
			out.mu.Lock()
			b.ReportMetric(float64(out.bytes)/float64(out.writes), "B/frame")
			out.mu.Unlock()
		})
	}
}

// stream emits tokens at the given rate until ctx ends.
func stream(ctx context.Context, s *fakeSession, rate int) {
	if rate == 0 {
		return
	}
	go func() {
		const slice = 2 * time.Millisecond
		t := time.NewTicker(slice)
		defer t.Stop()
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
			for range max(rate*int(slice)/int(time.Second), 1) {
				word := "token "
				if n%100 == 99 {
					word = "token\n"
				}
				s.emit(event.Event{Type: event.AssistantText, TurnID: "t1", Text: word})
			}
		}
	}()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// watchedOutput says when something is written to it.
type watchedOutput struct {
	mu   sync.Mutex
	want []byte
	seen chan struct{}

	bytes, writes int
}

func (o *watchedOutput) expect(s string) <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.want, o.seen = []byte(s), make(chan struct{})
	return o.seen
}

func (o *watchedOutput) await(b *testing.B, s string) {
	b.Helper()
	select {
	case <-o.expect(s):
	case <-time.After(10 * time.Second):
		b.Fatalf("%q was never shown", s)
	}
}

func (o *watchedOutput) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bytes += len(p)
	o.writes++
	if o.want != nil && bytes.Contains(p, o.want) {
		o.want = nil
		close(o.seen)
	}
	return len(p), nil
}

// BenchmarkFrame measures one update and one frame.
func BenchmarkFrame(b *testing.B) {
	long := says(1, numbers(1, 10_000))
	for _, c := range []struct {
		name string
		msg  func(*driver) tea.Msg
	}{
		{"key", func(*driver) tea.Msg { return keyNamed("x") }},
		{"deltas", func(d *driver) tea.Msg {
			return batchMsg{d.listener.decode(says(1, "a few more words of the answer "))}
		}},
		{"resize", func(d *driver) tea.Msg {
			return tea.WindowSizeMsg{Width: 361 - d.app.width, Height: 50}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := newDriver(b, 160, 50)
			d.happen(d.settings(false), turnStarted("count"), long)
			d.app.after = func(time.Duration, tea.Msg) tea.Cmd { return nil }
			for b.Loop() {
				d.app.Update(c.msg(d))
				d.app.View()
				if d.app.composer.area.Length() > 60 {
					d.app.composer.set("")
				}
			}
		})
	}
}

// BenchmarkTranscript measures a frame and the memory of a chat of 100 000
// lines, which came as 1000 answers.
func BenchmarkTranscript(b *testing.B) {
	before := heap()
	d := newDriver(b, 160, 50)
	d.app.after = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	for i := range 1000 {
		d.happen(stepStarted(i), says(i, numbers(1, 100)))
	}
	grown := heap() - before
	for b.Loop() {
		d.send(batchMsg{d.listener.decode(says(1000, "a few more words of the answer "))})
	}
	b.ReportMetric(float64(grown)/(1<<20), "MB")
}

// heap is how much memory is in use, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkFirstFrame measures from nothing to the first frame.
func BenchmarkFirstFrame(b *testing.B) {
	for b.Loop() {
		d := newDriver(b, 160, 50)
		d.app.View()
	}
}
