package permissions

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"adroit/device/screen"
)

// vocabulary is a list of phrases.
type vocabulary []phrase

// phrase is what to look for. One of a language that is written with spaces is
// whole words; one of Chinese, Japanese or Korean may be glued to others.
type phrase struct {
	words []string
	glued string // set instead of words
}

// phrases makes a vocabulary of a list of phrases for each language.
func phrases(languages [][]string) vocabulary {
	var v vocabulary
	for _, list := range languages {
		for _, s := range list {
			s = skeleton(s)
			if strings.ContainsFunc(s, unspaced) {
				v = append(v, phrase{glued: s})
			} else {
				v = append(v, phrase{words: split(s)})
			}
		}
	}
	return v
}

// anywhere reports whether a phrase stands in s.
func (v vocabulary) anywhere(s string) bool {
	s = skeleton(s)
	words := split(s)
	return slices.ContainsFunc(v, func(p phrase) bool {
		if p.glued != "" {
			return strings.Contains(s, p.glued)
		}
		for i := range words {
			if startsWith(words[i:], p.words) {
				return true
			}
		}
		return false
	})
}

// mostWords is the length of a label that names an act; a longer one tells
// something. What a button says is what it does, so that it may be longer.
func mostWords(role screen.Role) int {
	if role == screen.Button {
		return 10
	}
	return 5
}

// length is the number of words of a label, or half the letters of a script
// without spaces.
func length(words []string) int {
	n := 0
	for _, word := range words {
		letters := 0
		for _, r := range word {
			if unspaced(r) {
				letters++
			}
		}
		n += max(1, (letters+1)/2)
	}
	return n
}

// names reports whether s, the label of an element in the given role, begins or
// ends with a phrase: languages put the verb in either place.
func (v vocabulary) names(s string, role screen.Role) bool {
	s = skeleton(strings.TrimSpace(s))
	words := unspell(split(s))
	if length(words) > mostWords(role) {
		return false
	}
	return slices.ContainsFunc(v, func(p phrase) bool {
		if p.glued != "" {
			return endsGlued(s, p.glued)
		}
		return opens(words, p.words) || closes(words, p.words)
	})
}

// unspell joins a word whose letters stand apart: "S E N D".
func unspell(words []string) []string {
	long := func(w string) bool { return utf8.RuneCountInString(w) > 1 }
	if len(words) < 3 || slices.ContainsFunc(words, long) {
		return words
	}
	return []string{strings.Join(words, "")}
}

// opens reports whether words begin with a phrase that nothing takes back.
func opens(words, phrase []string) bool {
	return startsWith(words, phrase) && (len(words) == len(phrase) || !negations[words[len(phrase)]])
}

// closes reports whether words end with a phrase that nothing takes back.
func closes(words, phrase []string) bool {
	before := len(words) - len(phrase)
	return before >= 0 && slices.Equal(words[before:], phrase) && (before == 0 || !negations[words[before-1]])
}

func startsWith(words, phrase []string) bool {
	return len(words) >= len(phrase) && slices.Equal(words[:len(phrase)], phrase)
}

// negations turn the verb beside them into its opposite: "Don't allow", "Nicht
// senden", "भुगतान न करें". An apostrophe parts a word in two.
var negations = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range []string{
		"t", "not", "never", "nicht", "pas", "no", "não", "nao", "non", "nie", "не", "لا", "عدم", "न", "नहीं",
	} {
		set[skeleton(word)] = true
	}
	return set
}()

// endsGlued reports whether a Chinese, Japanese or Korean label ends with a
// phrase and no more than an ending.
func endsGlued(s, phrase string) bool {
	s = strings.TrimRight(s, "?! 。")
	return slices.ContainsFunc(endings, func(ending string) bool {
		before, found := strings.CutSuffix(s, phrase+ending)
		return found && !slices.ContainsFunc(takenBack, func(mark string) bool { return strings.HasSuffix(before, mark) })
	})
}

// endings are what may follow a verb at the end of a Chinese, Japanese or Korean
// label.
var endings = []string{"", "する", "う", "します", "しますか", "하기", "합니다", "할까요", "하시겠습니까"}

// takenBack are what stands before a verb that is not to be done, or was done
// already: 已安装 is "is installed".
var takenBack = []string{"已", "不", "未", "勿", "안", "안 ", "미"}

// verbs are the classes that the label of an element names as what it does.
func verbs(n *screen.Node) []Class {
	return classesOf(func(v vocabulary) bool { return v.names(n.Label, n.Role) })
}

// mentions are the classes of which a text speaks anywhere.
func mentions(s string) []Class {
	return classesOf(func(v vocabulary) bool { return v.anywhere(s) })
}

func classesOf(match func(vocabulary) bool) []Class {
	var classes []Class
	for _, entry := range classWords {
		if match(entry.words) {
			classes = append(classes, entry.class)
		}
	}
	return classes
}

// isPrice reports whether a label is an amount of money: a number with a
// currency sign or code before or after it.
func isPrice(label string) bool { return price.MatchString(fold(label)) }

// holdsPrice reports whether an amount of money stands anywhere in a label.
func holdsPrice(label string) bool { return priceWithin.MatchString(fold(label)) }

var priceWithin = regexp.MustCompile(`(?i)(?:` + currency + `\s*\d|\d\s*` + currency + `(?:$|\W))`)

var price = regexp.MustCompile(`(?i)^\s*(?:` + currency + `\s*\d[\d.,\s]*|\d[\d.,\s]*` + currency + `)\s*$`)

const currency = `(?:[$€£¥₹₽₩₺₴]|R\$|US\$|USD|EUR|GBP|CHF|INR|BRL|PLN|zł|kr|руб\.?|TL|元|円|원)`
