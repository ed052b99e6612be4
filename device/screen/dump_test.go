package screen

import (
	"fmt"
	"html"
	"strings"
)

// el is an element of a dump that a test builds.
type el struct {
	class, id, text, desc, hint string
	bounds                      Rect
	on                          string // the attributes that are true, apart by spaces
	kids                        []*el
}

// dumpOf writes a dump as uiautomator does.
func dumpOf(roots ...*el) string {
	var b strings.Builder
	b.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">`)
	for _, r := range roots {
		r.write(&b)
	}
	b.WriteString(`</hierarchy>`)
	return b.String()
}

func (e *el) write(b *strings.Builder) {
	class := e.class
	if class == "" {
		class = "android.view.View"
	}
	fmt.Fprintf(b, `<node index="0" text="%s" resource-id="%s" class="%s" package="com.example.app" content-desc="%s"`,
		attr(e.text), attr(e.id), class, attr(e.desc))
	if e.hint != "" {
		fmt.Fprintf(b, ` hint="%s"`, attr(e.hint))
	}
	for _, name := range [...]string{"checkable", "checked", "clickable", "focused", "scrollable", "long-clickable", "password", "selected"} {
		fmt.Fprintf(b, ` %s="%t"`, name, strings.Contains(" "+e.on+" ", " "+name+" "))
	}
	fmt.Fprintf(b, ` enabled="true" bounds="[%d,%d][%d,%d]">`, e.bounds.Left, e.bounds.Top, e.bounds.Right, e.bounds.Bottom)
	for _, k := range e.kids {
		k.write(b)
	}
	b.WriteString("</node>")
}

func attr(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "\n", "&#10;")
}

// page is a screen of one window with a title, a list of rows and a bar of
// tabs: what the tests of numbering change.
type page struct {
	title    string
	rows     []string
	top      int // scroll position, in rows
	field    string
	on       bool
	keyboard bool
	wide     bool // rotated
}

const rowHeight = 150

// visibleRows is the number of rows of a page that its list shows at once.
func (p page) visibleRows() int {
	switch {
	case p.keyboard:
		return 4
	case p.wide:
		return 5
	}
	return 8
}

func (p page) dump() string {
	width, height := 1080, 2400
	if p.wide {
		width, height = height, width
	}
	list := &el{class: "androidx.recyclerview.widget.RecyclerView", id: "com.example.app:id/list", bounds: Rect{0, 400, width, 400 + rowHeight*p.visibleRows()}, on: "scrollable"}
	for i := range p.visibleRows() {
		if p.top+i >= len(p.rows) {
			break
		}
		name := p.rows[p.top+i]
		y := 400 + i*rowHeight
		list.kids = append(list.kids, &el{class: "android.widget.LinearLayout", bounds: Rect{0, y, width, y + rowHeight}, on: "clickable", kids: []*el{
			{class: "android.widget.TextView", text: name, bounds: Rect{20, y, 600, y + 70}},
			{class: "android.widget.Button", text: "Add", bounds: Rect{700, y, 900, y + 140}, on: "clickable"},
			{class: "android.widget.ImageView", bounds: Rect{900, y, 1060, y + 140}, on: "clickable"},
		}})
	}
	state := "checkable clickable"
	if p.on {
		state += " checked"
	}
	return dumpOf(&el{class: "android.widget.FrameLayout", bounds: Rect{0, 0, width, height}, kids: []*el{
		{class: "android.widget.TextView", id: "com.example.app:id/title", text: p.title, bounds: Rect{100, 50, 900, 150}},
		{class: "android.widget.EditText", id: "com.example.app:id/search", text: p.field, hint: "Search", bounds: Rect{0, 150, width, 270}, on: "clickable"},
		{class: "android.widget.LinearLayout", bounds: Rect{0, 270, width, 400}, kids: []*el{
			{class: "android.widget.TextView", text: "In stock only", bounds: Rect{0, 270, 600, 400}},
			{class: "android.widget.Switch", id: "com.example.app:id/stock", text: map[bool]string{true: "On", false: "Off"}[p.on], bounds: Rect{800, 280, 1000, 390}, on: state},
		}},
		list,
		{class: "android.widget.LinearLayout", bounds: Rect{0, height - 160, width, height}, kids: []*el{
			{class: "android.widget.FrameLayout", desc: "Home", bounds: Rect{0, height - 160, width / 2, height}, on: "clickable"},
			{class: "android.widget.FrameLayout", desc: "Basket", bounds: Rect{width / 2, height - 160, width, height}, on: "clickable"},
		}},
	}})
}
