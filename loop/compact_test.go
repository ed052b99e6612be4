package loop

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/tools"
)

func wantsSummary(req model.Request) bool {
	last := req.Messages[len(req.Messages)-1]
	return last.Text == summaryRequest
}

// walker is a model that taps one thing after the other, and sums up when it
// is asked to.
type walker struct {
	taps     int
	summary  model.Reply
	requests []model.Request
}

func (w *walker) Reply(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
	w.requests = append(w.requests, req)
	switch n := len(w.requests); {
	case wantsSummary(req):
		return w.summary, nil
	case n > w.taps:
		return says("Done."), nil
	default:
		return wants(aCall("tap", fmt.Sprintf(`{"target":"%d","strategy":"node_id"}`, n))), nil
	}
}

// screensOf runs calls whose results show a screen of about size bytes; every
// tenth leads to another app.
func screensOf(size int) func(*stage) func(context.Context, tools.Call) tools.Result {
	calls := 0
	return func(st *stage) func(context.Context, tools.Call) tools.Result {
		return func(ctx context.Context, c tools.Call) tools.Result {
			now := aScreen(c.ID)
			now.PackageName = fmt.Sprintf("com.example.app%d", calls/10)
			calls++
			st.phone.put(now)
			_, _ = st.phone.Observe(ctx)
			result := st.runner.succeed(ctx, c)
			result.Screen = "screen of " + c.ID + "\n" + strings.Repeat("3 Some row\n", size/11)
			return result
		}
	}
}

// roomFor makes the context n tokens larger than what every request holds.
func roomFor(n int) func(*Config) {
	return func(c *Config) {
		s := &Session{}
		s.declare(tools.Catalogue(tools.Options{}))
		c.Limits.Context = requestBytes(s.request(nil, false))/usualBytes + n
	}
}

func TestScreensAreLeftOutWhenTheContextIsNearlyFull(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := &walker{taps: 12}
		st, end := runTurn(t, w, screensOf(2_000), roomFor(6_000))
		if end.Outcome != event.Done {
			t.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
		}
		compacted := st.journal.of(event.Compacted)
		if len(compacted) != 1 || compacted[0].Kept != 0 || compacted[0].Text != "" {
			t.Fatalf("compacted: %+v", compacted)
		}
		step := compacted[0].Step
		if st.runner.shownAll != 1 {
			t.Errorf("the runner was asked %d times to show the whole screen", st.runner.shownAll)
		}
		before, after := w.requests[step-2], w.requests[step-1]
		if got := strings.Count(encoded(before), "screen of"); got != step-2 {
			t.Errorf("%d screens were in the request before, want all %d", got, step-2)
		}
		text := encoded(after)
		if strings.Count(text, "screen of") != 1 || !strings.Contains(text, fmt.Sprintf("screen of c%d", step-1)) {
			t.Error("not the newest screen alone is left")
		}
		if got := strings.Count(text, screenLeftOut); got != step-2 {
			t.Errorf("%d marks stand for %d screens", got, step-2)
		}
		for i := step; i < len(w.requests); i++ {
			if !strings.HasPrefix(encoded(w.requests[i]), encoded(w.requests[i-1])) {
				t.Errorf("request %d does not begin with the one before", i)
			}
		}
	})
}

