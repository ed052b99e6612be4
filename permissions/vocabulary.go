package permissions

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// vocabulary is lists of phrases, each in lower case. A phrase of a language
// that is written with spaces matches whole words; one of Chinese, Japanese or
// Korean matches wherever it stands.
type vocabulary [][]string

// anywhere reports whether a phrase stands in s.
func (v vocabulary) anywhere(s string) bool {
	words := split(s)
	return v.some(func(phrase string) bool {
		if unspaced(phrase) {
			return strings.Contains(s, phrase)
		}
		want := strings.Fields(phrase)
		for i := range words {
			if startsWith(words[i:], want) {
				return true
			}
		}
		return false
	})
}

// mostWords is the length of a label that names an act; a longer one tells
// something.
const mostWords = 5

// mostRunes is the same in a language without spaces.
const mostRunes = 10

// names reports whether s, a label, begins or ends with a phrase: languages
// put the verb in either place.
func (v vocabulary) names(s string) bool {
	words := split(s)
	if len(words) > mostWords {
		return false
	}
	return v.some(func(phrase string) bool {
		if unspaced(phrase) {
			return strings.Contains(s, phrase) && len([]rune(s)) <= mostRunes
		}
		want := strings.Fields(phrase)
		return startsWith(words, want) || len(words) >= len(want) && startsWith(words[len(words)-len(want):], want)
	})
}

func (v vocabulary) some(match func(phrase string) bool) bool {
	return slices.ContainsFunc(v, func(list []string) bool { return slices.ContainsFunc(list, match) })
}

func startsWith(words, want []string) bool {
	return len(words) >= len(want) && slices.Equal(words[:len(want)], want)
}

// split cuts s into its words, in lower case and without punctuation.
func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit)
	})
}

// unspaced reports whether a phrase is of a language that is written without
// spaces, or glues endings to its words.
func unspaced(phrase string) bool {
	return strings.ContainsFunc(phrase, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
}

// verbs are the classes that a label names as what it does.
func verbs(label string) []Class { return classesOf(label, vocabulary.names) }

// mentions are the classes of which a text speaks anywhere.
func mentions(s string) []Class { return classesOf(s, vocabulary.anywhere) }

func classesOf(s string, match func(vocabulary, string) bool) []Class {
	var classes []Class
	for _, entry := range classWords {
		if match(entry.words, s) {
			classes = append(classes, entry.class)
		}
	}
	return classes
}

// price is an amount of money: a currency sign or code beside a number.
var price = regexp.MustCompile(`(?i)(?:[$€£¥₹₽₩₺₴]|\b(?:usd|eur|gbp|chf|inr|brl|rs|r\$))\s?\d|\d[\d.,\s]*(?:[$€£¥₹₽₩₺₴]|(?:zł|kr|руб|usd|eur|gbp|chf|pln|tl|元|円|원)(?:\PL|$))`)
