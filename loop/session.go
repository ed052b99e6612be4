package loop

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/skill"
)

// What a Session refuses.
var (
	ErrClosed = errors.New("the session is closed")
	ErrEmpty  = errors.New("there is nothing to send")
	ErrBusy   = errors.New("the phone is still busy with the last act by hand")
)

// runner carries out tool calls: a tools.Runner, or in tests a script of what
// no phone does on demand.
type runner interface {
	Run(context.Context, tools.Call) tools.Result
	Label(tools.Call) string
	Shown(*screen.Context) *screen.Context
	ShowAll()
	Skills() skill.Set
	LeaveSkills()
}

// phone is what the loop asks of a device.Phone beside its tools.
type phone interface {
	Serial() string
	State(context.Context) (string, error)
	Observe(context.Context) (*screen.Context, error)
	Last() *screen.Context
	Probe(context.Context) (string, error)
}

// Session is one conversation about one phone. All methods may be called from
// any goroutine, except from within a subscriber.
type Session struct {
	model model.Model
	briefing
	runner   runner
	phone    phone
	broker   *permissions.Broker
	gate     Gate
	required func() Gate                                   // what must be so before a turn counts as done now
	check    func(context.Context, Gate) (faults []string) // what of it is not
	limits   Limits
	now      func() time.Time

	events  *emitter
	link    *link
	watcher *watcher

	// For the goroutine that runs the turns alone.
	history history
	gauge   gauge

	// Of a run that goes on: its record, and what was left open in it.
	resumed  *record.Run
	left     *turn
	leftActs []*call

	cancel  context.CancelCauseFunc // ends the session's goroutines
	cause   func() error            // why the session has ended; nil while it lives
	start   chan *turn              // hands the running turn to its goroutine; never full
	acts    chan *act               // the person's own acts
	outside chan *outsideCall       // the calls of other programs

	done     chan struct{} // closed when nothing runs and the log is closed
	closeErr error         // of the log; to be read after done

	mu      sync.Mutex
	ids     map[string]int   // given out so far, by prefix
	running *turn            // nil between turns
	queue   []*turn          // wait for the running turn, oldest first
	acting  *act             // the person's own act that is going on
	calls   map[string]*call // that the runner has in hand, by their ids

	toldOutside bool // the last screen was told to another program, not to the model
}

// New starts a session. It ends with Close.
func New(cfg Config) *Session {
	s := newSession(cfg, cfg.Phone)
	if cfg.Resume != nil {
		cfg.Phone.NumberAfter(lastNumber(cfg.Resume))
	}
	r := tools.NewRunner(cfg.Phone, s.broker, cfg.Registry, cfg.Tools, s.hooks())
	s.begin(r, r.Tools(), cfg.Hub.Track)
	return s
}

// newSession builds a session that does not run yet.
func newSession(cfg Config, p phone) *Session {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Session{
		model:  cfg.Model,
		phone:  p,
		broker: permissions.NewBroker(cfg.Policy, cfg.Approver, permissions.Options{Timeout: cfg.ApprovalTimeout, Now: cfg.Now}),
		briefing: briefing{
			speak: cfg.Speak, whole: cfg.Tools.ScreenJSON, notes: cfg.Registry.Text(text.Visible(cfg.Notes)),
		},
		gate:    cfg.Gate,
		limits:  cfg.Limits.InForce(),
		now:     cfg.Now,
		events:  newEmitter(cfg.Record, cfg.Registry, cfg.Now),
		link:    newLink(),
		watcher: newWatcher(cfg.LiveInterval),
		start:   make(chan *turn, 1),
		acts:    make(chan *act, 1),
		outside: make(chan *outsideCall),
		done:    make(chan struct{}),
		ids:     map[string]int{},
		calls:   map[string]*call{},
		resumed: cfg.Resume,
	}
	s.required, s.check = s.demands, s.faults
	return s
}

// begin starts the goroutines of the session: one that runs the turns, one
// that carries out the person's own acts, one for the calls of other programs,
// one that watches the screen and one that follows the connection. All end when
// the session does, and the log is closed after the last of them.
func (s *Session) begin(r runner, catalogue []tools.Tool, track func(context.Context) <-chan []device.Info) {
	s.runner = r
	s.declare(catalogue)
	if s.resumed != nil {
		s.restore(s.resumed)
	}

	ctx, cancel := context.WithCancelCause(context.Background())
	s.cancel = cancel
	s.cause = func() error { return context.Cause(ctx) }

	var work sync.WaitGroup
	own := func(task string, f func(context.Context)) {
		work.Go(func() { s.protect(task, func() { f(ctx) }) })
	}
	own("the turns", s.runTurns)
	own("acts by hand", s.runActs)
	own("calls of other programs", s.runOutside)
	own("the live screen", s.watch)
	own("the connection", func(ctx context.Context) { s.followLink(ctx, track(ctx)) })
	go func() {
		work.Wait()
		s.closeErr = s.events.close()
		close(s.done)
	}()
}

// Subscribe has f called with every event from now on, in the order of
// Event.Seq and one at a time, on the goroutine that emits it. f must not
// block and must not call the session. The returned function ends it.
func (s *Session) Subscribe(f func(event.Event)) (unsubscribe func()) {
	return s.events.subscribe(f)
}

