package screen

import (
	"strconv"
	"strings"
	"sync"

	"adroit/device/redact"
)

// Tracker turns dumps into Contexts for one session: it gives each element the
// number by which it is called, and keeps it over consecutive observations. It
// is safe for concurrent use.
type Tracker struct {
	secrets *redact.Registry

	mu           sync.Mutex
	observations int
	lastID       int
	ids          map[string]string
}

// NewTracker returns a Tracker that masks what secrets calls secret, and
// registers there what it finds on the screens.
func NewTracker(secrets *redact.Registry) *Tracker {
	return &Tracker{secrets: secrets, ids: map[string]string{}}
}

// Observe normalises one dump. The error is a *DumpError where the dump holds
// no tree; a part of a tree gives a Context with Complete false.
func (t *Tracker) Observe(raw Raw) (*Context, error) {
	dump, err := parse(raw.XML)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.observations++
	c := &Context{
		ObservationID:   "o" + strconv.Itoa(t.observations),
		PackageName:     raw.PackageName,
		AppLabel:        raw.AppLabel,
		Activity:        strings.TrimPrefix(raw.Activity, raw.PackageName),
		WindowTitle:     raw.WindowTitle,
		Width:           raw.Width,
		Height:          raw.Height,
		Rotation:        raw.Rotation,
		KeyboardVisible: raw.KeyboardVisible,
		Locked:          raw.Locked,
		Awake:           raw.Awake,
		Complete:        !dump.partial,
		Source:          raw.Source,
		CapturedAt:      raw.CapturedAt,
		DurationMS:      raw.Duration.Milliseconds(),
		Warnings:        dump.warnings,
		originals:       map[string]string{},
	}
	t.fill(c, dump)
	return c, nil
}

func (t *Tracker) fill(c *Context, dump *tree) {
	shown := make([]string, len(dump.elements))
	seen := map[string]int{}
	for i := range dump.elements {
		e := &dump.elements[i]
		if takesText(e) {
			e.flags |= editable
		}
		if c.PackageName == "" {
			c.PackageName = e.pkg
		}
		if c.Width < e.bounds.Right && raw0(e) {
			c.Width = e.bounds.Right
		}
		if c.Height < e.bounds.Bottom && raw0(e) {
			c.Height = e.bounds.Bottom
		}
		parent := ""
		if e.parent >= 0 {
			parent = shown[e.parent]
		}
		shown[i] = parent
		if !e.flags.has(actionable) && (!e.visible() || e.text == "" && e.desc == "") {
			continue
		}
		key := strings.Join([]string{e.pkg, e.viewID, e.class, e.text, e.desc}, "\x00")
		seen[key]++
		key += "\x00" + strconv.Itoa(seen[key])
		id, ok := t.ids[key]
		if !ok {
			t.lastID++
			id = strconv.Itoa(t.lastID)
			t.ids[key] = id
		}
		shown[i] = id
		n := Node{
			ID: id, Role: dump.role(i), Label: dump.label(i), Text: e.text, Description: e.desc, Hint: e.hint,
			PackageName: e.pkg, WindowID: dump.windows[e.window].id, ViewID: e.viewID, ClassName: e.class,
			Bounds: e.bounds, Depth: e.depth, Parent: parent,
			Clickable: e.flags.has(clickable), LongClick: e.flags.has(longClickable), Scrollable: e.flags.has(scrollable),
			Checkable: e.flags.has(checkable), Checked: e.flags.has(checked), Enabled: e.flags.has(enabled),
			Focused: e.flags.has(focused), Selected: e.flags.has(selected), IsInput: e.flags.has(editable), Password: e.flags.has(password),
		}
		t.mask(c, &n)
		c.Nodes = append(c.Nodes, n)
	}
}

func raw0(e *element) bool { return e.parent < 0 }

// mask redacts the texts of a node.
func (t *Tracker) mask(c *Context, n *Node) {
	before := n.Text
	for _, s := range []*string{&n.Text, &n.Description, &n.Hint, &n.Label} {
		if n.Password && s == &n.Text && *s != "" {
			*s = redact.Mask
			n.Redacted = append(n.Redacted, "password")
			continue
		}
		var kinds []string
		*s, kinds = t.secrets.Find(n.PackageName, *s)
		n.Redacted = append(n.Redacted, kinds...)
	}
	if n.Password && n.Text != "" {
		n.Label = redact.Mask
	}
	if len(n.Redacted) > 0 {
		c.Sensitive = true
		c.originals[n.ID] = before
	}
}

// Reveal returns the unredacted text of a node in which something was masked.
// It is for the person's own pane alone: what it returns must not be shown to
// a model, logged, stored or sent.
func (c *Context) Reveal(nodeID string) (string, bool) {
	s, ok := c.originals[nodeID]
	return s, ok
}
