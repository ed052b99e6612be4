package redact

import (
	"strings"
	"testing"
)

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

// A code in boxes is found below a phone number, which is left alone.
func TestCodeInBoxesBelowAPhoneNumber(t *testing.T) {
	t.Parallel()
	parts := []string{"Enter verification code", "We sent it to +49 151 23456789", "4", "8", "2", "9", "1", "3", "Resend code in 00:42"}
	got, _ := NewRegistry(Options{}).FindParts("app", parts)
	want := "Enter verification code|We sent it to +49 151 23456789" + strings.Repeat("|"+Mask, 6) + "|Resend code in 00:42"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("FindParts = %q, want %q", s, want)
	}
}
