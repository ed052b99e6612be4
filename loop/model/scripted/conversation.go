package scripted

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// conversation is a request as the scripted model understands it.
type conversation struct {
	rules   string // what the program around the model said first
	task    string // what the person asked for last
	earlier []step // what was done for it before it was taken up again
	steps   []step // what was done since then
	doubted bool   // it was taken up because a check found it not done
	tools   map[string]bool
	mayAct  bool // tools are declared and not forbidden
}

// step is a call and its result.
type step struct {
	tool   string
	args   map[string]string
	result result
}

// result is what a tool answered: a JSON object, then lines of the screen.
type result struct {
	OK      bool   `json:"ok"`
	Status  string `json:"status"` // success, warning or error
	Message string `json:"message"`
	Stop    bool   `json:"stop"` // only a person can mend it

	RetryAfterMS int `json:"retry_after_ms"` // above 0: the failure may pass

	Data struct {
		Denied        bool     `json:"denied"`
		Cancelled     bool     `json:"cancelled"`
		UnknownEffect bool     `json:"unknown_effect"` // it may have happened
		Candidates    []string `json:"candidates"`
	} `json:"data"`

	screen    screen
	hasScreen bool
	unchanged bool // the screen is as it was before
	closed    bool // the keyboard was closed by it
}

// read takes the conversation out of a request.
func read(req request) conversation {
	c := conversation{tools: map[string]bool{}}
	for _, t := range req.Tools {
		c.tools[t.Function.Name] = true
	}
	c.mayAct = len(c.tools) > 0 && string(req.ToolChoice) != `"none"`

	open := map[string]int{} // from a call's id to its step
	for _, m := range req.Messages {
		switch m.Role {
		case "system", "developer":
			c.rules += string(m.Content) + "\n"
		case "user":
			c.hear(string(m.Content))
			clear(open)
		case "assistant":
			for _, call := range m.ToolCalls {
				open[call.ID] = len(c.steps)
				c.steps = append(c.steps, step{tool: call.Function.Name, args: parseArguments(call.Function.Arguments)})
			}
		case "tool":
			if i, ok := open[m.ToolCallID]; ok {
				whole := c.steps[i].tool == "observe_screen_context"
				c.steps[i].result = parseResult(string(m.Content), whole)
			}
		}
	}
	return c
}

// The beginnings of what the program around the model says in the person's
// place: that a claim to be done did not hold, and anything else.
const (
	checkMark   = "[Checked by the program"
	programMark = "[From the program"
)

// resumption is how a person asks for no more than what was asked for before.
var resumption = regexp.MustCompile(`(?i)^\s*(?:please )?(?:go on|carry on|continue|resume)(?: with (?:it|that|what I asked for|the (?:task|request)))?(?:,? please)?[.!]?\s*$`)

// hear takes in a message in the person's place.
func (c *conversation) hear(words string) {
	last, begun := c.last()
	switch {
	case strings.HasPrefix(words, programMark):
	case strings.HasPrefix(words, checkMark):
		c.doubted = true
		if !begun || !last.result.Data.Denied { // a denial stands
			c.takeUp()
		}
	case c.task != "" && resumption.MatchString(words):
		c.doubted = false
		c.takeUp()
	default:
		c.task, c.doubted, c.earlier, c.steps = words, false, nil, nil
	}
}

// takeUp begins the same task once more: what was seen may have changed.
func (c *conversation) takeUp() { c.earlier, c.steps = append(c.earlier, c.steps...), nil }

// parseArguments reads the arguments of a call of ours: strings by name.
func parseArguments(text string) map[string]string {
	var args map[string]string
	_ = json.Unmarshal([]byte(text), &args) // another model's call: not ours to compare with
	return args
}

func parseResult(text string, whole bool) result {
	var r result
	dec := json.NewDecoder(strings.NewReader(text))
	if dec.Decode(&r) != nil {
		return result{Message: text}
	}
	lines := strings.TrimSpace(text[dec.InputOffset():])
	r.unchanged = strings.HasPrefix(lines, "screen unchanged") // perhaps with what was ignored
	first, _, _ := strings.Cut(lines, "\n")
	r.closed = slices.Contains(strings.Split(first, "; "), "keyboard hidden")
	if !r.unchanged {
		r.screen, r.hasScreen = parseScreen(lines, whole)
	}
	return r
}

// last returns the latest step; ok is false before the first.
func (c conversation) last() (s step, ok bool) {
	if len(c.steps) == 0 {
		return step{}, false
	}
	return c.steps[len(c.steps)-1], true
}

// screen returns what was seen last; ok is false before the first look and
// after an act whose effect was not shown.
func (c conversation) screen() (s screen, ok bool) {
	for _, s := range slices.Backward(c.steps) {
		if s.result.hasScreen {
			return s.result.screen, true
		}
		if s.effective() && !s.result.unchanged {
			break
		}
	}
	return screen{}, false
}

// label returns the words of the element with that number, as they were seen
// first; the number itself for one that was never seen.
func (c conversation) label(id string) string {
	for _, s := range slices.Concat(c.earlier, c.steps) {
		if e, ok := s.result.screen.find(func(e element) bool { return e.id == id }); ok && e.label != "" {
			return e.name()
		}
	}
	return id
}

// is reports whether s is the call that m makes.
func (s step) is(m move) bool { return s.tool == m.tool && maps.Equal(s.args, m.args) }

// effective reports that the step was done and its effect was seen.
func (s step) effective() bool { return s.result.OK && s.result.Status != "warning" }

// made returns how often the call of m was made.
func (c conversation) made(m move) int {
	return c.count(m, func(step) bool { return true })
}

// did returns how often the call of m was made with effect.
func (c conversation) did(m move) int { return c.count(m, step.effective) }

// acted reports whether more was done than to look, since the task was taken up.
func (c conversation) acted() bool {
	return slices.ContainsFunc(c.steps, func(s step) bool {
		return s.tool != "observe_screen_context" && s.tool != "wait_for_idle"
	})
}

// failed returns how often the call of m was made without effect.
func (c conversation) failed(m move) int {
	return c.count(m, func(s step) bool { return !s.effective() })
}

// hopeless reports whether the call of m has failed twice, or once for a
// reason that will not pass.
func (c conversation) hopeless(m move) bool {
	lasting := c.count(m, func(s step) bool { return !s.result.OK && s.result.RetryAfterMS == 0 })
	return lasting > 0 || c.failed(m) >= 2
}

// trouble is what the latest failure of m said.
func (c conversation) trouble(m move) string {
	for _, s := range slices.Backward(c.steps) {
		if s.is(m) && !s.effective() {
			return sentence(s.result.Message)
		}
	}
	return ""
}

func (c conversation) count(m move, which func(step) bool) int {
	n := 0
	for _, s := range c.steps {
		if s.is(m) && which(s) {
			n++
		}
	}
	return n
}
