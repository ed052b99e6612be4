package android

import (
	"errors"
	"image"
	"slices"
	"testing"
	"time"

	"adroit/device/sim/view"
)

// stage is a phone with a launcher and one app, whose window is form until a
// test gives it another.
type stage struct {
	*System
	now     time.Time
	form    *view.View
	clicked []string
}

func newStage() *stage {
	st := &stage{now: time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)}
	st.System = New(14, func() time.Time { return st.now })
	st.form = &view.View{}
	home := func(Intent) *Window { return &Window{Build: func() *view.View { return &view.View{} }, Portrait: true} }
	main := func(Intent) *Window { return &Window{Build: func() *view.View { return st.form }, Resizes: true} }
	st.Install(
		&App{Package: "org.home", Activities: []*Activity{{Class: "org.home.Home", Home: true, Open: home}}},
		&App{Package: "org.app", Work: true, Activities: []*Activity{
			{Class: "org.app.Main", Launcher: true, Open: main},
			{Class: "org.app.Other", Actions: []string{"org.app.SHOW"}, Open: main},
		}},
	)
	return st
}

func (st *stage) open(t *testing.T, component string) {
	t.Helper()
	if _, err := st.Start(Intent{Component: component}); err != nil {
		t.Fatalf("start %s: %v", component, err)
	}
}

// click is a button of 100 pixels that notes its name.
func (st *stage) click(name string) *view.View {
	return &view.View{
		Width: 100, Height: 100, Clickable: true,
		OnClick:     func() { st.clicked = append(st.clicked, name) },
		OnLongClick: func() { st.clicked = append(st.clicked, "long "+name) },
	}
}

func TestStart(t *testing.T) {
	st := newStage()
	for _, tt := range []struct {
		intent Intent
		err    error
		depth  int // windows of the task in front
	}{
		{Intent{Component: "org.app/.Main"}, nil, 1},
		{Intent{Component: "org.app/.Main"}, ErrBroughtForward, 1},
		{Intent{Action: "org.app.SHOW"}, nil, 2},
		{Intent{Component: "org.app/.Main"}, ErrBroughtForward, 2},
		{Intent{Component: "org.app/.Main", Extras: map[string]string{"a": "b"}}, nil, 3},
		{Intent{Component: "org.app/.Main", User: WorkProfile}, ErrNoClass, 3},
		{Intent{Component: "org.nope/.Main"}, ErrNoClass, 3},
		{Intent{Action: "org.nope.SHOW"}, ErrUnresolved, 3},
		{Intent{Action: ActionMain, Categories: []string{CategoryHome}}, nil, 1},
	} {
		if _, err := st.Start(tt.intent); !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v", tt.intent, err, tt.err)
		}
		if tasks := st.Tasks(); len(tasks[len(tasks)-1].Windows) != tt.depth {
			t.Errorf("%s: %d windows deep, want %d", tt.intent, len(tasks[len(tasks)-1].Windows), tt.depth)
		}
	}
	st.Stop("org.app")
	if len(st.Tasks()) != 1 {
		t.Errorf("%d tasks after the app was stopped", len(st.Tasks()))
	}
}

