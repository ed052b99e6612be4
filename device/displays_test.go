//go:build unix

package device

import (
	"errors"
	"image/color"
	"path/filepath"
	"testing"
)

// foldedPhone has two displays, of which the app shows on the second: without a
// number screencap takes the first, and warns.
func foldedPhone(t *testing.T, displays string) *Phone {
	t.Helper()
	p, h, _ := observedPhone(t, dumps(tree))
	inner, outer := filepath.Join(t.TempDir(), "inner.png"), filepath.Join(t.TempDir(), "outer.png")
	writeFile(t, inner, encoded(t, 180, 200, color.Black))
	writeFile(t, outer, encoded(t, 108, 240, color.White))
	h.command(t, "screencap", `if [ "$*" = "-p -d 4619827551948147201" ]; then cat '`+outer+`'; exit; fi
echo "[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found."
cat '`+inner+`'`)
	h.command(t, "dumpsys", `case "$1 $2" in
"power ") echo "  mWakefulness=Awake" ;;
"window ") echo "  Window #0 Window{1a u0 com.android.settings/com.android.settings.Settings}:"
  echo "    isOnScreen=true"
  echo "  mCurrentFocus=Window{1a u0 com.android.settings/com.android.settings.Settings}"
  echo "  Display: mDisplayId=0"
  echo "    init=1080x2400 420dpi cur=1080x2400" ;;
"activity activities") echo "  topResumedActivity=ActivityRecord{2b u0 com.android.settings/.Settings t7}" ;;
"display ") echo '`+displays+`' ;;
esac
`)
	return p
}

func TestPictureOfTheDisplayInUse(t *testing.T) {
	const base = `    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId `
	inner := base + `1", real 1800 x 2000, rotation 0, state OFF, type INTERNAL, uniqueId "local:4619827259835644672", density 420}`
	outer := base + `0", real 1080 x 2400, rotation 0, state ON, type INTERNAL, uniqueId "local:4619827551948147201", density 420}`
	shot, err := foldedPhone(t, outer+"\n"+inner).Screenshot(t.Context())
	if err != nil || shot.Width != 108 || shot.Height != 240 {
		t.Errorf("a picture of %dx%d, error %v", shot.Width, shot.Height, err)
	}
	if _, err := foldedPhone(t, inner).Screenshot(t.Context()); !errors.Is(err, ErrOtherDisplay) {
		t.Errorf("of a phone that does not tell its displays: error %v, want %v", err, ErrOtherDisplay)
	}
}
