package cli

import (
	"fmt"
	"io"
	"strings"

	"adroit/device/text"
	"adroit/loop/doctor"
)

// marks stand before findings: a word, so that nothing is told by colour alone.
var marks = map[doctor.Severity]string{
	doctor.OK: "ok", doctor.Skipped: "skipped", doctor.Note: "note", doctor.Warning: "WARNING", doctor.Failure: "FAILURE",
}

// findingPrinter writes findings as they come, a line each and one for the
// cure. Those that are skipped for the same reason are one line.
type findingPrinter struct {
	out     io.Writer
	width   int       // of the terminal that out is, in cells; 0 where it is none
	status  io.Writer // a terminal on which to say what is looked at; nil for none
	now     string    // what is looked at
	skipped []doctor.Finding
}

// clearLine takes back what stands in the terminal's line (ECMA-48, EL).
const clearLine = "\r\x1b[K"

func (p *findingPrinter) looking(what string) {
	p.now = what
	p.show()
}

// show writes what is looked at now in the terminal's last line.
func (p *findingPrinter) show() {
	if p.status != nil {
		fmt.Fprintf(p.status, "%sLooking at %s …", clearLine, text.Line(p.now))
	}
}

// hide takes that back.
func (p *findingPrinter) hide() {
	if p.status != nil {
		fmt.Fprint(p.status, clearLine)
	}
}

func (p *findingPrinter) finding(f doctor.Finding) {
	if len(p.skipped) > 0 && (f.Severity != doctor.Skipped || f.Message != p.skipped[0].Message) {
		p.end()
	}
	if f.Severity == doctor.Skipped {
		p.skipped = append(p.skipped, f)
	} else {
		p.hide()
		p.print(f)
	}
	p.show()
}

// end prints what is held back, and takes back what is looked at.
func (p *findingPrinter) end() {
	p.hide()
	for _, f := range doctor.Fold(p.skipped) {
		p.print(f)
	}
	p.skipped = nil
}

func (p *findingPrinter) print(f doctor.Finding) {
	head := fmt.Sprintf("%-8s %-18s ", marks[f.Severity], f.Check)
	p.hang(head, f.Message)
	if f.Cure != "" {
		p.hang(strings.Repeat(" ", len(head))+"-> ", f.Cure)
	}
}

// narrowest is the least room for words beside what hangs before them, in cells.
const narrowest = 20

// hang prints words behind a head, on a terminal those of further lines beneath
// the first.
func (p *findingPrinter) hang(head, words string) {
	lines := []string{words}
	if room := p.width - len(head); room >= narrowest {
		lines = text.Wrap(words, room)
	}
	for _, line := range lines {
		fmt.Fprintf(p.out, "%s%s\n", head, line)
		head = strings.Repeat(" ", len(head))
	}
}
