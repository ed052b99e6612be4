package redact

import "strings"

// referenceLabels find the words that make of the number behind them the name
// of a thing, which is no secret: an order, a parcel, a product.
var referenceLabels = newLexicon(map[string][]string{label: list(referenceWords)})

// referenced reports whether lower ends in the label of a reference number:
// one of the words, and nothing behind it but "number", "no.", "id" or marks.
func referenced(lower string) bool {
	const longest = 48 // bytes
	tail := lower[max(0, len(lower)-longest):]
	for w := range referenceLabels.in(tail) {
		if !wordEdge(tail, w.start) {
			continue
		}
		rest := strings.FieldsFunc(tail[w.end:], func(r rune) bool { return strings.ContainsRune(" \u00a0\n:：#.№()-–|/", r) })
		if len(rest) == 0 || len(rest) == 1 && numberWord[rest[0]] {
			return true
		}
	}
	return false
}

// numberWord are the words for "number" that may follow a label.
var numberWord = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range list(numberWords) {
		set[w] = true
	}
	return set
}()

// ean reports whether d is a product number: 13 digits with the check digit of
// the GS1 General Specifications, 7.9.
func ean(d string) bool {
	if len(d) != 13 {
		return false
	}
	sum := 0
	for i := range d {
		n := int(d[i] - '0')
		if i%2 == 1 {
			n *= 3
		}
		sum += n
	}
	return sum%10 == 0
}