func TestSummaryReplacesWhatCameBeforeAPhase(t *testing.T) {
	summed := says("The person wants Wi-Fi on; I tapped 1 to 10.")
	cutOff := model.Reply{Text: "The per", Stop: model.StopLength}
	for name, test := range map[string]struct {
		summary model.Reply
		want    string
	}{"by the model": {summed, summed.Text}, "without the model": {cutOff, noSummary}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				w := &walker{taps: 24, summary: test.summary}
				// So little room that what is left of the results fills it.
				st, end := runTurn(t, w, screensOf(100), roomFor(1_300))
				if end.Outcome != event.Done {
					t.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
				}
				all := st.journal.of(event.Compacted)
				last := all[len(all)-1]
				if last.Kept == 0 {
					t.Fatalf("no summary: %+v", all)
				}
				messages := st.history.messages
				if messages[0].Text != "Turn on Wi-Fi" {
					t.Errorf("the person's words became %q", messages[0].Text)
				}
				if got := messages[1].Text; !strings.HasPrefix(got, test.want) || !strings.Contains(got, `- tap {"target":"1","strategy":"node_id"}: success`) {
					t.Errorf("the summary is %q", got)
				}
				if messages[2].Text != goOn || messages[3].Role != model.RoleAssistant {
					t.Errorf("the summary is followed by %q and %s", messages[2].Text, messages[3].Role)
				}
			})
		})
	}
}

// A summary that costs the last tokens is the last request of the turn.
func TestASummaryCanUseUpTheTokens(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		summary := says("I tapped 1 to 10.")
		summary.Usage = model.Usage{Input: 600_000}
		w := &walker{taps: 24, summary: summary}
		_, end := runTurn(t, w, screensOf(100), roomFor(1_300))
		if end.Outcome != event.OutOfTokens || !wantsSummary(w.requests[len(w.requests)-1]) {
			t.Errorf("ended as %s after %d requests", end.Outcome, len(w.requests))
		}
	})
}

func TestPhaseBeginsWhereTheAppChanges(t *testing.T) {
	var h history
	step := func(app string) {
		h.assistant(wants(aCall("tap", "{}")))
		h.result("0123456789", note{app: app})
	}
	h.person("Compare the prices")
	for _, app := range []string{"shop", "shop", "bank", "bank", "bank"} {
		step(app)
	}
	// 15 bytes a step: the call's name and arguments, and the result.
	for limit, want := range map[int]int{
		0:   2, // the last step, however large
		35:  4, // two steps fit, and no phase begins there
		45:  4, // three fit, but the screen after the third last was of another app
		60:  4,
		100: 4,
	} {
		if got := h.phase(limit); got != want {
			t.Errorf("of %d bytes %d messages are kept, want %d", limit, got, want)
		}
	}
}

// TestCompactedHistoryIsValid compacts random conversations again and again.
func TestCompactedHistoryIsValid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var h history
		var words []string
		for turn := range rapid.IntRange(1, 5).Draw(rt, "turns") {
			words = append(words, fmt.Sprintf("request %d", turn))
			h.person(words[turn])
			for range rapid.IntRange(0, 5).Draw(rt, "steps") {
				n := rapid.IntRange(1, 3).Draw(rt, "calls")
				var calls []model.Call
				for i := range n {
					calls = append(calls, model.Call{ID: fmt.Sprint(i), Name: "tap", Arguments: "{}"})
				}
				h.assistant(wants(calls...))
				for range n {
					n := note{app: rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, "app")}
					if rapid.Bool().Draw(rt, "screen") {
						n.brief = "brief"
					}
					if rapid.Bool().Draw(rt, "picture") {
						h.pictures.add(aPicture("screenshot.png"))
					}
					h.result("result\nscreen", n)
				}
				if kept := h.phase(rapid.IntRange(0, 200).Draw(rt, "limit")); kept > 0 && rapid.Bool().Draw(rt, "compact") {
					h = h.withoutScreens(1)
					h = h.summarised("a summary", kept)
				}
				if err := checkHistory(h.messages); err != nil {
					rt.Fatal(err)
				}
				if len(h.messages) != len(h.notes) {
					rt.Fatalf("%d notes for %d messages", len(h.notes), len(h.messages))
				}
			}
			h.close("it ended")
		}
		var all strings.Builder
		for _, m := range h.messages {
			all.WriteString(m.Text + "\n")
		}
		for _, w := range words {
			if strings.Count(all.String(), w+"\n") != 1 {
				rt.Fatalf("the person's words %q are not there once:\n%s", w, all.String())
			}
		}
	})
}
