package loop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"adroit/device"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// The script of a random run is drawn before the run, so that it can be
// printed and shrunk.

// replyScript is what the model does at one request.
type replyScript struct {
	Kind   string // text, calls, cut, refusal, incomplete, empty, lost_calls, transient, broken, fatal, hang
	Calls  []model.Call
	Tokens int
}

// sessionScript is everything that happens in a run.
type sessionScript struct {
	Replies []replyScript // in turn, over and over
	Results []string      // what becomes of a call: ok, picture, changed, failed, transient, denied, stop_turn, for_good, lost, hang
	Person  []string      // what the person does, a second apart: send, cancel, unqueue, act, watch, lose, find
	Steps   int
	Tokens  int
	Context int
}

// leftNothing reports whether reading the log of the session failed with err
// because nothing was asked or done in it: such a session leaves no run.
func (s sessionScript) leftNothing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) && !slices.Contains(s.Person, "send") && !slices.Contains(s.Person, "act")
}

func drawScript(rt *rapid.T) sessionScript {
	calls := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) model.Call {
		return model.Call{
			Name:      rapid.SampledFrom([]string{"tap", "tap", "press_back", "observe_screen_context", "no_such_tool", ""}).Draw(rt, "tool"),
			Arguments: rapid.SampledFrom([]string{`{"target":"3","strategy":"node_id"}`, `{}`, `{"a":1}`, `[]`, `{`, ``, `null`}).Draw(rt, "arguments"),
		}
	}), 1, 4)
	replies := rapid.Custom(func(rt *rapid.T) replyScript {
		return replyScript{
			Kind: rapid.SampledFrom([]string{
				"text", "calls", "calls", "calls", "calls", "cut", "refusal", "incomplete",
				"empty", "lost_calls", "transient", "broken", "fatal", "hang",
			}).Draw(rt, "kind"),
			Calls:  calls.Draw(rt, "calls"),
			Tokens: rapid.IntRange(0, 100).Draw(rt, "tokens"),
		}
	})
	return sessionScript{
		Replies: rapid.SliceOfN(replies, 1, 12).Draw(rt, "replies"),
		Results: rapid.SliceOfN(rapid.SampledFrom([]string{
			"ok", "picture", "changed", "changed", "failed", "transient", "denied", "stop_turn", "for_good", "lost", "hang",
		}), 1, 8).Draw(rt, "results"),
		Person: rapid.SliceOfN(rapid.SampledFrom([]string{
			"send", "send", "cancel", "unqueue", "act", "watch", "lose", "find",
		}), 1, 10).Draw(rt, "person"),
		Steps:  rapid.IntRange(1, 6).Draw(rt, "steps"),
		Tokens: rapid.IntRange(1, 400).Draw(rt, "tokens"),
		// The default, or so little that the history is compacted at every turn.
		Context: rapid.SampledFrom([]int{0, 0, 100, 200}).Draw(rt, "context"),
	}
}

// TestAnyRunKeepsTheRules drives sessions by random scripts: whatever models,
// tools, phones and people do, every request holds a valid history that begins
// with the one before, every turn ends with one terminal event, the limits
// hold, and no goroutine is left.
func TestAnyRunKeepsTheRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		script := drawScript(rt)
		var broken error
		synctest.Test(t, func(t *testing.T) { broken = script.play(t) })
		if broken != nil {
			rt.Fatal(broken)
		}
	})
}

// player is a run of a script.
type player struct {
	script sessionScript
	st     *stage

	mu     sync.Mutex
	asked  int // requests to the model
	ran    int // calls
	before string
	broken error

	compactions int
}

func (s sessionScript) play(t *testing.T) error {
	p := s.perform(t)
	return errors.Join(p.broken, checkHistory(p.st.history.messages), checkEvents(p.st.journal.all()), p.checkLimits())
}

// perform plays the script to its end.
func (s sessionScript) perform(t *testing.T, configure ...func(*Config)) *player {
	p := &player{script: s}
	p.st = newStage(t, modelFunc(p.reply), p.run, append(configure, func(c *Config) {
		c.Limits = Limits{Steps: s.Steps, Tokens: s.Tokens, Context: s.Context, DeviceWait: 20 * time.Second}
	})...)
	for _, deed := range s.Person {
		p.do(deed)
		time.Sleep(time.Second)
	}
	p.do("find")
	time.Sleep(time.Minute)
	p.st.Cancel()
	synctest.Wait()
	p.st.close(t)
	return p
}

func (p *player) do(deed string) {
	switch deed {
	case "send":
		if _, err := p.st.Send("Turn on Wi-Fi"); err != nil {
			p.note(err)
		}
	case "cancel":
		p.st.Cancel()
	case "unqueue":
		p.st.Unqueue()
	case "act":
		if err := p.st.Act(tools.Call{Name: "press_back"}); err != nil && !errors.Is(err, ErrBusy) {
			p.note(err)
		}
	case "watch":
		p.st.Watch(true)
	case "lose":
		p.st.phone.set("")
		p.st.lists <- []device.Info{}
	case "find":
		p.st.phone.set(device.StateDevice)
		p.st.lists <- []device.Info{{Serial: "fake-1", State: device.StateDevice}}
	}
}

func (p *player) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = errors.Join(p.broken, err)
}

