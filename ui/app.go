package ui

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
)

// app is the one model of the program. It owns the panes and decides who gets
// a key; everything that takes time happens in the commands it returns.
type app struct {
	session Session
	options Options
	now     func() time.Time
	listen  tea.Cmd                              // waits for the next batch of events
	after   func(time.Duration, tea.Msg) tea.Cmd // sends a message later
	work    worker                               // does what takes time
	pager   func(words string) tea.Cmd           // shows a long text
	save    func(path, words string) error       // writes a new file

	themeName theme.Name // as asked for; may be Auto
	colours   int        // the terminal can show
	dark      bool       // the terminal's background
	theme     theme.Theme
	keymap    keymap

	width, height int
	layout        layout
	split         int // cells by which the person moved the border to the right
	focus         focus
	playing       playing
	recalling     bool // what is applied happened in an earlier run of the program
	watching      bool // the live screen was asked for last, not its end
	watchAsked    bool // that is under way
	mouse         bool // wheel and clicks come here instead of to the terminal

	chat     *transcript
	composer *composer
	phone    *phone
	turn     turn
	calls    map[string]*entry // the cards of calls that have not finished, by id

	pending  []permissions.Request // questions without an answer, oldest first
	dialog   *dialog
	box      box // of the dialog
	heldFrom time.Time
	picker   *picker
	form     *form
	reader   *reader

	mode         permissions.Mode // what passes without a question
	holder       holder           // of the approvals
	phoneTrouble string           // what is wrong with the phone until it is mended; "" for nothing
	modelTrouble string           // the same of the model's endpoint

	troubles  []trouble // everything that went wrong, oldest first
	notice    notice
	lastKey   time.Time // the last key or paste, for anything
	lastTyped time.Time // the last one that was not for a dialog
	ladder    ladder
	clockAt   time.Time // when the next clockMsg comes; zero: none is on its way

	frame  tea.View // the last one drawn
	dirty  bool     // the next one differs
	pacer  pacer
	ticker func() *time.Ticker // the renderer's, once it runs; nil: none

	panicked atomic.Pointer[string] // what the first command that panicked said; nil: none did
}

// The messages that the app sends itself.
type (
	viewedMsg    struct{ requestID string } // View has drawn the dialog
	armMsg       struct{ requestID string } // the gate may be open now
	settleMsg    struct{ requestID string } // a key may have become an answer
	heldMsg      struct{}                   // the person may have paused typing
	clockMsg     struct{}                   // a duration on the screen has changed
	noticeMsg    struct{ id int }           // a notice has been shown long enough
	watchedMsg   struct{}                   // the session has been told whether the screen is wanted live
	hideMsg      struct{}                   // what was revealed hides again
	saidMsg      struct{ text string }      // something asked for is done
	connectedMsg struct{}                   // a phone on the network is there
	failedMsg    struct{ err error }        // something asked of the session failed

	// refusedMsg: the session did not take the answer to request.
	refusedMsg struct {
		request permissions.Request
		err     error
	}
	// unsentMsg: the session did not take the person's words.
	unsentMsg struct {
		text string
		err  error
	}
	// unqueuedMsg: text was taken off the queue, if ok.
	unqueuedMsg struct {
		text string
		ok   bool
	}
	// revealMsg: text stands behind the masks of node, if ok.
	revealMsg struct {
		node, text string
		ok         bool
	}
)

func newApp(ctx context.Context, o Options, l *listener) *app {
	o.Device, o.Model = text.Line(o.Device), text.Line(o.Model)
	a := &app{
		session: o.Session, options: o, now: o.Now,
		listen: l.next(ctx), after: timer(ctx), work: inTime(ctx), save: saveNew, pager: pagerIn(ctx, o.Environ),
		themeName: o.Theme, colours: 1 << 24, dark: true,
		phone: newPhone(o.Device), calls: map[string]*entry{}, mouse: mouseAtFirst(o.Environ),
		mode: permissions.ModeAsk,
	}
	a.playing = playing{controls: o.Playback, speed: o.PlaybackSpeed}
	a.phone.since = a.now()
	a.phone.replay, a.phone.absent = a.replaying(), len(o.Missing) > 0
	a.keymap = keymapWith(o.Keys)
	a.theme = theme.New(a.themeName, a.dark)
	a.chat = newTranscript(a.theme)
	a.chat.setCalm(o.ReducedMotion)
	a.composer = newComposer(a.theme)
	if a.replaying() {
		a.composer.area.Placeholder = recordingHint
	}
	a.recall(o.Past)
	return a
}

