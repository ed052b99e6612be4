package device_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/device/sim/fault"
)

// operation is one thing to do with a phone.
type operation struct {
	name   string
	method string // of device.Phone
	do     func(context.Context, *device.Phone) error
}

func operations() []operation {
	return []operation{
		{"observe", "Observe", func(ctx context.Context, p *device.Phone) error { _, err := p.Observe(ctx); return err }},
		{"probe", "Probe", func(ctx context.Context, p *device.Phone) error { _, err := p.Probe(ctx); return err }},
		{"screenshot", "Screenshot", func(ctx context.Context, p *device.Phone) error { _, err := p.Screenshot(ctx); return err }},
		{"act", "Run", func(ctx context.Context, p *device.Phone) error { return p.Run(ctx, device.Keys(device.KeyHome)) }},
		{"type", "Run", func(ctx context.Context, p *device.Phone) error {
			commands, err := p.TypeText(ctx, "text")
			if err != nil {
				return err
			}
			return p.Run(ctx, commands...)
		}},
		{"plan typing", "TypeText", func(ctx context.Context, p *device.Phone) error {
			_, err := p.TypeText(ctx, "ü")
			if untypable := new(device.UntypableError); errors.As(err, &untypable) {
				return nil // as on every phone without a keyboard for it
			}
			return err
		}},
		{"restore the keyboard", "RestoreKeyboard", func(ctx context.Context, p *device.Phone) error { return p.RestoreKeyboard(ctx) }},
		{"long press", "LongPressMS", func(ctx context.Context, p *device.Phone) error { _, err := p.LongPressMS(ctx); return err }},
		{"apps", "Apps", func(ctx context.Context, p *device.Phone) error { _, err := p.Apps(ctx); return err }},
		{"find app", "FindApp", func(ctx context.Context, p *device.Phone) error { _, err := p.FindApp(ctx, "Settings"); return err }},
		{"learn labels", "LearnLabels", func(ctx context.Context, p *device.Phone) error { return p.LearnLabels(ctx, "") }},
		{"shell", "Shell", func(ctx context.Context, p *device.Phone) error {
			_, err := p.Shell(ctx, "echo a; sleep 0.05; echo b")
			return err
		}},
		{"script", "Script", func(ctx context.Context, p *device.Phone) error {
			_, err := p.Script(ctx, "echo a; echo b")
			return err
		}},
		{"exec", "Exec", func(ctx context.Context, p *device.Phone) error {
			_, err := p.Exec(ctx, "echo a", io.Discard)
			return err
		}},
		{"push", "Push", func(ctx context.Context, p *device.Phone) error {
			return p.Push(ctx, strings.NewReader("x"), "/sdcard/f", 0o600, time.Now())
		}},
		{"pull", "Pull", func(ctx context.Context, p *device.Phone) error {
			_, err := p.Pull(ctx, "/sdcard/f", io.Discard)
			return err
		}},
		{"stat", "Stat", func(ctx context.Context, p *device.Phone) error { _, err := p.Stat(ctx, "/sdcard/f"); return err }},
		{"home", "Home", func(ctx context.Context, p *device.Phone) error { _, err := p.Home(ctx); return err }},
		{"about", "About", func(ctx context.Context, p *device.Phone) error { _, err := p.About(ctx); return err }},
		{"condition", "Condition", func(ctx context.Context, p *device.Phone) error { _, err := p.Condition(ctx); return err }},
		{"drag", "Run", func(ctx context.Context, p *device.Phone) error {
			return p.Run(ctx, device.Drag(screen.Point{X: 500, Y: 900}, screen.Point{X: 500, Y: 800}, 50, 100))
		}},
		{"state", "State", func(ctx context.Context, p *device.Phone) error { _, err := p.State(ctx); return err }},
		{"features", "Features", func(ctx context.Context, p *device.Phone) error { _, err := p.Features(ctx); return err }},
	}
}

// Everything that a Phone does over adb is among the operations.
func TestOperationsAreComplete(t *testing.T) {
	tried := []string{"Serial", "Model", "NumberAfter", "Last", "Touch", "Labelled"} // ask no phone
	for _, o := range operations() {
		tried = append(tried, o.method)
	}
	for method := range reflect.TypeFor[*device.Phone]().Methods() {
		if !slices.Contains(tried, method.Name) {
			t.Errorf("%s is not tried under faults", method.Name)
		}
	}
}