// reply judges the request, then does what the script says.
func (p *player) reply(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
	now := encoded(req)
	if delta == nil { // a summary is for no one's eyes
		delta = func(string) {}
	}
	p.mu.Lock()
	n := p.asked
	p.asked++
	if err := checkHistory(req.Messages); err != nil {
		p.broken = errors.Join(p.broken, fmt.Errorf("request %d: %w", n, err))
	}
	if compactions := len(p.st.journal.of(event.Compacted)); compactions > p.compactions {
		p.compactions, p.before = compactions, ""
	}
	if !wantsSummary(req) {
		if !strings.HasPrefix(now, p.before) {
			p.broken = errors.Join(p.broken, fmt.Errorf("request %d does not begin with the one before", n))
		}
		p.before = now
	}
	p.mu.Unlock()

	script := p.script.Replies[n%len(p.script.Replies)]
	r := model.Reply{Text: "Some words.", Usage: model.Usage{Input: script.Tokens}, Stop: model.StopEnd}
	switch script.Kind {
	case "calls":
		r.Text, r.Stop, r.Calls = "", model.StopToolCalls, slices.Clone(script.Calls)
		for i := range r.Calls {
			r.Calls[i].ID = fmt.Sprintf("call_%d", i) // the same in every reply, as some servers have it
		}
	case "cut":
		r.Stop = model.StopLength
	case "refusal":
		r.Stop = model.StopRefusal
	case "incomplete":
		r.Stop = model.StopIncomplete
	case "empty":
		r.Text = ""
	case "lost_calls":
		r.Stop = model.StopToolCalls
	case "transient":
		return model.Reply{}, &model.EndpointError{Kind: model.KindServer, Cause: "503"}
	case "broken":
		delta("Some")
		return model.Reply{Text: "Some"}, &model.EndpointError{Kind: model.KindBroken, Cause: "reset"}
	case "fatal":
		return model.Reply{}, &model.EndpointError{Kind: model.KindUnauthorized, Cause: "401"}
	case "hang":
		delta("Some wo")
		<-ctx.Done()
		return model.Reply{Text: "Some wo"}, context.Cause(ctx)
	}
	delta(r.Text)
	return r, context.Cause(ctx)
}

// run is the runner.
func (p *player) run(ctx context.Context, c tools.Call) tools.Result {
	p.mu.Lock()
	kind := p.script.Results[p.ran%len(p.script.Results)]
	p.ran++
	p.mu.Unlock()

	failed := tools.Result{Status: tools.Error, Message: "failed", Idempotent: true}
	if _, err := p.st.phone.State(ctx); err != nil {
		return lost()
	}
	hooks := p.st.runner.hooks
	request := permissions.Request{ID: "q", CallID: c.ID, Tool: c.Name, Risk: permissions.Medium}
	switch kind {
	case "failed":
		return failed
	case "transient":
		failed.RetryAfterMS = 500
		return failed
	case "denied":
		hooks.Asked(request)
		hooks.Decided(request, permissions.Answer{Verdict: permissions.Denied})
		return failed
	case "stop_turn":
		hooks.Asked(request)
		hooks.Decided(request, permissions.Answer{Verdict: permissions.StopTurn})
		failed.Stop = true
		return failed
	case "for_good":
		failed.Stop = true
		return failed
	case "lost":
		hooks.Started(c, c.Name)
		r := lost()
		r.Idempotent = false
		return r
	case "hang":
		hooks.Started(c, c.Name)
		<-ctx.Done()
		failed.Idempotent = false
		return failed
	case "changed":
		p.st.phone.show("after " + c.ID)
	}
	hooks.Decided(request, permissions.Answer{Verdict: permissions.Once})
	hooks.Started(c, c.Name)
	now, err := p.st.phone.Observe(ctx)
	if err != nil {
		return failed
	}
	hooks.Screen(now)
	if kind == "picture" {
		return aPicture("screenshot-o1.png")
	}
	return tools.Result{OK: true, Status: tools.Success, Message: "done", Screen: "changed: 1\n" + strings.Repeat("3 switch Wi-Fi [on]\n", 50)}
}

// checkLimits checks steps, tokens and outcomes of every turn.
func (p *player) checkLimits() error {
	steps, tokens := 0, 0
	for _, e := range p.st.journal.all() {
		switch {
		case e.Type == event.TurnStarted:
			steps, tokens = 0, 0
		case e.Type == event.StepStarted:
			if steps++; steps > p.script.Steps || e.Step != steps || e.MaxSteps != p.script.Steps {
				return fmt.Errorf("turn %s: step %d of %d is told as %d of %d", e.TurnID, steps, p.script.Steps, e.Step, e.MaxSteps)
			}
			if tokens >= p.script.Tokens {
				return fmt.Errorf("turn %s: a step after %d tokens of %d", e.TurnID, tokens, p.script.Tokens)
			}
		case e.Type == event.Usage:
			if tokens += e.Tokens.Input + e.Tokens.Output; tokens != e.Tokens.TurnTotal {
				return fmt.Errorf("turn %s: %d tokens are told as %d", e.TurnID, tokens, e.Tokens.TurnTotal)
			}
		case e.Type.Terminal() && e.Outcome == "":
			return fmt.Errorf("turn %s ends without an outcome", e.TurnID)
		}
	}
	return nil
}
