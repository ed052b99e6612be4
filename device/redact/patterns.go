package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// builtin are the rules of every registry. Compiling them takes some
// milliseconds, which a program that never redacts need not spend.
var builtin = sync.OnceValue(newPatterns)

// patterns are the built-in rules. They never change.
type patterns struct {
	shapes []Pattern
	keys   keyRules
	codes  codeRules
	labels labelRules
	cues   cueRules
}

func newPatterns() *patterns {
	return &patterns{shapes: credentialShapes(), keys: newKeyRules(), codes: newCodeRules(), labels: newLabelRules(), cues: newCueRules()}
}

// find returns what the built-in patterns find in s, a text of the screen of
// app. The digits of every script count alike.
func (p *patterns) find(app, s string) []span {
	plain := plainOf(s)
	g := glanceAt(plain.string)
	found := p.findPlain(plain.string, g)
	if g.number >= minAppCode {
		found = appendAppCodes(found, app, plain.string)
	}
	found = appendRows(found, plain.string)
	for i := range found {
		found[i] = plain.inSource(found[i])
	}
	return found
}

// findPlain is find for a text with no digits but those of ASCII, of which g is
// the glance. Most texts of a screen are a few words, so each rule runs only
// where a glance at the characters says that it could match.
func (p *patterns) findPlain(s string, g glance) []span {
	found := p.findShapes(s, g)
	if !g.letters {
		return found
	}
	return p.findNamed(found, s, g)
}

// findShapes finds what its form alone gives away.
func (p *patterns) findShapes(s string, g glance) []span {
	var found []span
	if g.token >= minToken || g.blank && strings.Contains(s, "-----BEGIN") || strings.Contains(s, "WIFI:") {
		for _, shape := range p.shapes {
			found = appendMatches(found, shape, s)
		}
		found = slices.DeleteFunc(found, func(sp span) bool { return sp.kind == Bearer && inSentence(s, sp) })
	}
	if g.at { // behind the tokens, which also stand before an @
		found = appendURLPasswords(found, s)
		found = appendEmails(found, s)
		found = appendMatches(found, boundCode, s)
	}
	if g.escape && strings.Contains(s, "%40") || g.bracket && (g.at || strings.Contains(s, "at") || strings.Contains(s, "AT")) {
		found = appendMatches(found, spelledEmail, s)
	}
	if g.blank && strings.Contains(s, " -") {
		found = appendMatches(found, argument, s)
	}
	if g.blank && strings.Contains(s, "ookie:") {
		found = appendMatches(found, cookie, s)
	}
	if g.token >= minRandom {
		found = appendRandom(found, s)
	}
	if g.digits >= 1 && g.blank {
		found = appendGroupedKeys(found, s)
	}
	if g.number >= minCard {
		found = appendCards(found, s)
	}
	if g.iban {
		found = appendIBANs(found, s)
	}
	return found
}

// findNamed appends what the words beside it give away.
func (p *patterns) findNamed(found []span, s string, g glance) []span {
	lower := foldSameLength(s)
	if g.digits >= 3 {
		found = p.labels.append(found, s, lower)
	}
	if g.number >= minCode || g.digits >= 1 && g.capitals {
		words := p.codes.announcements(s, lower)
		if g.number >= minCode {
			found = p.codes.append(found, s, lower, words)
			found = p.cues.append(found, s, lower, words.weak, &p.codes)
		}
		found = p.labels.appendMixed(found, s, words)
	}
	found = appendPhrases(found, s, lower)
	return appendAppPasswords(p.keys.append(found, s, lower), lower)
}

// inSentence reports whether what was found behind "basic" or "token" is a word
// like others, as in "basic understanding".
func inSentence(s string, sp span) bool {
	before := strings.ToLower(strings.TrimRight(s[:sp.start], " \t\n"))
	return !mixed(s[sp.start:sp.end]) && !strings.HasSuffix(before, "bearer")
}

// minToken is the length of the shortest credential with a shape of its own.
const minToken = 12

// glance is what a single pass over a text tells.
type glance struct {
	digits   int  // how many
	number   int  // how many digits its longest number has, in whatever groups
	iban     bool // has the country and the check digits of an IBAN
	at       bool // has an @
	bracket  bool // has an opening bracket
	escape   bool // has a %
	blank    bool // has white space
	letters  bool // has a letter, and something that a key and its value have between them
	capitals bool // has a capital
	token    int  // length of the longest run of token characters
}

