//go:build unix

package device

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adroit/device/screen"
)

const tree = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">` +
	`<node index="0" text="Wi-Fi" resource-id="android:id/title" class="android.widget.TextView" package="com.android.settings" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,100][1080,200]" /></hierarchy>`

// observedPhone is a phone that shows the settings, awake and unlocked. Its
// dumping is the shell script dump, in which $2 is the file to write.
func observedPhone(t *testing.T, dump string) (*Phone, *hostShell, *fakeADB) {
	t.Helper()
	h := newHostShell(t)
	h.command(t, "uiautomator", dump)
	h.command(t, "dumpsys", `case "$1 $2" in
"power ") echo "  mWakefulness=${WAKE:-Awake}" ;;
"window ") echo "  mCurrentFocus=Window{1a u0 com.android.settings/com.android.settings.Settings}"
  echo "  Display: mDisplayId=0"
  echo "    init=1080x2400 420dpi cur=1080x2400" ;;
"activity activities") echo "  topResumedActivity=ActivityRecord{2b u0 com.android.settings/.Settings t7}" ;;
"input_method ") echo "  mInputShown=false" ;;
esac
`)
	h.command(t, "wm", `echo "Physical size: 1080x2400"`)
	h.command(t, "ps", `echo "  PID ARGS"; echo " 4242 app_process / com.wetest.uia2.Main"; echo " 1 init"`)
	p, f := openHostPhone(t, h)
	return p, h, f
}

const goodDump = `printf '%s' '` + `TREE` + `' >"$2"; echo "UI hierchary dumped to: $2"`

func dumps(xml string) string {
	return strings.ReplaceAll(goodDump, "TREE", strings.ReplaceAll(xml, "'", `'\''`))
}

// nothingLeft fails when an observation has left a file on the phone.
func nothingLeft(t *testing.T, h *hostShell) {
	t.Helper()
	var left []os.DirEntry
	for range 1000 { // what was cancelled may take a moment to end
		var err error
		if left, err = os.ReadDir(h.data); err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("left on the phone: %v", left)
}

func TestObserve(t *testing.T) {
	p, h, f := observedPhone(t, dumps(tree))
	got, err := p.Observe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.PackageName != "com.android.settings" || got.Activity != ".Settings" || got.Width != 1080 || got.Height != 2400 || !got.Awake || got.Locked || got.Stale {
		t.Errorf("observed %+v", got)
	}
	if len(got.Nodes) != 1 || got.Nodes[0].Label != "Wi-Fi" {
		t.Errorf("nodes %+v", got.Nodes)
	}
	if p.Last() != got {
		t.Error("the observation is not the last")
	}
	if n := f.requested("shell"); n != 1 {
		t.Errorf("%d shells, want 1: %q", n, f.requests)
	}
	nothingLeft(t, h)
}

// The home screen is the app that answers the home key, whatever it is called.
// The phone is asked with the first observation, in the same script.
func TestObserveKnowsTheHomeScreen(t *testing.T) {
	for _, tc := range []struct {
		name, answer string
		home         bool
		asked        int // in two observations
	}{
		{"a launcher of any name", `printf 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n  com.android.settings/.Main\n'`, true, 1},
		{"another app", `printf 'priority=0\n  com.miui.home/.launcher.Launcher\n'`, false, 1},
		{"no choice made", `printf '  android/com.android.internal.app.ResolverActivity\n'`, false, 1},
		{"no answer", `echo 'No activity found'`, false, 1},
		{"no such command", `echo "cmd: not found" >&2; exit 127`, false, 1},
		{"not unlocked yet", `printf '  com.android.settings/.FallbackHome\n'`, false, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, h, f := observedPhone(t, dumps(tree))
			asked := filepath.Join(t.TempDir(), "asked")
			h.command(t, "cmd", "echo >>"+asked+"\n"+tc.answer)
			for range 2 {
				got, err := p.Observe(t.Context())
				if err != nil || got.Home != tc.home {
					t.Fatalf("observed %+v, %v", got, err)
				}
			}
			if said, err := os.ReadFile(asked); err != nil || len(said) != tc.asked {
				t.Errorf("asked %d times, %v; want %d", len(said), err, tc.asked)
			}
			if n := f.requested("shell"); n != 2 {
				t.Errorf("%d shells, want 2", n)
			}
		})
	}
}

