package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device/sim/android"
	"adroit/device/sim/fault"
	"adroit/device/sim/shell"
	"adroit/device/sim/view"
)

// idleTimeouts is how many times the rest it looks for uiautomator waits at
// most: AOSP's DumpCommand gives waitForIdle 1 s of rest and 10 s in all.
const idleTimeouts = 10

// The releases from which dumps carry drawing-order and hint, and know
// --windows. Real ones differ by maker; these are the first seen with them.
const (
	hintsRelease   = 14
	windowsRelease = 14
	// displaysRelease is the first in which accessibility knows other displays than
	// the phone's own (AccessibilityService.getWindowsOnAllDisplays).
	displaysRelease = 11
)

// exitKilled is the status of a process ended by SIGKILL.
const exitKilled = 128 + 9

// uiautomator writes the view tree of the window in front to a file, as AOSP's
// DumpCommand does: its complaints go to the error output with status 0, and a
// file that cannot be written is not complained of at all.
func (c *commands) uiautomator(ctx context.Context, p *shell.Proc) int {
	if len(p.Args) < 2 || p.Args[1] != "dump" {
		fmt.Fprint(p.Stderr, "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\nhelp: displays help message\n\n"+
			"dump: creates an XML dump of current UI hierarchy\n    dump [--verbose][file]\n")
		return 1
	}
	name, compressed, windows := "/sdcard/window_dump.xml", false, false
	for _, arg := range p.Args[2:] {
		switch {
		case arg == "--compressed":
			compressed = true
		case arg == "--windows":
			windows = c.release() >= windowsRelease
		case !strings.HasPrefix(arg, "--"):
			name = arg
		}
	}
	if c.phone.Has(fault.AutomationTaken) {
		fmt.Fprint(p.Stderr, "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@3a1c88balready registered!\n"+
			"\tat android.os.Parcel.createExceptionOrNull(Parcel.java:3023)\n"+
			"\tat android.app.UiAutomation.connect(UiAutomation.java:269)\n"+
			"\tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:99)\n")
		return 1
	}
	if !c.rest(ctx) {
		fmt.Fprintln(p.Stderr, "ERROR: could not get idle state.")
		return 0
	}
	if c.phone.Has(fault.Killed) {
		fmt.Fprintln(p.Stderr, "Killed")
		return exitKilled
	}
	xml, ok := c.dump(compressed, windows)
	if !ok {
		fmt.Fprintln(p.Stderr, "ERROR: null root node returned by UiTestAutomationBridge.")
		return 0
	}
	c.write(p, name, xml)
	p.Printf("UI hierchary dumped to: %s\n", name)
	return 0
}

// rest waits until the screen is at rest, and reports whether it came to that.
func (c *commands) rest(ctx context.Context) bool {
	busy := c.phone.Has(fault.IdleState) || read(c, (*android.System).Busy)
	wait := c.phone.IdleTime()
	if busy {
		wait *= idleTimeouts
	}
	select {
	case <-time.After(wait):
	case <-ctx.Done():
	}
	return !busy
}

// dump returns the XML, and false where there is no window to dump. That of a
// saved screen may be empty.
func (c *commands) dump(compressed, windows bool) (xml string, ok bool) {
	if c.phone.Has(fault.NullRoot) {
		return "", false
	}
	xml = read(c, func(sys *android.System) string {
		root := sys.Root()
		if ok = root != nil; !ok {
			return ""
		}
		dialect := view.Dialect{Hints: sys.Release >= hintsRelease, Compressed: compressed}
		if !windows && sys.SecondFocused() && sys.Release >= displaysRelease {
			return view.Dump(sys.RootOf(sys.Second.Window), nil, 0, dialect)
		}
		if saved := sys.Active().Saved; saved != nil && !sys.Locked() {
			if xml, unchanged := saved(); unchanged {
				return xml
			}
		}
		if c.phone.Has(fault.StaleTree) && !sys.Locked() {
			root = sys.HomeRoot()
		}
		if !windows {
			return view.Dump(root, sys.Focused(), sys.Rotation(), dialect)
		}
		return view.DumpDisplays(displaysOf(sys, root), sys.Focused(), dialect)
	})
	switch {
	case c.phone.Has(fault.Truncated):
		xml = xml[:len(xml)/2]
	case c.phone.Has(fault.IllegalXML):
		xml = strings.Replace(xml, `text="`, `text="&#55357;`+"\x0b", 1)
	}
	return xml, ok
}

// displaysOf lists what the displays show; active is the views of the window in
// front on the phone's own.
func displaysOf(sys *android.System, active *view.View) []view.Display {
	own := view.Display{Rotation: sys.Rotation(), Windows: windowsOf(sys, active)}
	if sys.Second == nil {
		return []view.Display{own}
	}
	elsewhere := sys.SecondFocused()
	for i := range own.Windows {
		own.Windows[i].Active = own.Windows[i].Active && !elsewhere
	}
	return []view.Display{own, {ID: android.SecondID, Windows: []view.Window{{
		Title: sys.Second.Window.App.Label, Type: "TYPE_APPLICATION", Active: elsewhere, Root: sys.RootOf(sys.Second.Window),
	}}}}
}

// windowsOf lists the windows that take touches, the uppermost first; active is
// the views of the one that has the input focus.
func windowsOf(sys *android.System, active *view.View) []view.Window {
	if sys.Locked() {
		return []view.Window{{Title: android.ShadeTitle, Type: "TYPE_SYSTEM", Active: true, Root: active}}
	}
	var all []view.Window
	if sys.KeyboardShown() {
		all = append(all, view.Window{Title: "InputMethod", Type: "TYPE_INPUT_METHOD", Root: sys.KeyboardRoot()})
	}
	for _, w := range sys.Floating() {
		switch {
		case w == sys.Active():
			all = append(all, view.Window{Title: w.Title, Type: "TYPE_SYSTEM", Active: true, Root: active})
			active = sys.RootOf(sys.Front())
		case !w.Untouchable:
			all = append(all, view.Window{Title: w.Title, Type: "TYPE_SYSTEM", Root: sys.RootOf(w)})
		}
	}
	return append(all, view.Window{
		Title: sys.Front().App.Label, Type: "TYPE_APPLICATION", Active: sys.Active() == sys.Front(), Root: active,
	})
}

func (c *commands) write(p *shell.Proc, name, xml string) {
	if c.phone.Has(fault.StaleFile) {
		return
	}
	f, err := p.Create(name)
	if err != nil {
		return // AOSP logs it and reports success
	}
	defer f.Close()
	// A terminal that has gone takes the rest of the dump with it.
	_, _ = io.WriteString(f, xml)
}
