package screen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// parse reads a dump leniently. uiautomator's output comes with banners before
// it and status lines after it, cut off, doubled, without a root, and with
// characters that XML forbids; all of that gives the elements that are there,
// and tree.partial or a warning. Only output without any element is an error.
func parse(raw []byte) (*tree, *DumpError) {
	out := decode(raw)
	docs := documents(out)
	var best *tree
	elsewhere := "" // the display of what was left out
	for _, doc := range docs {
		p := parser{src: doc, opened: map[string]int{}, tree: tree{rotation: -1, partial: true}}
		p.tree.elements = make([]element, 0, strings.Count(doc, "bounds="))
		p.run()
		elsewhere = cmp.Or(p.elsewhere, elsewhere)
		// The last whole document is the newest; a part of one is better
		// than nothing.
		if len(p.tree.elements) > 0 && (best == nil || best.partial || !p.tree.partial) {
			best = &p.tree
		}
	}
	switch {
	case best == nil && elsewhere != "":
		return nil, &DumpError{Cause: CauseElsewhere, Detail: "display " + elsewhere}
	case best == nil:
		return nil, diagnose(out)
	}
	best.warnings = append(best.warnings, repairs(raw, out, docs)...)
	if len(docs) > 1 {
		best.warnings = append(best.warnings, strconv.Itoa(len(docs))+" trees in one dump; the last whole one is shown")
	}
	if best.partial {
		best.warnings = append(best.warnings, "the tree is cut short")
	}
	return best, nil
}

// documents splits out where a new tree begins.
func documents(out string) []string {
	root := "<hierarchy"
	if strings.Contains(out, "<displays") {
		root = "<displays"
	} else if !strings.Contains(out, root) {
		if _, elements, ok := strings.Cut(out, "<node"); ok { // cut by hand
			return []string{"<node" + elements}
		}
		return nil
	}
	var docs []string
	for {
		start := strings.Index(out, root)
		if start < 0 {
			return docs
		}
		out = out[start:]
		end := strings.Index(out[1:], root)
		if end < 0 {
			return append(docs, out)
		}
		docs = append(docs, out[:end+1])
		out = out[end+1:]
	}
}

// parser reads one document.
type parser struct {
	src    string
	pos    int
	tree   tree
	stack  []open
	opened map[string]int // names of the elements on the stack
	skip   bool           // inside a display that is not shown
	// elsewhere is the number of a display that is not shown: touches go to the
	// phone's own, whatever a dump is of.
	elsewhere string
}

// open is an element whose end has not been read.
type open struct {
	name    string
	element int // index in tree.elements, -1 for hierarchy, window and display
	window  int // index of the window for the elements inside, -1 for none yet
}

func (p *parser) run() {
	for {
		start := strings.IndexByte(p.src[p.pos:], '<')
		if start < 0 {
			break
		}
		p.pos += start + 1
		rest := p.src[p.pos:]
		switch {
		case strings.HasPrefix(rest, "?"):
			p.after("?>")
		case strings.HasPrefix(rest, "!--"):
			p.after("-->")
		case strings.HasPrefix(rest, "!"):
			p.after(">")
		case strings.HasPrefix(rest, "/"):
			name, _, _ := strings.Cut(rest[1:], ">")
			p.after(">")
			p.close(strings.TrimSpace(name))
		default:
			if !p.tag() {
				p.closeAll()
				return
			}
		}
	}
	p.closeAll()
}

// after moves on to behind the next occurrence of mark.
func (p *parser) after(mark string) {
	if i := strings.Index(p.src[p.pos:], mark); i >= 0 {
		p.pos += i + len(mark)
	} else {
		p.pos = len(p.src)
	}
}

// close ends the innermost open element of that name, and all inside it.
func (p *parser) close(name string) {
	if p.opened[name] == 0 {
		return
	}
	for i, o := range slices.Backward(p.stack) {
		if o.name != name {
			continue
		}
		p.unwind(i)
		if i == 0 && (name == "hierarchy" || name == "displays") {
			p.tree.partial = false
		}
		return
	}
}

func (p *parser) closeAll() { p.unwind(0) }

func (p *parser) unwind(to int) {
	for _, o := range p.stack[to:] {
		p.opened[o.name]--
		if o.element >= 0 {
			p.tree.elements[o.element].end = len(p.tree.elements)
		}
	}
	p.stack = p.stack[:to]
}

