package loop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// The shares of the room that the model's context has for the history, in
// quarters, that decide about compaction: it is due when three are full, leaving
// out screens is enough when that brings it down to two, and what a summary does
// not replace fills one at most. So a compaction frees a quarter or more, and
// the history is append-only again for a while.
const (
	dueQuarters    = 3
	enoughQuarters = 2
	keepQuarters   = 1
)

// screenLeftOut stands for a screen that was left out of the model's context.
const screenLeftOut = "[this screen was left out to save space: observe again what is needed]"

// summaryRequest asks the model for a summary of everything before it.
const summaryRequest = `[From the program, not from the person] The context is nearly full. Sum up what came so far for yourself, in at most 400 words, because it is going to be removed: what the person asked for and what of it is still open; what was done, and what came of it; what you read on the screens that is still needed, exactly; what was denied or failed. Only facts, no tool calls.`

// goOn follows a summary where the person has said nothing new.
const goOn = "[From the program, not from the person] Go on with the request from here."

// noSummary stands for a summary that the model did not give.
const noSummary = "[What came before was removed to save space. Look again before relying on it.]"

// most of what a summary lists of the acts before it.
const (
	mostActs   = 50
	longestAct = 200 // characters
)

// compact makes room where the next request would nearly fill the model's
// context: first all screens but the newest are left out of the history; where
// that is not enough, a summary replaces what came before a boundary between
// two phases.
func (s *Session) compact(ctx context.Context, t *turn, step int) {
	quarter := (s.limits.Context - s.gauge.tokens(requestBytes(s.request(nil, false)))) / 4
	full := s.gauge.tokens(s.history.bytes())
	if quarter <= 0 || full < dueQuarters*quarter {
		return
	}
	e := event.Event{Type: event.Compacted, Step: step}
	compacted := s.history.withoutScreens(1)
	rest := s.gauge.tokens(compacted.bytes())
	if rest > enoughQuarters*quarter {
		e.Kept = s.history.phase(s.gauge.bytes(keepQuarters * quarter))
	}
	switch {
	case e.Kept > 0:
		e.Text = s.withSkills(s.summary(ctx, t, step, e.Kept))
		compacted = compacted.summarised(e.Text, e.Kept)
	case rest == full:
		return // there is nothing to leave out
	}
	if ctx.Err() != nil || s.spent(t) != nil {
		return // the turn ends before the next request
	}
	s.history = compacted
	s.runner.ShowAll()
	s.tell(t, e)
}

// summary is what the model has to say about all messages but the last kept
// ones; empty where it says nothing of use. The model sees their screens.
func (s *Session) summary(ctx context.Context, t *turn, step, kept int) string {
	before := history{
		messages: slices.Clone(s.history.messages[:len(s.history.messages)-kept]),
		notes:    slices.Clone(s.history.notes[:len(s.history.notes)-kept]),
	}
	before.close("The program interrupts here.")
	before.program(summaryRequest)
	req := s.request(before.messages, true)
	reply, err := s.model.Reply(ctx, req, nil)
	if err != nil {
		return "" // whatever is wrong with the endpoint shows at the step that follows
	}
	s.count(t, step, req, reply)
	if reply.Stop != model.StopEnd {
		return ""
	}
	return strings.TrimSpace(reply.Text)
}

// withSkills is a summary with the names of the skills in force, whose words may
// be among what it replaces.
func (s *Session) withSkills(summary string) string {
	skills := s.runner.Skills()
	if len(skills) == 0 {
		return summary
	}
	return cmp.Or(summary, noSummary) + "\n\nSkills to follow until the answer, to be read again first: " + strings.Join(skills.IDs(), ", ")
}

// answer answers the oldest open call with its result, cut to limit
// characters. app is in front after it.
func (h *history) answer(tool tools.Tool, c tools.Call, result tools.Result, app string, limit int) {
	n := note{app: app}
	if result.Screen != "" {
		brief := result
		brief.Screen, brief.Whole = screenLeftOut, nil
		n.brief = cut(brief.ForModel(), limit)
	}
	if tool.Risk > permissions.Low {
		n.acts = []string{fmt.Sprintf("%s %s: %s", c.Name, cut(h.open[0].Arguments, longestAct), result.Status)}
	}
	h.pictures.add(result)
	h.result(cut(result.ForModel(), limit), n)
}

