package text

import "testing"

func TestCountWritesOneAndMany(t *testing.T) {
	for _, c := range []struct {
		n     int
		thing string
		want  string
	}{
		{0, "skill", "0 skills"},
		{1, "skill", "1 skill"},
		{2, "skill", "2 skills"},
		{1, "more line", "1 more line"},
		{3, "more line", "3 more lines"},
		{1, "entry", "1 entry"},
		{3, "entry", "3 entries"},
		{2, "key", "2 keys"},
		{-1, "step", "-1 steps"},
	} {
		if got := Count(c.n, c.thing); got != c.want {
			t.Errorf("Count(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}
