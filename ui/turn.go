package ui

import (
	"bytes"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"adroit/device"
	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/theme"
	"adroit/tools"
)

// turn is what the screen knows of the running turn.
type turn struct {
	busy     bool
	stopping bool // the person asked for the end
	started  time.Time
	step     int
	maxSteps int
	tokens   int
	context  int             // tokens that the model was given last
	cost     string          // of the turn so far; "" where no prices are known
	doing    string          // "waiting for the model" …
	since    time.Time       // when that began
	until    time.Time       // when it ends; zero where nobody knows
	looking  bool            // it is an observation of the screen
	skills   map[string]bool // in force, by their ids

	answer *answer // being streamed
	entry  *entry  // of answer
	said   string  // the last complete answer
}

// happen applies what happened, in order.
func (a *app) happen(batch batchMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, h := range batch {
		if h.broken != nil {
			a.remember(h.broken.Error())
			a.note("!", danger, "an event could not be read: "+h.broken.Error())
			continue
		}
		a.played(h.Seq)
		cmds = append(cmds, a.apply(h))
	}
	a.relayout() // what grew or shrank must not leave a window empty
	return tea.Batch(append(cmds, a.tick())...)
}

func (a *app) apply(h happening) tea.Cmd {
	switch h.Type {
	case event.TurnQueued:
		a.composer.enqueue(h.TurnID, h.Text)
	case event.TurnUnqueued:
		a.composer.dequeue(h.TurnID)
	case event.TurnStarted:
		a.begin(h)
	case event.StepStarted:
		a.finishAnswer()
		a.turn.step, a.turn.maxSteps = h.Step, h.MaxSteps
		a.doing("waiting for the model")
	case event.AssistantText:
		a.modelTrouble = ""
		a.stream(h.Text)
	case event.ToolProposed, event.ToolStarted, event.ToolFinished:
		a.finishAnswer()
		a.callChanged(h)
	case event.ApprovalRequested:
		return a.asked(h)
	case event.ApprovalDecided:
		return a.decided(h)
	case event.ApprovalsMoved:
		return a.approvalsMoved(h)
	case event.ModeChanged:
		a.mode = permissions.Mode(h.Mode)
		a.note("·", muted, "from now on: "+modeWords(a.mode))
	case event.ScreenObserved:
		a.phone.show(h.screen)
		return a.watch()
	case event.Usage:
		if h.Tokens != nil {
			a.used(h.Tokens)
		}
	case event.Compacted:
		a.note("·", muted, "older screens were shortened to save context")
	case event.DeviceState:
		a.deviceChanged(h)
	case event.RetryScheduled:
		a.retry(h)
	case event.GateStarted:
		a.finishAnswer()
		a.doing("checking whether it is done")
	case event.GateChecked:
		a.gateChecked(h)
	case event.TurnCompleted, event.TurnFailed, event.TurnCancelled:
		a.end(h)
	}
	return nil
}

// follow notes a skill that was read.
func (t *turn) follow(h happening) {
	id, ok := h.result.Data["id"].(string)
	if h.Tool != "read_skill" || !ok || !t.busy || h.ByPerson {
		return
	}
	if t.skills == nil {
		t.skills = map[string]bool{}
	}
	t.skills[id] = true
}

func (a *app) used(t *event.Tokens) {
	a.turn.tokens, a.turn.context = t.TurnTotal, t.Input
	if t.TurnCost > 0 {
		a.turn.cost = text.Money(t.TurnCost, text.Line(t.Currency))
	}
}

func (a *app) begin(h happening) {
	a.composer.dequeue(h.TurnID)
	a.chat.add(&prompt{h.Text})
	a.turn = turn{busy: true, started: a.when(h)}
	a.doing("starting")
}

// doing says what the turn waits for now.
func (a *app) doing(what string) {
	if a.turn.doing != what {
		a.turn.doing, a.turn.since, a.turn.until = what, a.now(), time.Time{}
	}
	a.turn.looking = false
}

func (a *app) stream(delta string) {
	if a.turn.answer == nil {
		a.turn.answer = &answer{}
		a.turn.entry = a.chat.add(a.turn.answer)
	}
	a.turn.answer.add(delta)
	a.turn.entry.changed()
	a.doing("the model is writing")
}

// finishAnswer turns what was streamed into its final form.
func (a *app) finishAnswer() {
	if a.turn.answer == nil {
		return
	}
	a.turn.answer.finished = true
	a.turn.said = strings.TrimSpace(a.turn.answer.text.String())
	a.turn.entry.changed()
	a.turn.answer, a.turn.entry = nil, nil
}

// card is the card of the event's call, made where there is none yet.
func (a *app) card(h happening) *card {
	e, ok := a.calls[h.CallID]
	if !ok {
		e = a.chat.add(&card{tool: h.Tool, label: h.Tool, byPerson: h.ByPerson, turn: h.TurnID})
		a.calls[h.CallID] = e
	}
	e.changed()
	c := e.block.(*card)
	if h.Label != "" {
		c.label = h.Label
	}
	return c
}

