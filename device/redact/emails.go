package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendEmails appends the e-mail addresses in s: around each @ the longest
// local part and domain, where the domain ends in a name of letters. An @ right
// behind a secret that was found is that of a URL, and git@ that of a repository.
func appendEmails(found []span, s string) []span {
	for i := 0; i < len(s); i++ {
		if s[i] != '@' || slices.ContainsFunc(found, func(sp span) bool { return sp.end == i }) {
			continue
		}
		start := i
		for start > 0 {
			r, size := utf8.DecodeLastRuneInString(s[:start])
			if !localRune(r) {
				break
			}
			start -= size
		}
		for start < i && s[start] == '.' {
			start++
		}
		if start == i { // a name in a script without capitals
			start = len(strings.TrimRightFunc(s[:i], func(r rune) bool { return unicode.Is(unicode.Lo, r) }))
		}
		end := domainEnd(s, i+1)
		for end > i && (s[end-1] == '.' || s[end-1] == '-') { // a full stop ends the sentence
			end--
		}
		dot := strings.LastIndexByte(s[i:end], '.') + i
		if start == i || dot <= i+1 || !topLevel(s[dot+1:end]) || imageScale(s[i+1:dot]) || s[start:i] == "git" {
			continue
		}
		found = append(found, span{start: start, end: end, kind: Email})
		i = end - 1
	}
	return found
}

// domainEnd is where the domain name ends that begins at offset i of s. The last
// part of one is of a single script, unlike the words of another that stand
// right behind it.
func domainEnd(s string, i int) int {
	latin := false
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '.':
			latin = false
		case r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r), latin && unicode.Is(unicode.Lo, r):
			return i
		case r < utf8.RuneSelf && unicode.IsLetter(r):
			latin = true
		}
		i += size
	}
	return i
}

// localRune reports whether r may stand in a local part. A slash may too, but
// stands there in no address of a person, and before one in a URL.
func localRune(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(".!#$%&'*+=?^_`{|}~-", r)) ||
		r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsUpper(r) || unicode.IsLower(r))
}

// imageScale reports whether a domain is the scale in the name of a picture, as
// in "icon@2x.png".
func imageScale(domain string) bool {
	number, ok := strings.CutSuffix(domain, "x")
	return ok && number != "" && strings.Trim(number, "0123456789.") == ""
}

// topLevel reports whether s could end a domain name.
func topLevel(s string) bool {
	if strings.HasPrefix(s, "xn--") {
		return len(s) > 4
	}
	n := 0
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
		n++
	}
	return n >= 2
}

// spelledEmail matches an e-mail address whose @ is written as it is against
// harvesters, or escaped as in a URL.
var spelledEmail = Pattern{Kind: Email, Regexp: regexp.MustCompile(`(?i)[\pL\pN][\pL\pN.+_-]*(?:%40|\s?(?:\[\s?(?:at|@)\s?\]|\(\s?(?:at|@)\s?\)|\{\s?(?:at|@)\s?\})\s?)[a-z0-9-]+` +
	`(?:(?:\.|\s?[\[({]\s?(?:dot|\.)\s?[\])}]\s?)[a-z0-9-]+)*(?:\.|\s?[\[({]\s?(?:dot|\.)\s?[\])}]\s?)[a-z]{2,}`)}
