package device

import (
	"context"
	"encoding/base64"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// adbKeyboard is ADBKeyboard, a keyboard that types what it is sent
// (https://github.com/senzhk/ADBKeyBoard). It is used where it is installed and
// switched on already.
const (
	adbKeyboardPackage = "com.android.adbkeyboard"
	adbKeyboard        = adbKeyboardPackage + "/.AdbIME"
)

// TypeText plans the typing of s into the focused field, as the function
// TypeText does. A text that Android's input command cannot type is typed by
// ADBKeyboard where the phone has it switched on, and the phone's own keyboard
// is put back; elsewhere it is refused as a whole with an *UntypableError.
func (p *Phone) TypeText(ctx context.Context, s string) ([]Command, error) {
	commands, err := TypeText(s)
	untypable := new(UntypableError)
	if !errors.As(err, &untypable) || !untypable.byKeyboard() {
		return commands, err
	}
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	enabled, err := p.shell(ctx, "ime list -s", nil)
	switch {
	case err != nil:
		return nil, p.wrap("list keyboards of", err)
	case !slices.Contains(parseKeyboards(string(enabled.Stdout)), adbKeyboard):
		return nil, untypable
	}
	return typeByKeyboard(s), nil
}

var keyboardLine = regexp.MustCompile(`^([\w.]+/[\w.$]+):?$`)

// parseKeyboards reads the components of `ime list`, with -s or without.
func parseKeyboards(list string) []string {
	var keyboards []string
	for line := range strings.Lines(list) {
		if m := keyboardLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			keyboards = append(keyboards, m[1])
		}
	}
	return keyboards
}

// byKeyboard reports whether a keyboard can type the characters: they are
// characters, and not what controls a terminal.
func (e *UntypableError) byKeyboard() bool {
	return !slices.ContainsFunc(e.Chars, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\ufffd' })
}

// maxSent is how much of a text goes into one broadcast, in bytes. Linux takes
// 128 KiB in one argument of a program (execve(2), MAX_ARG_STRLEN), of which
// base64 makes 96; Android hands an intent to an app within 1 MiB that all of
// them share (android.os.TransactionTooLargeException).
const maxSent = 16 << 10

// pieces cuts s between characters into parts of at most size bytes.
func pieces(s string, size int) []string {
	var parts []string
	for len(s) > size {
		end := size
		for !utf8.RuneStart(s[end]) {
			end--
		}
		parts, s = append(parts, s[:end]), s[end:]
	}
	if s != "" {
		parts = append(parts, s)
	}
	return parts
}

// typeByKeyboard switches to ADBKeyboard and sends it each line. Text goes as
// base64, since am eats spaces and older Androids other characters.
func typeByKeyboard(s string) []Command {
	commands := []Command{switchKeyboard}
	for i, line := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if i > 0 {
			commands = append(commands, Keys(KeyEnter))
		}
		for _, chunk := range pieces(line, maxSent) {
			text := base64.StdEncoding.EncodeToString([]byte(chunk))
			commands = append(commands, Command("am broadcast -a ADB_INPUT_B64 -p "+adbKeyboardPackage+" --es msg "+Quote(text)+" & wait $!"))
		}
	}
	return commands
}

// keyboardJournal holds the person's keyboard as long as another one is in its
// place, so that it is not forgotten whatever ends the script.
const keyboardJournal = dumpDir + "/adroit-keyboard"

// switchKeyboard puts ADBKeyboard in place until the shell ends, which is also
// when the caller has gone. A second is what a keyboard takes to start.
const switchKeyboard Command = `now=$(settings get secure default_input_method)
case $now in */*) ;; *) echo 'Error: the phone does not tell its keyboard'; exit 1 ;; esac
[ "$now" = ` + adbKeyboard + ` ] && [ -s ` + keyboardJournal + ` ] || echo "$now" >` + keyboardJournal + `
trap 'ime set "$(cat ` + keyboardJournal + `)" && rm -f ` + keyboardJournal + `' EXIT
trap 'kill $! 2>/dev/null; exit 129' HUP INT TERM
ime set ` + adbKeyboard + `
sleep 1 & wait $!`

// restoreKeyboard puts the person's keyboard back, if a script that was killed
// has left another in its place and the person has not changed it since.
const restoreKeyboard = `[ -s ` + keyboardJournal + ` ] || exit 0
[ "$(settings get secure default_input_method)" != ` + adbKeyboard + ` ] || ime set "$(cat ` + keyboardJournal + `)"
rm -f ` + keyboardJournal

// RestoreKeyboard puts back the phone's own keyboard where a phone that broke
// off in the middle of typing has kept another one. It does nothing, at the
// cost of one round trip, where that did not happen. It is for whoever opens
// the phone to call once.
func (p *Phone) RestoreKeyboard(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	result, err := p.shell(ctx, restoreKeyboard, nil)
	if err == nil {
		err = p.refused(result)
	}
	return p.wrap("restore the keyboard of", err)
}
