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

// names reports whether s, a label, begins or ends with a phrase: languages
// put the verb in either place.
func (v vocabulary) names(s string) bool {
	s = strings.TrimSpace(s)
	words := split(s)
	if len(words) > mostWords {
		return false
	}
	return v.some(func(phrase string) bool {
		if unspaced(phrase) {
			return slices.ContainsFunc(endings, func(ending string) bool {
				before, found := strings.CutSuffix(s, phrase+ending)
				return found && !strings.HasSuffix(before, "已") // 已安装: is installed
			})
		}
		want := strings.Fields(phrase)
		return startsWith(words, want) || len(words) >= len(want) && startsWith(words[len(words)-len(want):], want)
	})
}

// endings are what may follow a verb at the end of a Chinese, Japanese or Korean
// label.
var endings = []string{"", "する", "う", "します", "しますか？", "하기", "합니다", "？", "?"}

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

// isPrice reports whether a label is an amount of money: a number with a
// currency sign or code before or after it.
func isPrice(label string) bool { return price.MatchString(label) }

var price = regexp.MustCompile(`(?i)^\s*(?:` + currency + `\s*\d[\d.,\s]*|\d[\d.,\s]*` + currency + `)\s*$`)

const currency = `(?:[$€£¥₹₽₩₺₴]|R\$|US\$|USD|EUR|GBP|CHF|INR|BRL|PLN|zł|kr|руб\.?|TL|元|円|원)`
