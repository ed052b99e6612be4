package device_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"

	"pgregory.net/rapid"
)

// openSim opens the simulated phone through its embedded adb server.
func openSim(t testing.TB, options sim.Options) (*device.Phone, *sim.Phone) {
	t.Helper()
	phone := sim.New(options)
	server, err := phone.ServeServer(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	p, err := device.NewHub(server.Addr()).Open(t.Context(), "demo", redact.NewRegistry(redact.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return p, phone
}

func observe(t *testing.T, p *device.Phone) *screen.Context {
	t.Helper()
	c, err := p.Observe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func run(t *testing.T, p *device.Phone, commands ...device.Command) {
	t.Helper()
	if err := p.Run(t.Context(), commands...); err != nil {
		t.Fatal(err)
	}
}

// nothingLeft fails when files stand in the phone's temporary folder.
func nothingLeft(t *testing.T, p *device.Phone) {
	t.Helper()
	got, err := p.Shell(t.Context(), "ls -A /data/local/tmp")
	if err != nil || len(got.Stdout) > 0 {
		t.Errorf("left on the phone: %q, error %v", got.Stdout, err)
	}
}

// quiet waits until nothing runs on the phone.
func quiet(phone *sim.Phone) {
	for phone.Counters().Running > 0 {
		time.Sleep(time.Millisecond)
	}
}

func TestSimulatedPhones(t *testing.T) {
	for _, version := range []int{8, 10, 12, 14, 16} {
		t.Run(fmt.Sprintf("Android %d", version), func(t *testing.T) {
			p, phone := openSim(t, sim.Options{AndroidVersion: version})
			settings, err := p.FindApp(t.Context(), "settings")
			if err != nil {
				t.Fatal(err)
			}
			run(t, p, device.StartApp(settings))
			before := phone.Counters().Services
			c := observe(t, p)
			if n := phone.Counters().Services - before; n != 1 {
				t.Errorf("an observation took %d adb round trips, want 1", n)
			}
			if c.PackageName != "com.android.settings" || c.AppLabel != "Settings" || c.Width != 1080 || c.Height != 2400 || !c.Awake || c.Locked || c.Stale || !c.Complete || len(c.Nodes) == 0 {
				t.Errorf("observed %+v", c)
			}
			phone.Lock()
			if c := observe(t, p); !c.Locked || c.LockSecure {
				t.Errorf("behind a swipe: locked %t, securely %t", c.Locked, c.LockSecure)
			}
			phone.SetPIN("1234")
			if c := observe(t, p); !c.Locked || !c.LockSecure {
				t.Errorf("behind a PIN: locked %t, securely %t", c.Locked, c.LockSecure)
			}
			phone.Unlock()
			if c := observe(t, p); c.Locked || c.LockSecure {
				t.Errorf("unlocked: locked %t, securely %t", c.Locked, c.LockSecure)
			}
			nothingLeft(t, p)
		})
	}
}

func TestTypingIntoTheSimulatedPhone(t *testing.T) {
	var ascii strings.Builder
	for r := ' '; r <= '~'; r++ {
		ascii.WriteRune(r)
	}
	for _, text := range []string{"hello", ascii.String(), "100 %s %%s", "$(reboot); `id` && 'x' \"y\" \\", strings.Repeat("long text ", 600)} {
		p, phone := openSim(t, sim.Options{})
		run(t, p, "am start -a android.intent.action.SENDTO -d smsto:")
		c := observe(t, p)
		field := slices.IndexFunc(c.Nodes, func(n screen.Node) bool { return n.IsInput })
		if field < 0 {
			t.Fatalf("nothing to type into:\n%s", c.Model())
		}
		run(t, p, device.Tap(c.Nodes[field].Bounds.Center()))
		if c := observe(t, p); !c.KeyboardVisible || c.KeyboardBounds == nil {
			t.Fatalf("no keyboard: %+v", c)
		}
		commands, err := device.TypeText(text)
		if err != nil {
			t.Fatal(err)
		}
		run(t, p, commands...)
		if got := phone.Snapshot().FocusedText; got != text {
			t.Errorf("the field holds %q, want %q", got, text)
		}
	}
}

// A probe tells of a change inside one window, and of nothing else.
func TestProbeOfTheSimulatedPhone(t *testing.T) {
	for _, version := range []int{8, 16} {
		p, _ := openSim(t, sim.Options{AndroidVersion: version})
		run(t, p, "am start -a android.settings.WIFI_SETTINGS")
		nodes := observe(t, p).Nodes
		toggle := slices.IndexFunc(nodes, func(n screen.Node) bool { return n.Role == screen.Switch })
		if toggle < 0 {
			t.Fatal("no switch to touch")
		}
		probe := func() string {
			fingerprint, err := p.Probe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return fingerprint
		}
		before := probe()
		observe(t, p)
		if again := probe(); again != before {
			t.Errorf("Android %d: %q after %q, and nothing has changed", version, again, before)
		}
		run(t, p, device.Tap(nodes[toggle].Bounds.Center()))
		if after := probe(); after == before {
			t.Errorf("Android %d: the touch of a switch is not seen in %q", version, after)
		}
	}
}

// What was copied is put in by a key.
func TestPaste(t *testing.T) {
	p, phone := openSim(t, sim.Options{})
	run(t, p, "am start -a android.intent.action.SENDTO -d smsto:")
	fields := observe(t, p).Nodes
	field := slices.IndexFunc(fields, func(n screen.Node) bool { return n.IsInput })
	run(t, p, device.Tap(fields[field].Bounds.Center()), "input text 'twice '", "input keycombination 113 29", "input keycombination 113 31",
		device.Keys(device.KeyMoveEnd, device.KeyPaste))
	if got := phone.Snapshot().FocusedText; got != "twice twice " {
		t.Errorf("the field holds %q", got)
	}
}

// The phone tells, beside the tree, that a password is typed.
func TestAPasswordIsTyped(t *testing.T) {
	for _, version := range []int{8, 10, 12, 14, 16} {
		p, _ := openSim(t, sim.Options{AndroidVersion: version})
		open(t, p, "Northbank")
		for field, secret := range map[string]bool{"username": false, "password": true} {
			n, err := observe(t, p).Resolve(field, screen.ByViewID)
			if err != nil {
				t.Fatal(err)
			}
			run(t, p, device.Tap(n.Bounds.Center()))
			got, err := p.Shell(t.Context(), "dumpsys input_method | grep -c inputType=0x81")
			if err != nil || (string(got.Stdout) == "1\n") != secret {
				t.Errorf("Android %d, %s: %q, error %v", version, field, got.Stdout, err)
			}
			if c := observe(t, p); secret != slices.ContainsFunc(c.Nodes, func(n screen.Node) bool { return n.Focused && n.Password }) {
				t.Errorf("Android %d, %s: %s", version, field, c.Model())
			}
			run(t, p, device.Keys(device.KeyEscape))
		}
	}
}

// Any text is typed exactly, or refused as a whole before the field is touched.
func TestAnyTextIsTypedOrRefused(t *testing.T) {
	p, phone := openSim(t, sim.Options{})
	run(t, p, "am start -a android.intent.action.SENDTO -d smsto:")
	fields := observe(t, p).Nodes
	field := slices.IndexFunc(fields, func(n screen.Node) bool { return n.IsInput })
	run(t, p, device.Tap(fields[field].Bounds.Center()))
	typed, refused := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[ -~]{0,40}`),
			rapid.StringMatching(`[ -~äß€日😀\x{202e}\x00-\x08]{0,40}`),
			rapid.StringN(0, 40, -1).Filter(func(s string) bool { return !strings.ContainsAny(s, "\r\n") }),
		).Draw(r, "text")
		held := phone.Snapshot().FocusedText
		commands, err := p.TypeText(t.Context(), text)
		if untypable := new(device.UntypableError); errors.As(err, &untypable) {
			if len(commands) > 0 || len(untypable.Chars) == 0 {
				r.Errorf("refused, and planned %q", commands)
			}
			refused++
			return
		}
		typed++
		if err == nil {
			err = p.Run(t.Context(), commands...)
		}
		if got := phone.Snapshot().FocusedText; err != nil || got != held+text {
			r.Errorf("the field holds %q, error %v; want %q", got, err, held+text)
		}
	})
	if typed == 0 || refused == 0 {
		t.Errorf("%d typed and %d refused prove little", typed, refused)
	}
}

// With ADBKeyboard a phone types what is in any script, and emoji of several
// characters; its own keyboard is in use again then.
func TestUnicodeIsTypedByADBKeyboard(t *testing.T) {
	p, phone := openSim(t, sim.Options{ADBKeyboard: true})
	run(t, p, "am start -a android.intent.action.SENDTO -d smsto:")
	fields := observe(t, p).Nodes
	field := slices.IndexFunc(fields, func(n screen.Node) bool { return n.IsInput })
	run(t, p, device.Tap(fields[field].Bounds.Center()))
	own, _ := phone.Setting("secure", "default_input_method")

	text := "é e\u0301 👩🏽‍🚀 👨‍👩‍👧 🇺🇳 ❤️ 1️⃣ \u202eback %s $(id) 'x' \"y\" \\ "
	for _, script := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		text += string(samples(unicode.Scripts[script], 4)) + " "
	}
	commands, err := p.TypeText(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	run(t, p, commands...)
	if got := phone.Snapshot().FocusedText; got != text {
		t.Errorf("the field holds %q, want %q", got, text)
	}
	if now, _ := phone.Setting("secure", "default_input_method"); now != own {
		t.Errorf("the keyboard in use is %s, was %s", now, own)
	}
	if at := slices.IndexFunc(observe(t, p).Nodes, func(n screen.Node) bool { return n.IsInput && n.Text == text }); at < 0 {
		t.Error("the text cannot be read back from the screen")
	}
	nothingLeft(t, p)

	run(t, p, "ime disable com.android.adbkeyboard/.AdbIME")
	untypable := new(device.UntypableError)
	if _, err := p.TypeText(t.Context(), text); !errors.As(err, &untypable) {
		t.Errorf("with ADBKeyboard switched off: %v", err)
	}
}

// With ADBKeyboard, too, any text is typed exactly, line breaks included, or refused
// as a whole. A few texts are enough to hold many of Unicode's characters.
func TestAnyUnicodeTextIsTypedOrRefused(t *testing.T) {
	p, phone := openSim(t, sim.Options{ADBKeyboard: true})
	open(t, p, "Notes")
	for _, field := range []string{"new_note_button", "edit_note_text"} {
		n, err := observe(t, p).Resolve(field, screen.ByViewID)
		if err != nil {
			t.Fatal(err)
		}
		run(t, p, device.Tap(n.Bounds.Center()))
	}
	texts := rapid.StringOfN(rapid.OneOf(
		rapid.Rune(), rapid.RuneFrom(nil, unicode.L, unicode.M, unicode.So, unicode.P), rapid.RuneFrom([]rune("\n\n %s'\"$`\\\u200d\u202e\ufe0f")),
	), 1, 400, -1)
	typed, refused := 0, 0
	for seed := range 12 {
		text := texts.Example(seed)
		if seed%2 == 0 { // as a person may have it
			text = strings.Map(func(r rune) rune {
				if unicode.IsControl(r) && r != '\n' || r == unicode.ReplacementChar {
					return -1
				}
				return r
			}, text)
		}
		held := phone.Snapshot().FocusedText
		commands, err := p.TypeText(t.Context(), text)
		if untypable := new(device.UntypableError); errors.As(err, &untypable) && len(commands) == 0 {
			refused++
			if now := phone.Snapshot().FocusedText; now != held {
				t.Errorf("%q was refused, and the field holds %q", text, now)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		run(t, p, commands...)
		typed++
		if got := phone.Snapshot().FocusedText; got != held+text {
			t.Errorf("the field holds %q, want %q", got, held+text)
		}
	}
	if typed == 0 || refused == 0 {
		t.Errorf("%d typed and %d refused prove little", typed, refused)
	}
	nothingLeft(t, p)
}

// samples are the first n printable characters of a table.
func samples(table *unicode.RangeTable, n int) []rune {
	var found []rune
	for r := rune(' '); r <= unicode.MaxRune && len(found) < n; r++ {
		if unicode.Is(table, r) && unicode.IsGraphic(r) && r != '\ufffd' {
			found = append(found, r)
		}
	}
	return found
}

func TestPanelsOpenOnTheSimulatedPhone(t *testing.T) {
	p, phone := openSim(t, sim.Options{})
	for _, panel := range device.Panels() {
		pkg := ""
		if panel == "app_info" || panel == "notifications" {
			pkg = "com.google.android.apps.messaging"
		}
		command, err := device.OpenPanel(panel, pkg)
		if err != nil {
			t.Fatal(err)
		}
		run(t, p, device.Keys(device.KeyHome))
		run(t, p, command)
		if got := phone.ForegroundPackage(); got != "com.android.settings" {
			t.Errorf("%s opened %s", panel, got)
		}
	}
}

func TestFilesOnTheSimulatedPhone(t *testing.T) {
	p, _ := openSim(t, sim.Options{})
	content := bytes.Repeat([]byte("\x00line\r\n"), 100_000)
	const path = "/data/local/tmp/it's a file"
	if err := p.Push(t.Context(), bytes.NewReader(content), path, 0o640, time.Unix(1_700_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	info, err := p.Stat(t.Context(), path)
	if err != nil || info.Size != int64(len(content)) || info.Mode.Perm() != 0o640 || info.ModTime.Unix() != 1_700_000_000 {
		t.Errorf("stat %+v, error %v", info, err)
	}
	var back bytes.Buffer
	if _, err := p.Pull(t.Context(), path, &back); err != nil || !bytes.Equal(back.Bytes(), content) {
		t.Errorf("%d bytes came back, error %v", back.Len(), err)
	}
	if err := p.Push(t.Context(), strings.NewReader("x"), "/system/x", 0o644, time.Now()); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("push to /system: error %v", err)
	}
	if _, err := p.Pull(t.Context(), "/no/such/file", &back); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("pull of nothing: error %v", err)
	}
}

func TestTrackTheSimulatedPhone(t *testing.T) {
	phone := sim.New(sim.Options{})
	server, err := phone.ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	lists := device.NewHub(server.Addr()).Track(ctx)
	expect := func(states ...string) {
		t.Helper()
		list, ok := <-lists
		var got []string
		for _, info := range list {
			got = append(got, info.State)
		}
		if !ok || strings.Join(got, " ") != strings.Join(states, " ") {
			t.Errorf("states %q, want %q", got, states)
		}
	}
	expect("device")
	phone.Unplug()
	expect()
	phone.Plug()
	expect("device")
	if err := phone.SetFault("unauthorized"); err != nil {
		t.Fatal(err)
	}
	expect("unauthorized")
	cancel()
	for range lists {
		t.Error("a list came after the end")
	}
}

// An observation that is cancelled in the middle returns at once and leaves
// nothing running and no file on the phone.
func TestCancelOnTheSimulatedPhone(t *testing.T) {
	p, phone := openSim(t, sim.Options{IdleTime: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for phone.Counters().Running == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if _, err := p.Observe(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	quiet(phone)
	nothingLeft(t, p)
}

// An act that is cancelled on a slow phone holds up nothing: it is gone, and the
// observation after it takes one round trip, as any.
func TestCancelledActLeavesNothingToWaitFor(t *testing.T) {
	p, phone := openSim(t, sim.Options{Latency: time.Second / 2})
	if _, err := p.Features(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for phone.Counters().Running == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if err := p.Run(ctx, "input swipe 500 2000 500 500 3000", device.Keys(device.KeyHome)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	quiet(phone)
	before := phone.Counters().Services
	observe(t, p)
	if n := phone.Counters().Services - before; n != 1 {
		t.Errorf("the observation took %d adb round trips, want 1", n)
	}
	nothingLeft(t, p)
}
