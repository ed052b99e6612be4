package markdown_test

import (
	"strings"
	"testing"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"adroit/theme"
	"adroit/ui/markdown"
)

// render is the text of src as shown, without its styles.
func render(src string, width int) string {
	return ansi.Strip(strings.Join(markdown.Lines(src, width, theme.New(theme.Dark, true)), "\n"))
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, src, want string
		width           int
	}{
		{"paragraphs", "one\ntwo\n\nthree", "one\ntwo\n\nthree", 20},
		{"heading", "# Title\nbody", "Title\n\nbody", 20},
		{"wrapped", "alpha beta gamma", "alpha beta\ngamma", 11},
		{"bullets", "- one\n- two\n  - deep", "• one\n• two\n  • deep", 20},
		{"numbers", "3. three\n4. four", "3. three\n4. four", 20},
		{"hanging indent", "- alpha beta gamma", "• alpha beta\n  gamma", 13},
		{"code", "```go\nif x {\n\ty()\n}\n```", "│ if x {\n│     y()\n│ }", 20},
		{"quote", "> said", "▏ said", 20},
		{"link shows where it leads", "[safe](http://evil.example)", "safe (http://evil.example)", 40},
		{"html is only text", "a <b>c</b>", "a <b>c</b>", 20},
		{"entities", "a &amp; b", "a & b", 20},
		{"tasks", "- [x] done\n- [ ] open", "• [x] done\n• [ ] open", 20},
		{"table", "| a | b |\n|---|---|\n| 1 | 2 |", " a │ b \n───┼───\n 1 │ 2 ", 20},
		{"emphasis", "*a* **b** `c`", "a b c", 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := render(c.src, c.width); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"# a\n\n- b\n  1. c\n\n> d\n\n```\ne\n```\n\n| f | g |\n|---|---|\n| h | i |",
		"&#x202e;&#27;[2J <b onclick=x> [a](b) ![c](d) ~~e~~ **f *g***",
		"\x1b]52;c;aGk=\x07\u009b31m\u202e", "宽字符 ❤️ 🇩🇪 e\u0301",
	} {
		f.Add(seed, 12)
	}
	th := theme.New(theme.Dark, true)
	f.Fuzz(func(t *testing.T, src string, width int) {
		width = 4 + (width%80+80)%80
		for _, line := range markdown.Lines(src, width, th) {
			if w := lipgloss.Width(line); w > width {
				t.Errorf("line %q is %d cells wide, want ≤ %d", line, w, width)
			}
			for _, r := range ansi.Strip(line) {
				if !unicode.IsPrint(r) && !unicode.Is(unicode.Co, r) {
					t.Errorf("line %q shows %U", line, r)
				}
			}
		}
	})
}
