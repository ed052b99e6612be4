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
// The dump goes into a fresh file, which cannot be mistaken for an older one.
// It runs in the background because a shell runs no trap before a command in
// the foreground has ended: so that, when the caller goes away, the dump ends
// at once and gives back the one automation connection that Android has.
//
// A dump finds no root while windows change, and may find the end of an
// earlier client still registered. Both are tried again, up to three times,
// unless the screen is off; the last two times with all windows, which gives
// something also where none of them is the active one, but a list of no windows
// at times. A newer Android knows --windows, an older one ignores it (AOSP
// DumpCommand). A screen that does not come to rest is not tried again: that
// alone takes ten seconds.
const observeScript = `f=DIR/adroit-MARK
trap 'rm -f $f.xml $f.log' EXIT
trap 'kill $p 2>/dev/null; exit 129' HUP INT TERM
power=$(dumpsys power | grep mWakefulness=)
case $power in
*Awake*) pauses='0.15 0.3 0.6 0' ;;
*) pauses=0 ;;
esac
for pause in $pauses; do
  case $pause in 0.6) windows=--windows ;; esac
  uiautomator dump $f.xml $windows >$f.log 2>&1 &
  p=$!
  wait $p
  status=$?
  if [ "$windows" ] && [ -s $f.xml ] && ! grep -q '<node' $f.xml; then
    rm $f.xml
    echo 'null root node in every window' >$f.log
  fi
  grep -qE 'null root|already registered' $f.log || break
  sleep $pause
done
echo MARK dump
cat $f.log
echo MARK status
echo $status
echo MARK tree
if [ -s $f.xml ]; then
  cat $f.xml
  echo
else
  echo MARK holders
  ps -A -o PID,ARGS | grep -E 'HOLDERS'
fi
echo MARK power
echo $power
echo MARK window
dumpsys window | grep -E 'WINDOWLINES'
echo MARK activity
dumpsys activity activities | grep -E 'esumedActivity|mFocusedActivity|eyguardShowing'
echo MARK input
dumpsys input_method | grep -E 'mInputShown|mImeWindowVis|mWindowVisible|mDecorViewVisible|mInShowWindow|inputType='
echo MARK size
wm size
echo MARK end
`

// automationClients are names in the command lines of the programs that hold
// Android's automation connection for others. The brackets keep the names from
// finding the script itself, which stands in a command line too.
const automationClients = `[u]iautomator|[u]ia2|[u]2\.jar|[a]ppium|[m]aestro|[d]roidrun|[d]evicekit|[h]s\.jar|[i]nstrument`

// windowLines are the lines of `dumpsys window` that parseWindows reads, and
// those about the lock.
const windowLines = `WINDOW MANAGER|Window #|Display: |mDisplayId=|package=| fl=|rame=|touchable region|mGivenContentInsets|isOnScreen=|isVisible=|isReadyForDisplay|mCurrentFocus|mFocusedApp|mTopFocusedDisplayId|init=|Rotation=|eyguardShowing|howing=|mShowingLockscreen|mDreamingLockscreen|mScreenOnFully|screenState=|  secure=`

// newScript returns the script of a template, and the mark of its sections,
// which text on the screen cannot foresee.
func newScript(template string) (script, mark string) {
	mark = rand.Text()
	return strings.NewReplacer("DIR", dumpDir, "MARK", mark, "WINDOWLINES", windowLines, "HOLDERS", automationClients).Replace(template), mark
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
