package userfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adroit/device/text"
)

// Error is what is wrong with a file.
type Error struct {
	File     string
	Mistakes []Mistake // in the order of their lines; at least one
}

// Mistake is one thing that is wrong with a file.
type Mistake struct {
	Line int    // counted from 1; 0 where the file as a whole is meant
	Says string // one line, safe to show: what is wrong, and what to do
}

// mostTold bounds how many mistakes of a file are told.
const mostTold = 20

// longestMistake bounds the words of a mistake, in cells.
const longestMistake = 600

// Error has a line for each mistake, safe to show as they are: FILE:LINE: what
// is wrong; what to do. Of more than twenty it counts the rest.
func (e *Error) Error() string {
	file := text.Line(e.File)
	var lines []string
	for i, m := range e.Mistakes {
		switch {
		case i == mostTold && len(e.Mistakes) > mostTold+1: // one more takes no more room
			lines = append(lines, fmt.Sprintf("%s: and %d more", file, len(e.Mistakes)-i))
			return strings.Join(lines, "\n")
		case m.Line == 0:
			lines = append(lines, file+": "+m.Says)
		default:
			lines = append(lines, fmt.Sprintf("%s:%d: %s", file, m.Line, m.Says))
		}
	}
	return strings.Join(lines, "\n")
}

// Wrong is the error of a file with which one thing is wrong, at a line or as
// a whole, where that is 0.
func Wrong(file string, line int, says error) *Error {
	return &Error{file, []Mistake{mistake(line, says.Error())}}
}

func mistake(line int, says string) Mistake {
	return Mistake{line, text.Truncate(text.Line(says), longestMistake)}
}

// Wrong notes that something is wrong at a line.
func (d *Document) Wrong(line int, format string, args ...any) {
	d.mistakes = append(d.mistakes, mistake(line, fmt.Sprintf(format, args...)))
}

// Lacking is Wrong for what is not there. Where a syntax error hides the rest
// of the file it notes nothing: it may stand there.
func (d *Document) Lacking(line int, format string, args ...any) {
	if !d.cut {
		d.Wrong(line, format, args...)
	}
}

// Err is an *Error with everything that was found wrong, nil where nothing was.
func (d *Document) Err() error {
	if len(d.mistakes) == 0 {
		return nil
	}
	slices.SortStableFunc(d.mistakes, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	return &Error{d.name, d.mistakes}
}
