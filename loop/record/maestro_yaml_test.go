package record

import "testing"

func TestCharactersBeyondTheBMPAreOneEscapeInYAML(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\U000E0041b":   `"a\U000E0041b"`,
		"plain \\u text": `"plain \\u text"`,
	} {
		if got := yaml(in); got != want {
			t.Errorf("yaml(%q) = %s, want %s", in, got, want)
		}
	}
}
