package command

import (
	"fmt"
	"slices"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/apps"
)

// dumpActivity is the activity manager's dump: of the activities, of the one
// in front, or of one that is named.
func dumpActivity(sys *android.System, args []string) string {
	if len(args) == 0 {
		args = []string{"activities"}
	}
	switch args[0] {
	case "activities", "a", "-a":
		return dumpActivities(sys)
	case "recents", "r":
		return dumpRecents(sys)
	case "top":
		return dumpTop(sys, sys.Front())
	case "services", "broadcasts", "processes", "starter", "lastanr":
		return fmt.Sprintf("ACTIVITY MANAGER %s (dumpsys activity %s)\n  (nothing)\n", strings.ToUpper(args[0]), args[0])
	}
	if pkg, _ := android.SplitComponent(args[0]); pkg == apps.LauncherPackage && !sys.MuteLauncher {
		return dumpLauncher(sys)
	}
	for _, task := range sys.Tasks() {
		for _, w := range task.Windows {
			if w.App.Package == args[0] || w.Component() == args[0] {
				return dumpTop(sys, w)
			}
		}
	}
	return fmt.Sprintf("Bad activity command, or no activities match: %s\nUse -h for help.\n", args[0])
}

// dumpActivities lists the tasks. What names the activity in front moved with
// the releases: mResumedActivity until 11, topResumedActivity from 12.
func dumpActivities(sys *android.System) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)")
	if sys.SecondFocused() {
		out.WriteString(dumpSecond(sys))
	}
	line("Display #0 (activities from top to bottom):")
	tasks := sys.Tasks()
	front := tasks[len(tasks)-1]
	// A phone asleep has paused what was in front.
	resumed := func(t *android.Task) bool { return t == front && sys.Awake() && !sys.Locked() }
	for _, task := range slices.Backward(tasks) {
		if sys.Release < 11 {
			line("  Stack #%d: type=standard mode=fullscreen", task.ID)
			line("    Task id #%d", task.ID)
		} else {
			line("  * Task{%s #%d type=standard A=%d:%s U=%d visible=%t mode=fullscreen translucent=false sz=%d}",
				handle(task.App.Package), task.ID, task.App.UID, task.App.Package, task.Top().User, task == front, len(task.Windows))
		}
		if resumed(task) && sys.Release < 12 {
			line("    mResumedActivity: %s", taskRecord(task))
		}
		if resumed(task) && sys.Release >= 12 {
			line("    topResumedActivity=%s", taskRecord(task))
		}
		for i, w := range slices.Backward(task.Windows) {
			line("    * Hist  #%d: ActivityRecord{%s u%d %s t%d}", i, handle(w.Component()), w.User, w.Component(), task.ID)
			line("      packageName=%s processName=%s", w.App.Package, w.App.Package)
			line("      launchedFromUid=0 launchedFromPackage=null userId=%d", w.User)
			line("      mActivityComponent=%s", w.Component())
		}
	}
	if sys.Second != nil && !sys.SecondFocused() {
		out.WriteString(dumpSecond(sys))
	}
	line("")
	switch {
	case sys.SecondFocused():
		line("  ResumedActivity: %s", secondRecord(sys))
	case resumed(front):
		line("  ResumedActivity: %s", record(sys))
	}
	line("  KeyguardController:")
	line("    mKeyguardShowing=%t\n    mAodShowing=false\n    mKeyguardGoingAway=false", sys.Locked())
	line("   KeyguardShowing=%t AodShowing=false KeyguardGoingAway=false Occluded=false at display=0", sys.Locked())
	return out.String()
}

// secondTask is the number of the task on the second display.
const secondTask = 90

// dumpSecond lists the task on the second display.
func dumpSecond(sys *android.System) string {
	w := sys.Second.Window
	name := "topResumedActivity="
	if sys.Release < 12 {
		name = "mResumedActivity: "
	}
	return fmt.Sprintf("Display #%d (activities from top to bottom):\n  * Task{%s #%d type=home A=%d:%s U=0 visible=true mode=fullscreen translucent=false sz=1}\n    %s%s\n    * Hist  #0: %[8]s\n      packageName=%[5]s processName=%[5]s\n\n",
		android.SecondID, handle(w.App.Package), secondTask, w.App.UID, w.App.Package, name, secondRecord(sys), secondRecord(sys))
}

func dumpRecents(sys *android.System) string {
	var out strings.Builder
	fmt.Fprintf(&out, "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n")
	for i, task := range slices.Backward(sys.Tasks()) {
		fmt.Fprintf(&out, "  * Recent #%d: Task{%s #%d A=%d:%s U=0 sz=%d}\n", len(sys.Tasks())-1-i, handle(task.App.Package), task.ID,
			task.App.UID, task.App.Package, len(task.Windows))
	}
	return out.String()
}

func dumpTop(sys *android.System, w *android.Window) string {
	return fmt.Sprintf("TASK %s id=1 userId=0\n  ACTIVITY %s %s pid=%d\n    Local Activity %s State:\n      mResumed=%t mStopped=false mFinished=false\n",
		w.App.Package, w.Component(), handle(w.Component()), appPID(w.App), handle(w.Component()), w == sys.Front())
}

// dumpLauncher is what Launcher3 adds to its own dump: every app with its
// label, which no other command tells (AOSP Launcher.dump, AllAppsStore.dump).
func dumpLauncher(sys *android.System) string {
	var out strings.Builder
	home := android.Component(apps.LauncherPackage, apps.LauncherClass)
	fmt.Fprintf(&out, "TASK %s id=1 userId=0\n  ACTIVITY %s %s pid=%d\n", apps.LauncherPackage, home, handle(home), appPID(sys.App(apps.LauncherPackage)))
	icons := apps.Icons(sys)
	fmt.Fprintf(&out, "    All apps list: size=%d\n", len(icons))
	bitmap := "bitmapIcon"
	if sys.Release < 10 {
		bitmap = "iconBitmap"
	}
	for _, icon := range icons {
		fmt.Fprintf(&out, "       title=%q %s=android.graphics.Bitmap@%s componentName=%s\n", icon.Label(), bitmap, handle(icon.App.Package), icon.App.Package)
	}
	return out.String()
}
