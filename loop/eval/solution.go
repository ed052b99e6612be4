package eval

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adroit/loop/model"
)

// Solution is a model that makes the calls of a task's solution one after the
// other, whatever comes of them, and then says its last words. A target in angle
// brackets stands for the number of the screen's line that begins with the words
// in them: "<switch Dark theme>".
func Solution(t Task) model.Model { return &solution{calls: t.Solution, says: t.Says} }

// Idle is a model that claims to be done and does nothing: it must pass no task.
func Idle(Task) model.Model { return &solution{} }

type solution struct {
	mu    sync.Mutex
	calls []Call
	says  string
}

// Reply makes the next call.
func (s *solution) Reply(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return model.Reply{}, context.Cause(ctx)
	}
	if len(s.calls) == 0 || req.NoTools {
		says := s.says
		if says == "" {
			says = "Done."
		}
		if delta != nil {
			delta(says)
		}
		return model.Reply{Text: says, Stop: model.StopEnd}, nil
	}
	next := s.calls[0]
	s.calls = s.calls[1:]
	return model.Reply{
		Calls: []model.Call{{ID: "1", Name: next.Tool, Arguments: numbered(string(next.Arguments), req.Messages)}},
		Stop:  model.StopToolCalls,
	}, nil
}

var placeholder = regexp.MustCompile(`"<([^"<>]+)>"`)

// numbered is arguments with the numbers of the lines that they speak of, as
// the results told them last.
func numbered(arguments string, told []model.Message) string {
	return placeholder.ReplaceAllStringFunc(arguments, func(quoted string) string {
		words := strings.Trim(quoted, `"<>`)
		for _, m := range slices.Backward(told) {
			for line := range strings.Lines(m.Text) {
				id, says, _ := strings.Cut(line, " ")
				if m.Role == model.RoleTool && strings.HasPrefix(says, words) && id != "-" {
					return `"` + id + `"`
				}
			}
		}
		return quoted
	})
}

// Unproved is a task whose check was not proved.
type Unproved struct {
	ID  string
	Why []string
}

// Prove runs every task twice, once doing nothing and once by its solution, and
// returns those whose check does not tell the one from the other, or that have
// no solution. When ctx ends, it returns why.
func Prove(ctx context.Context, o Options) ([]Unproved, error) {
	o.Attempts = 1
	o.Model, o.ModelName = Idle, "idle"
	before := Run(ctx, o)
	o.Model, o.ModelName = Solution, "solution"
	after := Run(ctx, o)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var unproved []Unproved
	for i, t := range o.Suite.Tasks {
		nothing, solved := before.Tasks[i].Attempts[0], after.Tasks[i].Attempts[0]
		var why []string
		switch {
		case len(t.Solution) == 0:
			why = append(why, "it has no solution: give it a list of calls, solution = […]")
		case solved.Error != "":
			why = append(why, solved.Error)
		case !solved.Passed:
			why = append(why, solved.Faults...)
		}
		if nothing.Passed {
			why = append(why, "who does nothing passes")
		}
		if len(why) > 0 {
			unproved = append(unproved, Unproved{t.ID, why})
		}
	}
	return unproved, nil
}
