package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestSafe(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, in, want string }{
		{"plain", "Hello, world\nnext", "Hello, world\nnext"},
		{"letters of any script", "Zürich Ёлка 日本語 한국어 العربية עברית ไทย", "Zürich Ёлка 日本語 한국어 العربية עברית ไทย"},
		{"escape sequence", "\x1b[2J\x1b]0;title\x07", "⟨U+001B⟩[2J⟨U+001B⟩]0;title⟨U+0007⟩"},
		{"C1 control", "a\u009b2Jb", "a⟨U+009B⟩2Jb"},
		{"bidirectional override", "user\u202egnp.exe", "user⟨U+202E⟩gnp.exe"},
		{"isolates", "\u2068+1 234\u2069", "⟨U+2068⟩+1 234⟨U+2069⟩"},
		{"zero width", "pay\u200bpal\ufeff", "pay⟨U+200B⟩pal⟨U+FEFF⟩"},
		{"soft hyphen", "Audio\u00admack", "Audio⟨U+00AD⟩mack"},
		{"variation selector of the second plane", "a\U000e0100b", "a⟨U+E0100⟩b"},
		{"invisible filler", "a\u3164b", "a⟨U+3164⟩b"},
		{"line and paragraph separator", "a\u2028b\u2029c", "a⟨U+2028⟩b⟨U+2029⟩c"},
		{"line ends", "a\r\nb\rc", "a\nb⟨U+000D⟩c"},
		{"spaces of other widths", "a\u00a0b\u3000c", "a b c"},
		{"tabs", "a\tbcde\tf", "a   bcde    f"},
		{"not UTF-8", "a\xffb", "a\ufffdb"},
		{"emoji", "😀 ok", "😀 ok"},
		{"emoji with a selector", "❤️ ⚠️", "❤ ⚠"},
		{"flag", "🇩🇪", "🇩🇪"},
		{"a conjunct", "स्ते", "स्\u2060ते"},
		{"a vowel sign", "हि", "ह\u2060ि"},
		{"a conjunct with a vowel sign", "क्षि", "क्\u2060ष\u2060ि"},
		{"a vowel sign without a letter", "ि", "◌\u2060ि"},
		{"a Thai vowel behind a tone", "น้ำ", "น้\u2060ำ"},
		{"a letter that is parted already", "ह\u2060ि", "ह\u2060ि"},
		{"a word joiner that parts nothing", "pay\u2060pal", "pay⟨U+2060⟩pal"},
		{"two word joiners", "ह\u2060\u2060ि", "ह⟨U+2060⟩⟨U+2060⟩\u2060ि"},
		{"a zero-width space between Khmer words", "ការ\u200bកំណត់", "ក\u2060ារ\u200bកំណត់"},
		{"a zero-width space behind a Khmer word", "ការ\u200bx", "ក\u2060ារ⟨U+200B⟩x"},
		{"keycap", "1️⃣", "1⃣"},
		{"joined pictographs", "🏳️‍🌈", "🏳"},
		{"a lone joiner", "a\u200db", "a⟨U+200D⟩b"},
		{"a non-joiner in a Persian word", "می\u200cخواهم", "می\u200cخواهم"},
		{"behind a vowel point", "بِ\u200cم", "بِ\u200cم"},
		{"a non-joiner in a Hindi word", "पक्\u200cष", "पक्\u200cष"},
		{"a joiner in a Sinhala word", "ශ්\u200dරී", "ශ්\u200d\u2060රී"},
		{"a joiner before a virama", "র\u200d\u09cdয", "র\u200d\u09cd\u2060য"},
		{"a joiner that ends a Malayalam word", "അവന്\u200d.", "അവന്\u200d\u2060."},
		{"a non-joiner behind a word", "ها\u200c.", "ها⟨U+200C⟩."},
		{"a non-joiner in a Latin word", "pay\u200cpal", "pay⟨U+200C⟩pal"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := Safe(tc.in); got != tc.want {
				t.Errorf("Safe(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"  a \n b ": "a ⏎ b",
		"rm x" + strings.Repeat(" ", 200) + "; rm y": "rm x ⟨200 spaces⟩ ; rm y",
		"a        b": "a        b",
		"a\tb":       "a   b",
		"":           "",
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTruncateAndWrap(t *testing.T) {
	t.Parallel()
	if got := Truncate("Hello, world", 8); got != "Hello, …" {
		t.Errorf("Truncate = %q", got)
	}
	if got := Truncate("日本語日本語", 5); got != "日本…" {
		t.Errorf("Truncate of wide text = %q", got)
	}
	if got := Truncate("x", 0); got != "" {
		t.Errorf("Truncate to nothing = %q", got)
	}
	if got := Wrap("one two three\nfour", 7); strings.Join(got, "/") != "one two/three/four" {
		t.Errorf("Wrap = %q", got)
	}
	for _, line := range Wrap("日本語日本語 averyveryverylongword", 7) {
		if Width(line) > 7 {
			t.Errorf("Wrap leaves a line of %d cells: %q", Width(line), line)
		}
	}
}

// TestSafeKeepsEveryLetter looks at every letter and mark that shows, alone,
// behind a letter and behind one with a virama.
func TestSafeKeepsEveryLetter(t *testing.T) {
	t.Parallel()
	for r := rune(0xa0); r <= unicode.MaxRune; r++ {
		if !printable(r) || !unicode.In(r, unicode.L, unicode.M) || unicode.In(r, unicode.Han, unicode.Hangul) {
			continue
		}
		for _, before := range []string{"", "क", "क्", " "} {
			s := before + string(r)
			safe := Safe(s)
			checkSafe(t, safe)
			if got := Unparted(safe); strings.TrimPrefix(got, "◌") != s {
				t.Errorf("Safe(%+q) = %+q", s, safe)
			}
			if again := Safe(safe); again != safe {
				t.Errorf("Safe(%+q) = %+q, and again %+q", s, safe, again)
			}
		}
	}
}

// TestPartsStayApart puts pieces of what Safe returned side by side.
func TestPartsStayApart(t *testing.T) {
	t.Parallel()
	const words = "हिन्दी की सेटिंग्स ক্ষি น้ำ ខ្មែរ"
	for width := 1; width <= 12; width++ {
		for _, line := range Wrap(Safe(words), width) {
			checkWidth(t, "│ "+Apart(line)+" │")
		}
		for at := range Width(Safe(words)) {
			checkWidth(t, "│ "+Cut(Safe(words), at, at+width))
		}
	}
}

// checkSafe holds what every consumer relies on.
func checkSafe(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("%q is not UTF-8", s)
	}
	if again := joined(s); strings.ContainsRune(again, wordJoiner) {
		t.Errorf("%q holds word joiners that part nothing: %q", s, again)
	}
	for i, r := range s {
		if r == wordJoiner || strings.ContainsRune("\u200b\u200c\u200d", r) && joins(r, s[:i], s[i+utf8.RuneLen(r):]) {
			continue
		}
		if r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)) {
			t.Errorf("%q holds %U", s, r)
		}
	}
	for line := range strings.Lines(s) {
		checkWidth(t, strings.TrimSuffix(line, "\n"))
	}
}

func checkWidth(t *testing.T, line string) {
	t.Helper()
	if a, b := ansi.StringWidth(line), ansi.StringWidthWc(line); a != b {
		t.Errorf("%q is %d cells wide by clusters, %d by code points", line, a, b)
	}
}

func FuzzSafe(f *testing.F) {
	for _, s := range []string{"plain", "\x1b[31mred", "a\u202eb", "🏳️‍🌈🇩🇪1️⃣", "स्ते नमस्ते", "\xff\xfe", "a\r\nb\tc", "می\u200cخواهم", "👨🏾‍🌾", "ᄀᄀᄀ각", "e\u0301\u0301", "\u0600\u0301", "क्\u200cष ශ්\u200dරී", "क्षि ह\u2060ि\u2060x", "র\u200d\u09cdয", "ការ\u200bកំណត់ น้ำ ി"} {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		safe := Safe(s)
		checkSafe(t, safe)
		if again := Safe(safe); again != safe {
			t.Errorf("Safe(%q) = %q, and again %q", s, safe, again)
		}
		line := Line(s)
		checkSafe(t, line)
		if strings.Contains(line, "\n") {
			t.Errorf("Line(%q) = %q has a line break", s, line)
		}
		width = min(max(width, 2), 500)
		if got := Truncate(line, width); Width(got) > width {
			t.Errorf("Truncate(%q, %d) is %d wide", line, width, Width(got))
		}
		for _, l := range Wrap(safe, width) {
			if Width(l) > width {
				t.Errorf("Wrap(%q, %d) leaves a line of %d", safe, width, Width(l))
			}
		}
	})
}

func BenchmarkSafe(b *testing.B) {
	s := strings.Repeat("Zürich – 日本語 and plain words. ", 20)
	b.ReportAllocs()
	for b.Loop() {
		Safe(s)
	}
}
