package screen

import (
	"strings"

	"adroit/device/redact"
)

// Private lists what no picture of the screen may show: the bounds of every
// element in which something was masked, and of every password field. ok is
// false where that is not known: the tree was cut short, or the Context was
// decoded from JSON.
func (c *Context) Private() (regions []Rect, ok bool) {
	if c.dump == nil || c.dump.partial {
		return nil, false
	}
	for i := range c.dump.elements {
		e := &c.dump.elements[i]
		masked := strings.Contains(e.text+e.desc+e.hint, redact.Mask)
		if (masked || e.flags.has(password)) && e.visible() {
			regions = append(regions, e.bounds)
		}
	}
	return regions, true
}
