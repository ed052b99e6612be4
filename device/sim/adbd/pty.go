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
	stdin     *buffer
	echo      io.Writer
	interrupt func()
	line      []byte
}

// typed takes what was typed. The first error of the echo ends it.
func (d *lineDiscipline) typed(data []byte) error {
	var echo bytes.Buffer
	// What is handed on may be answered at once: its echo comes first.
	shown := func() error {
		_, err := echo.WriteTo(d.echo)
		return err
	}
	for _, b := range data {
		var err error
		switch b {
		case '\r', '\n':
			echo.WriteString("\r\n")
			if err = shown(); err == nil {
				err = d.hand(append(d.line, '\n'))
			}
		case rubOut, backspace:
			if len(d.line) > 0 {
				d.line = d.line[:len(d.line)-1]
				echo.WriteString("\b \b")
			}
		case killLine:
			echo.WriteString("\r\n")
			d.line = nil
		case interrupt:
			echo.WriteString("^C\r\n")
			d.line = nil
			err = shown()
			d.interrupt()
		case endOfFile:
			if len(d.line) > 0 {
				break
			}
			if err = shown(); err == nil {
				err = d.stdin.Close()
			}
		default:
			d.line = append(d.line, b)
			echo.WriteByte(b)
		}
		if err != nil {
			return err
		}
	}
	return shown()
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
