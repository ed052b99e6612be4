package redact

import (
	"regexp"
	"strings"
	"unicode"
)

// Credentials whose issuer is not known here: what they have in common is that
// no person could have thought of them.

// minRandom is the length of the shortest credential that its characters alone
// give away, behind the prefix of an issuer.
const minRandom = 30

// minBare is the same without a prefix.
const minBare = 60

// issued matches the way in which issuers set their credentials: a short prefix
// that says what it is, and a long body.
var issued = regexp.MustCompile(`(?:^|[^A-Za-z0-9_./%=&?-])((?:[A-Za-z][A-Za-z0-9]{1,9}[_.-]){1,3}[A-Za-z0-9_-]{30,}|[A-Za-z0-9_-]{60,})`)

// appendRandom appends the credentials of unknown issuers in s.
func appendRandom(found []span, s string) []span {
	for _, m := range issued.FindAllStringSubmatchIndex(s, -1) {
		start, end := m[2], m[3]
		token := s[start:end]
		if public.MatchString(token) || end < len(s) && strings.IndexByte("./+", s[end]) >= 0 {
			continue
		}
		cut := strings.IndexAny(token, "_.")
		if cut >= 0 && cut <= 10 && randomRun(token[cut+1:]) >= minRandom || len(token) >= minBare && randomRun(token) >= minBare {
			found = append(found, span{start: start, end: end, kind: Token})
		}
	}
	return found
}

// public matches keys that are meant to be known: of SSH and of certificates, of
// wallets, and those that say so.
var public = regexp.MustCompile(`^(?:AAAA|MII|[xyz]pub|(?i:pk[_.]|pub))`)

// randomRun is the length of the longest run of letters and digits in s that
// looks drawn by lot: capitals, small letters and digits through each other, or
// 40 and more hexadecimal digits behind a prefix.
func randomRun(s string) int {
	longest := 0
	for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		uppers, lowers, digits, hex := 0, 0, 0, 0
		for _, r := range run {
			switch {
			case r >= '0' && r <= '9':
				digits++
			case unicode.IsUpper(r):
				uppers++
			default:
				lowers++
			}
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'f' {
				hex++
			}
		}
		mixed := uppers*8 >= len(run) && lowers*8 >= len(run) && digits*20 >= len(run)
		if mixed || hex == len(run) && len(run) >= 40 && len(run) != len(s) || hex == len(run) && len(run) == 40 {
			longest = max(longest, len(run))
		}
	}
	return longest
}

// phrases find the words that announce the words of a wallet's key.
var phrases = newLexicon(map[string][]string{Secret: list(phraseWords)})

// phraseLine matches the words themselves: 12 to 24 of three to eight letters
// (BIP-39), with or without numbers.
var phraseLine = regexp.MustCompile(`(?:\b\d{1,2}[.)]?[ \n])?\b[a-z]{3,8}(?:[ \n](?:\d{1,2}[.)]?[ \n])?[a-z]{3,8}\b){11,23}`)

// appendPhrases appends the words of wallets' keys in s. lower is s in lower
// case, byte for byte.
func appendPhrases(found []span, s, lower string) []span {
	for word := range phrases.in(lower) {
		if m := phraseLine.FindStringIndex(s[word.end:]); m != nil && m[0] <= 200 {
			found = append(found, span{start: word.end + m[0], end: word.end + m[1], kind: Secret})
		}
	}
	return found
}
