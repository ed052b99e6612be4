package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keyRules find values by the key beside them: password=…, "API key: …".
type keyRules struct {
	words *lexicon       // what a key is called, by the kind of its value
	value *regexp.Regexp // what stands between a key and its value, and the value
	names *regexp.Regexp // a whole key that names a secret, as in JSON
}

// label is the kind of a word that is a key only where it labels something.
const label = "label"

// What stands behind the word of a key: the rest of the word or of the
// identifier, words that say what the key is for, and what joins it to its
// value.
const (
	keyEnding = `^(_?[\p{L}\p{M}]{0,6}|[_.-][A-Za-z_]{1,16}|[A-Z][A-Za-z]{1,12})`
	joints    = `(?:["']?(?:\s*(?:=>|:=|=|:|：)\s*|>|\s+value=)` +
		`|['’]s\s+` +
		`|\s+(?:` + joiningVerbs + `)\s*:?\s+` +
		`|\s*[\n–—]\s*(?:это\s+)?` +
		`|\s+-\s+(?:это\s+)?` +
		`|\s?(?:是|为|為|は|が)\s?` +
		`|(?:[ \t]+[\pL\pM\pN'’-]+){0,4}(?:[ \t]*\([^()\n]{1,20}\))?(?:\s*(?:[:=：→]|->)\s*|\s+(?:` + joiningVerbs + `)\s+|[ \t]*\n)` +
		`|[ \t\x{a0}\x{3000}])`
	keyValue = `["'“”«「『]?([^\s"'“”«»「」『』<>¿¡,;，。；、]{3,})`
)

func newKeyRules() keyRules {
	passwords, secrets := list(passwordWords), spellings(list(secretWords+"\n"+recoveryWords))
	return keyRules{
		words: newLexicon(map[string][]string{Password: passwords, Secret: secrets, label: list(labelWords)}),
		value: regexp.MustCompile(keyEnding + `(?:\s+(?:\pL{1,5}\s+){0,2}(?i:` + keyAttributes + `)){0,2}` + joints + `(?:\d{1,2}[.)]\s+)?` + keyValue),
		names: regexp.MustCompile(`(?i)^(?:[\w.-]*[_.-])?(?:` + strings.Join(slices.Concat(passwords, secrets, list(secretNames)), "|") + `)$`),
	}
}

// spellings adds to each name of several words the ways to write it as one.
func spellings(names []string) []string {
	var list []string
	for _, name := range names {
		list = append(list, name)
		if strings.Contains(name, " ") {
			for _, joint := range [...]string{"_", "-", ""} {
				list = append(list, strings.ReplaceAll(name, " ", joint))
			}
		}
	}
	return list
}

// append appends the values beside keys that say they are secret. lower is s in
// lower case, byte for byte.
func (k *keyRules) append(found []span, s, lower string) []span {
	for word := range k.words.in(lower) {
		if word.kind != Password && !wordEdgeBefore(lower, word.start) {
			continue
		}
		short := word.kind == label
		if short {
			word.kind = Password
			word.end = word.start + len(strings.TrimRight(lower[word.start:word.end], " :="))
		}
		m := k.value.FindStringSubmatchIndex(s[word.end:])
		if m == nil {
			continue
		}
		ending := s[word.end+m[2] : word.end+m[3]]
		if short && ending != "" {
			continue
		}
		start, end := word.end+m[4], word.end+m[5]
		end = trimSentence(s, start, end)
		between := s[word.end+len(ending) : start]
		quoted := quotedEnd(s, start, between)
		if end = max(end, quoted); parameter(s[:word.start]) {
			end = start + len(before(s[start:end], "&"))
		}
		variable := strings.HasSuffix(s[:word.start], "_") && upper(s[word.start]) && strings.Contains(between, "=")
		element := between == ">" && strings.HasPrefix(s[end:], "</")
		if short && !labels(lower[word.start:word.end], s[:word.start], between) ||
			(short && !variable || ending != "" && !plural(ending, between) || loose(between)) && !lettersAndDigits(s[start:end], word.kind) {
			continue
		}
		assigned := strings.Contains(between, "=") || quoted > 0 || element
		english := strings.HasPrefix(lower[word.start:], "pass") && lower[word.start:word.end] != "passwort"
		if word.kind == Password && passwordLike(s[start:end], assigned, english && strings.TrimSpace(between) != "to" && lastWord(s[end:])) || word.kind == Secret && secretLike(s[start:end], assigned) {
			found = append(found, span{start: start, end: end, kind: word.kind})
		}
	}
	return found
}

