//go:build unix

package device

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adroit/device/screen"
)

// newTouchscreen is a shell whose input command writes down what it is told,
// and knows no CANCEL, as that of Android 11.
func newTouchscreen(t *testing.T) (h *hostShell, told func() []string) {
	h = newHostShell(t)
	log := filepath.Join(h.data, "input.log")
	h.command(t, "getprop", "echo 30\n")
	h.command(t, "input", "echo \"$*\" >>"+log+"\ncase $2 in CANCEL) exit 255;; esac\n")
	return h, func() []string {
		b, err := os.ReadFile(log)
		if err != nil && !os.IsNotExist(err) {
			t.Error(err)
		}
		return strings.FieldsFunc(string(b), func(r rune) bool { return r == '\n' })
	}
}

func TestDragOnARealShell(t *testing.T) {
	h, told := newTouchscreen(t)
	p, _ := openHostPhone(t, h)
	if err := p.Run(t.Context(), Drag(screen.Point{X: 100, Y: 900}, screen.Point{X: 300, Y: 100}, 300, 200), Keys(KeyBack)); err != nil {
		t.Fatal(err)
	}
	want := "motionevent DOWN 100 900|motionevent MOVE 150 700|motionevent MOVE 200 500|" +
		"motionevent MOVE 250 300|motionevent MOVE 300 100|motionevent UP 300 100|keyevent 4"
	if got := strings.Join(told(), "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDragCutShortOnARealShell(t *testing.T) {
	h, told := newTouchscreen(t)
	p, _ := openHostPhone(t, h)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(told()) == 0 && t.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	if err := p.Run(ctx, Drag(screen.Point{X: 1, Y: 2}, screen.Point{X: 3, Y: 4}, 3000, 200)); err == nil {
		t.Error("it was not cut short")
	}
	deadline := time.Now().Add(10 * time.Second)
	for len(told()) < 3 && time.Now().Before(deadline) { // the shell hears of it a moment later
		time.Sleep(10 * time.Millisecond)
	}
	want := "motionevent DOWN 1 2|motionevent CANCEL 1 2|motionevent UP 1 2"
	if got := strings.Join(told(), "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