func TestObserveWithoutTheShellProtocol(t *testing.T) {
	p, h, f := observedPhone(t, dumps(tree))
	f.set(func(f *fakeADB) { f.features = "cmd" })
	got, err := p.Observe(t.Context())
	if err != nil || len(got.Nodes) != 1 {
		t.Errorf("observed %+v, error %v", got, err)
	}
	nothingLeft(t, h)
}

func TestObserveSaysWhyThereIsNoTree(t *testing.T) {
	const nullRoot = `echo "ERROR: null root node returned by UiTestAutomationBridge." >&2`
	for _, test := range []struct {
		name, dump string
		window     string // appended to the answer of dumpsys window
		power      string
		cause      screen.Cause
		says       string
	}{
		{"never idle", `echo "ERROR: could not get idle state." >&2`, "", "Awake", screen.CauseIdle, "keeps moving"},
		{"no root", nullRoot, "", "Awake", screen.CauseNullRoot, "settle"},
		{"locked", nullRoot, "isKeyguardShowing=true", "Awake", CauseLocked, "a swipe"},
		{"locked with a PIN", nullRoot, `isKeyguardShowing=true\n  secure=true`, "Awake", CauseLocked, "by hand"},
		{"screen off", nullRoot, "isKeyguardShowing=true", "Asleep", CauseScreenOff, "switch the phone's screen on"},
		{"another client", `echo "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient@1 already registered!"; exit 1`, "", "Awake", screen.CauseRegistered, "com.wetest.uia2.Main"},
		{"killed", "kill -9 $$", "", "Awake", screen.CauseKilled, "memory"},
		{"nothing said", "exit 0", "", "Awake", screen.CauseEmpty, "again"},
		{"an empty file", `: >"$2"; echo "UI hierchary dumped to: $2"`, "", "Awake", screen.CauseEmpty, "again"},
		{"not a tree", `echo "hello" >"$2"; echo "UI hierchary dumped to: $2"`, "", "Awake", screen.CauseNoTree, "again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, h, _ := observedPhone(t, test.dump)
			h.command(t, "dumpsys", `case "$1" in power) echo mWakefulness=`+test.power+` ;; window) printf "`+test.window+`\n" ;; esac`)
			h.command(t, "sleep", "")
			got, err := p.Observe(t.Context())
			failed := new(ObserveError)
			if got != nil || !errors.As(err, &failed) || failed.Cause != test.cause {
				t.Fatalf("observed %v, error %v (cause %q), want cause %q", got, err, failed.Cause, test.cause)
			}
			if !strings.Contains(err.Error(), test.says) || failed.Cure == "" {
				t.Errorf("error %q does not say %q", err, test.says)
			}
			nothingLeft(t, h)
		})
	}
}

// A dump that finds no window in the middle of a change is tried again, in the
// same round trip.
func TestObserveTriesAgainWhileWindowsChange(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	p, h, f := observedPhone(t, `echo x >>`+count+`
if [ $(wc -l <`+count+`) -lt 3 ]; then echo "ERROR: null root node returned by UiTestAutomationBridge." >&2; exit; fi
`+dumps(tree))
	h.command(t, "sleep", "")
	got, err := p.Observe(t.Context())
	if err != nil || len(got.Nodes) != 1 {
		t.Errorf("observed %+v, error %v", got, err)
	}
	if n := f.requested("shell"); n != 1 {
		t.Errorf("%d shells, want 1", n)
	}
}

// Where no window is the active one, the tree of all windows is taken, unless
// that is empty too.
func TestObserveReadsAllWindowsWhereNoneIsActive(t *testing.T) {
	_, nodes, _ := strings.Cut(tree, `<hierarchy rotation="0">`)
	windows := `<displays><display id="0"><window id="7" title="Settings" active="false" focused="false"><hierarchy rotation="0">` +
		nodes + `</window></display></displays>`
	for name, test := range map[string]struct {
		windows string
		cause   screen.Cause // "" for a tree
	}{
		"a window":  {windows, ""},
		"no window": {`<displays></displays>`, screen.CauseNullRoot},
	} {
		t.Run(name, func(t *testing.T) {
			p, h, f := observedPhone(t, `if [ "$3" != --windows ]; then echo "ERROR: null root node returned by UiTestAutomationBridge." >&2; exit; fi
`+dumps(test.windows))
			h.command(t, "sleep", "")
			got, err := p.Observe(t.Context())
			failed := new(ObserveError)
			if test.cause == "" && (err != nil || len(got.Nodes) != 1) || test.cause != "" && (!errors.As(err, &failed) || failed.Cause != test.cause) {
				t.Errorf("observed %+v, error %v", got, err)
			}
			if n := f.requested("shell"); n != 1 {
				t.Errorf("%d shells, want 1", n)
			}
			nothingLeft(t, h)
		})
	}
}