// parameter reports whether the key behind s is one of a URL, whose value ends
// where the next key begins.
func parameter(s string) bool {
	key := strings.LastIndexFunc(s, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) })
	return key >= 0 && (s[key] == '?' || s[key] == '&')
}

// before is s up to mark.
func before(s, mark string) string {
	head, _, _ := strings.Cut(s, mark)
	return head
}

// userName matches the end of a text that gives the name for a login.
var userName = regexp.MustCompile(`(?i)\b(?:user|username|login|id|account)\s*[:=]\s*\S+$`)

// plural reports whether a key is a heading in the plural, with a list below it.
func plural(ending, between string) bool { return ending == "s" && strings.Contains(between, "\n") }

// quotedEnd is where a value ends that is assigned in quotes, or in quotes beside
// a key in quotes, as in JSON: at the closing one. It is 0 for others.
func quotedEnd(s string, start int, between string) int {
	if len(between) < 2 {
		return 0
	}
	quote := between[len(between)-1]
	if quote != '"' && quote != '\'' || between[0] != quote && !strings.Contains(between, "=") {
		return 0
	}
	for i := start; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return 0
}

// labels reports whether a label word labels what follows: a colon or an equals
// sign is between, and "pass", which ends the names of other things, begins a
// line or stands behind punctuation.
func labels(word, before, between string) bool {
	if !strings.ContainsAny(between, ":=：") && (word != "pw" || strings.Trim(between, " ") == "") {
		return false
	}
	before = strings.TrimRight(before, " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	if word == "pass" && userName.MatchString(before) {
		return true
	}
	return word != "pass" || !unicode.IsLetter(last) && !unicode.IsDigit(last) && !strings.HasSuffix(before, Mask)
}

// attribute matches what says which password it is.
var attribute = regexp.MustCompile(`(?i)\s+(?:` + keyAttributes + `)`)

// loose reports whether what stands between a key and a value says little: a
// space alone, or words that say what the key is for.
func loose(between string) bool {
	words := 0
	between = attribute.ReplaceAllString(between, "")
	for w := range strings.FieldsSeq(between) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			words++
		}
	}
	return words > 1 || strings.Trim(between, " \t") == ""
}

// lettersAndDigits reports whether v mixes letters and digits, and is as long as
// values of its kind are that nothing but their place gives away. Digits alone
// are longer than those of most other numbers.
func lettersAndDigits(v, kind string) bool {
	long := 6
	if kind == Secret {
		long = 12
	}
	if strings.Trim(v, "0123456789-") == "" {
		return len(digitsOf(v)) >= 10
	}
	return utf8.RuneCountInString(v) >= long && strings.ContainsFunc(v, unicode.IsLetter) && strings.ContainsFunc(v, unicode.IsDigit)
}

// wordEdgeBefore reports whether no letter stands right before offset i.
func wordEdgeBefore(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	return !unicode.IsLetter(before)
}

// trimSentence takes the punctuation that ends a sentence off a value.
func trimSentence(s string, start, end int) int {
	return start + len(strings.TrimRight(s[start:end], ".!?:)]}…"))
}

