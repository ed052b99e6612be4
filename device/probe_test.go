//go:build unix

package device

import (
	"strings"
	"testing"
)

// probedPhone shows the settings, and counts frames: those of views in the file
// "frames", those of a surface of the same app in "surface".
func probedPhone(t *testing.T, xml string) (p *Phone, set func(name, value string)) {
	t.Helper()
	p, h, _ := observedPhone(t, dumps(xml))
	set = func(name, value string) { writeFile(t, h.bin+"/"+name+".txt", []byte(value)) }
	for _, name := range []string{"frames", "surface", "other"} {
		set(name, "1")
	}
	h.command(t, "dumpsys", `case "$*" in
window) echo "  mCurrentFocus=Window{1a u0 com.android.settings/com.android.settings.Settings}"; cat `+h.bin+`/window.txt 2>/dev/null ;;
"gfxinfo com.android.settings") echo "Total frames rendered: $(cat `+h.bin+`/frames.txt)" ;;
"SurfaceFlinger --list") echo "com.android.settings/com.android.settings.Settings#12"
	echo "RequestedLayerState{SurfaceView[com.android.settings/com.android.settings.Main](BLAST)#71 parentId=70 z=1}"
	echo "RequestedLayerState{SurfaceView[com.other/com.other.Main](BLAST)#9 parentId=8}" ;;
"SurfaceFlinger --latency SurfaceView[com.android.settings/com.android.settings.Main](BLAST)#71")
	echo 16666666; echo "0 0 0"; echo "5 $(cat `+h.bin+`/surface.txt) 7" ;;
"SurfaceFlinger --latency"*) cat `+h.bin+`/other.txt ;;
esac`)
	return p, set
}

func TestProbe(t *testing.T) {
	p, set := probedPhone(t, tree)
	if _, err := p.Observe(t.Context()); err != nil {
		t.Fatal(err)
	}
	last := ""
	probe := func(what string, changes bool) {
		t.Helper()
		got, err := p.Probe(t.Context())
		if err != nil || got == "" {
			t.Fatalf("%s: probe %q, error %v", what, got, err)
		}
		if last != "" && (got != last) != changes {
			t.Errorf("%s: probe %q after %q", what, got, last)
		}
		last = got
	}
	probe("first", true)
	probe("nothing", false)
	set("frames", "2")
	probe("a frame of the views", true)
	set("surface", "2")
	probe("a frame of the surface", true)
	set("other", "2")
	probe("a frame of another app", false)
	set("window", "  mCurrentFocus=Window{2b u0 com.android.settings/com.android.settings.SubSettings}\n")
	probe("a window", true)
}

// A game draws all the time; what it draws cannot be observed.
func TestProbeLeavesOutWhatCannotBeRead(t *testing.T) {
	game := strings.NewReplacer("android.widget.TextView", "android.view.SurfaceView", "Wi-Fi", "", "android:id/title", "",
		`clickable="true"`, `clickable="false"`, "[1080,200]", "[1080,2400]").Replace(tree)
	p, set := probedPhone(t, game)
	c, err := p.Observe(t.Context())
	if err != nil || c.Complete {
		t.Fatalf("observed %+v, error %v; want an opaque surface", c, err)
	}
	first, err := p.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	set("surface", "2")
	if again, err := p.Probe(t.Context()); err != nil || again != first {
		t.Errorf("probe %q after %q, error %v", again, first, err)
	}
}
