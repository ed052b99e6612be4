package apps

import (
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"adroit/device/sim/android"
)

func newPhone() (*android.System, *Set) {
	sys := android.New(14, func() time.Time { return time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC) })
	set := New(sys)
	set.Install(sys)
	return sys, set
}

func TestAppsAreToldApart(t *testing.T) {
	sys, _ := newPhone()
	packages, uids, labels := map[string]bool{}, map[int]bool{}, map[string]bool{}
	for _, app := range sys.Apps {
		if packages[app.Package] || uids[app.UID] || labels[app.Label] || app.UID == 0 || app.Label == "" {
			t.Errorf("%s: label %q or uid %d is taken or missing", app.Package, app.Label, app.UID)
		}
		packages[app.Package], uids[app.UID], labels[app.Label] = true, true, true
	}
}

func TestIconsAreInOrder(t *testing.T) {
	sys, _ := newPhone()
	icons := Icons(sys)
	if !slices.IsSortedFunc(icons, func(a, b android.Match) int { return strings.Compare(a.Label(), b.Label()) }) || len(icons) < 10 {
		t.Errorf("%d icons, not in order", len(icons))
	}
	if slices.ContainsFunc(icons, func(m android.Match) bool { return m.App.Package == LauncherPackage }) {
		t.Error("the launcher has an icon of itself")
	}
}

// TestMovedAlbums checks that a drag puts one album elsewhere, keeps the order
// of the rest and loses none.
func TestMovedAlbums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, set := newPhone()
		g := set.Gallery
		before := slices.Clone(g.Albums)
		const top = 275
		from := rapid.IntRange(top, top+len(before)*albumHeight-1).Draw(t, "from")
		to := rapid.IntRange(0, 2400).Draw(t, "to")
		g.move(top, from, to)
		moved := before[(from-top)/albumHeight]
		rest := func(albums []string) []string {
			return slices.DeleteFunc(slices.Clone(albums), func(a string) bool { return a == moved })
		}
		if !slices.Equal(rest(g.Albums), rest(before)) || !slices.Contains(g.Albums, moved) {
			t.Fatalf("moving %s by %d made %q of %q", moved, to-from, g.Albums, before)
		}
		if at := slices.Index(g.Albums, moved); to >= top && to < top+len(before)*albumHeight && at != (to-top)/albumHeight {
			t.Fatalf("dropped at %d, %s is in place %d", to, moved, at)
		}
	})
}

func TestRecipient(t *testing.T) {
	for data, want := range map[string]string{"smsto:Ada": "Ada", "sms:123": "123", "smsto:": "", "tel:123": "", "": ""} {
		if got := recipient(android.Intent{Data: data}); got != want {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	}
}

func TestOverlayGoesWhereItIsTold(t *testing.T) {
	for at, want := range map[string]image.Rectangle{
		"10,20,30,40": image.Rect(10, 20, 30, 40),
		"":            image.Rect(0, 1200, 1080, 2337),
		"nonsense":    image.Rect(0, 1200, 1080, 2337),
		"10,20":       image.Rect(0, 1200, 1080, 2337),
	} {
		sys, _ := newPhone()
		sys.Broadcast(android.Intent{Action: TrickOverlay, Extras: map[string]string{"at": at}})
		if got := sys.Floating(); len(got) != 1 || got[0].Frame != want {
			t.Errorf("%q: %+v, want %v", at, got, want)
		}
		sys.Broadcast(android.Intent{Action: TrickEnd})
		if got := sys.Floating(); len(got) > 0 {
			t.Errorf("%q: it stays", at)
		}
	}
}

func TestLoadSaved(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"whole.xml":  `<hierarchy rotation="0"><node package="org.a" bounds="[0,0][720,1600]"><node text="t" hint="t" bounds="[1,2][3,4]"/></node></hierarchy>`,
		"broken.xml": `<hierarchy><node package="org.b"`,
		"other.txt":  "no dump",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := LoadSaved(dir)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d screens, %v", len(all), err)
	}
	broken, whole := &all[0], &all[1]
	if whole.pkg() != "org.a" || whole.size() != image.Pt(720, 1600) || whole.class() != "org.a.Saved_whole" {
		t.Errorf("whole: %s %v %s", whole.pkg(), whole.size(), whole.class())
	}
	if n := whole.roots[0].nodes[0]; n.content() != "" || n.rect() != image.Rect(1, 2, 3, 4) {
		t.Errorf("a field with its hint holds %q at %v", n.content(), n.rect())
	}
	if broken.pkg() != "saved.unreadable" || broken.size() != image.Pt(1080, 2400) {
		t.Errorf("broken: %s %v", broken.pkg(), broken.size())
	}
	if _, err := LoadSaved(t.TempDir()); err == nil {
		t.Error("an empty directory has screens")
	}
}