// withoutScreens is the history with all screens but the newest few left out,
// and as many pictures kept of those that no newer screen follows.
func (h *history) withoutScreens(newest int) history {
	c := h.clone()
	screens, pictures := newest, newest
	for i := range slices.Backward(c.messages) {
		m, n := &c.messages[i], &c.notes[i]
		switch {
		case n.brief == "":
		case n.pictures != "" && pictures > 0:
			pictures--
		case n.pictures == "" && screens > 0:
			screens--
			pictures = 0
		default:
			m.Text, m.Images, n.brief = n.brief, nil, ""
		}
	}
	return c
}

// phase is how many messages to keep when the others are summed up: as many as
// fit into limit bytes and begin a phase, which is where the person asked for
// something or the app in front changed. Where no phase begins there, it is as
// many as fit, and at least those of the last step. It is 0 where nothing worth
// a summary would be left.
func (h *history) phase(limit int) int {
	size, kept, best := 0, 0, 0
	for i := len(h.messages) - 1; i >= leastSummed; i-- {
		size += messageBytes(h.messages[i])
		if size > limit && kept > 0 {
			break
		}
		if !h.beginsStep(i) {
			continue
		}
		kept = len(h.messages) - i
		if h.beginsPhase(i) {
			best = kept
		}
	}
	if best > 0 {
		return best
	}
	return kept
}

// leastSummed is how many messages are worth a summary: more than a request
// and an earlier summary.
const leastSummed = 3

// beginsStep reports whether message i is words of the person, or of the model
// after the results of its calls and their pictures: what precedes it makes a
// valid history.
func (h *history) beginsStep(i int) bool {
	if h.messages[i].Role == model.RoleAssistant {
		return h.messages[i-1].Role == model.RoleTool || h.notes[i-1].pictures != ""
	}
	return h.notes[i].person
}

// beginsPhase reports whether a phase begins with message i, which begins a
// step.
func (h *history) beginsPhase(i int) bool {
	if h.notes[i].person {
		return true
	}
	now := h.notes[i-1].app
	for _, n := range slices.Backward(h.notes[:i-1]) {
		if n.app != "" {
			return n.app != now
		}
	}
	return false
}

// summarised is the history with all messages but the last kept ones replaced
// by the person's words in them and by a summary, to which the acts are added
// that this program knows of.
func (h *history) summarised(summary string, kept int) history {
	from := len(h.messages) - kept
	var words, acts []string
	for i, n := range h.notes[:from] {
		if n.person {
			words = append(words, h.messages[i].Text)
		}
		acts = append(acts, n.acts...)
	}
	acts = acts[max(0, len(acts)-mostActs):]
	if summary == "" {
		summary = noSummary
	}
	if len(acts) > 0 {
		summary += "\n\nCalls so far, by the program's record:\n- " + strings.Join(acts, "\n- ")
	}
	var c history
	c.person(strings.Join(words, "\n\n"))
	c.add(model.Message{Role: model.RoleAssistant, Text: summary}, note{acts: acts})
	if h.messages[from].Role != model.RoleUser {
		c.program(goOn)
	}
	c.messages = append(c.messages, h.messages[from:]...)
	c.notes = append(c.notes, h.notes[from:]...)
	return c
}

// gauge knows how many tokens the model's endpoint makes of how many bytes.
type gauge struct {
	perToken float64 // bytes; 0 before the first reply
}

// usualBytes is how many bytes of English and JSON make a token, about.
const usualBytes = 4

// learn takes the measure of a request whose tokens were counted.
func (g *gauge) learn(req model.Request, used model.Usage) {
	if used.Input > 0 && !used.Estimated {
		g.perToken = float64(requestBytes(req)) / float64(used.Input)
	}
}

func (g *gauge) ratio() float64 {
	if g.perToken == 0 {
		return usualBytes
	}
	return g.perToken
}

func (g *gauge) tokens(bytes int) int { return int(float64(bytes) / g.ratio()) }
func (g *gauge) bytes(tokens int) int { return int(float64(tokens) * g.ratio()) }

// requestBytes is the size of what a request says, whatever the dialect.
func requestBytes(req model.Request) int {
	size := len(req.System)
	for _, t := range req.Tools {
		size += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	h := history{messages: req.Messages}
	return size + h.bytes()
}

func (h *history) bytes() int {
	size := 0
	for _, m := range h.messages {
		size += messageBytes(m)
	}
	return size
}

func messageBytes(m model.Message) int {
	size := len(m.Text) + len(m.Items) + len(m.Images)*model.ImageTokens*usualBytes
	for _, c := range m.Calls {
		size += len(c.Name) + len(c.Arguments)
	}
	return size
}
