package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/theme"
	"adroit/ui/mailbox"
)

// Options says what the cockpit shows and where.
type Options struct {
	Session Session   // nil only where something is Missing
	Missing []Missing // what there can be no session without
	Offers  Offers    // what else can be opened

	Theme          theme.Name        // "" is theme.Auto
	Device         string            // the name of the phone
	Model          string            // the name of the model
	Context        int               // tokens that the model can take; 0: not known
	Plain          bool              // lines of text instead of a screen; so it is on a terminal with TERM=dumb
	Playback       Playback          // of what plays a recording: its questions are shown and not asked; nil: the session is no recording
	PlaybackSpeed  float64           // at which it plays
	Demo           bool              // the simulated phone and the scripted model
	Rules          permissions.Rules // the person's, to be shown
	Guidance       Guidance          // the person's for the model, to be shown
	SuggestedTasks []string          // offered on the first screen, to be picked by number
	Past           []event.Event     // of the run that the session goes on with
	Since          int64             // number of the last event before this cockpit came to the session: it ends no turn that was asked for here
	LogPath        string            // where the run is recorded; "" says nothing about it
	ResumeCommand  string            // what goes on with the run later; "" says nothing about it

	// Keys are those of actions that have others than the usual ones, by the
	// names of the actions. CheckKeys has found them sound.
	Keys map[string][]string

	// ReducedMotion shows the model's words a line at a time, and counts seconds
	// that pass in tens. Nothing on the screen blinks, slides or spins in any case.
	ReducedMotion bool

	// Changes tells of changes of the configuration; nil tells of none. Whoever
	// made it closes it after Run has returned.
	Changes <-chan Changed

	In      io.Reader        // nil: the terminal
	Out     io.Writer        // nil: standard output
	Environ []string         // TERM, COLORTERM, NO_COLOR …, as os.Environ writes them
	Now     func() time.Time // nil: time.Now
}

// How long an ending may take: for the terminal to take the last bytes, and for
// the session to stop what it is doing. Together they stay under two seconds.
const (
	terminalGrace = 700 * time.Millisecond
	sessionGrace  = 1200 * time.Millisecond
)

// Run shows the cockpit until the person quits, ctx ends, a signal asks for
// the end, or the terminal goes away. However it ends, panics included, the
// terminal is as it was before and the session is closed when Run returns. The
// error says why it ended, unless the person wanted it.
func Run(ctx context.Context, o Options) error {
	o.setDefaults()

	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, release := follow(ctx, o.Session)
	defer release()
	box := mailbox.New()
	defer o.Session.Subscribe(box.Put)()

	if o.Plain || slices.Contains(o.Environ, "TERM=dumb") {
		err := errors.Join(runPlain(ctx, o, box), closeSession(ctx, o.Session))
		o.sayLog()
		return err
	}
	releaseStderr, err := holdStderr()
	if err != nil {
		return errors.Join(err, closeSession(ctx, o.Session))
	}
	err = show(ctx, newApp(ctx, o, &listener{box: box}), o)
	stop()
	err = errors.Join(err, closeSession(ctx, o.Session))
	if errors.Is(err, errStuckTerminal) {
		return err // nothing more can be written to it
	}
	err = errors.Join(err, releaseStderr())
	o.sayLog()
	return err
}

// mortal is a session that may end by itself: Done is closed then, and Err says
// why.
type mortal interface {
	Done() <-chan struct{}
	Err() error
}

// follow ends the returned context when the session ends by itself.
func follow(ctx context.Context, s Session) (_ context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if m, ok := s.(mortal); ok {
		go func() {
			select {
			case <-m.Done():
				cancel(m.Err())
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() { cancel(nil) }
}

// sayLog says where the run is recorded and what goes on with it, after its
// end.
func (o *Options) sayLog() {
	if o.LogPath != "" {
		fmt.Fprintf(o.Out, "adroit: this run is recorded in %s\n", o.LogPath)
	}
	if o.ResumeCommand != "" {
		fmt.Fprintf(o.Out, "adroit: to go on with it: %s\n", o.ResumeCommand)
	}
}

func (o *Options) setDefaults() {
	if o.Theme == "" {
		o.Theme = theme.Auto
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Session == nil {
		o.Session = absent{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
}

// show runs the program until it has restored the terminal, or until the
// terminal has not taken what is needed for that in time.
func show(ctx context.Context, a *app, o Options) error {
	options := []tea.ProgramOption{
		tea.WithoutSignalHandler(), tea.WithOutput(o.Out), tea.WithEnvironment(o.Environ), tea.WithFPS(framesPerSecond),
	}
	if o.In != nil {
		options = append(options, tea.WithInput(o.In))
	}
	program := tea.NewProgram(a, options...)
	a.ticker = func() *time.Ticker { return tickerOf(program) }
	ended := make(chan error, 1)
	go func() {
		_, err := program.Run()
		ended <- err
	}()
	select {
	case err := <-ended:
		return a.why(err)
	case <-ctx.Done():
	}
	go program.Quit() // blocks where the terminal does
	select {
	case err := <-ended:
		return errors.Join(fmt.Errorf("the cockpit was ended: %w", context.Cause(ctx)), a.why(err))
	case <-time.After(terminalGrace):
		return fmt.Errorf("%w: %w", errStuckTerminal, context.Cause(ctx))
	}
}

var errStuckTerminal = errors.New("the terminal takes no output any more")

// why says in our words why the program ended by itself.
func (a *app) why(err error) error {
	words := a.panicked.Load()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, tea.ErrProgramPanic) && words != nil:
		return fmt.Errorf("the cockpit failed, this is a bug: %s: %w", *words, err)
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("the cockpit failed, this is a bug: %w", err)
	default:
		return fmt.Errorf("the terminal is gone: %w", err)
	}
}

// closeSession closes s even where ctx has ended.
func closeSession(ctx context.Context, s Session) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sessionGrace)
	defer cancel()
	return s.Close(ctx)
}
