package loop

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/tools"
)

func recorded(b *testing.B) func(*Config) {
	log, err := record.Create(b.TempDir(), "fake-1", "scripted", time.Now())
	if err != nil {
		b.Fatal(err)
	}
	return func(c *Config) { c.Record = log }
}

// BenchmarkStep measures the harness's own time for a step with one tool call:
// no model, no phone. With the log it waits three times for the disk.
func BenchmarkStep(b *testing.B) {
	b.Run("no log", func(b *testing.B) { benchmarkStep(b) })
	b.Run("log", func(b *testing.B) { benchmarkStep(b, recorded(b)) })
}

func benchmarkStep(b *testing.B, configure ...func(*Config)) {
	lines := strings.Repeat("12 item Some row of a list with a summary\n", 20)
	n := 0
	m := modelFunc(func(_ context.Context, req model.Request, delta func(string)) (model.Reply, error) {
		if req.NoTools { // the last step, or a summary
			return says("Enough."), nil
		}
		delta("I will look at the screen now.")
		n++
		r := wants(aCall("wait_for_idle", `{"stable_ms":`+strconv.Itoa(n)+`}`))
		r.Text = "I will look at the screen now."
		return r, nil
	})
	st := newStage(b, m, nil, append(configure, func(c *Config) { c.Limits.Steps, c.Limits.Tokens = b.N+1, 1<<40 })...)
	st.runner.run = func(_ context.Context, c tools.Call) tools.Result {
		st.runner.hooks.Started(c, c.Name)
		return tools.Result{OK: true, Status: tools.Success, Message: "idle", Screen: lines}
	}
	b.ReportAllocs()
	b.ResetTimer()
	end := st.RunTurn(b.Context(), "Go")
	b.StopTimer()
	if end.Outcome != event.OutOfTurns {
		b.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
	}
	st.close(b)
}

// BenchmarkStream measures a token from the model to the log and the
// subscribers; at 5 000 tokens a second 20 µs are a tenth of a core.
func BenchmarkStream(b *testing.B) {
	words := strings.SplitAfter("The Wi-Fi switch on line 3 is off, so I tap it and look again at what the screen says. ", " ")
	m := modelFunc(func(_ context.Context, _ model.Request, delta func(string)) (model.Reply, error) {
		for i := range b.N {
			delta(words[i%len(words)])
		}
		return says("x"), nil
	})
	st := newStage(b, m, nil, recorded(b))
	b.ReportAllocs()
	b.ResetTimer()
	st.RunTurn(b.Context(), "Go")
	b.StopTimer()
	st.close(b)
}
