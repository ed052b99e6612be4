package ui

import (
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// widths measures a styled line by grapheme clusters and by code points, as
// different terminals do.
func widths(line string) [2]int {
	return [2]int{ansi.StringWidth(line), ansi.StringWidthWc(line)}
}

// harmless fails the test unless the frame consists of printable characters,
// line feeds, and sequences that set styles (SGR, final byte m).
func (d *driver) harmless() {
	d.t.Helper()
	content := d.app.View().Content
	state := byte(0)
	for rest := content; len(rest) > 0; {
		seq, _, n, next := ansi.DecodeSequence(rest, state, nil)
		state, rest = next, rest[n:]
		switch {
		case seq == "\n":
		case len(seq) > 2 && seq[:2] == "\x1b[" && seq[len(seq)-1] == 'm':
		default:
			for _, r := range seq {
				if !unicode.IsPrint(r) && !unicode.Is(unicode.Co, r) && r != '\u200c' { // which spells words
					d.t.Fatalf("the frame holds %q: %q", r, seq)
				}
			}
		}
	}
	d.straight()
}
