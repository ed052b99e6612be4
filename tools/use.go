package tools

import (
	"context"

	"adroit/device/screen"
)

// use is one call of a tool on its way. What it knows of the phone's screen is
// what whoever made the call may see: everything that a tool says, finds, waits
// for or proves comes from there.
type use struct {
	*Runner
	tool Tool
	call Call
}

// readingTool is the tool with which a model reads the screen. Where a rule of
// the person's denies it, no other tool tells of the screen either.
const readingTool = "observe_screen_context"

// observe looks at the phone now.
func (u use) observe(ctx context.Context) (*screen.Context, error) {
	c, err := u.phone.Observe(ctx)
	if err != nil {
		return nil, err
	}
	return u.saw(c), nil
}

// saw takes note of what was observed, and returns what of it may be shown.
func (u use) saw(c *screen.Context) *screen.Context {
	u.hooks.Screen(c)
	shown := u.shown(c)
	u.broker.Origins().Seen(shown)
	return shown
}

// shown is what of c whoever made the call may see. The person sees all of it.
func (u use) shown(c *screen.Context) *screen.Context {
	if u.call.ByPerson {
		return c
	}
	return u.without(c, u.tool.Name)
}

// without is c without the apps that the person's rules keep from a model that
// uses a tool. A notification counts as one of theirs unless the app that sent
// it is known to be another.
func (r *Runner) without(c *screen.Context, tool string) *screen.Context {
	policy := r.broker.Policy()
	some := policy.WithholdsSome(tool, readingTool)
	if some == "" {
		return c
	}
	app := func(pkg string) string { return policy.Withholds(pkg, tool, readingTool) }
	return c.Without(screen.Sight{App: app, Notice: func(name string) string {
		senders := r.phone.Labelled(name)
		for _, pkg := range senders {
			if rule := app(pkg); rule != "" {
				return rule
			}
		}
		if len(senders) == 0 {
			return some
		}
		return ""
	}})
}

// Shown is what of c the model may see, whatever it does: c without the apps
// that the person's rules keep from it.
func (r *Runner) Shown(c *screen.Context) *screen.Context { return r.without(c, readingTool) }
