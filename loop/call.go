package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// call is a tool call on its way. Its id is the session's own, since models
// give the same one again in later replies.
type call struct {
	tools.Call
	turn  *turn // nil: the person's own act
	step  int
	began time.Time // zero until the runner started it
	still bool      // the live screen keeps still for it

	restored bool     // it was begun by an earlier process
	commands []string // that it sent to the phone, redacted
}

// tellCall emits an event of the call.
func (s *Session) tellCall(c *call, e event.Event) {
	e.CallID, e.Tool, e.ByPerson, e.Step = c.ID, c.Name, c.ByPerson, c.step
	if c.turn != nil {
		e.TurnID = c.turn.id
	}
	s.emit(e)
}

// propose tells that the model wants a tool. Arguments that are not a JSON
// object stay as they are in the call, for the runner to say what is wrong
// with them, and go nowhere else.
func (s *Session) propose(t *turn, step int, wanted model.Call) *call {
	s.mu.Lock()
	id := s.newID("c")
	s.mu.Unlock()
	c := &call{
		Call: tools.Call{ID: id, Name: wanted.Name, Arguments: json.RawMessage(wanted.Arguments)},
		turn: t, step: step,
	}
	s.tellProposal(c)
	return c
}

func (s *Session) tellProposal(c *call) {
	arguments := c.Arguments
	if !isObject(string(arguments)) {
		arguments = json.RawMessage("{}")
	}
	s.tellCall(c, event.Event{
		Type: event.ToolProposed, Label: s.runner.Label(c.Call), Risk: s.risk(c), Arguments: s.hideTyping(c, arguments),
	})
}

// hidesTyping reports whether what a call of the tool would type is hidden: a
// password field is on the screen, or no screen is known. The runner knows only
// later what the text is meant for, and makes it a secret then.
func (s *Session) hidesTyping(tool string) bool {
	if tool != "type_text" {
		return false
	}
	last := s.phone.Last()
	return last == nil || slices.ContainsFunc(last.Nodes, func(n screen.Node) bool { return n.Password })
}

// hideTyping masks what a call would type where that is to be hidden.
func (s *Session) hideTyping(c *call, arguments json.RawMessage) json.RawMessage {
	if !s.hidesTyping(c.Name) {
		return arguments
	}
	var fields map[string]any
	if err := json.Unmarshal(arguments, &fields); err != nil {
		return json.RawMessage("{}")
	}
	for name := range fields {
		if name != "target" && name != "strategy" {
			fields[name] = redact.Mask
		}
	}
	return mustJSON(fields)
}

// risk is the risk of the call's tool, "" for one that does not exist.
func (s *Session) risk(c *call) string {
	if tool, ok := s.tools[c.Name]; ok {
		return tool.Risk.String()
	}
	return ""
}

// runCall runs one of the model's calls and answers it. It returns how the
// turn ends, where it does.
func (s *Session) runCall(ctx context.Context, t *turn, c *call) *ending {
	switch s.repetition(ctx, t, c) {
	case 0, 1:
	case 2:
		s.answer(t, c, notRun("it is the same call as the last one, and the screen has not changed since: look again, or try another way"))
		return nil
	default:
		end := &ending{outcome: event.Stuck, reason: "the model asked for the same act three times on a screen that did not change"}
		s.answer(t, c, notRun(end.notice()))
		return end
	}
	result, err := s.carryOut(ctx, t, c)
	if ctx.Err() != nil && !result.OK {
		result = cutShort(context.Cause(ctx), result)
	}
	s.answer(t, c, result)
	if t.look && result.OK && s.tools[c.Name].Risk == permissions.Low {
		t.denied, t.look = nil, false // it has been allowed to look since
	}
	switch {
	case ctx.Err() != nil:
		return interrupted(context.Cause(ctx))
	case err != nil:
		return failure(err)
	case result.Stop:
		return &ending{outcome: event.Stopped, reason: result.Message}
	}
	return nil
}