// replaying reports whether what is shown is a recording.
func (a *app) replaying() bool { return a.playing.controls != nil }

// Init implements tea.Model.
func (a *app) Init() tea.Cmd {
	if a.ticker != nil {
		a.pacer.ticker = a.ticker()
	}
	return a.guarded(tea.Batch(a.listen, a.tick(), tea.RequestBackgroundColor, a.awaitChange()))
}

// Update implements tea.Model.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return a, a.guarded(a.paced(a.update(msg))) }

func (a *app) update(msg tea.Msg) tea.Cmd {
	before := a.dirty
	a.dirty = true
	switch msg := msg.(type) {
	case batchMsg:
		return tea.Batch(a.happen(msg), a.listen) // the one place that listens again
	case tea.WindowSizeMsg:
		return a.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		return a.press(msg)
	case tea.PasteStartMsg, uv.UnknownEvent:
		return a.noise()
	case tea.PasteMsg:
		return a.paste(msg)
	case tea.MouseWheelMsg:
		a.wheel(msg)
		return nil
	case tea.MouseClickMsg:
		return a.click(msg)
	case tea.BlurMsg, tea.FocusMsg:
		return a.disturb()
	case tea.BackgroundColorMsg:
		a.dark = msg.IsDark()
		a.restyle()
	case tea.ColorProfileMsg:
		a.colours = coloursOf(msg.Profile)
		a.restyle()
	case viewedMsg:
		return a.viewed(msg)
	case armMsg:
		return a.arm(msg.requestID)
	case settleMsg:
		return a.settle(msg)
	case heldMsg:
		return a.ask()
	case refusedMsg:
		return a.refused(msg)
	case clockMsg:
		a.clockAt = time.Time{}
		return a.tick()
	case noticeMsg:
		a.notice.expire(msg.id)
	case hideMsg:
		clear(a.phone.revealed)
	case watchedMsg:
		a.watchAsked = false
		return a.watch()
	case changedMsg:
		return a.changed(msg.Changed)
	case offersMsg:
		return a.offered(msg)
	case examinedMsg:
		return a.examined(msg)
	case connectedMsg:
		return a.choosePhone()
	case saidMsg:
		return a.say(msg.text)
	case failedMsg:
		return a.fail(msg.err.Error())
	case unsentMsg:
		a.composer.set(msg.text)
		return a.fail(msg.err.Error())
	case unqueuedMsg:
		return a.tookBack(msg)
	case revealMsg:
		return a.revealed(msg)
	case restMsg:
		a.dirty = before
		return a.rest()
	default:
		a.dirty = before
	}
	return nil
}

// restyle works out the theme and has everything drawn in it.
func (a *app) restyle() {
	a.theme = theme.New(theme.Pick(a.themeName, a.colours), a.dark)
	a.chat.restyle(a.theme)
	a.composer.restyle(a.theme)
	a.relayout()
}

// timer sends messages later, and none any more once ctx has ended.
func timer(ctx context.Context) func(time.Duration, tea.Msg) tea.Cmd {
	return func(d time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			t := time.NewTimer(d)
			defer t.Stop()
			select {
			case <-t.C:
				return msg
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// coloursOf is how many colours a terminal of the given profile can show.
func coloursOf(p colorprofile.Profile) int {
	switch p {
	case colorprofile.TrueColor:
		return 1 << 24
	case colorprofile.ANSI256:
		return 256
	case colorprofile.ANSI:
		return 16
	default:
		return 0
	}
}

// attempt asks something of the session that can fail, off the update path.
func attempt(f func() error) tea.Cmd {
	return func() tea.Msg {
		if err := f(); err != nil {
			return failedMsg{err}
		}
		return nil
	}
}
