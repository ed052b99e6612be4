package screen_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"
)

// element is what a number stands for: what may not change while it does.
type element struct{ app, class, view, name string }

var number = regexp.MustCompile(`\d+`)

// essence is the element of a node. What a field holds, what a switch is set
// to, a counter, a summary and the words of a plain text may change.
func essence(n *screen.Node) element {
	e := element{app: n.PackageName, class: n.ClassName, view: n.ViewID}
	if n.Clickable && !n.IsInput && !n.Checkable {
		e.name, _, _ = strings.Cut(n.Label, " | ")
		e.name = number.ReplaceAllString(e.name, "0")
	}
	return e
}

// Whatever is done on a phone, in all its apps, a number stands for one
// element.
func TestNumbersNeverMoveOnAPhone(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	server, err := sim.New(sim.Options{IdleTime: time.Millisecond}).ServeServer(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	phone, err := device.NewHub(server.Addr()).Open(t.Context(), "", redact.NewRegistry(redact.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	apps, err := phone.Apps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	person := person{rand.New(rand.NewPCG(seed, 1)), apps}
	owners := map[string]element{}
	for range 150 {
		c, err := phone.Observe(t.Context())
		if err != nil { // a clock that never rests
			c = &screen.Context{}
		}
		seen := map[string]bool{}
		for i := range c.Nodes {
			n := &c.Nodes[i]
			if seen[n.ID] {
				t.Fatalf("number %s stands twice on one screen", n.ID)
			}
			seen[n.ID] = true
			was, known := owners[n.ID]
			if is := essence(n); known && was != is {
				t.Fatalf("number %s moved from %q to %q", n.ID, was, is)
			}
			owners[n.ID] = essence(n)
		}
		if err := phone.Run(t.Context(), person.act(c)...); err != nil {
			t.Fatal(err)
		}
	}
	if len(owners) < 50 {
		t.Errorf("only %d elements were seen", len(owners))
	}
}

// person does something at random.
type person struct {
	*rand.Rand
	apps []device.App
}

func (p person) act(c *screen.Context) []device.Command {
	open := []device.Command{device.StartApp(p.apps[p.IntN(len(p.apps))])}
	if len(c.Nodes) == 0 {
		return open
	}
	n := &c.Nodes[p.IntN(len(c.Nodes))]
	at, err := c.TapPoint(n.ID)
	switch what := p.IntN(12); {
	case what == 0:
		return open
	case what == 1:
		return []device.Command{device.Keys(device.KeyBack)}
	case what == 2:
		rotation := []device.Command{"settings put system user_rotation 1", "settings put system user_rotation 0"}
		return []device.Command{"settings put system accelerometer_rotation 0", rotation[p.IntN(2)]}
	case err != nil:
		return nil
	case n.IsInput:
		typing, _ := device.TypeText("milk") // which can be typed
		return append([]device.Command{device.Tap(at)}, typing...)
	case n.Scrollable:
		from, to := n.Bounds.Center(), n.Bounds.Center()
		from.Y, to.Y = from.Y+n.Bounds.Height()/3, to.Y-n.Bounds.Height()/3
		if what%2 == 0 {
			from, to = to, from
		}
		return []device.Command{device.Swipe(from, to, 300)}
	case n.Clickable:
		return []device.Command{device.Tap(at)}
	}
	return nil
}
