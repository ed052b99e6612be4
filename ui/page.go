package ui

import "slices"

// page is text in a window that can be moved over it: the body of a dialog.
type page struct {
	lines  []string
	height int  // lines that are visible at once
	offset int  // of them above the window
	read   bool // the last line has been in the window
}

// set puts other lines into a window of the given height. They must be read
// anew unless they are the same in a window of the same height.
func (p *page) set(lines []string, height int) {
	same := p.height == height && slices.Equal(p.lines, lines)
	p.lines, p.height, p.read = lines, height, p.read && same
	p.settle()
}

// scrollBy moves the window by n lines.
func (p *page) scrollBy(n int) {
	p.offset += n
	p.settle()
}

// scroll moves the window by the named key and reports whether it was one.
func (p *page) scroll(name string) bool {
	switch name {
	case "up":
		p.offset--
	case "down":
		p.offset++
	case "pgup":
		p.offset -= max(p.height-1, 1)
	case "pgdown":
		p.offset += max(p.height-1, 1)
	case "home":
		p.offset = 0
	case "end":
		p.offset = len(p.lines)
	default:
		return false
	}
	p.settle()
	return true
}

func (p *page) settle() {
	p.offset = max(min(p.offset, len(p.lines)-p.height), 0)
	p.read = p.read || p.offset+p.height >= len(p.lines)
}

// hidden is the number of lines below the window.
func (p *page) hidden() int { return max(len(p.lines)-p.offset-p.height, 0) }

func (p *page) window() []string {
	return p.lines[p.offset:min(p.offset+p.height, len(p.lines))]
}
