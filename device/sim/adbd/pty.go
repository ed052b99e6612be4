package adbd

import (
	"bytes"
	"io"
)

// Control characters a terminal acts on (termios(3), defaults).
const (
	interrupt = 0x03
	endOfFile = 0x04
	backspace = 0x08
	killLine  = 0x15
	rubOut    = 0x7f
)

// lineDiscipline is the kernel's side of an interactive terminal: it echoes
// what is typed, lets the line be corrected, and hands it on when it is whole.
type lineDiscipline struct {
	stdin  *buffer
	echo   io.Writer
	hangUp func()
	line   []byte
}

// typed takes what was typed. The first error of the echo ends it.
func (d *lineDiscipline) typed(data []byte) error {
	var echo bytes.Buffer
	for _, b := range data {
		switch b {
		case '\r', '\n':
			echo.WriteString("\r\n")
			if err := d.hand(append(d.line, '\n')); err != nil {
				return err
			}
		case rubOut, backspace:
			if len(d.line) > 0 {
				d.line = d.line[:len(d.line)-1]
				echo.WriteString("\b \b")
			}
		case killLine:
			echo.WriteString("\r\n")
			d.line = nil
		case interrupt: // ends the whole session: there is no job control here
			echo.WriteString("^C\r\n")
			d.hangUp()
		case endOfFile:
			if len(d.line) == 0 {
				return d.stdin.Close()
			}
		default:
			d.line = append(d.line, b)
			echo.WriteByte(b)
		}
	}
	_, err := echo.WriteTo(d.echo)
	return err
}

func (d *lineDiscipline) hand(line []byte) error {
	d.line = nil
	_, err := d.stdin.Write(line)
	return err
}

// cooked writes with line ends as a terminal wants them.
type cooked struct{ w io.Writer }

func (c cooked) Write(p []byte) (int, error) {
	if _, err := c.w.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}