// A phone that lets uiautomator write no file is read over a terminal. What
// goes wrong there is told as what went wrong.
func TestObserveOverATerminal(t *testing.T) {
	p, h, f := observedPhone(t, `echo "UI hierchary dumped to: $2"`)
	terminal := tree
	f.set(func(f *fakeADB) {
		f.serve = func(conn net.Conn, service string) {
			if service == "exec:uiautomator dump /dev/tty" {
				send(conn, terminal+"UI hierchary dumped to: /dev/tty\n")
				return
			}
			h.serve(conn, service)
		}
	})
	got, err := p.Observe(t.Context())
	if err != nil || len(got.Nodes) != 1 || !got.Complete {
		t.Errorf("observed %+v, error %v", got, err)
	}
	terminal = ""
	failed := new(ObserveError)
	if _, err := p.Observe(t.Context()); !errors.As(err, &failed) || failed.Cause != screen.CauseEmpty {
		t.Errorf("no tree on the terminal either: error %v", err)
	}
}

// A tree of another app than the one in front is taken once more, and then
// flagged.
func TestObserveLooksTwiceAtAStaleTree(t *testing.T) {
	stale := strings.ReplaceAll(tree, "com.android.settings", "com.android.launcher3")
	count := filepath.Join(t.TempDir(), "count")
	p, _, f := observedPhone(t, `echo x >>`+count+`
if [ $(wc -l <`+count+`) -lt 2 ]; then `+dumps(stale)+`; else `+dumps(tree)+`; fi`)
	got, err := p.Observe(t.Context())
	if err != nil || got.Stale || got.Nodes[0].PackageName != "com.android.settings" {
		t.Errorf("observed %+v, error %v; want the second tree", got, err)
	}
	if n := f.requested("shell"); n != 2 {
		t.Errorf("%d shells, want 2", n)
	}

	p, _, _ = observedPhone(t, dumps(stale))
	got, err = p.Observe(t.Context())
	if err != nil || !got.Stale {
		t.Errorf("observed %+v, error %v; want it flagged as stale", got, err)
	}
}

// A cancelled observation ends the dump on the phone, which holds the one
// automation connection, and removes its files.
func TestCancelledObservationCleansUp(t *testing.T) {
	dir := t.TempDir()
	begun, ended := filepath.Join(dir, "begun"), filepath.Join(dir, "ended")
	p, h, _ := observedPhone(t, `trap ': >`+ended+`; kill $!; exit' TERM; echo begun >"$2"; : >`+begun+`; sleep 60 & wait`)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for !exists(begun) {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if _, err := p.Observe(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	nothingLeft(t, h)
	for range 1000 {
		if exists(ended) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the dump goes on")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Text on the screen that looks like a section cannot end the tree.
func TestSectionsCannotBeForged(t *testing.T) {
	forged := strings.Replace(tree, `text="Wi-Fi"`, `text="&#10;ABC end&#10;"`, 1)
	p, _, _ := observedPhone(t, dumps(strings.ReplaceAll(forged, "&#10;", "\n")))
	got, err := p.Observe(t.Context())
	if err != nil || len(got.Nodes) != 1 {
		t.Errorf("observed %+v, error %v", got, err)
	}
}

func TestObserveSaysThatThePhoneIsLost(t *testing.T) {
	f := startADB(t)
	p := openPhone(t, f)
	for name, test := range map[string]struct {
		change func(*fakeADB)
		want   error
	}{
		"offline": {func(f *fakeADB) { f.fail["host:transport:fake"] = "device offline" }, ErrOffline},
		"gone":    {func(f *fakeADB) { f.fail["host:transport:fake"] = "device 'fake' not found" }, ErrNoDevice},
	} {
		f.set(test.change)
		_, err := p.Observe(t.Context())
		failed := new(ObserveError)
		if !errors.As(err, &failed) || failed.Cause != CauseLost || !errors.Is(err, test.want) {
			t.Errorf("%s: error %v", name, err)
		}
		if strings.Count(err.Error(), failed.Cure) != 1 {
			t.Errorf("%s: the cure stands not once in %q", name, err)
		}
	}
}