func glanceAt(s string) glance {
	var g glance
	run, letter, joint := 0, false, false
	number, last := 0, 0 // digits of the current number, the offset behind its last one
	for i := range len(s) {
		c := s[i]
		switch {
		case digit(c):
			if last < i && !separates(s[last:i]) {
				number = 0
			}
			number++
			last = i + 1
			g.digits++
			g.number = max(g.number, number)
			g.iban = g.iban || i >= 3 && digit(s[i-1]) && upper(s[i-2]&^0x20) && upper(s[i-3]&^0x20)
			run++
		case lowercase(c), upper(c):
			letter = true
			g.capitals = g.capitals || c <= 'Z'
			run++
		case c == '_' || c == '-' || c == '.' || c == '/' || c == '+':
			run++
		default:
			switch {
			case c == '@':
				g.at = true
			case c == '(' || c == '[' || c == '{':
				g.bracket = true
			case c == '%':
				g.escape = true
			case c == ' ' || c == '\n' || c == ':' || c == '=' || c == '>':
				g.blank = g.blank || c == ' ' || c == '\n'
				joint = true
			case c >= utf8.RuneSelf || c == '\'' || c == '"':
				letter, joint = letter || c >= utf8.RuneSelf, true
			}
			run = 0
		}
		g.token = max(g.token, run)
	}
	g.letters = letter && joint
	return g
}

// separates reports whether what stands between two groups of digits is one
// separator.
func separates(between string) bool {
	r, size := utf8.DecodeRuneInString(between)
	return size == len(between) && cardSeparator(r)
}

// appendMatches appends what one pattern finds: its first group, or the whole
// match.
func appendMatches(found []span, p Pattern, s string) []span {
	for _, m := range p.Regexp.FindAllStringSubmatchIndex(s, -1) {
		start, end := m[0], m[1]
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				start, end = m[i], m[i+1]
				break
			}
		}
		if start < end {
			found = append(found, span{start: start, end: end, kind: p.Kind})
		}
	}
	return found
}

// credentialShapes are the credentials that their issuers made recognisable,
// as their documentation and secret scanners describe them.
func credentialShapes() []Pattern {
	var shapes []Pattern
	for _, s := range []struct{ kind, expr string }{
		{PrivateKey, `-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)`},
		{JWT, `\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){1,4}`},
		{Bearer, `(?i)\b(?:bearer|basic|token)\s+([A-Za-z0-9._~+/-]{11,}[A-Za-z0-9_~+/-]=*)`},
		{Password, `\bWIFI:(?:[^;\n]*;)*?P:((?:[^;\\\n]|\\.)+);`}, // the text of a QR code for a network
		{AWSKey, `\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`},
		{AWSKey, `\b(?:AKIA|ASIA)[A-Z0-9]{16}["']?[\s,;:|/]{1,3}["']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)`}, // its secret beside it
		{GitHub, `\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}`},
		{APIKey, `\bsk-[A-Za-z0-9_-]{20,}|\b(?:gsk|xai|pplx|r8|tgp_v1)[_-][A-Za-z0-9_-]{20,}`},
		{Slack, `\bxox[abceoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}|\bhooks\.slack\.com/services/([A-Za-z0-9/]{20,})`},
		{Google, `\bAIza[A-Za-z0-9_-]{35}|\bya29\.[A-Za-z0-9._-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{20,}|\b1//0[A-Za-z0-9_-]{40,}`},
		{Stripe, `\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9]{16,}`},
		{Token, `\bglpat-[A-Za-z0-9_-]{20,}|\bnpm_[A-Za-z0-9]{36}|\bpypi-[A-Za-z0-9_-]{16,}|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|` +
			`\bhf_[A-Za-z0-9]{30,}|\bdo[opr]_v1_[a-f0-9]{64}|\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}|\bdckr_pat_[A-Za-z0-9_-]{20,}|` +
			`\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bEAACEdEose0cBA[A-Za-z0-9]+|\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}|\bkey-[0-9a-f]{32}\b|` +
			`\bSK[0-9a-f]{32}\b|\bAC[0-9a-f]{32}:([0-9a-f]{32})\b|\bdapi[0-9a-f]{32}\b|\brubygems_[0-9a-f]{48}\b|\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b|\bNRAK-[A-Z0-9]{27}\b|\bpat-(?:na|eu)\d-[0-9a-f-]{36}\b|\bsig=([A-Za-z0-9%/+]{30,})|\btskey-[a-z]+-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}|\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}|\bdiscord(?:app)?\.com/api/webhooks/[0-9]+/([A-Za-z0-9_-]{40,})`},
	} {
		shapes = append(shapes, Pattern{Kind: s.kind, Regexp: regexp.MustCompile(s.expr)})
	}
	return shapes
}

