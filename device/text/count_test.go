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

func TestMoney(t *testing.T) {
	for want, of := range map[string]struct {
		amount   float64
		currency string
	}{"$0.0747": {0.0747, "$"}, "$3.20": {3.2, "$"}, "0.0312 USD": {0.0312, "USD"}, "12.00": {12, ""}} {
		if got := Money(of.amount, of.currency); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