func (a *app) callChanged(h happening) {
	c := a.card(h)
	switch h.Type {
	case event.ToolProposed:
		c.arguments = h.Arguments
		a.doing(a.holder.waiting())
	case event.ToolStarted:
		c.state = running
		a.doing(c.label)
		a.turn.looking = h.Tool == "observe_screen" || h.Tool == "observe_screen_context" || h.Tool == "find_element"
	case event.ToolFinished:
		c.state, c.result = finished, h.result
		c.took = time.Duration(h.DurationMS) * time.Millisecond
		if h.result.Status == tools.Error {
			a.remember(c.label + ": " + h.result.Message)
		}
		a.turn.follow(h)
		if c.request != nil && c.approved {
			a.phone.touched = c.request.TargetID
		}
		delete(a.calls, h.CallID)
		a.doing("waiting for the model")
	}
}

func (a *app) asked(h happening) tea.Cmd {
	c := a.card(h)
	if c.request == nil {
		c.asked = h.request.Arguments
	}
	c.edited = !bytes.Equal(c.asked, h.request.Arguments)
	c.state, c.request = asking, h.request
	if a.replaying() || a.recalling {
		a.doing("waiting for an answer")
		return nil
	}
	a.pending = append(a.pending, *h.request)
	a.doing("waiting for your answer")
	return a.ask()
}

func (a *app) decided(h happening) tea.Cmd {
	c := a.card(h)
	verdict := permissions.Verdict(h.Decision)
	c.approved, c.verdict, c.risk = verdict.Approves(), decisionWords(h, a.holder), h.Risk
	c.reasons = h.Reasons
	c.state = running
	a.doing(c.label)
	a.withdraw(h.RequestID)
	return a.ask()
}

// deviceChanged puts a lost or unreadable phone into the banner, and takes it
// out again.
func (a *app) deviceChanged(h happening) {
	if h.Device != "" && a.options.Device == "" {
		a.phone.device = h.Device
	}
	if a.phoneTrouble = phoneTrouble(h); a.phoneTrouble != "" {
		a.remember(a.phoneTrouble)
	}
	if _, wanted := lockedOut(a.session); wanted {
		a.phoneTrouble = "The server was started anew: /token enters the token that it printed then"
	}
	switch {
	case h.State != device.StateDevice:
		a.phone.lost = h.State
	case h.Reason != "":
		a.phone.lost = "no screen"
	default:
		a.phone.lost = ""
	}
}

// retry says that something failed and will be tried again. A model that does
// not answer stays in the banner until it does.
func (a *app) retry(h happening) {
	a.remember(retryWords(h))
	a.note("↻", warn, retryWords(h))
	a.doing("trying again")
	a.turn.until = a.now().Add(time.Duration(h.DelayMS) * time.Millisecond)
	if h.CallID == "" {
		a.modelTrouble = "The model does not answer: " + h.Reason
	}
}

func (a *app) gateChecked(h happening) {
	if h.Verified {
		a.note("✓", good, gateWords(h))
		return
	}
	a.note("!", warn, gateWords(h))
}

func (a *app) note(sign string, style func(theme.Theme) lipgloss.Style, s string) {
	a.finishAnswer()
	a.chat.add(&note{sign: sign, style: style, text: s})
}

// end closes the turn.
func (a *app) end(h happening) {
	a.finishAnswer()
	a.modelTrouble = ""
	for id, e := range a.calls {
		if c := e.block.(*card); c.turn != "" { // what the person or another program does goes on
			c.state = abandoned
			e.changed()
			delete(a.calls, id)
		}
	}
	if h.Type == event.TurnFailed {
		a.remember(h.Reason)
	}
	a.chat.add(a.closing(h))
	last := a.turn
	a.turn = turn{step: last.step, maxSteps: last.maxSteps, tokens: last.tokens, context: last.context, cost: last.cost}
}

func (a *app) closing(h happening) *closing {
	c := &closing{sign: "■", style: warn, head: outcomeWords(h), facts: a.facts(a.when(h)), text: outcomeReason(h)}
	if words := strings.TrimSpace(h.Text); words != "" && words != a.turn.said {
		c.text = strings.TrimSpace(words + "\n" + c.text)
	}
	switch h.Outcome {
	case event.Done:
		c.sign, c.style = "✓", good
	case event.Failed, event.GateFailed:
		c.sign, c.style = "✗", danger
	}
	return c
}

// when is the time at which h happened, which a recording tells.
func (a *app) when(h happening) time.Time {
	if a.replaying() || a.recalling {
		return h.Time
	}
	return a.now()
}

// facts are the length of the turn in steps, time and tokens, at its end. How
// long it took is not known of one whose start was not heard.
func (a *app) facts(ended time.Time) string {
	var parts []string
	if a.turn.step > 0 {
		parts = append(parts, text.Count(a.turn.step, "step"))
	}
	if !a.turn.started.IsZero() {
		parts = append(parts, spell(ended.Sub(a.turn.started).Truncate(100*time.Millisecond)))
	}
	if a.turn.tokens > 0 {
		parts = append(parts, count(a.turn.tokens)+" tokens")
	}
	if a.turn.cost != "" {
		parts = append(parts, a.turn.cost)
	}
	return strings.Join(parts, " · ")
}