// passwordLike reports whether v could be a password that stands beside its
// word: it is masked by nobody yet and does not read like a part of a sentence.
// A word of letters alone is taken for one only where it ends the text, and
// where the words that could stand there instead are known.
func passwordLike(v string, assigned, wordsKnown bool) bool {
	if masked(v) || utf8.RuneCountInString(v) < 3 || isPlaceholder(v) {
		return false
	}
	if assigned {
		return true
	}
	if utf8.RuneCountInString(v) < 4 || lengths.MatchString(v) || strings.ContainsFunc(v, caseless) {
		return false
	}
	return mixed(v) || wordsKnown && utf8.RuneCountInString(v) >= 6 && ascii(v) && !commonWord(v)
}

// lengths matches how long a password has to be: "8-20", "6~16".
var lengths = regexp.MustCompile(`^\d{1,2}[-–—~～]\d{1,3}$`)

// caseless reports whether r is a letter of a script without capitals. Hardly a
// keyboard gives one into a password field: it is a sentence that goes on.
func caseless(r rune) bool {
	return unicode.Is(unicode.Lo, r) && r != 'ª' && r != 'º'
}

// secretLike reports whether v could be a credential of unknown shape.
func secretLike(v string, assigned bool) bool {
	n := utf8.RuneCountInString(v)
	if masked(v) || isPlaceholder(v) {
		return false
	}
	return assigned && n >= 4 && (mixed(v) || n >= 8) || n >= 8 && mixed(v)
}

// mixed reports whether v mixes kinds of characters as words do not: letters
// with digits or symbols, digits alone, or capitals inside.
func mixed(v string) bool {
	letters, digits, others, inner := 0, 0, 0, false
	for i, r := range v {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
			inner = inner || i > 0 && unicode.IsUpper(r)
		case r == '-' || r == '/' || r == '\'' || r == '’' || r == '.' || r == '_':
		default:
			others++
		}
	}
	upper := v == strings.ToUpper(v)
	return digits > 0 && (letters > 0 || others > 0 || digits >= 4) || others > 0 && letters > 0 || inner && !upper
}

func lastWord(rest string) bool {
	rest = strings.TrimLeft(rest, ".!?)]}\"'”»")
	return rest == "" || strings.HasPrefix(rest, "\n")
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// standIn matches what documentation writes in the place of a credential, and
// what source code does: a call, whose bracket ends the value, or a variable of
// the environment.
var standIn = regexp.MustCompile(`(?i)^(?:your|my|insert|enter|replace|example|dummy|placeholder)[_-]|^[a-z_$][\w$.]*\($|\benv[.\[]`)

// isPlaceholder reports whether v stands for a value without being one.
func isPlaceholder(v string) bool {
	switch strings.ToLower(v) {
	case "true", "false", "null", "nil", "none", "undefined", "yes", "no", "on", "off", "empty", "unset", "string", "text", "n/a":
		return true
	}
	return standIn.MatchString(v) || strings.HasPrefix(v, "${") || strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "$(") || strings.HasPrefix(v, "[") || strings.HasPrefix(v, "%")
}

// commonWord reports whether a word of letters after "password:" says
// something about the password.
func commonWord(v string) bool {
	const words = " required optional incorrect invalid wrong forgotten forgot changed protected hidden visible strong medium weak needed saved expired updated reset enabled disabled " +
		"manager generator settings option options policy recovery security strength confirm confirmation confirmed repeat again field fields input hint missing mismatch matches match accepted rejected " +
		"please enter change show hide create choose update different correct allowed unknown private public default another characters letters numbers digits minimum maximum length same similar common blocked locked account login sign email phone username user below above here there this that with your must should cannot "
	return strings.Contains(words, " "+strings.ToLower(v)+" ")
}

// isSecretKey reports whether a key, of a JSON object say, names a secret, so
// that its whole value is one.
func (k *keyRules) isSecretKey(key string) bool { return len(key) < 64 && k.names.MatchString(key) }