// Send starts a turn with the person's words, or queues them while one runs.
// After a turn that failed the queue waits until something is sent again.
func (s *Session) Send(text string) (queued bool, err error) {
	_, queued, err = s.enqueue(text)
	return queued, err
}

// RunTurn sends the person's words and returns the event that ended their
// turn. The end of ctx ends the turn: as failed at a deadline, as cancelled
// otherwise. Words that were not accepted return a turn_failed event that no
// subscriber sees.
func (s *Session) RunTurn(ctx context.Context, text string) event.Event {
	t, _, err := s.enqueue(text)
	if err != nil {
		return event.Event{V: event.Version, Type: event.TurnFailed, Outcome: event.Failed, Reason: err.Error()}
	}
	defer context.AfterFunc(ctx, func() { t.interrupt(context.Cause(ctx)) })()
	<-t.ended
	return t.final
}

func (s *Session) enqueue(text string) (t *turn, queued bool, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, false, ErrEmpty
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.cause(); err != nil {
		return nil, false, err
	}
	t = &turn{id: s.newID("t"), text: text, ended: make(chan struct{})}
	s.queue = append(s.queue, t)
	if queued = s.running != nil || len(s.queue) > 1; queued {
		s.emit(event.Event{Type: event.TurnQueued, TurnID: t.id, Text: text})
	}
	s.startNext()
	return t, queued, nil
}

// startNext starts the oldest turn of the queue unless one is running. The
// caller holds s.mu.
func (s *Session) startNext() {
	if s.running != nil || len(s.queue) == 0 {
		return
	}
	s.running, s.queue = s.queue[0], s.queue[1:]
	s.start <- s.running
}

// rest notes that no turn is running.
func (s *Session) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = nil
}

// proceed lets the next turn of the queue begin.
func (s *Session) proceed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause() == nil {
		s.startNext()
	}
}

// Unqueue takes back the words that were queued last.
func (s *Session) Unqueue() (text string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.queue) - 1
	if last < 0 {
		return "", false
	}
	t := s.queue[last]
	s.queue = s.queue[:last]
	t.drop(errCancelled)
	s.emit(event.Event{Type: event.TurnUnqueued, TurnID: t.id})
	return t.text, true
}

// Cancel stops what is going on: the running turn, with its stream, its
// command on the phone and its question to the person, and the person's own
// act. The queue stays. It returns at once; the terminal event follows.
func (s *Session) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		s.running.interrupt(errCancelled)
	}
	if s.acting != nil {
		s.acting.interrupt(errCancelled)
	}
}

// Resolve answers the approval request with the given id. An error, such as
// permissions.ErrNotPending, means that the answer changed nothing.
func (s *Session) Resolve(requestID string, a permissions.Answer) error {
	return s.broker.Resolve(requestID, a)
}

// Tools are those that the model and other programs may use.
func (s *Session) Tools() []tools.Tool { return s.catalogue }

// Mode is how much passes without a question.
func (s *Session) Mode() permissions.Mode { return s.broker.Mode() }

// SetMode changes how much passes without a question, by the person's choice,
// and tells it. An error means that m is no mode and nothing changed.
func (s *Session) SetMode(m permissions.Mode) error {
	if err := s.cause(); err != nil {
		return err
	}
	if _, err := permissions.ParseMode(string(m)); err != nil {
		return err
	}
	s.emit(event.Event{Type: event.ModeChanged, Mode: string(m), By: permissions.ByPerson})
	return s.broker.SetMode(m)
}

// Reveal is the text behind the masks of one node of the latest screen. It is
// for the person's eyes and goes nowhere else.
func (s *Session) Reveal(nodeID string) (text string, ok bool) {
	last := s.phone.Last()
	if last == nil {
		return "", false
	}
	return last.Reveal(nodeID)
}

// Close ends the session: the running turn as cancelled, what is pending as
// denied, the queue unsent, the log closed. When ctx ends first, the turn is
// told as cancelled all the same, the log is closed, and the error says what
// hangs. Closing again only waits.
func (s *Session) Close(ctx context.Context) error {
	s.mu.Lock()
	s.cancel(ErrClosed)
	running := s.running
	s.mu.Unlock()
	select {
	case <-s.done:
		return s.closeErr
	case <-ctx.Done():
	}
	if running != nil {
		s.endTurn(running, interrupted(ErrClosed))
	}
	return errors.Join(errors.New("close the session: a call to the model or the phone does not return"), s.events.close())
}

// Done is closed when the session has ended and its log is closed: after Close,
// or by itself, for the reason that Err gives.
func (s *Session) Done() <-chan struct{} { return s.done }

// Err is why the session ended by itself: a *PanicError, or the error of a run
// log that could not be written. It is nil while the session lives and after
// an orderly Close.
func (s *Session) Err() error {
	if err := s.cause(); !errors.Is(err, ErrClosed) {
		return err
	}
	return nil
}

// newID returns prefix1, prefix2 … The caller holds s.mu.
func (s *Session) newID(prefix string) string {
	s.ids[prefix]++
	return prefix + strconv.Itoa(s.ids[prefix])
}

// emit tells an event. When the run log cannot be written, the session ends:
// nothing may happen that the log does not hold.
func (s *Session) emit(e event.Event) event.Event {
	e, err := s.events.emit(e)
	if err != nil {
		s.cancel(err)
	}
	return e
}
