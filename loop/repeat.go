package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// repeats notices a model that does the same again and again to a screen that
// does not change.
type repeats struct {
	key    string          // of the last acting call
	screen *screen.Context // before it
	count  int             // how often it came in a row
}

// mostVain is how many steps in a row may come to the same nothing.
const mostVain = 3

// vain notices a model whose calls are not even tried, step after step: of
// tools that do not exist, or with arguments that they do not take.
type vain struct {
	last  string // what came of the calls of the last step; empty where one was tried
	count int    // how many steps in a row it came to that

	now   []string // what came of the calls of this step so far
	tried bool     // one of them was
}

// note takes the result of the next call of the step. known says that there is
// such a tool; a result that names a field rejects an argument.
func (v *vain) note(c *call, known bool, result tools.Result) {
	_, rejected := result.Data["field"]
	v.tried = v.tried || known && !rejected
	v.now = append(v.now, c.Name+": "+result.Message)
}

// step ends the step. It returns how the turn ends, where it does.
func (v *vain) step() *ending {
	same := strings.Join(v.now, "\n")
	switch {
	case v.tried:
		*v = vain{}
	case same == v.last:
		*v = vain{last: same, count: v.count + 1}
	default:
		*v = vain{last: same, count: 1}
	}
	if v.count < mostVain {
		return nil
	}
	return &ending{outcome: event.Stuck, reason: fmt.Sprintf("the model made the same call, which cannot be carried out, %d times in a row", mostVain)}
}

// repetition is how often the call has come in a row, itself included, on a
// screen that did not change; 0 for one that only looks or waits.
func (s *Session) repetition(ctx context.Context, t *turn, c *call) int {
	if tool, ok := s.tools[c.Name]; !ok || tool.Risk <= permissions.Low {
		return 0
	}
	key := c.Name + " " + canonical(c.Arguments)
	now := s.phone.Last()
	if now == nil || t.repeats.same(key, now) {
		// The last observation may be old: what the call waits for may be there.
		if fresh, err := s.phone.Observe(ctx); err == nil {
			s.tellScreen(fresh)
			now = fresh
		}
	}
	if !t.repeats.same(key, now) {
		t.repeats = repeats{key: key}
	}
	t.repeats.screen = now
	t.repeats.count++
	return t.repeats.count
}

func (r *repeats) same(key string, now *screen.Context) bool {
	return r.count > 0 && key == r.key && sameScreen(r.screen, now)
}

// sameScreen reports whether nothing that counts differs between two
// observations; either may be nil.
func sameScreen(a, b *screen.Context) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	return a.PackageName == b.PackageName && a.Activity == b.Activity && a.WindowTitle == b.WindowTitle &&
		a.Rotation == b.Rotation && a.KeyboardVisible == b.KeyboardVisible &&
		a.Locked == b.Locked && a.Awake == b.Awake && samePlaces(a, b) && screen.Diff(a, b).Empty()
}

// samePlaces reports whether nothing has moved: a list that scrolled a little
// may show the same words.
func samePlaces(a, b *screen.Context) bool {
	return slices.EqualFunc(a.Nodes, b.Nodes, func(x, y screen.Node) bool { return x.ID == y.ID && x.Bounds == y.Bounds })
}

// canonical is JSON with its keys in order and without white space; what is not
// JSON stays as it is.
func canonical(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	return string(mustJSON(v))
}
