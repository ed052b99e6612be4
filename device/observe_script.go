package device

import (
	"crypto/rand"
	"strings"
	"time"
)

// dumpDir is writable for adb's shell user on every Android, also before the
// first unlock, which /sdcard is not.
const dumpDir = "/data/local/tmp"

// observeTimeout covers uiautomator's wait for an idle screen, ten seconds at
// most (AOSP DumpCommand), and what surrounds it.
const observeTimeout = 13 * time.Second

// observeScript is one observation, in the phone's shell. It prints sections,
// each under a line of the mark and its name.
//
// The dump runs in the background because a shell runs no trap before a
// command in the foreground has ended: so that, when the caller goes away, the
// dump ends at once and gives back the one automation connection that Android
// has. A dump into a fresh file cannot be mistaken for an older one.
//
// A dump without a root comes when windows change; one that finds another
// client registered may have met the end of ours. Both are tried again, three
// times in all, unless the screen is off.
const observeScript = `f=DIR/adroit-MARK.xml
trap 'rm -f $f' EXIT
trap 'kill $p; exit 129' HUP INT TERM
echo MARK power
dumpsys power | grep -E 'mWakefulness='
for pause in 0.15 0.3 0; do
  echo MARK dump
  uiautomator dump $f 2>&1 &
  p=$!
  wait $p
  echo MARK status $?
  if [ -s $f ] || [ $pause = 0 ]; then break; fi
  sleep $pause
done
echo MARK tree
cat $f 2>&1
echo
echo MARK window
dumpsys window | grep -E 'WINDOWFILTER'
echo MARK activity
dumpsys activity activities | grep -E 'esumedActivity|mFocusedActivity|eyguardShowing'
echo MARK input
dumpsys input_method | grep -E 'mInputShown|mImeWindowVis|mWindowVisible|mDecorViewVisible|mInShowWindow'
echo MARK size
wm size
echo MARK end
`

// windowLines are the lines of `dumpsys window` that parseWindows reads, and
// those about the lock.
const windowLines = `WINDOW MANAGER|Window #|Display: |package=|[ ]fl=|rame=|touchable region|mGivenContentInsets|isOnScreen=|isVisible=|isReadyForDisplay|mCurrentFocus|mFocusedApp|mTopFocusedDisplayId|init=|Rotation=|eyguardShowing|howing=|mShowingLockscreen`

// newObserveScript returns the script and the mark of its sections, which text
// on the screen cannot foresee.
func newObserveScript() (script, mark string) {
	mark = rand.Text()
	return strings.NewReplacer("DIR", dumpDir, "MARK", mark, "WINDOWFILTER", windowLines).Replace(observeScript), mark
}

// sections takes the output of a script apart: the text under each line of the
// mark and a name. Of sections with the same name the last one counts.
func sections(out, mark string) map[string]string {
	found := make(map[string]string)
	for i, part := range strings.Split("\n"+out, "\n"+mark+" ") {
		if i == 0 {
			continue // before the first mark
		}
		name, text, _ := strings.Cut(part, "\n")
		found[strings.TrimSpace(name)] = text
	}
	return found
}
