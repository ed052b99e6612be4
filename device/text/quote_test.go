package text_test

import (
	"testing"

	"adroit/device/text"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"Wi-Fi":             `"Wi-Fi"`,
		`say "no" to C:\`:   `"say \"no\" to C:\\"`,
		"one\ntwo":          `"one⏎two"`,
		"\x1b[2J":           `"⟨U+001B⟩[2J"`,
		"نمی\u200cخواهم":    "\"نمی\u200cخواهم\"",
		"a very long label": `"a very long lab…"`,
		"":                  `""`,
	} {
		if got := text.Quote(in, 16); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}
