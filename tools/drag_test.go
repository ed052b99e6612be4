package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// onAlbums is a rig that shows the gallery's albums.
func onAlbums(t testing.TB) *rig {
	t.Helper()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Photos"}`, "tap", `{"text": "Albums"}`)
	r.asked, r.started = nil, nil
	return r
}

const dragCamera = `{"source": "Reorder Camera", "source_strategy": "text", "destination": "Reorder Family", "destination_strategy": "text"}`

func TestDragAndDrop(t *testing.T) {
	t.Parallel()
	r := onAlbums(t)
	result := r.call(t, "drag_and_drop", dragCamera)
	want := []string{"Holiday", "Family", "Camera", "Screenshots", "Recipes"}
	if got := r.sim.Snapshot(); result.Status != tools.Success || !slices.Equal(got.Albums, want) || got.FingerDown {
		t.Fatalf("%s; the albums are %q", result.ForModel(), got.Albums)
	}
	q := r.asked[0]
	contains(t, q.Action, `Drag item "Camera | Reorder Camera" to item "Family | Reorder Family"`)
	contains(t, q.TargetLine, "Reorder Family")
	contains(t, strings.Join(q.Commands, ""), "motionevent DOWN", "sleep 0.550")

	// Back, by places and with a longer hold.
	from, to := r.centre(t, "Reorder Camera"), r.centre(t, "Reorder Holiday")
	result = r.call(t, "drag_and_drop", fmt.Sprintf(
		`{"start_x": %s, "start_y": %s, "end_x": %s, "end_y": %s, "hold_ms": 600, "duration_ms": 100}`, from[0], from[1], to[0], to[1]))
	if got := r.sim.Snapshot().Albums; result.Status != tools.Success || got[0] != "Camera" {
		t.Errorf("%s; the albums are %q", result.ForModel(), got)
	}
}

// centre is the middle of the element that has a label, as the digits of x and y.
func (r *rig) centre(t testing.TB, label string) [2]string {
	t.Helper()
	n, err := r.phone.Last().Resolve(label, "text")
	if err != nil {
		t.Fatal(err)
	}
	p := n.Bounds.Center()
	return [2]string{fmt.Sprint(p.X), fmt.Sprint(p.Y)}
}

func TestDragsThatMiss(t *testing.T) {
	t.Parallel()
	r := onAlbums(t)
	before := r.sim.Snapshot().Albums
	for _, tt := range []struct{ name, arguments, message string }{
		{"no source", `{"source": "Nothing", "source_strategy": "text", "destination": "Camera", "destination_strategy": "text"}`, "Target not found"},
		{"no destination", `{"source": "Camera", "source_strategy": "text", "destination": "999", "destination_strategy": "node_id"}`, "Target not found"},
		{"half of it", `{"source": "Camera", "source_strategy": "text"}`, "drag_and_drop: destination: missing"},
		{"mixed", `{"source": "Camera", "source_strategy": "text", "destination": "Family", "destination_strategy": "text", "end_x": 1}`, "end_x: mixed with source"},
		{"beside the screen", `{"start_x": 5000, "start_y": 1, "end_x": 2, "end_y": 3}`, "start_x: got 5000"},
		{"too short a hold", `{"start_x": 1, "start_y": 1, "end_x": 2, "end_y": 3, "hold_ms": 299}`, "hold_ms: got 299"},
		{"nothing", `{}`, "source: missing"},
	} {
		result := r.call(t, "drag_and_drop", tt.arguments)
		if result.OK || !result.Idempotent {
			t.Errorf("%s: %s", tt.name, result.ForModel())
		}
		contains(t, result.Message, tt.message)
	}
	if after := r.sim.Snapshot().Albums; len(r.started) > 0 || !slices.Equal(before, after) {
		t.Errorf("started %q; the albums are %q", r.started, after)
	}
	// Dropped where it was taken up, it moves nothing.
	same := `{"source": "Reorder Camera", "source_strategy": "text", "destination": "Reorder Camera", "destination_strategy": "text", "hold_ms": 300, "duration_ms": 100}`
	if result := r.call(t, "drag_and_drop", same); result.Status != tools.Warning || result.Data["moved"] != false {
		t.Error(result.ForModel())
	}
}

func TestACancelledDragLiftsTheFinger(t *testing.T) {
	t.Parallel()
	r := onAlbums(t)
	before := r.sim.Snapshot().Albums
	ctx, cancel := context.WithCancel(t.Context())
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		for !r.sim.Snapshot().FingerDown && t.Context().Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	result := r.Run(ctx, tools.Call{ID: "c", Name: "drag_and_drop", Arguments: json.RawMessage(
		strings.Replace(dragCamera, "}", `, "hold_ms": 3000}`, 1))})
	<-watching
	if result.OK || result.Idempotent || result.Data["cancelled"] != true {
		t.Error(result.ForModel())
	}
	r.eventually(t, "the finger is lifted", func() bool { return !r.sim.Snapshot().FingerDown })
	if after := r.sim.Snapshot().Albums; !slices.Equal(before, after) {
		t.Errorf("the albums are %q", after)
	}
}

// eventually waits for what the phone does on its own.
func (r *rig) eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in ten seconds it did not come about that %s", what)
		}
	}
}