// outcome is what a fault makes of the operations. One that it does not name
// goes well.
type outcome struct {
	all    error            // of every operation that needs the phone
	some   map[string]error // of the operations with these names
	unseen screen.Cause     // why observations fail
	seen   func(*screen.Context) bool
	either error // what an operation may fail with, or go well: it may be over before
}

func outcomes() map[fault.Fault]outcome {
	part := map[string]error{"screenshot": device.ErrUnread}
	injected := map[string]error{"act": device.ErrInjection, "type": device.ErrInjection, "drag": device.ErrInjection}
	return map[fault.Fault]outcome{
		fault.IdleState:       {unseen: screen.CauseIdle},
		fault.NullRoot:        {unseen: screen.CauseNullRoot},
		fault.AutomationTaken: {unseen: screen.CauseRegistered},
		fault.StaleFile:       {unseen: screen.CauseEmpty},
		fault.StaleTree:       {some: part, seen: func(c *screen.Context) bool { return c.Stale }},
		fault.Truncated:       {some: part, seen: func(c *screen.Context) bool { return !c.Complete }},
		fault.IllegalXML:      {seen: func(c *screen.Context) bool { return len(c.Warnings) > 0 }},
		fault.Killed:          {unseen: screen.CauseKilled},
		fault.Slow:            {},
		fault.Offline:         {all: device.ErrOffline, unseen: device.CauseLost},
		fault.Unauthorized:    {all: device.ErrUnauthorized, unseen: device.CauseLost},
		fault.Disconnect:      {either: device.ErrDeviceLost, unseen: device.CauseLost, some: map[string]error{"shell": device.ErrDeviceLost}},
		fault.ScreenOff:       {unseen: device.CauseScreenOff},
		fault.Locked:          {seen: func(c *screen.Context) bool { return c.Locked }},
		fault.KeyboardHidden:  {seen: func(c *screen.Context) bool { return !c.KeyboardVisible }},
		fault.KeyboardShown:   {seen: func(c *screen.Context) bool { return c.KeyboardVisible }},
		fault.OldShell:        {},
		fault.InjectDenied:    {some: injected},
		fault.SecondDisplay: {seen: func(c *screen.Context) bool {
			return c.PackageName == "com.android.settings" && c.Width == 1080 && !c.Stale
		}},
		fault.SecondFocus: {unseen: screen.CauseElsewhere},
	}
}

// check fails when an operation ended in another way than its outcome says, or
// without a cure.
func (want outcome) check(t *testing.T, name string, p *device.Phone, err error) {
	t.Helper()
	unseen, isUnseen := errors.AsType[*device.ObserveError](err)
	if err != nil && !curable(err) {
		t.Errorf("an error without a cure: %v", err)
	}
	switch {
	case want.unseen != "" && (name == "observe" || name == "screenshot"):
		if !isUnseen || unseen.Cause != want.unseen {
			t.Errorf("error %v, want cause %q", err, want.unseen)
		}
	case want.some[name] != nil:
		if !errors.Is(err, want.some[name]) {
			t.Errorf("error %v, want %v", err, want.some[name])
		}
	case want.all != nil && name != "state" && name != "features": // those the adb server knows
		if !errors.Is(err, want.all) {
			t.Errorf("error %v, want %v", err, want.all)
		}
	case err != nil && (want.either == nil || !errors.Is(err, want.either)):
		t.Errorf("error %v", err)
	case name == "observe" && want.seen != nil && !want.seen(p.Last()):
		t.Errorf("observed %+v", p.Last())
	}
}

// curable reports whether an error says what to do about it. One of a file that
// is not there says so by itself.
func curable(err error) bool {
	if unseen, ok := errors.AsType[*device.ObserveError](err); ok {
		return unseen.Cure != ""
	}
	fault, ok := errors.AsType[*device.FaultError](err)
	return ok && fault.Cause != "" && fault.Cure != "" || errors.Is(err, fs.ErrNotExist)
}

// longest is more than any operation may take by itself.
const longest = 3 * time.Minute

