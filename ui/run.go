package ui

import (
	"context"
	"io"
	"time"
)

// Options says what the cockpit shows and where.
type Options struct {
	Session Session // required

	Theme          string   // auto, dark, light, ansi16 or none; "" is auto
	Device         string   // name of the phone, until the session tells another
	Model          string   // name of the model
	Demo           bool     // the simulated phone and the scripted model
	SuggestedTasks []string // offered on the first screen, to be picked by number
	LogPath        string   // where the run is recorded; "" says nothing about it

	In      io.Reader        // nil: the terminal
	Out     io.Writer        // nil: standard output
	Environ []string         // TERM, COLORTERM, NO_COLOR …; nil: the process's own
	Now     func() time.Time // nil: time.Now
}

// Run shows the cockpit until the person quits, ctx ends, or the terminal goes
// away. However it ends, the terminal is as it was before and the session is
// closed when Run returns.
func Run(ctx context.Context, o Options) error {
	return o.Session.Close(ctx)
}
