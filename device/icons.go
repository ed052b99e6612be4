package device

import (
	"maps"
	"regexp"
	"slices"

	"adroit/device/screen"
)

var tapCommand = regexp.MustCompile(`^input tap (\d+) (\d+)$`)

// notePress remembers the icon that an act presses on the home screen or among
// the recent apps, which the same app shows: what comes to the front then is the
// app of that name.
func (p *Phone) notePress(commands []Command) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pressed = ""
	if len(commands) != 1 || p.last == nil || p.home == "" || p.last.PackageName != p.home || p.last.Stale {
		return
	}
	if m := tapCommand.FindStringSubmatch(string(commands[0])); m != nil {
		p.pressed = iconAt(p.last, screen.Point{X: number(m[1]), Y: number(m[2])})
	}
}

// iconAt is the label of the icon at a point: the innermost thing there that can
// be pressed and held, and says itself how it is called. "" where there is none.
func iconAt(c *screen.Context, at screen.Point) string {
	for _, n := range slices.Backward(c.Nodes) { // children after their parents
		if !n.Clickable || at.X < n.Bounds.Left || at.X >= n.Bounds.Right || at.Y < n.Bounds.Top || at.Y >= n.Bounds.Bottom {
			continue
		}
		named := n.LabelledBy(n.Text) || n.LabelledBy(n.Description)
		if !n.LongClick || !named || n.IsInput || n.PackageName != c.PackageName || len(n.Redacted) > 0 {
			return ""
		}
		return n.Label
	}
	return ""
}

// learnFromIcon learns the label of the app that a press of an icon has opened.
// Phone.mu is held.
func (p *Phone) learnFromIcon() {
	c := p.last
	if p.pressed == "" || c.Stale || c.PackageName == p.home || c.Underneath != "" || c.PackageName == "android" {
		return
	}
	seen := maps.Clone(p.labels.seen) // others may hold it
	if seen == nil {
		seen = make(map[string]string)
	}
	seen[c.PackageName] = p.pressed
	p.labels.seen = seen
	p.pressed = ""
}
