//go:build unix

package device

import (
	"context"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// keyboardPhone is a phone with the keyboards com.maker/.Keys and ADBKeyboard.
// The one in use stands in the file "keyboard", what ADBKeyboard and the enter
// key were told in the file "typed".
type keyboardPhone struct {
	*Phone
	h *hostShell
	t *testing.T
}

func newKeyboardPhone(t *testing.T) keyboardPhone {
	t.Helper()
	h := newHostShell(t)
	k := keyboardPhone{h: h, t: t}
	writeFile(t, k.file("keyboard"), []byte("com.maker/.Keys\n"))
	h.command(t, "settings", "cat "+k.file("keyboard"))
	h.command(t, "ime", `case "$1" in
list) echo com.maker/.Keys; echo com.android.adbkeyboard/.AdbIME ;;
set) echo "$2" >`+k.file("keyboard")+` ;;
esac`)
	h.command(t, "am", `[ "$(cat `+k.file("keyboard")+`)" = `+adbKeyboard+` ] || exit 1
echo "$8" >>`+k.file("typed")+`; echo "Broadcast completed: result=0"`)
	h.command(t, "input", `echo "$*" >>`+k.file("typed"))
	h.command(t, "sleep", "")
	k.Phone, _ = openHostPhone(t, h)
	return k
}

func (k keyboardPhone) file(name string) string { return filepath.Join(k.h.bin, name+".txt") }

// read is what stands in a file, "" where there is none.
func (k keyboardPhone) read(name string) string {
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		k.t.Fatal(err)
	}
	return string(data)
}

// restored fails when the person's keyboard is not in use, or something is left.
func (k keyboardPhone) restored() {
	k.t.Helper()
	nothingLeft(k.t, k.h)
	if got := k.read(k.file("keyboard")); got != "com.maker/.Keys\n" {
		k.t.Errorf("the keyboard in use is %q", got)
	}
}

func TestTypeByKeyboard(t *testing.T) {
	k := newKeyboardPhone(t)
	commands, err := k.TypeText(t.Context(), "Grüße, 世界 🎉 $(id) 'x'\n\nשלום")
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Run(t.Context(), commands...); err != nil {
		t.Fatal(err)
	}
	base := base64.StdEncoding.EncodeToString
	want := base([]byte("Grüße, 世界 🎉 $(id) 'x'")) + "\nkeyevent 66\nkeyevent 66\n" + base([]byte("שלום")) + "\n"
	if got := k.read(k.file("typed")); got != want {
		t.Errorf("typed %q, want %q", got, want)
	}
	k.restored()
}

// A long text is more than a program takes in one argument.
func TestLongTextByKeyboard(t *testing.T) {
	k := newKeyboardPhone(t)
	text := "a" + strings.Repeat("世界", 40_000) // 240 kB
	commands, err := k.TypeText(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Run(t.Context(), commands...); err != nil {
		t.Fatal(err)
	}
	var typed strings.Builder
	for line := range strings.Lines(k.read(k.file("typed"))) {
		part, err := base64.StdEncoding.DecodeString(strings.TrimSpace(line))
		if err != nil || !utf8.Valid(part) {
			t.Errorf("a part of %d bytes cuts a character in two, error %v", len(part), err)
		}
		typed.Write(part)
	}
	if typed.String() != text {
		t.Errorf("typed %d bytes of %d", typed.Len(), len(text))
	}
	k.restored()
}

func TestKeyboardIsNotTouchedForPlainText(t *testing.T) {
	k := newKeyboardPhone(t)
	k.h.command(t, "ime", "exit 1")
	commands, err := k.TypeText(t.Context(), "plain")
	if err != nil || len(commands) != 1 || commands[0] != "input text 'plain'" {
		t.Errorf("planned %q, error %v", commands, err)
	}
}

func TestUntypableWithoutTheKeyboard(t *testing.T) {
	for name, test := range map[string]struct{ keyboards, text string }{
		"not switched on":   {"echo com.maker/.Keys", "süß"},
		"control character": {"echo " + adbKeyboard, "a\x1b[2Jü"},
		"no character":      {"echo " + adbKeyboard, "a\xffb"},
	} {
		k := newKeyboardPhone(t)
		k.h.command(t, "ime", test.keyboards)
		untypable := new(UntypableError)
		commands, err := k.TypeText(t.Context(), test.text)
		if commands != nil || !errors.As(err, &untypable) {
			t.Errorf("%s: planned %q, error %v", name, commands, err)
		}
	}
}

// Whatever ends the typing, the person's keyboard comes back.
func TestKeyboardComesBack(t *testing.T) {
	t.Run("after a failure", func(t *testing.T) {
		k := newKeyboardPhone(t)
		commands, err := k.TypeText(t.Context(), "ü")
		if err != nil {
			t.Fatal(err)
		}
		k.h.command(t, "am", "echo 'Error: no such thing'; exit 1")
		if err := k.Run(t.Context(), commands...); err == nil {
			t.Error("a failure was not told")
		}
		k.restored()
	})
	t.Run("after a cancellation", func(t *testing.T) {
		k := newKeyboardPhone(t)
		commands, err := k.TypeText(t.Context(), "ü")
		if err != nil {
			t.Fatal(err)
		}
		k.h.command(t, "am", ": >"+k.file("begun")+"; exec /bin/sleep 60")
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for !exists(k.file("begun")) {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		if err := k.Run(ctx, commands...); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
		k.restored()
	})
	t.Run("after the shell was killed", func(t *testing.T) {
		k := newKeyboardPhone(t)
		commands, err := k.TypeText(t.Context(), "ü")
		if err != nil {
			t.Fatal(err)
		}
		k.h.command(t, "am", "kill -9 $PPID")
		for range 2 { // the second finds ADBKeyboard in use, and what it replaced
			if err := k.Run(t.Context(), commands...); err == nil {
				t.Error("a killed shell was not told")
			}
		}
		if got := k.read(k.file("keyboard")); got != adbKeyboard+"\n" {
			t.Fatalf("the keyboard in use is %q", got)
		}
		if err := k.RestoreKeyboard(t.Context()); err != nil {
			t.Error(err)
		}
		k.restored()
	})
	t.Run("unless the person has changed it", func(t *testing.T) {
		k := newKeyboardPhone(t)
		writeFile(t, filepath.Join(k.h.data, "adroit-keyboard"), []byte("com.old/.Keys\n"))
		if err := k.RestoreKeyboard(t.Context()); err != nil {
			t.Error(err)
		}
		k.restored()
	})
	t.Run("where nothing happened", func(t *testing.T) {
		k := newKeyboardPhone(t)
		if err := k.RestoreKeyboard(t.Context()); err != nil {
			t.Error(err)
		}
		k.restored()
	})
}

func TestPhoneThatDoesNotTellItsKeyboard(t *testing.T) {
	k := newKeyboardPhone(t)
	k.h.command(t, "settings", "echo null")
	commands, err := k.TypeText(t.Context(), "ü")
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Run(t.Context(), commands...); err == nil || !strings.Contains(err.Error(), "does not tell its keyboard") {
		t.Errorf("error %v", err)
	}
	k.restored()
}