// tag reads a start tag behind its "<". It reports false where the document
// ends, or stops being XML, inside the tag.
func (p *parser) tag() bool {
	name := p.name()
	if name == "" {
		return true // a stray "<" in a banner
	}
	var a attributes
	for {
		p.space()
		switch {
		case p.pos >= len(p.src):
			return false
		case p.src[p.pos] == '>':
			p.pos++
			p.open(name, &a)
			return true
		case strings.HasPrefix(p.src[p.pos:], "/>"):
			p.pos += 2
			p.open(name, &a)
			p.close(name)
			return true
		}
		key := p.name()
		value, ok := p.value()
		if key == "" || !ok {
			return false
		}
		a.set(key, value)
	}
}

// name reads a tag or attribute name, "" where there is none.
func (p *parser) name() string {
	start := p.pos
	for p.pos < len(p.src) && nameByte(p.src[p.pos]) {
		p.pos++
	}
	return p.src[start:p.pos]
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '-' || c == '_' || c == '.' || c == ':' || c == '$' || c >= 0x80
}

func (p *parser) space() {
	for p.pos < len(p.src) && spaceByte(p.src[p.pos]) {
		p.pos++
	}
}

func spaceByte(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// value reads ="…" or ='…'. A quote that neither the next attribute nor the end
// of the tag follows belongs to the value: some dumpers do not escape it.
func (p *parser) value() (string, bool) {
	p.space()
	if p.pos+1 >= len(p.src) || p.src[p.pos] != '=' {
		return "", false
	}
	p.pos++
	p.space()
	if p.pos >= len(p.src) || (p.src[p.pos] != '"' && p.src[p.pos] != '\'') {
		return "", false
	}
	quote := p.src[p.pos]
	p.pos++
	start := p.pos
	for {
		i := strings.IndexByte(p.src[p.pos:], quote)
		if i < 0 {
			return "", false
		}
		p.pos += i + 1
		if p.valueEnds() {
			return p.src[start : p.pos-1], true
		}
	}
}

// valueEnds reports whether the quote before the current position ends a
// value.
func (p *parser) valueEnds() bool {
	rest := p.src[p.pos:]
	if rest == "" || rest[0] == '>' || rest[0] == '/' || rest[0] == '?' {
		return true
	}
	if !spaceByte(rest[0]) {
		return false
	}
	for rest != "" && spaceByte(rest[0]) {
		rest = rest[1:]
	}
	name := 0
	for name < len(rest) && nameByte(rest[name]) {
		name++
	}
	switch rest = rest[name:]; {
	case rest == "" || name == 0 && (rest[0] == '>' || rest[0] == '/'):
		return true
	default:
		return name > 0 && (strings.HasPrefix(rest, `="`) || strings.HasPrefix(rest, "='"))
	}
}

// open takes in a start tag.
func (p *parser) open(name string, a *attributes) {
	parent, win := -1, -1
	if len(p.stack) > 0 {
		top := p.stack[len(p.stack)-1]
		parent, win = top.element, top.window
	}
	o := open{name: name, element: -1, window: win}
	switch {
	case name == "display":
		p.enter(a.id)
	case name == "window":
		if !p.skip {
			o.window = p.addWindow(window{id: "w" + a.id, title: strings.TrimSpace(a.title), kind: a.kind, layer: a.layer, focused: a.focusedWindow})
		}
	case name == "hierarchy" || name == "displays" || !a.isNode:
		if name == "hierarchy" && !p.skip {
			p.size(a)
		}
	case !p.skip:
		if parent < 0 && !p.enter(a.display) {
			break
		}
		if win < 0 { // a root that no <window> encloses is a window of its own
			o.window = p.addWindow(window{id: windowID(len(p.tree.windows))})
		}
		o.element = p.add(name, a, parent, o.window)
	}
	p.stack = append(p.stack, o)
	p.opened[name]++
}

// enter begins what display shows, "" for the phone's own, and reports whether
// that is kept.
func (p *parser) enter(display string) bool {
	p.skip = display != "" && display != "0"
	if p.skip {
		p.elsewhere = display
		p.tree.warnings = append(p.tree.warnings, "display "+display+" is not shown")
	}
	return !p.skip
}

func (p *parser) size(a *attributes) {
	p.tree.width, p.tree.height = a.width, a.height
	if a.rotation != "" {
		p.tree.rotation, _ = strconv.Atoi(a.rotation)
	}
}

func (p *parser) addWindow(w window) int {
	p.tree.windows = append(p.tree.windows, w)
	return len(p.tree.windows) - 1
}

func (p *parser) add(name string, a *attributes, parent, win int) int {
	e := a.element
	e.parent, e.window = parent, win
	if parent >= 0 {
		e.depth = p.tree.elements[parent].depth + 1
	}
	if e.class == "" && name != "node" {
		e.class = name // page sources use the class as the tag
	}
	p.tree.elements = append(p.tree.elements, e)
	return len(p.tree.elements) - 1
}
