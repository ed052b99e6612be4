package screen

import (
	"slices"
	"strings"
	"testing"
)

// What apps in languages written from the right put on the screen, how it is
// shown, and by which words it is found.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, dumped, shown, part string }{
		{"a contact with a number", "واتساب \u202a+966 50 123 4567\u202c", "واتساب +966 50 123 4567", "+966 50 123 4567"},
		{"a latin name in Arabic settings", "\u202aWi-Fi\u202c\u200f", "Wi-Fi", "Wi-Fi"},
		{"a name in a Hebrew sentence", "\u2068דנה\u2069 הצטרפה לקבוצה \u2068Adroit\u2069", "דנה הצטרפה לקבוצה Adroit", "הצטרפה לקבוצה Adroit"},
		{"an Arabic date", "١٥\u200f/\u200f٣\u200f/\u200f٢٠٢٦", "١٥/٣/٢٠٢٦", "١٥/٣/٢٠٢٦"},
		{"a Hebrew price", "\u200f1,234.50 \u200f₪", "1,234.50 ₪", "1,234.50 ₪"},
		{"a size in Persian", "\u200e۱٫۲\u200e گیگابایت", "۱٫۲ گیگابایت", "۱٫۲ گیگابایت"},
		{"a Persian verb", "می\u200cخواهم بروم", "می\u200cخواهم بروم", "می\u200cخواهم"},
		{"a mark before each line", "\u200eراه\u200cآهن\n\u200eتهران", "راه\u200cآهن تهران", "راه\u200cآهن تهران"},
		{"an override", "تحميل \u202egnp.exe", "تحميل ⟨U+202E⟩gnp.exe", "تحميل"},
		{"an isolate that nothing closes", "\u2067حذف", "⟨U+2067⟩حذف", "حذف"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := observe(t, newTestTracker(), buttons(tc.dumped, "Other"))
			if n := &c.Nodes[0]; n.Text != tc.dumped {
				t.Errorf("the text is %q, not as dumped", n.Text)
			}
			if got := c.Model(); !slices.Contains(strings.Split(got, "\n"), "1 "+tc.shown) {
				t.Errorf("the model is shown %q, want %q", got, tc.shown)
			}
			if got := c.Nodes[0].Line(); got != "1 button "+tc.shown {
				t.Errorf("a person is shown %q, want %q", got, tc.shown)
			}
			for _, whole := range []string{tc.shown, tc.dumped} {
				if n, err := c.Resolve(whole, ByText); err != nil || n.ID != "1" {
					t.Errorf("Resolve(%q) = %v, %v", whole, n, err)
				}
			}
			for _, asked := range []string{tc.part, tc.dumped} {
				if found := c.Find(Query{Text: asked}); len(found) != 1 {
					t.Errorf("Find(%q) = %q", asked, linesOf(found))
				}
			}
		})
	}
}

// A mark by itself is no label.
func TestOnlyAMark(t *testing.T) {
	t.Parallel()
	c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
		{class: "android.widget.Button", text: "\u200e", desc: "ارسال", bounds: Rect{0, 0, 200, 100}, on: "clickable"},
	}}))
	if got := c.Nodes[0].Label; got != "ارسال" {
		t.Errorf("the label is %q", got)
	}
}
