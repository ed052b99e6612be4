package record

import (
	"encoding/json"
	"strings"
	"time"

	"adroit/device/redact"
	"adroit/loop/event"
)

// Story is a run in order: its turns, what the model said and called in them,
// and what came of it.
type Story struct {
	Turns []*Turn
	Calls []*Call // of all turns and of the person's hand, as they were proposed

	// The first and the last ScreenContext of the run; nil where none was
	// observed.
	FirstScreen, LastScreen json.RawMessage
}

// Turn is one request of the person.
type Turn struct {
	ID    string
	Time  time.Time
	Text  string
	Steps []*Step
	End   *event.Event // the terminal event; nil where the record ends before it
}

// Step is one model call, and the calls that the model made with it.
type Step struct {
	Number    int
	Of        int // the limit of steps
	Text      string
	Calls     []*Call
	Usage     *event.Event // nil where the reply never came
	Gate      *event.Event // what the completion gate saw after it
	Compacted *event.Event // what left the model's context before it
}

// Call is one call of a tool.
type Call struct {
	ID, Tool, Label, Risk string

	Time      time.Time
	ByPerson  bool
	Proposed  json.RawMessage // the arguments as they were asked for
	Arguments json.RawMessage // as they were carried out; the person may have edited them
	Decision  *event.Event    // how the act was settled; nil where nothing had to be
	Started   bool
	Result    json.RawMessage // a tools.Result; nil where the record ends before it
	Commands  []string        // sent to the phone's shell, redacted
	Duration  time.Duration

	// The ScreenContexts that were observed last before the call started and
	// before it ended; nil where there was none.
	Before, After json.RawMessage
}

// Story tells the run in order.
func (r *Run) Story() *Story {
	t := teller{story: &Story{}, calls: map[string]*Call{}}
	for i := range r.Events {
		t.add(&r.Events[i])
	}
	return t.story
}

// teller makes a story of events.
type teller struct {
	story     *Story
	turn      *Turn // the last one; nil before the first
	step      *Step // of turn, the last one
	calls     map[string]*Call
	compacted *event.Event // before a step that has not begun yet
}

func (t *teller) add(e *event.Event) {
	switch e.Type {
	case event.TurnStarted:
		t.turn = &Turn{ID: e.TurnID, Time: e.Time, Text: e.Text}
		t.story.Turns = append(t.story.Turns, t.turn)
		t.step, t.compacted = nil, nil
	case event.Compacted:
		t.compacted = e
	case event.ScreenObserved:
		if t.story.FirstScreen == nil {
			t.story.FirstScreen = e.Screen
		}
		t.story.LastScreen = e.Screen
	case event.ToolProposed:
		t.propose(e)
	case event.ApprovalRequested, event.ApprovalDecided, event.ToolStarted, event.ToolFinished:
		if c := t.calls[e.CallID]; c != nil {
			t.advance(c, e)
		}
	default:
		if t.turn != nil && e.TurnID == t.turn.ID {
			t.tellTurn(e)
		}
	}
}

// tellTurn adds what belongs to the turn itself.
func (t *teller) tellTurn(e *event.Event) {
	switch {
	case e.Type.Terminal():
		t.turn.End = e
	case e.Type == event.StepStarted:
		t.step = &Step{Number: e.Step, Of: e.MaxSteps, Compacted: t.compacted}
		t.turn.Steps = append(t.turn.Steps, t.step)
		t.compacted = nil
	case t.step == nil || e.Step != t.step.Number: // of a summary between two steps
	case e.Type == event.AssistantText:
		t.step.Text += e.Text
	case e.Type == event.Usage:
		t.step.Usage = e
	case e.Type == event.RetryScheduled && e.CallID == "":
		t.step.Usage = nil // it was of a reply that is asked for again
	case e.Type == event.GateChecked:
		t.step.Gate = e
	}
}

func (t *teller) propose(e *event.Event) {
	c := &Call{
		ID: e.CallID, Tool: e.Tool, Label: e.Label, Risk: e.Risk, Time: e.Time, ByPerson: e.ByPerson,
		Proposed: e.Arguments, Arguments: e.Arguments, Before: t.story.LastScreen,
	}
	t.calls[c.ID] = c
	t.story.Calls = append(t.story.Calls, c)
	if e.TurnID != "" && t.step != nil { // else it is not the model's
		t.step.Calls = append(t.step.Calls, c)
	}
}

func (t *teller) advance(c *Call, e *event.Event) {
	switch e.Type {
	case event.ApprovalRequested:
		var asked struct{ Risk string }
		if json.Unmarshal(e.Request, &asked) == nil && asked.Risk != "" {
			c.Risk = asked.Risk // seen with the target, which may raise what the tool alone has
		}
	case event.ApprovalDecided:
		c.Decision = e
		if len(e.Arguments) > 0 {
			c.Arguments = e.Arguments
		}
	case event.ToolStarted:
		c.Started, c.Label, c.Before = true, e.Label, t.story.LastScreen
	case event.ToolFinished:
		c.Result, c.Commands, c.After = e.Result, e.Commands, t.story.LastScreen
		c.Duration = time.Duration(e.DurationMS) * time.Millisecond
	}
}

// Last is the last turn; nil where none began.
func (s *Story) Last() *Turn {
	if len(s.Turns) == 0 {
		return nil
	}
	return s.Turns[len(s.Turns)-1]
}

// Masked reports whether the call holds a mask in the place of a secret: then
// nobody knows what it did, and it can never be repeated.
func (c *Call) Masked() bool {
	return strings.Contains(string(c.Arguments)+strings.Join(c.Commands, ""), redact.Mask)
}

// Outcome is the status and the message of the call's result; the status is
// empty where none is recorded.
func (c *Call) Outcome() (status, message string) {
	var result struct{ Status, Message string }
	if c.Result == nil || json.Unmarshal(c.Result, &result) != nil {
		return "", "no result is recorded"
	}
	return result.Status, result.Message
}
