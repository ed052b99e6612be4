package tools

import (
	"context"

	"adroit/permissions"
)

// origin is where on a screen the text or the name that the call enters was
// taken from, nil where it is the person's or the model's own.
func (a act) origin(ctx context.Context, s scene, p plan) *permissions.Origin {
	switch {
	case a.call.ByPerson:
		return nil
	case p.types:
		return a.broker.Origins().OfText(content(s.screen, p.target), a.args.text("text"))
	case a.tool.Name == "open_app":
		return a.originOfApp(ctx)
	}
	return nil
}

// originOf is where on a screen a text that a call writes elsewhere than into a
// field was taken from.
func (r *Runner) originOf(c Call, text string) *permissions.Origin {
	if c.ByPerson {
		return nil
	}
	return r.broker.Origins().OfText("", text)
}

func (a act) originOfApp(ctx context.Context) *permissions.Origin {
	name := a.args.text("target")
	if a.broker.Origins().OfName(name, "") == nil {
		return nil
	}
	// Without an answer the home screen counts like any other.
	home, _ := a.phone.Home(ctx)
	return a.broker.Origins().OfName(name, home)
}

// learn takes over what an answer makes the person's own words: what they say
// themselves, what they saw and approved, and a text that came from no screen.
func (a act) learn(request permissions.Request, answer permissions.Answer) {
	a.broker.Origins().Said(answer.Message)
	if answer.By == permissions.ByPerson && answer.Verdict == permissions.Edit {
		a.broker.Origins().Said(string(answer.Arguments))
	}
	if answer.Verdict.Approves() && (answer.By == permissions.ByPerson || request.Origin == nil) {
		a.broker.Origins().Said(a.args.text("text"))
	}
}
