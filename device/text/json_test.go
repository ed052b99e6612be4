package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, want string }{
		{"<a> & b", `"<a> & b"`},
		{"é 设置 👍", `"é 设置 👍"`},
		{"\x1b]0;x\x07\n", `"\u001b]0;x\u0007\n"`},
		{"a\u009b2Jb\x7f", `"a\u009b2Jb\u007f"`},
		{"\u202egnp\u2066\u200f\ufeff", `"\u202egnp\u2066\u200f\ufeff"`},
		{"a\u2028b\u2029", `"a\u2028b\u2029"`},
		{"tag \U000e0041", `"tag \udb40\udc41"`},
		{"bad \xff", `"bad ` + "\ufffd" + `"`},
	} {
		got, err := JSON(tc.in)
		if err != nil {
			t.Fatal(err)
		}
		// The standard library writes U+FFFD for a broken byte as an escape.
		if s := strings.ReplaceAll(string(got), `\ufffd`, "\ufffd"); s != tc.want {
			t.Errorf("JSON(%q) = %s, want %s", tc.in, s, tc.want)
		}
	}
	if _, err := JSON(func() {}); err == nil {
		t.Error("a function has no JSON, and no error was given")
	}
}

func TestWriteJSON(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	raw := json.RawMessage(`{"b":"` + "\u202e" + `"}`)
	if err := WriteJSON(&b, map[string]any{"a": raw}, "  "); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"a\": {\n    \"b\": \"\\u202e\"\n  }\n}\n"; b.String() != want {
		t.Errorf("WriteJSON = %q, want %q", b.String(), want)
	}
}

// Whatever stands in a string, it comes back from JSON and nothing of it
// controls a terminal.
func FuzzJSON(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b[2J\u009b\u202e\u2028\U000e0001")
	f.Add("\xff\\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := JSON([]string{s})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(string(got), func(r rune) bool {
			return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
		}) {
			t.Errorf("JSON(%q) = %q", s, got)
		}
		var back []string
		if err := json.Unmarshal(got, &back); err != nil || back[0] != string([]rune(s)) {
			t.Errorf("JSON(%q) = %s comes back as %q, %v", s, got, back, err)
		}
	})
}
