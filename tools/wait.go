package tools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

// timeoutParam is how long a wait may take.
func timeoutParam() Param {
	return Param{
		Name: "timeout_ms", Kind: Integer, Min: 250, Max: 30000, Default: 5000,
		Doc: "how long to wait at most, in milliseconds",
	}
}

func waitForIdle() Tool {
	return Tool{
		Name:    "wait_for_idle",
		Summary: "Wait until the screen is at rest.",
		Risk:    permissions.Low, Idempotent: true,
		Params: []Param{
			{Name: "stable_ms", Kind: Integer, Min: 100, Max: 10000, Default: 500,
				Doc: "how long it must not have changed, in milliseconds"},
			timeoutParam(),
			{Name: "include_bounds", Kind: Boolean, Default: false,
				Doc: "whether moving elements count as a change"},
		},
		words: func(args, *screen.Node) string { return "Wait until the screen is at rest" },
		read: func(ctx context.Context, r *reading, a args) (Result, error) {
			stable := time.Duration(a.number("stable_ms")) * time.Millisecond
			var looks string
			var since time.Time
			w, err := r.await(ctx, a, func(now *screen.Context) bool {
				if f := fingerprint(now, a.flag("include_bounds")); f != looks {
					looks, since = f, now.CapturedAt
				}
				return now.CapturedAt.Sub(since) >= stable
			})
			return r.waited(w, err, "The screen is at rest", "The screen did not come to rest")
		},
	}
}

// fingerprint differs where two observations differ for a person.
func fingerprint(c *screen.Context, bounds bool) string {
	var b strings.Builder
	fmt.Fprintln(&b, c.PackageName, c.Activity, c.WindowTitle, c.Rotation, c.KeyboardVisible)
	for i := range c.Nodes {
		b.WriteString(c.Nodes[i].Line())
		if bounds {
			b.WriteString(c.Nodes[i].Bounds.String())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// waiting is how a wait ended.
type waiting struct {
	met  bool            // what was waited for came about
	last *screen.Context // what was seen last
	took time.Duration   // without the time that observing took
}

// shortestPause lies between two observations of a wait.
const shortestPause = 100 * time.Millisecond

// await observes until met holds or the timeout_ms of the call is spent, and
// at least once. The time that observing takes is not charged, so that a slow
// phone does not shorten the wait; but the slower it is, the longer the pauses,
// so that a wait does not multiply either. A failed observation that may pass
// is tried again within the same time.
func (r *reading) await(ctx context.Context, a args, met func(*screen.Context) bool) (waiting, error) {
	budget := time.Duration(a.number("timeout_ms")) * time.Millisecond
	var w waiting
	for {
		began := time.Now()
		now, err := r.observe(ctx)
		switch {
		case err == nil:
			w.last = now
			if met(now) {
				w.met = true
				return w, nil
			}
		case !passes(err):
			return w, err
		}
		if w.took >= budget {
			return w, err // of the last look: what was seen before it may be gone
		}
		gap := min(max(shortestPause, time.Since(began)), budget-w.took)
		if err := pause(ctx, gap); err != nil {
			return w, err
		}
		w.took += gap
	}
}

// passes reports whether a failed observation may succeed when it is repeated.
func passes(err error) bool {
	o, ok := errors.AsType[*device.ObserveError](err)
	return ok && explainObserve(o).RetryAfterMS > 0
}

// gaveUp is the failure of a wait that was cut short, with what it saw last.
func (r *reading) gaveUp(w waiting, err error, data map[string]any) error {
	f := explain(err)
	maps.Copy(data, f.Data)
	f.Data = data
	if w.last != nil {
		r.tell(w.last, &f.Result)
	}
	return f
}

// waited is the Result of a wait.
func (r *reading) waited(w waiting, err error, met, unmet string) (Result, error) {
	data := map[string]any{"waited_ms": w.took.Milliseconds()}
	if err != nil {
		return Result{}, r.gaveUp(w, err, data)
	}
	if w.met {
		result := Result{Status: Success, Message: met, Data: data}
		r.tell(w.last, &result)
		return result, nil
	}
	f := fail(fmt.Sprintf("%s within %d ms", unmet, w.took.Milliseconds())).with(data, "observe_screen_context")
	r.tell(w.last, &f.Result)
	return Result{}, f
}
