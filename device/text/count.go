package text

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Count writes a number of things: "1 step", "3 entries". thing is one of them,
// a noun whose plural ends in s, with what stands before it: "more line".
func Count(n int, thing string) string {
	if n != 1 {
		thing = plural(thing)
	}
	return strconv.Itoa(n) + " " + thing
}

func plural(thing string) string {
	stem, ok := strings.CutSuffix(thing, "y")
	if ok && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e") && !strings.HasSuffix(stem, "o") {
		return stem + "ies"
	}
	return thing + "s"
}

// Money writes an amount with as many digits as small ones want: "$0.0747",
// "3.20 EUR".
func Money(amount float64, currency string) string {
	digits := 2
	if amount < 1 {
		digits = 4
	}
	number := strconv.FormatFloat(amount, 'f', digits, 64)
	if utf8.RuneCountInString(currency) == 1 {
		return currency + number
	}
	return strings.TrimSpace(number + " " + currency)
}

// Join writes names one after the other, with between between them.
func Join[S ~string](names []S, between string) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = string(name)
	}
	return strings.Join(words, between)
}
