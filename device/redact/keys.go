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

func newKeyRules() keyRules {
	passwords, secrets := list(passwordWords), spellings(list(secretWords))
	return keyRules{
		words: newLexicon(map[string][]string{Password: passwords, Secret: secrets, label: list(labelWords)}),
		value: regexp.MustCompile(`^(?:\s+(?i:` + keyAttributes + `)){0,2}["']?(?:\s*(?:=>|:=|=|:|：)\s*|\s+(?:` + joiningVerbs + `)\s*:?\s+|\s*[\n–—]\s*(?:это\s+)?|\s+-\s+(?:это\s+)?|\s?(?:是|为|為)\s?|\s+(?:for|of|to|from|от|для|к|für|vom|du|de|del|para|da|do|per|voor)(?:\s+[\pL\pN'’-]+){1,4}\s*[:=：]\s*|[ \t])["'“”«]?([^\s"'“”«»<>,;，。；、]{3,})`),
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
		start, end := word.end+m[2], word.end+m[3]
		end = trimSentence(s, start, end)
		between := s[word.end:start]
		if short && !labels(lower[word.start:word.end], s[:word.start], between) || (short || loose(between)) && !lettersAndDigits(s[start:end], word.kind) {
			continue
		}
		assigned := strings.Contains(between, "=")
		english := strings.HasPrefix(lower[word.start:], "pass") && lower[word.start:word.end] != "passwort"
		if word.kind == Password && passwordLike(s[start:end], assigned, english && lastWord(s[end:])) || word.kind == Secret && secretLike(s[start:end], assigned) {
			found = append(found, span{start: start, end: end, kind: word.kind})
		}
	}
	return found
}

// labels reports whether a label word labels what follows: a colon or an equals
// sign is between, and "pass", which ends the names of other things, begins a
// line or stands behind punctuation.
func labels(word, before, between string) bool {
	if !strings.ContainsAny(between, ":=：") {
		return false
	}
	before = strings.TrimRight(before, " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	return word != "pass" || !unicode.IsLetter(last) && !unicode.IsDigit(last) && !strings.HasSuffix(before, Mask)
}

// loose reports whether what stands between a key and a value says little: a
// space alone, or words that say what the key is for.
func loose(between string) bool {
	words := 0
	for w := range strings.FieldsSeq(between) {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			words++
		}
	}
	return words > 1 || strings.Trim(between, " \t") == ""
}

// lettersAndDigits reports whether v mixes letters and digits, and is as long as
// values of its kind are that nothing but their place gives away.
func lettersAndDigits(v, kind string) bool {
	long := 6
	if kind == Secret {
		long = 12
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
	if utf8.RuneCountInString(v) < 4 {
		return false
	}
	return mixed(v) || wordsKnown && utf8.RuneCountInString(v) >= 6 && ascii(v) && !commonWord(v)
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

// isPlaceholder reports whether v stands for a value without being one.
func isPlaceholder(v string) bool {
	switch strings.ToLower(v) {
	case "true", "false", "null", "nil", "none", "undefined", "yes", "no", "on", "off", "empty", "unset", "string", "text", "n/a":
		return true
	}
	return strings.HasPrefix(v, "${") || strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "$(") || strings.HasPrefix(v, "[") || strings.HasPrefix(v, "%")
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