// Every fault of the phone makes of every operation what it should, and nothing
// that lasts: afterwards nothing runs or lies about, and all is well again.
func TestFaults(t *testing.T) {
	want := outcomes()
	open := descriptors(t)
	t.Run("all", func(t *testing.T) {
		for _, f := range fault.All() {
			t.Run(string(f.Fault), func(t *testing.T) {
				t.Parallel()
				outcome, known := want[f.Fault]
				if !known {
					t.Fatal("no outcome is written down for this fault")
				}
				tryAll(t, f.Fault, outcome)
			})
		}
	})
	closed(t, open)
}

// tryAll does everything under one fault, each on a phone of its own, at once.
func tryAll(t *testing.T, f fault.Fault, want outcome) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	var trials []*trial
	var doing sync.WaitGroup
	for _, o := range operations() {
		r := newTrial(t, o, f)
		trials = append(trials, r)
		doing.Go(func() { r.err = o.do(ctx, r.device) })
	}
	doing.Wait()
	if ctx.Err() != nil {
		t.Error("an operation had no deadline of its own")
	}
	for _, r := range trials {
		t.Run(r.name, func(t *testing.T) {
			want.check(t, r.name, r.device, r.err)
			r.recovers(t)
		})
	}
}

// trial is one operation on a phone of its own with a fault.
type trial struct {
	operation
	device *device.Phone
	phone  *sim.Phone
	err    error
}

func newTrial(t *testing.T, o operation, f fault.Fault) *trial {
	t.Helper()
	p, phone := openSim(t, sim.Options{})
	run(t, p, "echo x >/sdcard/f", "am start -a android.settings.SETTINGS")
	if err := phone.SetFault(string(f)); err != nil {
		t.Fatal(err)
	}
	return &trial{operation: o, device: p, phone: phone}
}

// recovers fails when anything is left of the trial.
func (r *trial) recovers(t *testing.T) {
	t.Helper()
	r.phone.ClearFaults()
	quiet(r.phone)
	if c := observe(t, r.device); c.Stale || !c.Complete || !c.Awake || c.Locked {
		t.Errorf("after the fault: observed %+v", c)
	}
	nothingLeft(t, r.device)
}

// A phone that never answers holds up nobody: every operation ends with its
// context and says so, and nothing goes on on the phone.
func TestDeadlines(t *testing.T) {
	const patience = 200 * time.Millisecond
	files := []string{"push", "pull", "stat", "state", "features"} // no commands, which are what waits
	for _, o := range operations() {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			p, phone := openSim(t, sim.Options{Latency: time.Hour})
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			err := o.do(ctx, p)
			unseen, isUnseen := errors.AsType[*device.ObserveError](err)
			switch {
			case slices.Contains(files, o.name):
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("error %v", err)
				}
			case isUnseen && unseen.Cause != device.CauseTimeout:
				t.Errorf("cause %q, want %q", unseen.Cause, device.CauseTimeout)
			case !errors.Is(err, context.DeadlineExceeded):
				t.Errorf("error %v, want context.DeadlineExceeded", err)
			}
			quiet(phone)
		})
	}
}

// Fault after fault, whatever is being done: each call ends with a result or an
// error that has a cure, nothing stays open, and the phone is never lost for
// good.
func TestManyFaultsLoseNoPhone(t *testing.T) {
	p, phone := openSim(t, sim.Options{})
	var faults []string
	for _, f := range fault.All() {
		if f.Fault != fault.Slow { // which is slow, and nothing else
			faults = append(faults, string(f.Fault))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	open := descriptors(t)
	quick := slices.DeleteFunc(operations(), func(o operation) bool { return o.name == "screenshot" }) // which is slow to draw
	for range 1000 {
		f, o := faults[random.IntN(len(faults))], quick[random.IntN(len(quick))]
		if err := phone.SetFault(f); err != nil {
			t.Fatal(err)
		}
		err := o.do(t.Context(), p)
		if err != nil && !curable(err) {
			t.Errorf("%s under %s: an error without a cure: %v", o.name, f, err)
		}
		phone.ClearFaults()
		quiet(phone)
	}
	observe(t, p)
	nothingLeft(t, p)
	closed(t, open)
}

// closed waits until no more descriptors are open than before: the other end may
// take a moment.
func closed(t *testing.T, before int) {
	t.Helper()
	for descriptors(t) > before {
		time.Sleep(time.Millisecond)
	}
}

// descriptors is the number of files and connections that this process has
// open, where the system tells.
func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return len(entries)
}