// appendGroupedKeys appends the keys of authenticators in s as they are shown for
// typing: 80 bits or more in base32 (RFC 4648), in groups of four. Words do not
// mix letters with digits, as most groups of a key do, or one that fills a line.
func appendGroupedKeys(found []span, s string) []span {
	start, groups, both := 0, 0, 0
	for at := 0; at <= len(s); {
		end := at
		for end < len(s) && s[end] != ' ' && s[end] != '\n' {
			end++
		}
		word := s[at:end]
		group := base32Group(word)
		if group && groups == 0 {
			start = at
		}
		if group {
			groups++
			if alternations(word) > 0 {
				both++
			}
		}
		if ends := !group || end == len(s) || s[end] == '\n'; ends {
			last := at - 1
			if group {
				last = end
			}
			if groups >= 4 && (both*3 >= groups || both > 0 && fillsLine(s, start, last)) {
				found = append(found, span{start: start, end: last, kind: Secret})
			}
			groups, both = 0, 0
		}
		at = end + 1
	}
	return found
}

// fillsLine reports whether nothing but a label stands in the line of s[start:end].
func fillsLine(s string, start, end int) bool {
	return (start == 0 || s[start-1] == '\n' || strings.HasSuffix(s[:start], ": ")) && (end == len(s) || s[end] == '\n')
}

// base32Group reports whether s is four characters of base32, of one case.
func base32Group(s string) bool {
	if len(s) != 4 {
		return false
	}
	capitals, small := false, false
	for i := range len(s) {
		c := s[i]
		switch {
		case upper(c):
			capitals = true
		case lowercase(c):
			small = true
		case c < '2' || c > '7':
			return false
		}
	}
	return capitals != small || !capitals
}

// appPassword matches a password of 16 letters in four groups below the word for
// it, as Google and Apple set those they make for apps.
var appPassword = regexp.MustCompile(`password[^\n]{0,40}\n([a-z]{4}(?:[ -][a-z]{4}){3})(?:\n|$)`)

func appendAppPasswords(found []span, lower string) []span {
	if m := appPassword.FindStringSubmatchIndex(lower); m != nil {
		found = append(found, span{start: m[2], end: m[3], kind: Password})
	}
	return found
}

// argument matches the password in the command lines of programs that take one
// there without saying so.
var argument = Pattern{Kind: Password, Regexp: regexp.MustCompile(`\bcurl\b[^\n|;]*?\s(?:-u|--user|--proxy-user)[\s=]*["']?[^\s:"']+:([^\s"']+)|` +
	`\bsshpass\s+-p\s*["']?([^\s"']+)|\bmysql\w*\b[^\n|;]*?\s-p([^\s]{3,})|\bredis-cli\b[^\n|;]*?\s-a\s+["']?([^\s"']+)`)}

// cookie matches what stands in the Cookie and Set-Cookie headers of RFC 6265.
var cookie = Pattern{Kind: Secret, Regexp: regexp.MustCompile(`(?i)\bcookie:\s*([\w.-]+=[^\s;,]+(?:;\s*[\w.-]+=[^\s;,]+)*)`)}

// boundCode matches the last line of a message with a one-time code that is
// bound to a domain, as the Web Incubator Community Group specifies it.
var boundCode = Pattern{Kind: Code, Regexp: regexp.MustCompile(`(?m)^@[a-z0-9-]+(?:\.[a-z0-9-]+)+ #(\d{4,10})(?: [@%]|$)`)}

// appendURLPasswords appends the passwords in scheme://user:password@host.
func appendURLPasswords(found []span, s string) []span {
	for from := 0; ; {
		i := strings.Index(s[from:], "://")
		if i < 0 {
			return found
		}
		start := from + i + len("://")
		end := start + strings.IndexFunc(s[start:]+"/", func(r rune) bool { return r == '/' || unicode.IsSpace(r) || r == '"' })
		authority := s[start:end]
		at, colon := strings.LastIndexByte(authority, '@'), strings.IndexByte(authority, ':')
		if colon >= 0 && colon+1 < at {
			found = append(found, span{start: start + colon + 1, end: start + at, kind: Password})
		}
		from = end
	}
}

// wholeWord reports whether s[start:end] stands for itself: no letter or digit
// of a script that writes words apart touches it.
func wholeWord(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !wordRune(before) && !wordRune(after)
}

// wordRune reports whether r continues a word. Letters without case (Chinese,
// Thai, Hangul, Arabic) stand against numbers without a space.
func wordRune(r rune) bool {
	return unicode.IsDigit(r) || unicode.IsUpper(r) || unicode.IsLower(r) || r == '_'
}

// masked reports whether s is a stand-in for a secret: our own mask, or the
// bullets and stars of a field.
func masked(s string) bool {
	return s == Mask || strings.Trim(s, "•*●∙·xX.…-_ ") == ""
}
