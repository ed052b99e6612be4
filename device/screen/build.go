package screen

import (
	"slices"
	"strings"

	"adroit/device/redact"
	"adroit/device/text"
)

// builder makes a Context of what is known of one observation.
type builder struct {
	*layout
	masked *masker
	seen   []sighting
	c      *Context
}

func buildContext(raw Raw, l *layout, masked *masker, seen []sighting, id string) *Context {
	b := builder{layout: l, masked: masked, seen: seen}
	b.c = &Context{
		ObservationID:   id,
		PackageName:     raw.PackageName,
		AppLabel:        oneLine(raw.AppLabel),
		Home:            raw.Home,
		Activity:        shortClass(raw.PackageName, raw.Activity),
		WindowTitle:     raw.WindowTitle,
		Width:           l.width,
		Height:          l.height,
		Rotation:        max(l.rotation, 0),
		KeyboardVisible: raw.KeyboardVisible,
		Locked:          raw.Locked,
		LockSecure:      raw.Locked && raw.LockSecure,
		Awake:           raw.Awake,
		Complete:        !l.partial,
		Source:          raw.Source,
		CapturedAt:      raw.CapturedAt,
		DurationMS:      raw.Duration.Milliseconds(),
		Warnings:        slices.Clone(l.warnings),
		originals:       map[string]string{},
		dump:            l.tree,
	}
	b.front(raw)
	b.keyboard(raw)
	b.overlays(raw)
	b.nodes()
	b.reveals()
	b.surfaces()
	b.c.occlude()
	return b.c
}

// shortClass leaves the package out of the name of a class that is in it.
func shortClass(pkg, class string) string {
	if short, ok := strings.CutPrefix(class, pkg+"."); ok {
		return "." + short
	}
	return class
}

// front sets the app in front and whether the tree is of another one.
func (b *builder) front(raw Raw) {
	w := b.windows[b.frontWindow(raw.PackageName)]
	if b.c.PackageName == "" {
		b.c.PackageName = w.pkg
	}
	if isComponent(b.c.WindowTitle) {
		_, class, _ := strings.Cut(b.c.WindowTitle, "/")
		b.c.Activity = firstOf(b.c.Activity, shortClass(b.c.PackageName, class))
		b.c.WindowTitle = ""
	}
	if b.c.WindowTitle == "" {
		b.c.WindowTitle = w.title
	}
	b.c.WindowTitle, _ = b.masked.secrets.Find(b.c.PackageName, oneLine(b.c.WindowTitle))
	shown := slices.ContainsFunc(b.elements, func(e element) bool { return e.pkg == b.c.PackageName })
	if !shown && len(b.elements) > 0 {
		b.c.Stale = true
		b.c.Warnings = append(b.c.Warnings, "the tree shows "+text.Line(w.pkg)+", not the app in front")
	}
}

// isComponent reports whether a window title is the name of an activity
// ("com.example/com.example.Main"), which the window manager gives to windows
// that have no title of their own.
func isComponent(title string) bool {
	pkg, class, ok := strings.Cut(title, "/")
	return ok && strings.Contains(pkg, ".") && class != "" && !strings.ContainsAny(title, " \t\n:")
}

// keyboard sets what the keyboard covers, from the window manager or from the
// keyboard's own window in the tree.
func (b *builder) keyboard(raw Raw) {
	covers := raw.KeyboardBounds
	for i := range b.windows {
		if w := &b.windows[i]; w.keyboard && !w.keys.Empty() {
			b.c.KeyboardVisible = true
			covers = union(covers, w.keys)
		}
	}
	if b.c.KeyboardVisible && !covers.Empty() {
		b.c.KeyboardBounds = &covers
	}
}

// nodes makes the nodes, in document order.
func (b *builder) nodes() {
	b.c.Nodes = make([]Node, 0, len(b.seen))
	b.c.elements = make([]int, 0, len(b.seen))
	ranks := b.drawingRanks()
	ids := make([]string, len(b.elements)) // of the element, or of its nearest ancestor that is a node
	next := 0
	for i := range b.elements {
		e := &b.elements[i]
		if e.parent >= 0 {
			ids[i] = ids[e.parent]
		}
		if !b.keep[i] {
			continue
		}
		n := b.node(i)
		n.ID, n.Parent = b.seen[next].id, ids[i]
		ids[i] = n.ID
		next++
		b.c.Nodes = append(b.c.Nodes, n)
		b.c.elements = append(b.c.elements, i)
		if ranks != nil {
			b.c.drawn = append(b.c.drawn, ranks[i])
		}
	}
}

func (b *builder) node(i int) Node {
	e := &b.elements[i]
	role, value, hint := b.role(i), "", e.hint
	if role == Slider {
		value = e.text
	}
	if role == Input {
		hint = firstOf(hint, b.borrowed[i])
	}
	return Node{
		Role:        role,
		Value:       value,
		Label:       b.name(i),
		Text:        e.text,
		Description: e.desc,
		Hint:        hint,
		PackageName: e.pkg,
		WindowID:    b.windows[e.window].id,
		ViewID:      e.viewID,
		ClassName:   e.class,
		Bounds:      e.bounds,
		Depth:       e.depth,
		Clickable:   e.flags.has(clickable),
		LongClick:   e.flags.has(longClickable),
		Scrollable:  e.flags.has(scrollable),
		Checkable:   e.flags.has(checkable),
		Checked:     e.flags.has(checked),
		Enabled:     !e.flags.has(disabled),
		Focused:     e.flags.has(focused),
		Selected:    e.flags.has(selected),
		IsInput:     e.flags.has(editable),
		Password:    e.flags.has(password),
		Redacted:    b.masked.kinds[i],
	}
}

// reveals gives what was masked in an element to the node that shows it: the
// element itself, or the node whose label it is a part of.
func (b *builder) reveals() {
	for n := range b.c.Nodes {
		node := &b.c.Nodes[n]
		i := b.c.elements[n]
		var originals []string
		for j := i; j < b.elements[i].end; j++ {
			original, ok := b.masked.originals[j]
			if !ok || j != i && (b.keep[j] || b.owner[j] != i) {
				continue
			}
			originals = append(originals, original)
			for _, k := range b.masked.kinds[j] {
				node.Redacted = appendNew(node.Redacted, k)
			}
		}
		if len(originals) > 0 {
			b.c.originals[node.ID] = strings.Join(originals, "\n")
		}
	}
	b.c.Sensitive = len(b.masked.kinds) > 0 || strings.Contains(b.c.WindowTitle, redact.Mask)
}

// surfaces says where the screen shows what cannot be read.
func (b *builder) surfaces() {
	var ids []string
	for n, i := range b.c.elements {
		if b.opaque(i) {
			ids = append(ids, b.c.Nodes[n].ID)
		}
	}
	if b.unplaced() {
		b.c.Complete = false
		b.c.Warnings = append(b.c.Warnings, "most of what it says has no place yet: it is still being drawn, look again")
	}
	switch {
	case len(ids) > 0:
		b.c.Complete = false
		b.c.Warnings = append(b.c.Warnings, "cannot be read: "+strings.Join(ids, ", "))
	case len(b.c.Nodes) == 0: // an app that has drawn nothing yet, or tells nothing of it
		b.c.Complete = false
		b.c.Warnings = append(b.c.Warnings, "nothing on it can be read")
	}
}

// Reveal returns the unredacted text of a node in which something was masked.
// It is for the person's own pane alone: what it returns must not be shown to
// a model, logged, stored or sent.
func (c *Context) Reveal(nodeID string) (string, bool) {
	s, ok := c.originals[nodeID]
	return s, ok
}