func TestIntentString(t *testing.T) {
	in := Intent{
		Action: "a.B", Data: "x:y", Package: "p", Component: "org.app/org.app.Main", Flags: 0x10000000,
		Categories: []string{"c", "d"}, Extras: map[string]string{"secret": "value"},
	}
	const want = "Intent { act=a.B cat=[c,d] dat=x:y flg=0x10000000 pkg=p cmp=org.app/.Main (has extras) }"
	if got := in.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBackClosesOneThingAtATime(t *testing.T) {
	st := newStage()
	st.open(t, "org.app/.Main")
	field := &view.Field{}
	st.form = &view.View{Children: []*view.View{{Field: field, Width: 100, Height: 100}}}
	st.Focus(field)
	closed := 0
	st.Float(&Window{Build: func() *view.View { return &view.View{} }, App: st.App("org.app"), TakesFocus: true})
	st.Push(&Window{Build: func() *view.View { return &view.View{} }, Closed: func() { closed++ }})
	st.Focus(field)
	for _, want := range []struct {
		keyboard bool
		floating int
		depth    int
	}{{false, 1, 2}, {false, 0, 2}, {false, 0, 1}} {
		st.Back()
		tasks := st.Tasks()
		if depth := len(tasks[len(tasks)-1].Windows); st.KeyboardShown() != want.keyboard || len(st.Floating()) != want.floating || depth != want.depth {
			t.Fatalf("keyboard %t, %d floating, %d deep; want %+v", st.KeyboardShown(), len(st.Floating()), depth, want)
		}
	}
	st.Back()
	st.Back() // the launcher stays
	if closed != 1 || st.Front().App.Package != "org.home" {
		t.Errorf("closed %d times, %s in front", closed, st.Front().App.Package)
	}
}

func TestLockScreen(t *testing.T) {
	up := func(st *stage) { st.Swipe(image.Pt(500, 2000), image.Pt(500, 500), 300*time.Millisecond) }
	typed := func(codes ...int) func(*stage) {
		return func(st *stage) {
			for _, code := range codes {
				st.Key(code)
			}
		}
	}
	for _, tt := range []struct {
		name, pin string
		does      []func(*stage)
		locked    bool
	}{
		{"swipe", "", []func(*stage){up}, false},
		{"short swipe", "", []func(*stage){func(st *stage) { st.Swipe(image.Pt(500, 2000), image.Pt(500, 1900), 300) }}, true},
		{"menu key", "", []func(*stage){typed(KeyMenu)}, false},
		{"menu key, PIN", "1234", []func(*stage){typed(KeyMenu)}, true},
		{"home key", "", []func(*stage){typed(KeyHome)}, true},
		{"swipe, PIN", "1234", []func(*stage){up}, true},
		{"PIN by keys", "1234", []func(*stage){up, typed(8, 9, 10, 11, KeyEnter)}, false},
		{"PIN mended", "1234", []func(*stage){up, typed(8, 9, 9, KeyDel, 10, 11, KeyEnter)}, false},
		{"wrong PIN", "1234", []func(*stage){up, typed(8, 8, KeyEnter)}, true},
		{"right after wrong", "12", []func(*stage){up, typed(8, 8, KeyEnter, 8, 9, KeyEnter)}, false},
		{"PIN before it is asked for", "12", []func(*stage){typed(8, 9, KeyEnter)}, true},
		{"back from the PIN", "12", []func(*stage){up, typed(KeyBack, 8, 9, KeyEnter)}, true},
		{"PIN as text", "12", []func(*stage){up, func(st *stage) { _ = st.Type("12\n") }}, true},
		{"PIN as text, enter", "12", []func(*stage){up, func(st *stage) { _ = st.Type("12") }, typed(KeyEnter)}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			st := newStage()
			st.SetPIN(tt.pin)
			st.Sleep()
			st.Wake()
			for _, do := range tt.does {
				do(st)
			}
			if st.Locked() != tt.locked {
				t.Errorf("locked: %t", st.Locked())
			}
		})
	}
}

func TestPINPadTakesTouches(t *testing.T) {
	st := newStage()
	st.SetPIN("90")
	st.SetLocked(true)
	st.DismissLock()
	for _, label := range []string{"9", "0", "Enter"} {
		st.Root().Walk(func(v *view.View) {
			if v.Clickable && v.Desc == label {
				st.Tap(v.Bounds.Min.Add(v.Bounds.Size().Div(2)))
			}
		})
	}
	if st.Locked() {
		t.Error("the PIN did not open the lock")
	}
}

func TestTouches(t *testing.T) {
	st := newStage()
	st.open(t, "org.app/.Main")
	disabled := st.click("disabled")
	disabled.Disabled = true
	st.form = &view.View{Children: []*view.View{st.click("a"), disabled}}
	at := image.Pt(50, 50)
	st.Tap(at)
	st.Tap(image.Pt(50, 150)) // the disabled one
	st.Swipe(at, at.Add(image.Pt(touchSlop, 0)), 500*time.Millisecond)
	st.Swipe(at, image.Pt(900, 50), 500*time.Millisecond)
	st.FingerDown(at)
	st.now = st.now.Add(time.Second)
	st.FingerUp(at)
	st.FingerDown(at)
	st.FingerCancel()
	st.FingerUp(at)
	st.Sleep()
	st.Tap(at)
	if want := []string{"a", "long a", "long a"}; !slices.Equal(st.clicked, want) {
		t.Errorf("clicked %q, want %q", st.clicked, want)
	}
}

func TestDialogIsDismissedBesideIt(t *testing.T) {
	st := newStage()
	st.open(t, "org.app/.Main")
	dialog := func() {
		st.Push(&Window{Frame: image.Rect(100, 100, 500, 500), Build: func() *view.View {
			return &view.View{Children: []*view.View{st.click("in the dialog")}}
		}})
	}
	dialog()
	st.Tap(image.Pt(150, 150))
	st.Tap(image.Pt(800, 800))
	if st.Tap(image.Pt(150, 150)); !slices.Equal(st.clicked, []string{"in the dialog"}) || !st.Front().Frame.Empty() {
		t.Errorf("clicked %q, front %+v", st.clicked, st.Front().Frame)
	}
	// A window above takes the touch, and the dialog stays.
	dialog()
	st.Float(&Window{App: st.App("org.app"), Type: TypeOverlay, Frame: image.Rect(700, 700, 900, 900), Build: func() *view.View { return st.click("above") }})
	if st.Tap(image.Pt(800, 800)); st.clicked[len(st.clicked)-1] != "above" || st.Front().Frame.Empty() {
		t.Errorf("clicked %q, front %+v", st.clicked, st.Front().Frame)
	}
}