// carryOut runs a call, again where it failed in a way that may pass and did
// nothing, and waits for a phone that is lost. An error means that the phone
// did not come back, or that ctx ended first.
func (s *Session) carryOut(ctx context.Context, t *turn, c *call) (tools.Result, error) {
	for try := 0; ; try++ {
		result := s.run(ctx, c)
		if result.OK {
			return result, nil
		}
		if err := ctx.Err(); err != nil {
			return result, err
		}
		if result.Data["device_lost"] == true {
			t.repeats = repeats{} // the same call is no repetition after that
			if err := s.awaitPhone(ctx); err != nil {
				return result, err
			}
		}
		if !result.Idempotent || result.RetryAfterMS <= 0 || try >= s.limits.Retries {
			return result, nil
		}
		if result.Screen != "" {
			s.runner.ShowAll() // the model does not get to see this result
		}
		s.tellCall(c, event.Event{Type: event.RetryScheduled, DelayMS: int64(result.RetryAfterMS), Reason: result.Message})
		if err := sleep(ctx, time.Duration(result.RetryAfterMS)*time.Millisecond); err != nil {
			return result, err
		}
	}
}

// run hands a call to the runner; its hooks know the call meanwhile. The live
// screen keeps still, so that it never delays a tool.
func (s *Session) run(ctx context.Context, c *call) tools.Result {
	s.mu.Lock()
	s.calls[c.ID] = c
	s.mu.Unlock()
	s.tellWhole(c)
	s.holdStill(c, true)
	defer func() {
		s.holdStill(c, false)
		s.mu.Lock()
		delete(s.calls, c.ID)
		s.mu.Unlock()
	}()
	return s.runner.Run(ctx, c.Call)
}

// holdStill keeps the live screen still for the sake of c, or no longer.
func (s *Session) holdStill(c *call, still bool) {
	if c.still == still {
		return
	}
	c.still = still
	if still {
		s.watcher.pause()
	} else {
		s.watcher.resume()
	}
}

// answer tells the result of the oldest open call and gives it to the model,
// cut to size. The event holds all of it.
func (s *Session) answer(t *turn, c *call, result tools.Result) {
	t.open = t.open[1:]
	tool, known := s.tools[c.Name]
	t.vain.note(c, known, result)
	s.tellResult(c, result)
	s.history.answer(tool, c.Call, result, s.front(), s.limits.ToolOutput)
}

// front is the package of the app that was seen in front last.
func (s *Session) front() string {
	if last := s.phone.Last(); last != nil {
		return last.PackageName
	}
	return ""
}

func (s *Session) tellResult(c *call, result tools.Result) {
	e := event.Event{Type: event.ToolFinished, Result: mustJSON(result), Commands: c.commands}
	if !c.began.IsZero() && !c.restored {
		e.DurationMS = s.now().Sub(c.began).Milliseconds()
	}
	s.tellCall(c, e)
}

// cutShort is the result of a call that ran when the turn was interrupted.
func cutShort(cause error, result tools.Result) tools.Result {
	effect := "what it had begun may have happened"
	if result.Idempotent {
		effect = "nothing was done"
	}
	result.Message = fmt.Sprintf("%v: %s; do not repeat it unless the person asks for it (%s)", cause, effect, result.Message)
	result.RetryAfterMS = 0
	return result
}

// cut shortens s to limit characters, with a mark that says how many are
// missing.
func cut(s string, limit int) string {
	length := utf8.RuneCountInString(s)
	if length <= limit {
		return s
	}
	mark := fmt.Sprintf("\n[cut here: %d characters in all]", length)
	keep := max(0, limit-len(mark))
	for i := range s {
		if keep == 0 {
			return s[:i] + mark
		}
		keep--
	}
	return s
}

// mustJSON encodes what cannot fail to be encoded.
func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(errors.Join(errors.New("loop: a value without JSON"), err))
	}
	return raw
}
