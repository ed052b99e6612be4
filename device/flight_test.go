package device

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"runtime"
	"sync"
	"testing"

	"adroit/device/screen"
)

// slowScreen serves observations that wait until they are let go, so that a
// test can say what happens while one is in progress.
type slowScreen struct {
	began chan *served // each observation as it begins
}

// served is one observation on the phone.
type served struct {
	finish chan string   // the text that the screen shows
	hungUp chan struct{} // closed when the caller has gone
}

var scriptMark = regexp.MustCompile(`adroit-(\w+)`)

func (s *slowScreen) serve(conn net.Conn, service string) {
	o := &served{finish: make(chan string, 1), hungUp: make(chan struct{})}
	var watching sync.WaitGroup
	watching.Go(func() {
		drain(conn)
		close(o.hungUp)
	})
	defer watching.Wait()
	defer conn.Close()
	s.began <- o
	select {
	case text := <-o.finish:
		mark := scriptMark.FindStringSubmatch(service)[1]
		xml := fmt.Sprintf(`<hierarchy rotation="0"><node text="%s" class="android.widget.Button" package="com.x" clickable="true" enabled="true" bounds="[0,0][9,9]" /></hierarchy>`, text)
		out := fmt.Sprintf("%[1]s dump\ndumped to: f\n%[1]s tree\n%[2]s\n%[1]s end\n", mark, xml)
		writePacket(conn, packetStdout, out)
		writePacket(conn, packetExit, "\x00")
	case <-o.hungUp:
	}
}

func openSlowScreen(t *testing.T) (*Phone, *slowScreen) {
	t.Helper()
	s := &slowScreen{began: make(chan *served, 16)}
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = s.serve })
	return openPhone(t, f), s
}

// observation is the outcome of one call of Observe.
type observation struct {
	context *screen.Context
	err     error
}

func observe(ctx context.Context, p *Phone) <-chan observation {
	done := make(chan observation, 1)
	go func() {
		c, err := p.Observe(ctx)
		done <- observation{c, err}
	}()
	return done
}

// waiting waits until n callers wait for the observation in progress.
func waiting(p *Phone, n int) {
	for {
		p.mu.Lock()
		ok := p.flight != nil && p.flight.waiters == n
		p.mu.Unlock()
		if ok {
			return
		}
		runtime.Gosched()
	}
}

func (o observation) shows(t *testing.T, text string) {
	t.Helper()
	if o.err != nil || len(o.context.Nodes) != 1 || o.context.Nodes[0].Text != text {
		t.Errorf("observed %+v, error %v; want %q", o.context, o.err, text)
	}
}

func TestObservationIsShared(t *testing.T) {
	p, s := openSlowScreen(t)
	first := observe(t.Context(), p)
	flight := <-s.began
	second := observe(t.Context(), p)
	waiting(p, 2)
	flight.finish <- "shared"
	a, b := <-first, <-second
	a.shows(t, "shared")
	if a.context != b.context {
		t.Error("two observations for two callers with nothing done between")
	}
	// One that has ended is not shared.
	third := observe(t.Context(), p)
	(<-s.began).finish <- "fresh"
	(<-third).shows(t, "fresh")
}

// Who acts and then looks does not get what was seen before the act, and who
// waited for that gets the newer one.
func TestActSupersedesObservation(t *testing.T) {
	p, s := openSlowScreen(t)
	pane := observe(t.Context(), p)
	old := <-s.began
	p.Touch()
	tool := observe(t.Context(), p)
	<-old.hungUp
	(<-s.began).finish <- "after the act"
	a, b := <-tool, <-pane
	a.shows(t, "after the act")
	if a.context != b.context {
		t.Error("the pane and the tool got different observations")
	}
}

// Android has one automation connection: an observation does not begin before
// the one that it supersedes has given it back.
func TestObservationWaitsForTheOneBefore(t *testing.T) {
	f := startADB(t)
	s := &slowScreen{began: make(chan *served, 16)}
	f.set(func(f *fakeADB) { f.serve = s.serve })
	p, other := openPhone(t, f), openPhone(t, f)

	stopped := make(chan struct{})
	before := &flight{cancel: func() { close(stopped) }, done: make(chan struct{})}
	p.flight = before
	p.Touch()
	next := observe(t.Context(), p)
	<-stopped

	const others = 200 // enough for one that does not wait to be seen among them
	begun := 0
	for range others {
		for seen := observe(t.Context(), other); seen != nil; {
			select {
			case o := <-s.began:
				begun++
				o.finish <- "other"
			case o := <-seen:
				o.shows(t, "other")
				seen = nil
			}
		}
	}
	if begun != others {
		t.Fatal("two observations of one phone at a time")
	}
	close(before.done)
	(<-s.began).finish <- "next"
	(<-next).shows(t, "next")
}

func TestObservationEndsWithItsLastCaller(t *testing.T) {
	p, s := openSlowScreen(t)
	ctx, cancel := context.WithCancel(t.Context())
	other, cancelOther := context.WithCancel(t.Context())
	a := observe(ctx, p)
	flight := <-s.began
	b := observe(other, p)
	waiting(p, 2)
	cancel()
	if o := <-a; !errors.Is(o.err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", o.err)
	}
	select {
	case <-flight.hungUp:
		t.Error("the observation ended with a caller still waiting")
	default:
	}
	cancelOther()
	if o := <-b; !errors.Is(o.err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", o.err)
	}
	<-flight.hungUp
	// One that was abandoned is not joined.
	c := observe(t.Context(), p)
	(<-s.began).finish <- "new"
	(<-c).shows(t, "new")
}

// Many callers, acts and cancellations at once: everybody gets an answer that
// is not older than the call.
func TestObservationsUnderLoad(t *testing.T) {
	p, s := openSlowScreen(t)
	stop := make(chan struct{})
	var serving, calling sync.WaitGroup
	serving.Go(func() {
		for {
			select {
			case o := <-s.began:
				o.finish <- "x"
			case <-stop:
				return
			}
		}
	})
	for i := range 8 {
		calling.Go(func() {
			for j := range 20 {
				ctx, cancel := context.WithCancel(t.Context())
				if (i+j)%3 == 0 {
					p.Touch()
				}
				if (i+j)%5 == 0 {
					cancel()
				}
				o := <-observe(ctx, p)
				if o.err == nil && o.context == nil || o.err != nil && !errors.Is(o.err, context.Canceled) {
					t.Errorf("observed %v, error %v", o.context, o.err)
				}
				cancel()
			}
		})
	}
	calling.Wait()
	close(stop)
	serving.Wait()
}
