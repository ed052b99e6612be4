package redact

import (
	"strings"
	"unicode/utf8"
)

// appendCards appends the payment card numbers in s: 13 to 19 digits (ISO/IEC
// 7812) of an issuer's range and length, set in the groups in which cards are
// printed, with a valid check digit. Other numbers may stand right beside one.
func appendCards(found []span, s string) []span {
	for from := 0; ; {
		g, ok := nextGroupsBy(cardSeparator, s, from)
		if !ok {
			return found
		}
		from = g.end
		if len(g.digits) < minCard {
			continue
		}
		for first := 0; first < len(g.groups); first++ {
			if n := cardAt(g, first); n > 0 {
				start, end := g.bounds(s, first, n)
				if one := s[start:end]; wholeWord(s, start, end) && !ean(one) && !(n == 1 && referenced(strings.ToLower(s[max(0, start-48):start]))) {
					found = append(found, span{start: start, end: end, kind: Card})
				}
				first += n - 1
			}
		}
	}
}

const minCard, maxCard = 13, 19 // digits

// cardAt returns how many groups of g, from the first on, are a card number.
func cardAt(g digitGroups, first int) int {
	before := sum(g.groups[:first])
	size, count := 0, 0
	for i, n := range g.groups[first:] {
		if size += n; size > maxCard {
			break
		}
		digits := g.digits[before : before+size]
		whole := first == 0 && i > 0 && i == len(g.groups)-1
		if cardGroups(g.groups[first:first+i+1]) && (cardIssuer(digits) || whole && nationalIssuer(digits)) && luhn(digits) {
			count = i + 1
		}
	}
	return count
}

// cardGroups reports whether a number is set like a card: in one run, in
// fours, or 4-6-5 and 4-6-4.
func cardGroups(groups []int) bool {
	if len(groups) == 1 {
		return true
	}
	if len(groups) == 3 && groups[0] == 4 && groups[1] == 6 {
		return true
	}
	if len(groups) == 2 && (groups[0] == 6 || groups[0] == 8 || groups[0] == 16) { // UnionPay and Maestro
		return true
	}
	for i, n := range groups {
		if last := i == len(groups)-1; n != 4 && (!last || n > 4) {
			return false
		}
	}
	return true
}

// cardIssuer reports whether a number begins and is as long as the numbers of
// a card scheme.
func cardIssuer(d string) bool {
	n := len(d)
	if n < minCard || n > maxCard {
		return false
	}
	switch {
	case strings.Trim(d, d[:1]) == "": // one digit repeated
		return false
	case d[0] == '4': // Visa
		return n == 13 || n == 16 || n == 19
	case d[:2] == "34" || d[:2] == "37": // American Express
		return n == 15
	case d[:2] == "30" || d[:2] == "36" || d[:2] == "38" || d[:2] == "39": // Diners Club
		return n == 14 || n >= 16
	case d[0] == '2': // Mir, Mastercard; not the years of a list
		return n >= 16 && (d[:4] >= "2200" && d[:4] <= "2204" || d[:4] >= "2221" && d[:4] <= "2720")
	case d[:2] == "35" || d[:2] == "81" || d[:2] == "82" || d[:4] == "9792" || d[:4] == "9704": // JCB, UnionPay, RuPay, Troy, Napas
		return n >= 16
	case d[0] == '5' || d[0] == '6': // Mastercard, Maestro, Discover, UnionPay, Elo, RuPay, Verve
		return n >= 16 || n == 13 && d[0] == '5' && d[1] == '0'
	}
	return false
}

// nationalIssuer reports whether a number begins as those that a country gives to
// cards of its own, and is as long as most of them. Other numbers begin so too.
func nationalIssuer(d string) bool { return d[0] == '9' && len(d) == 16 }

// luhn checks the check digit of ISO/IEC 7812-1 annex B.
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// ibanLengths are the lengths by country of the SWIFT IBAN registry.
const ibanLengths = "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27" +
	"GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30" +
	"NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30"

// maxIBAN is the length of the longest IBAN.
const maxIBAN = 34

// ibanLength is how long an IBAN of a country is, 0 where it has none.
func ibanLength(country string) int {
	for i := 0; i < len(ibanLengths); i += 4 {
		if ibanLengths[i:i+2] == country {
			return int(ibanLengths[i+2]-'0')*10 + int(ibanLengths[i+3]-'0')
		}
	}
	return 0
}

// appendIBANs appends the IBANs in s, in one run or in spaced groups, with
// valid check digits. One in small letters is a word by itself.
func appendIBANs(found []span, s string) []span {
	for i := 0; i+15 <= len(s); i++ {
		if !ibanStart(s, i) {
			continue
		}
		small := !upper(s[i])
		want := ibanLength(strings.ToUpper(s[i : i+2]))
		var compact []byte
		end := i
		for end < len(s) && len(compact) < want {
			r, size := utf8.DecodeRuneInString(s[end:])
			switch {
			case r < utf8.RuneSelf && (upper(s[end]) || digit(s[end])):
				compact = append(compact, s[end])
			case small && lowercase(s[end]):
				compact = append(compact, s[end]-'a'+'A')
			case !groupSeparator(r) || small && r == '-':
				size = 0
			}
			if size == 0 {
				break
			}
			end += size
		}
		if len(compact) == want && mod97(compact) && (!small || wholeWord(s, i, end)) {
			found = append(found, span{start: i, end: end, kind: IBAN})
			i = end - 1
		}
	}
	return found
}

// ibanStart reports whether the country and the check digits of an IBAN stand
// at offset i of s, at the beginning of a word.
func ibanStart(s string, i int) bool {
	capitals := upper(s[i]) && upper(s[i+1])
	if !capitals && !(lowercase(s[i]) && lowercase(s[i+1])) || !digit(s[i+2]) || !digit(s[i+3]) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	return !wordRune(before) && ibanLength(strings.ToUpper(s[i:i+2])) > 0
}

// mod97 checks the check digits of ISO/IEC 7064 as IBANs use them.
func mod97(iban []byte) bool {
	rest := 0
	for i := range iban {
		c := iban[(i+4)%len(iban)]
		if digit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}
