package redact

import "testing"

// Digits of any script count, and marks of direction part nothing: those
// around a secret stay outside of the mask.
func TestDigitsAndMarksOfDirection(t *testing.T) {
	t.Parallel()
	r := NewRegistry(Options{})
	for _, tc := range []struct{ in, want string }{
		{"رمز التحقق: ٤٨٢٩١٣.", "رمز التحقق: [REDACTED]."},
		{"קוד אימות: \u2068482913\u2069.", "קוד אימות: \u2068[REDACTED]\u2069."},
		{"קוד אימות: \u200f482\u200e-913\u200f", "קוד אימות: \u200f[REDACTED]\u200f"},
		{"\u202a4111 1111 1111 1111\u202c", "\u202a[REDACTED]\u202c"},
		{"\u200f4111 \u200f1111 \u200f1111 \u200f1111 12", "\u200f[REDACTED] 12"},
		{"دانا: dana\u200e@\u200eexample.org\u200f", "دانا: [REDACTED]\u200f"},
		{"٤١١١ ١١١١\u200f ١١١١ ١١١١", "[REDACTED]"},
		{"١٥\u200f/\u200f٣\u200f/\u200f٢٠٢٦", "١٥\u200f/\u200f٣\u200f/\u200f٢٠٢٦"},
	} {
		if got := r.Text(tc.in); got != tc.want {
			t.Errorf("Text(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}
