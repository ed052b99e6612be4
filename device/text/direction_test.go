package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestUndirected(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, in, want string }{
		// What android.text.BidiFormatter and message libraries put around.
		{"a number in an Arabic text", "اتصل على \u202a+966 50 123 4567\u202c الآن", "اتصل على +966 50 123 4567 الآن"},
		{"an Arabic text in an English one", "From \u202bأحمد\u202c\u200e: hello", "From أحمد: hello"},
		{"a name in a Hebrew text", "ההודעה מ-\u2068Dana Levi\u2069 נמחקה", "ההודעה מ-Dana Levi נמחקה"},
		{"a Hebrew name behind its preposition", "שלח ל\u2068דנה\u2069", "שלח לדנה"},
		{"a Latin name behind a Hebrew preposition", "כניסה ל\u2068Google\u2069", "כניסה לGoogle"},
		{"a name in a Chinese text", "来自\u2068张三\u2069的消息", "来自张三的消息"},
		{"marks around", "\u200fWi-Fi\u200f", "Wi-Fi"},
		{"marks of several lines", "\u200eOne\n\u200eTwo\u200e", "One\nTwo"},
		{"nested", "\u2067בחר \u2066USB 3.0\u2069 או \u2066HDMI\u2069\u2069", "בחר USB 3.0 או HDMI"},
		{"nothing but a mark", "\u200e", ""},
		// CLDR's patterns.
		{"an Arabic date", "١٥\u200f/\u200f٣\u200f/\u200f٢٠٢٦", "١٥/٣/٢٠٢٦"},
		{"a Hebrew price", "\u200f1,234.50 \u200f₪", "1,234.50 ₪"},
		{"a Persian negative number", "\u200e−۵٫۲", "−۵٫۲"},
		{"an Arabic percentage", "٪\u061c٧٥", "٪٧٥"},
		{"a Hebrew span of time", "\u200e10:00\u200e–\u200e11:30", "10:00–11:30"},

		// What may read as something else stays.
		{"an override", "photo\u202egpj.exe", "photo\u202egpj.exe"},
		{"an override that is closed", "\u202dabc\u202c", "\u202dabc\u202c"},
		{"an override among marks", "\u2068a\u202eb\u202c\u2069\u200f", "\u2068a\u202eb\u202c\u2069\u200f"},
		{"not closed", "\u2067Delete", "\u2067Delete"},
		{"closed by nothing that was opened", "Delete\u2069", "Delete\u2069"},
		{"closed by another", "\u202bDelete\u2069", "\u202bDelete\u2069"},
		{"crossed", "\u202b\u2067Delete\u202c\u2069", "\u202b\u2067Delete\u202c\u2069"},
		{"closed in another line", "\u2067a\nb\u2069", "\u2067a\nb\u2069"},
		{"closed in another paragraph", "\u2067a\u2029b\u2069", "\u2067a\u2029b\u2069"},
		{"a word of two parts that change places", "\u2067\u2066cel\u2069\u2066can\u2069\u2069", "\u2067\u2066cel\u2069\u2066can\u2069\u2069"},
		{"the same by marks", "\u200fcel\u200fcan", "\u200fcel\u200fcan"},
		{"a number of two parts that change places", "₪ 12\u200f34", "₪ 12\u200f34"},
		{"a decimal of two parts", "₪ 1\u200f.\u200f5", "₪ 1\u200f.\u200f5"},
		{"a number of two isolates", "\u206812\u2069\u206834\u2069", "\u206812\u2069\u206834\u2069"},
		{"a Hebrew word of two parts", "של\u200eום", "של\u200eום"},
		{"behind an accent", "\u200fe\u0301\u200fa", "\u200fe\u0301\u200fa"},
		{"one line of two", "\u200eok\u200e\n\u202eko", "ok\n\u202eko"},

		{"none", "שלום, Wi-Fi 2.4", "שלום, Wi-Fi 2.4"},
		{"a non-joiner is none", "می\u200cخواهم", "می\u200cخواهم"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := Undirected(tc.in); got != tc.want {
				t.Errorf("Undirected(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

// without is a text without its bidirectional formatting characters.
func without(s string) string { return strings.Map(undirected, s) }

// Nothing but marks is ever left out of a line, and none of a line that holds
// an override or does not close what it opens.
func FuzzUndirected(f *testing.F) {
	for _, s := range []string{"\u202aa\u202c b", "\u2067א\u2068b\u2069\u2069", "\u200f12\u200f34", "a\u202eb\u202c", "\u2068a\n\u2069", "\u061c٪٥\u0301\u200e.\u2029"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		got := Undirected(s)
		if again := Undirected(got); again != got {
			t.Errorf("Undirected(%q) = %q, and again %q", s, got, again)
		}
		lines, kept := strings.Split(s, "\n"), strings.Split(got, "\n")
		if len(lines) != len(kept) {
			t.Fatalf("Undirected(%q) = %q has other lines", s, got)
		}
		for i, line := range lines {
			if kept[i] != line && kept[i] != without(line) {
				t.Errorf("%q became %q", line, kept[i])
			}
			opened := strings.Count(line, "\u202a") + strings.Count(line, "\u202b") - strings.Count(line, "\u202c")
			isolated := strings.Count(line, "\u2066") + strings.Count(line, "\u2067") + strings.Count(line, "\u2068") - strings.Count(line, "\u2069")
			if (strings.ContainsAny(line, "\u202d\u202e") || opened != 0 || isolated != 0) && kept[i] != line {
				t.Errorf("%q lost what can deceive: %q", line, kept[i])
			}
		}
	})
}
