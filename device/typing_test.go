package device

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTypeText(t *testing.T) {
	for _, test := range []struct {
		text string
		want []Command
	}{
		{"", nil},
		{"hello", []Command{"input text 'hello'"}},
		{"two words", []Command{"input text 'two%swords'"}},
		{"it's", []Command{`input text 'it'\''s'`}},
		{"100%", []Command{"input text '100%'"}},
		{"%s", []Command{"input text '%'", "input text 's'"}},
		{"a%%ssb", []Command{"input text 'a%%'", "input text 'ssb'"}},
		{"% s", []Command{"input text '%%ss'"}},
		{"one\ntwo", []Command{"input text 'one'", "input keyevent 66", "input text 'two'"}},
		{"one\r\n\n", []Command{"input text 'one'", "input keyevent 66", "input keyevent 66"}},
		{strings.Repeat("x", 101), []Command{Command("input text '" + strings.Repeat("x", 100) + "'"), "input text 'x'"}},
	} {
		got, err := TypeText(test.text)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, error %v; want %q", test.text, got, err, test.want)
		}
	}
}

func TestTypeTextNamesWhatCannotBeTyped(t *testing.T) {
	for text, want := range map[string]string{
		"grün":            "ü",
		"日本 and 日":        "日本",
		"tab\there":       "\t",
		"nul\x00":         "\x00",
		"emoji 😀":         "😀",
		"fake\u202eorder": "\u202e",
		"broken \xff":     "\ufffd",
	} {
		got, err := TypeText(text)
		untypable := new(UntypableError)
		if !errors.As(err, &untypable) || string(untypable.Chars) != want || got != nil {
			t.Errorf("%q: planned %q, error %v; want %q refused", text, got, err, want)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\t\x00\u202e") {
			t.Errorf("%q: the error shows the characters raw", text)
		}
	}
}

// What a phone types of the planned commands is the text: Android's input
// reads the quoted word, and types a space for each %s in it.
func TestTypeTextTypesEveryText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune(" %s's\n\"$`\\;&|<>(){}[]*?!~#abc019")), 0, 300, -1).Draw(t, "text")
		commands, err := TypeText(text)
		if err != nil {
			t.Fatal(err)
		}
		var typed strings.Builder
		for _, command := range commands {
			if command == Keys(KeyEnter) {
				typed.WriteString("\n")
				continue
			}
			word := unquote(t, strings.TrimPrefix(string(command), "input text "))
			if len(word) > 2*maxTyped+2 {
				t.Errorf("a word of %d bytes", len(word))
			}
			typed.WriteString(strings.ReplaceAll(word, "%s", " "))
		}
		if typed.String() != text {
			t.Errorf("typed %q, want %q", typed.String(), text)
		}
	})
}

// unquote undoes Quote.
func unquote(t *rapid.T, word string) string {
	inner, ok := strings.CutPrefix(word, "'")
	inner, ok2 := strings.CutSuffix(inner, "'")
	if !ok || !ok2 {
		t.Fatalf("%s is not one quoted word", word)
	}
	return strings.ReplaceAll(inner, `'\''`, "'")
}
