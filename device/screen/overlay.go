package screen

import (
	"fmt"
	"slices"

	"adroit/device/text"
)

// Overlay is a window that lies over the one in front without taking its place:
// a floating button, a list of suggestions, a notification, or what wants a
// finger that was meant for something else. The tree does not hold it, but
// touches on its area are its own.
type Overlay struct {
	PackageName string `json:"packageName"`
	Bounds      Rect   `json:"bounds"` // where it takes touches, in pixels
}

// name is what CoveredError calls the overlay.
func (o Overlay) name() string { return "a window of " + text.Line(o.PackageName) }

// overlays sets what lies over the app in front, or that it lies over another
// one itself.
func (b *builder) overlays(raw Raw) {
	b.c.Underneath = raw.Underneath
	if raw.Underneath != "" {
		b.c.Warnings = append(b.c.Warnings, fmt.Sprintf("this is a window of %s over %s",
			text.Line(b.c.PackageName), text.Line(raw.Underneath)))
	}
	for _, o := range raw.Overlays {
		if o.Bounds.Empty() || b.holds(o) {
			continue
		}
		b.c.Overlays = append(b.c.Overlays, o)
		b.c.Warnings = append(b.c.Warnings, o.name()+" lies over a part of it and cannot be read")
	}
}

// holds reports whether the tree has the overlay's window, as one of all
// windows does.
func (b *builder) holds(o Overlay) bool {
	return slices.ContainsFunc(b.windows, func(w window) bool {
		return len(b.windows) > 1 && w.pkg == o.PackageName && !w.bounds.Empty() && contains(o.Bounds, w.bounds)
	})
}
