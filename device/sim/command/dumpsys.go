package command

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
	"adroit/device/sim/view"
)

// services are the system's services by name, each with what writes its dump.
func services() map[string]func(sys *android.System, args []string) string {
	return map[string]func(sys *android.System, args []string) string{
		"activity":       dumpActivity,
		"battery":        dumpBattery,
		"display":        dumpDisplay,
		"gfxinfo":        dumpGraphics,
		"input":          dumpInput,
		"input_method":   dumpInputMethod,
		"package":        dumpPackage,
		"power":          dumpPower,
		"SurfaceFlinger": dumpSurfaceFlinger,
		"window":         dumpWindow,
	}
}

func serviceNames() []string { return slices.Sorted(maps.Keys(services())) }

// dumpsys prints the state of a system service.
func (c *commands) dumpsys(_ context.Context, p *shell.Proc) int {
	args := p.Args[1:]
	for len(args) > 1 && (args[0] == "-t" || args[0] == "-T") {
		args = args[2:]
	}
	if len(args) == 0 || args[0] == "-l" {
		p.Printf("Currently running services:\n")
		for _, name := range serviceNames() {
			p.Printf("  %s\n", name)
		}
		return 0
	}
	dump, ok := services()[args[0]]
	if !ok {
		fmt.Fprintf(p.Stderr, "Can't find service: %s\n", args[0])
		return 0
	}
	p.Printf("%s", read(c, func(sys *android.System) string { return dump(sys, args[1:]) }))
	return 0
}

func dumpPower(sys *android.System, _ []string) string {
	wakefulness, interactive := "Awake", sys.Awake()
	if !interactive {
		wakefulness = "Asleep"
	}
	return fmt.Sprintf(`POWER MANAGER (dumpsys power)

Power Manager State:
  mDirty=0x0
  mWakefulness=%s
  mWakefulnessChanging=false
  mIsPowered=true
  mPlugType=2
  mBatteryLevel=100
  mDockState=0
  mStayOn=false
  mProximityPositive=false
  mBootCompleted=true
  mSystemReady=true
  mHalInteractiveModeEnabled=%t
  mHoldingWakeLockSuspendBlocker=false
  mHoldingDisplaySuspendBlocker=%t

Display Power: com.android.server.power.PowerManagerService$1@63ab12d
`, wakefulness, interactive, interactive)
}

// dumpInputMethod says whether the keyboard is shown: by mInputShown, which is
// also true where only its window exists, and by the input view.
func dumpInputMethod(sys *android.System, _ []string) string {
	shown, keyboard := sys.KeyboardShown(), sys.Keyboard()
	vis := map[bool]int{true: 3, false: 0}[shown]
	served, editor := "null", "null"
	if sys.Focused() != nil {
		w := sys.Front()
		served = "android.widget.EditText{6d1b9c VFED..CL. .F...... 0,0-1080,147}"
		editor = "EditorInfo{packageName=" + w.App.Package + " inputType=" + inputType(sys) + " imeOptions=0x6 fieldId=1}"
	}
	dump := fmt.Sprintf(`Current Input Method Manager state:
  Input Methods: mMethodMapUpdateCount=3
  mCurMethodId=%s
  mCurId=%s mHaveConnection=true mBoundToMethod=true mVisibleBound=%t
  mShowRequested=%t mShowExplicitlyRequested=false mShowForced=false mInputShown=%t
  mInFullscreenMode=false
  mSystemReady=true mInteractive=%t
  mImeWindowVis=%d
  mServedView=%s
  mCurAttribute=%s
`, keyboard, keyboard, shown, shown, shown, sys.Awake(), vis, served, editor)
	return dump + fmt.Sprintf(`
Input method service state for %s@5d6e8f7:
  mWindowCreated=true mWindowAdded=true
  mWindowVisible=%t mDecorViewVisible=%t mInShowWindow=false
  mShowInputRequested=%t mIsInputViewShown=%t
`, keyboard, shown, shown, shown, shown)
}

// inputType is the android.text.InputType of the field that has the focus: a text,
// or a password.
func inputType(sys *android.System) string {
	kind := "0x1"
	if root := sys.Root(); root != nil {
		root.Walk(func(v *view.View) {
			if v.Password && v.Field == sys.Focused() {
				kind = "0x81"
			}
		})
	}
	return kind
}

// dumpGraphics tells how many frames an app has rendered, among figures that
// scripts look at less (AOSP ActivityManagerService.dumpGraphicsHardwareUsage,
// hwui ProfileData.cpp).
func dumpGraphics(sys *android.System, args []string) string {
	const header = "Applications Graphics Acceleration Info:\nUptime: 5400000 Realtime: 5400000\n"
	if len(args) == 0 {
		return header
	}
	frames, running := sys.Frames(args[0])
	if !running {
		return "No process found for: " + args[0] + "\n"
	}
	return header + fmt.Sprintf(`
** Graphics info for pid %d [%s] **

Stats since: 5300000000000ns
Total frames rendered: %d
Janky frames: 0 (0.00%%)
50th percentile: 8ms
90th percentile: 9ms
95th percentile: 10ms
99th percentile: 12ms
`, appPID(sys.App(args[0])), args[0], frames)
}

func dumpBattery(*android.System, []string) string {
	return "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  status: 5\n  health: 2\n  present: true\n  level: 100\n  scale: 100\n  temperature: 250\n  technology: Li-ion\n"
}
