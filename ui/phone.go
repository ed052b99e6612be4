package ui

import (
	"strings"
	"time"

	"adroit/device/text"
	"adroit/theme"
)

// phone is the pane that shows the phone's screen as a tree.
type phone struct {
	device string
	lost   string // why the phone is not there; "" while it is
	live   bool
	absent bool // there is no phone
	replay bool // what is shown was recorded

	since    time.Time // when the first screen began to be waited for
	view     *view
	revealed map[string]string // texts behind masks, by node, until they hide again

	pending string // number of the element that a running or asked act is about
	touched string // number of the element that was acted upon last

	filter    filter
	query     string // only rows that contain it
	searching bool   // the query is being typed
	shown     []int  // indices of view.rows that pass filter and query
	selected  int    // index into shown
	top       int    // first of shown in the window
	height    int    // rows of the window
	inspect   bool   // the inspector stands below the rows
	drawn     bool   // the screen is drawn instead of listed
}

// filter chooses rows.
type filter int

const (
	all filter = iota
	actionable
	changed
)

var filterNames = [...]string{all: "all", actionable: "actionable", changed: "changed"}

func newPhone(device string) *phone {
	return &phone{device: device, live: true, revealed: map[string]string{}}
}

// show takes a new screen. The selection stays on its element if that is still
// there; everything revealed hides again.
func (p *phone) show(v *view) {
	old, _ := p.current()
	p.view = v
	clear(p.revealed)
	p.refilter()
	for i, at := range p.shown {
		if v.rows[at].id == old.id {
			p.selected = i
			break
		}
	}
}

// refilter works out which rows are shown.
func (p *phone) refilter() {
	p.shown = p.shown[:0]
	if p.view == nil {
		return
	}
	query := strings.ToLower(text.Unparted(p.query))
	for i, r := range p.view.rows {
		pass := p.filter == all || p.filter == actionable && r.act || p.filter == changed && r.change != same
		if pass && strings.Contains(strings.ToLower(text.Unparted(r.id+" "+r.role+" "+r.label+" "+r.state)), query) {
			p.shown = append(p.shown, i)
		}
	}
	p.move(0)
}

// current is the selected row.
func (p *phone) current() (viewRow, bool) {
	if p.view == nil || p.selected >= len(p.shown) {
		return viewRow{}, false
	}
	return p.view.rows[p.shown[p.selected]], true
}

// move moves the selection by n rows and keeps it in the window.
func (p *phone) move(n int) {
	p.selected = min(max(p.selected+n, 0), max(len(p.shown)-1, 0))
	p.top = min(p.top, p.selected)
	p.top = max(p.top, p.selected-p.height+1)
	p.top = max(min(p.top, len(p.shown)-p.height), 0)
}

// point marks the element that an act is about and brings it into the window;
// "" marks none.
func (p *phone) point(id string) {
	p.pending = id
	for i, at := range p.shown {
		if p.view.rows[at].id == id {
			p.move(i - p.selected)
		}
	}
}

// resize says how high the pane is.
func (p *phone) resize(height int) {
	p.height = max(height-headerHeight, 1)
	if p.inspect {
		p.height = max(p.height-inspectorHeight, 1)
	}
	p.move(0)
}

// The heights of the parts around the rows.
const (
	headerHeight    = 3
	inspectorHeight = 11
)

// nextFilter goes through the filters.
func (p *phone) nextFilter() {
	p.filter = (p.filter + 1) % filter(len(filterNames))
	p.refilter()
}

func (p *phone) search(query string) {
	p.query = query
	p.refilter()
}

// summary is the pane in one line, for when it is not on the screen.
func (p *phone) summary(now time.Time) string {
	switch {
	case p.lost != "":
		return p.device + " · " + p.lost
	case p.view == nil:
		return strings.TrimPrefix(p.device+" · "+p.noView(now), " · ")
	}
	parts := append([]string{p.view.title()}, p.view.warnings()...)
	parts = append(parts, p.view.privacy()...)
	if age := p.age(now); age != "" {
		parts = append(parts, age)
	}
	return strings.Join(parts, " · ")
}

// render draws the pane in width × height cells.
func (p *phone) render(width, height int, focused bool, now time.Time, th theme.Theme) []string {
	lines := p.header(width, focused, now, th)
	body := p.rows
	if p.drawn {
		body = p.drawing
	}
	lines = append(lines, fit(body(width, focused, now, th), width, p.height)...)
	if p.inspect {
		lines = append(lines, p.inspector(width, height-len(lines), th)...)
	}
	return fit(lines, width, height)
}

// header is two lines and a rule: the device and how fresh the screen is, the
// app and what to beware of. Where there is no room for both, the names give
// way.
func (p *phone) header(width int, focused bool, now time.Time, th theme.Theme) []string {
	state, style := p.freshness(now), th.Muted
	if p.lost != "" {
		style = th.Danger
	}
	first := newRow(width).add(th.Strong, text.Truncate(" "+p.device, width-text.Width(state)-2)).end(style, state)
	second := newRow(width)
	if p.view != nil {
		beware := ""
		if warnings := p.view.warnings(); len(warnings) > 0 {
			beware = "  " + strings.Join(warnings, ", ")
		}
		second.add(th.Text, text.Truncate(" "+p.view.title(), width-text.Width(beware))).add(th.Warn, beware)
	}
	return []string{first.String(), second.String(), divider(width, focused, p.note(), "", th)}
}

// freshness says how old the screen is and whether it follows the phone.
func (p *phone) freshness(now time.Time) string {
	switch {
	case p.lost != "":
		return "✗ " + p.lost + " "
	case p.absent:
		return ""
	case p.replay:
		return "recording "
	case p.view == nil:
		return "○ no screen yet "
	case !p.live:
		return "‖ paused · " + p.age(now) + " "
	default:
		return "● live · " + p.age(now) + " "
	}
}

// note is what the rule below the header says: whether the model sees this, filter
// and search.
func (p *phone) note() string {
	parts := p.view.privacy()
	if p.filter != all {
		parts = append(parts, filterNames[p.filter]+" only")
	}
	switch {
	case p.searching:
		parts = append(parts, "find: "+p.query+"▏")
	case p.query != "":
		parts = append(parts, "find: "+p.query)
	}
	if len(parts) > 0 && p.view != nil {
		parts = append(parts, itoa(len(p.shown))+" of "+itoa(len(p.view.rows)))
	}
	return text.Line(strings.Join(parts, " · "))
}