func TestRotation(t *testing.T) {
	for _, tt := range []struct {
		auto, user string
		component  string
		rotation   int
		size       image.Point
	}{
		{"1", "1", "org.app/.Main", 0, image.Pt(1080, 2400)},
		{"0", "0", "org.app/.Main", 0, image.Pt(1080, 2400)},
		{"0", "1", "org.app/.Main", 1, image.Pt(2400, 1080)},
		{"0", "2", "org.app/.Main", 2, image.Pt(1080, 2400)},
		{"0", "9", "org.app/.Main", 0, image.Pt(1080, 2400)},
		{"0", "1", "org.home/.Home", 0, image.Pt(1080, 2400)},
	} {
		st := newStage()
		st.Settings.Put(SystemSpace, "accelerometer_rotation", tt.auto)
		st.Settings.Put(SystemSpace, "user_rotation", tt.user)
		st.open(t, tt.component)
		if got := st.Rotation(); got != tt.rotation || st.Screen().Size() != tt.size || st.NaturalSize() != image.Pt(1080, 2400) {
			t.Errorf("%+v: rotation %d, screen %v", tt, got, st.Screen())
		}
		if k := st.KeyboardFrame(); !k.In(st.Screen()) || k.Dy() > st.Screen().Dy()*2/3 {
			t.Errorf("%+v: the keyboard is at %v", tt, k)
		}
	}
}

func TestKeyboards(t *testing.T) {
	st := newStage()
	st.UseKeyboard(VoiceKeyboard)
	if got := st.KeyboardPackage(); got != "com.google.android.tts" || st.KeyboardRoot().Pkg != got {
		t.Errorf("the keyboard in use is of %s", got)
	}
	st.EnableKeyboard(VoiceKeyboard, false)
	if st.Keyboard() != LatinKeyboard || slices.Contains(st.EnabledKeyboards(), VoiceKeyboard) {
		t.Errorf("after it was disabled, %s is in use of %q", st.Keyboard(), st.EnabledKeyboards())
	}
	st.EnableKeyboard(VoiceKeyboard, true)
	if st.Keyboard() != LatinKeyboard || len(st.EnabledKeyboards()) != 2 {
		t.Errorf("after it was enabled, %s is in use of %q", st.Keyboard(), st.EnabledKeyboards())
	}
}

func TestTypingAndChords(t *testing.T) {
	st := newStage()
	st.open(t, "org.app/.Main")
	first, second := &view.Field{}, &view.Field{}
	submitted := 0
	second.Submit = func() { submitted++ }
	st.form = &view.View{Children: []*view.View{{Field: first, Height: 100, Width: 100}, {Field: second, Height: 100, Width: 100}}}
	st.Tap(image.Pt(50, 50))
	if err := st.Type("one\ttwo\n"); err != nil || first.Text() != "one" || second.Text() != "two" || submitted != 1 {
		t.Errorf("typed %q and %q, submitted %d times, %v", first.Text(), second.Text(), submitted, err)
	}
	if err := st.Type("héllo"); !errors.Is(err, ErrUnmappable) || second.Text() != "two" {
		t.Errorf("%v, and the field holds %q", err, second.Text())
	}
	st.Chord([]int{KeyCtrlLeft, KeyA})
	st.Chord([]int{KeyCtrlLeft, KeyX})
	if second.Text() != "" || st.Clipboard != "two" {
		t.Errorf("after cutting the field holds %q, the clipboard %q", second.Text(), st.Clipboard)
	}
	st.Key(KeyPaste)
	st.Chord([]int{KeyCtrlLeft, KeyV})
	if second.Text() != "twotwo" {
		t.Errorf("after pasting the field holds %q", second.Text())
	}
}

func TestBroadcastReachesWhomItNames(t *testing.T) {
	st := newStage()
	got := 0
	st.App("org.app").Receive = func(Intent) { got++ }
	for _, in := range []Intent{{Action: "x"}, {Action: "x", Package: "org.app"}, {Action: "x", Component: "org.app/.R"}, {Action: "x", Package: "org.home"}} {
		st.Broadcast(in)
	}
	if got != 3 {
		t.Errorf("%d broadcasts were received, want 3", got)
	}
}

func TestFramesCountWhatIsSeen(t *testing.T) {
	st := newStage()
	st.open(t, "org.app/.Main")
	frames := func() int { n, _ := st.Frames("org.app"); return n }
	before := frames()
	if again := frames(); again != before {
		t.Errorf("at rest %d frames, then %d", before, again)
	}
	st.form = &view.View{Children: []*view.View{{Text: "new", Width: 100, Height: 100}}}
	if after := frames(); after != before+1 {
		t.Errorf("%d frames after a change, want %d", after, before+1)
	}
	st.Home()
	st.form = &view.View{}
	if after := frames(); after != before+1 {
		t.Errorf("%d frames of a window that nobody sees", after)
	}
	if _, running := st.Frames("org.nope"); running {
		t.Error("an app that was never started runs")
	}
}
