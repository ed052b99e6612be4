package loop

import (
	"fmt"
	"strings"

	"adroit/loop/event"
	"adroit/loop/record"
)

// DifferenceError is the first thing that came out differently when a recorded run
// was run again.
type DifferenceError struct {
	Where     string // `turn t1, step 2, call c3`
	What      string // the name of what differs
	Was, Came string // in the record, and now
}

func (d *DifferenceError) Error() string {
	same := 0
	for same < min(len(d.Was), len(d.Came)) && d.Was[same] == d.Came[same] {
		same++
	}
	return fmt.Sprintf("%s: %s was %q and came out as %q", d.Where, d.What, around(d.Was, same), around(d.Came, same))
}

// around is the part of s in which something differs from byte i on.
func around(s string, i int) string {
	const before, after = 20, 80
	from, to := max(0, i-before), min(len(s), i+after)
	part := strings.ToValidUTF8(s[from:to], "")
	if from > 0 {
		part = "…" + part
	}
	if to < len(s) {
		part += "…"
	}
	return part
}

// compareStories returns how many steps are the same, and the first DifferenceError
// as an error.
func compareStories(was, came *record.Story) (steps int, err error) {
	for i, t := range was.Turns {
		if i >= len(came.Turns) {
			return steps, &DifferenceError{"turn " + t.ID, "request", t.Text, ""}
		}
		n, err := compareTurns(t, came.Turns[i])
		steps += n
		if err != nil {
			return steps, err
		}
	}
	return steps, nil
}

func compareTurns(was, came *record.Turn) (steps int, err error) {
	where := "turn " + was.ID
	d := comparison{where: where}
	d.compare("request", was.Text, came.Text)
	// Of a turn whose end is not recorded, as much as there is.
	cut := was.End == nil || was.End.Reason == endedMidway
	for i, step := range was.Steps {
		if d.err != nil || i >= len(came.Steps) {
			break
		}
		last := i == len(was.Steps)-1
		d.where = fmt.Sprintf("%s, step %d", where, step.Number)
		d.compareSteps(step, came.Steps[i], last && (cut || interruptedTurn(was.End)))
		if d.err == nil {
			steps++
		}
	}
	if cut {
		return steps, d.err
	}
	d.where = where
	if interruptedTurn(was.End) && len(came.Steps) == len(was.Steps)+1 {
		if was.End.Outcome == event.OutOfTokens {
			return steps, d.err // a summary used them up, and none is made now
		}
		came.Steps = came.Steps[:len(was.Steps)] // it was interrupted before the step, and is now in it
	}
	d.compare("number of steps", fmt.Sprint(len(was.Steps)), fmt.Sprint(len(came.Steps)))
	if came.End == nil {
		d.compare("end", string(was.End.Type), "none")
		return steps, d.err
	}
	d.compare("outcome", string(was.End.Outcome), string(came.End.Outcome))
	d.compare("verified", fmt.Sprint(was.End.Verified), fmt.Sprint(came.End.Verified))
	d.compare("answer", was.End.Text, came.End.Text)
	return steps, d.err
}

// interruptedTurn reports whether a turn may have ended in the middle of a
// step: then what its calls say depends on the moment, or on a limit.
func interruptedTurn(end *event.Event) bool {
	switch end.Outcome {
	case event.Cancelled, event.Failed, event.OutOfTokens:
		return true
	}
	return false
}

// comparison keeps the first difference.
type comparison struct {
	where string
	err   error
}

func (d *comparison) compare(what, was, came string) {
	if d.err == nil && was != came {
		d.err = &DifferenceError{d.where, what, was, came}
	}
}

// compareSteps compares two steps; of a partial one, only what was asked for.
func (d *comparison) compareSteps(was, came *record.Step, partial bool) {
	where := d.where
	d.compare("number", fmt.Sprint(was.Number), fmt.Sprint(came.Number))
	d.compare("text", was.Text, came.Text)
	if !partial {
		d.compare("number of calls", fmt.Sprint(len(was.Calls)), fmt.Sprint(len(came.Calls)))
	}
	for i, c := range was.Calls {
		if i >= len(came.Calls) {
			return
		}
		now := came.Calls[i]
		d.where = fmt.Sprintf("%s, call %s", where, c.ID)
		d.compare("id", c.ID, now.ID)
		d.compare("tool", c.Tool, now.Tool)
		d.compare("arguments", canonical(c.Proposed), canonical(now.Proposed))
		if !partial {
			d.compare("result", canonical(c.Result), canonical(now.Result))
		}
	}
	d.where = where
	if was.Gate != nil && came.Gate != nil {
		d.compare("check", was.Gate.Text, came.Gate.Text)
	}
}
