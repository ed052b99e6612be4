package loop

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

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

// BenchmarkStep measures the harness's own time for a step with one tool call,
// log included: no model, no phone.
func BenchmarkStep(b *testing.B) {
	lines := strings.Repeat("12 item Some row of a list with a summary\n", 20)
	n := 0
	m := modelFunc(func(_ context.Context, req model.Request, delta func(string)) (model.Reply, error) {
		delta("I will look at the screen now.")
		if req.NoTools {
			return says("Enough."), nil
		}
		n++
		r := wants(aCall("wait_for_idle", `{"stable_ms":`+strconv.Itoa(n)+`}`))
		r.Text = "I will look at the screen now."
		return r, nil
	})
	st := newStage(b, m, nil, recorded(b), func(c *Config) { c.Limits.Steps = b.N + 1 })
	st.runner.run = func(_ context.Context, c tools.Call) tools.Result {
		st.runner.hooks.Started(c, c.Name)
		return tools.Result{OK: true, Status: tools.Success, Message: "idle", Screen: lines}
	}
	b.ReportAllocs()
	b.ResetTimer()
	st.RunTurn(b.Context(), "Go")
	b.StopTimer()
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
