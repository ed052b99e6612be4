package ui

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
	"adroit/ui/mailbox"
)

// fakeSession remembers what was asked of it, and does nothing.
type fakeSession struct {
	mu      sync.Mutex
	sub     func(event.Event)
	sent    []string
	answers []given
	acts    []tools.Call
	cancels int
	modes   []permissions.Mode
	closed  int
	live    bool
	queue   []string
	hidden  map[string]string // behind masks, by node
	refuse  error             // what Send, Resolve and Act return
	locked  bool              // it wants another token
	token   string            // that it was given
	claims  int
	now     func() time.Time
}

// given is an answer to an approval request.
type given struct {
	id     string
	answer permissions.Answer
	at     time.Time
}

func (s *fakeSession) Subscribe(f func(event.Event)) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sub = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sub = nil
	}
}

func (s *fakeSession) emit(e event.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sub != nil {
		s.sub(e)
	}
}

func (s *fakeSession) Send(words string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse == nil {
		s.sent = append(s.sent, words)
	}
	return false, s.refuse
}

func (s *fakeSession) Unqueue() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return "", false
	}
	last := s.queue[len(s.queue)-1]
	s.queue = s.queue[:len(s.queue)-1]
	return last, true // the event of it comes by itself
}

func (s *fakeSession) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels++
}

func (s *fakeSession) Resolve(id string, a permissions.Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, given{id, a, s.now()})
	return s.refuse
}

func (s *fakeSession) Act(c tools.Call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acts = append(s.acts, c)
	return s.refuse
}

func (s *fakeSession) SetMode(m permissions.Mode) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.modes = append(s.modes, m)
	return s.refuse
}

func (s *fakeSession) Watch(live bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live = live
}

func (s *fakeSession) Reveal(node string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hidden, ok := s.hidden[node]
	return hidden, ok
}

func (s *fakeSession) WantsToken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.locked
}

// SetToken takes a token, and wants no other.
func (s *fakeSession) SetToken(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.locked, s.token = false, token
}

func (s *fakeSession) Claim() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.claims++
	return s.refuse
}

// given are the answers so far.
func (s *fakeSession) given() []given {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers
}

func (s *fakeSession) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed++
	return nil
}

// driver runs the app as Bubble Tea does, but on a clock of its own: time
// passes only when the test says so, and commands run at once.
type driver struct {
	t        testing.TB
	app      *app
	session  *fakeSession
	listener *listener
	now      time.Time
	timers   []timed
	watch    func(tea.Msg)     // called after each message
	saved    map[string]string // files that the app wrote
	blind    bool              // frames are not drawn: for tests that look at answers alone
	quit     bool              // the app wants to end
}

type timed struct {
	at  time.Time
	msg tea.Msg
}

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func newDriver(t testing.TB, width, height int) *driver {
	t.Helper()
	return newDriverWith(t, width, height, Options{
		Theme: "dark", Device: "Pixel 8 (simulated)", Model: "adroit-scripted", Demo: true,
		SuggestedTasks: []string{"Turn on Wi-Fi", "Send Anna a message", "Open the gallery"},
	})
}

func newDriverWith(t testing.TB, width, height int, o Options) *driver {
	t.Helper()
	d := &driver{t: t, now: start, listener: &listener{box: mailbox.New()}, watch: func(tea.Msg) {}}
	d.session = &fakeSession{now: func() time.Time { return d.now }}
	o.Session, o.Now = d.session, func() time.Time { return d.now }
	d.app = newApp(context.Background(), o, d.listener)
	d.saved = map[string]string{}
	d.app.save = func(path, words string) error {
		if d.saved[path] != "" {
			return os.ErrExist
		}
		d.saved[path] = words
		return nil
	}
	d.app.listen = nil // the test delivers events itself: see happen
	d.app.after = func(wait time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			d.timers = append(d.timers, timed{d.now.Add(wait), msg})
			return nil
		}
	}
	d.run(d.app.Init())
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// send delivers a message, draws, and runs the commands that follow.
func (d *driver) send(msg tea.Msg) {
	_, cmd := d.app.Update(msg)
	if !d.blind {
		d.app.View()
	}
	d.watch(msg)
	d.run(cmd)
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		d.quit = true
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	default:
		d.send(msg)
	}
}

// wait lets time pass, and the timers that fall due.
func (d *driver) wait(span time.Duration) {
	end := d.now.Add(span)
	for {
		slices.SortStableFunc(d.timers, func(a, b timed) int { return a.at.Compare(b.at) })
		if len(d.timers) == 0 || d.timers[0].at.After(end) {
			break
		}
		next := d.timers[0]
		d.timers = d.timers[1:]
		d.now = next.at
		d.send(next.msg)
	}
	d.now = end
}

// happen delivers events of the session in one batch.
func (d *driver) happen(events ...event.Event) {
	batch := batchMsg{}
	for i, e := range events {
		e.Seq = int64(i + 1)
		batch = append(batch, d.listener.decode(e))
	}
	d.send(batch)
}

// press presses keys, named as in the keymap, at one moment.
func (d *driver) press(names ...string) {
	for _, name := range names {
		d.send(keyNamed(name))
	}
}

// type writes text by hand, a key every 100 ms.
func (d *driver) write(text string) {
	for _, r := range text {
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		d.wait(100 * time.Millisecond)
	}
}

// keyNamed is the key press that a terminal reports for a name.
func keyNamed(name string) tea.KeyPressMsg {
	special := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
		"space": {Code: tea.KeySpace, Text: " "}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "end": {Code: tea.KeyEnd}, "home": {Code: tea.KeyHome},
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"backspace": {Code: tea.KeyBackspace}, "f1": {Code: tea.KeyF1}, "f9": {Code: tea.KeyF9}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift},
		"alt+up": {Code: tea.KeyUp, Mod: tea.ModAlt}, "alt+enter": {Code: tea.KeyEnter, Mod: tea.ModAlt},
		"ctrl+end": {Code: tea.KeyEnd, Mod: tea.ModCtrl},
	}
	if k, ok := special[name]; ok {
		return k
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	r := []rune(name)[0]
	return tea.KeyPressMsg{Code: r, Text: name}
}

// screen is the frame as a terminal shows it, cell by cell, without styles.
func (d *driver) screen() string { return strings.Join(d.rows(), "\n") }

func (d *driver) rows() []string {
	em := d.terminal()
	rows := make([]string, em.Height())
	for y := range rows {
		var b strings.Builder
		for x := 0; x < em.Width(); {
			c := em.CellAt(x, y)
			if c == nil || c.Width == 0 {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(c.Content)
			x += c.Width
		}
		rows[y] = strings.TrimRight(b.String(), " ")
	}
	return rows
}

// terminal shows the frame.
func (d *driver) terminal() *vt.Emulator {
	em := vt.NewEmulator(d.app.width, d.app.height)
	content := d.app.View().Content
	if _, err := em.WriteString(strings.ReplaceAll(content, "\n", "\r\n")); err != nil {
		d.t.Fatal(err)
	}
	return em
}

// sees fails the test unless the screen holds each of the texts.
func (d *driver) sees(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, want := range texts {
		if !strings.Contains(screen, want) {
			d.t.Errorf("%q is not on the screen:\n%s", want, screen)
		}
	}
}

// misses fails the test if the screen holds one of the texts.
func (d *driver) misses(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, unwanted := range texts {
		if strings.Contains(screen, unwanted) {
			d.t.Errorf("%q is on the screen:\n%s", unwanted, screen)
		}
	}
}

func asJSON(t testing.TB, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
