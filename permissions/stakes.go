package permissions

import (
	"cmp"
	"strings"

	"adroit/device/screen"
	"adroit/device/text"
)

// mostAmounts is how many amounts of money a question names. A list of offers
// has dozens, of which none is more at stake than the others.
const mostAmounts = 4

// stakes are what an act of high risk hands on or settles, a line each: the
// heading of the target's window, which often is whom it goes to, what the
// fields of that window hold, and the amounts of money on it. Whoever approves a
// "Send" approves these.
func stakes(s Situation) []string {
	if s.Screen == nil || s.Target == nil || !s.Presses && !s.Enter {
		return nil
	}
	var heading string
	var fields, amounts []string
	for i := range s.Screen.Nodes {
		n := &s.Screen.Nodes[i]
		switch {
		case n.WindowID != s.Target.WindowID || n.ID == s.Target.ID:
		case n.IsInput:
			if n.Text != "" && n.Text != n.Hint {
				fields = append(fields, fieldName(n)+": "+text.Line(n.Text))
			}
		case n.Role != screen.Text && n.Role != screen.Heading:
		case heading == "":
			heading = text.Line(n.Label)
		case holdsPrice(n.Label):
			amounts = append(amounts, text.Line(n.Label))
		}
	}
	if len(amounts) > mostAmounts {
		amounts = nil
	}
	var lines []string
	if heading != "" {
		lines = append(lines, heading)
	}
	return append(append(lines, fields...), amounts...)
}

// fieldName is what a field that holds something is called.
func fieldName(n *screen.Node) string {
	return text.Line(cmp.Or(n.Hint, n.Description, strings.TrimPrefix(n.ShortViewID(), "#"), "field "+n.ID))
}
