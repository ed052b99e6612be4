package redact

import "testing"

// Offsets in the small letters are those in the text, whatever the letters.
func TestFoldSameLength(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":               "",
		"plain 123":      "plain 123",
		"Your CODE":      "your code",
		"ПАРОЛЬ Éa":      "пароль éa",
		"İstanbul Ⱥ KOD": "İstanbul Ⱥ kod", // one shrinks and one grows
		"A\xffB":         "a\xffb",
		"验证码 X":          "验证码 x",
	} {
		if got := foldSameLength(in); got != want || len(got) != len(in) {
			t.Errorf("foldSameLength(%q) = %q, want %q", in, got, want)
		}
	}
}
