package screen

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"adroit/device/redact"
)

// masker redacts the texts of a tree in place, before anything is made of
// them.
type masker struct {
	*tree
	secrets   *redact.Registry
	originals map[int]string   // text of an element before masking
	kinds     map[int][]string // kinds of what was masked in an element
}

// maskTexts redacts the tree. It returns what the texts were, by element, and
// what kinds of secrets were in them.
func maskTexts(t *tree, secrets *redact.Registry) *masker {
	m := &masker{tree: t, secrets: secrets, originals: map[int]string{}, kinds: map[int][]string{}}
	for i := range t.elements {
		m.passwordField(i)
		m.hinted(i)
	}
	m.neighbours()
	for i := range t.elements {
		m.element(i)
	}
	for i := range t.windows {
		t.windows[i].title, _ = secrets.Find("", t.windows[i].title)
	}
	return m
}

// element masks what the registry finds in each text of an element.
func (m *masker) element(i int) {
	e := &m.elements[i]
	for _, s := range [...]*string{&e.text, &e.desc, &e.hint} {
		if *s == "" {
			continue
		}
		masked, kinds := m.secrets.Find(e.pkg, *s)
		if len(kinds) > 0 {
			m.replace(i, s, masked, kinds)
		}
	}
}

// replace puts a masked text in the place of s, a text of element i.
func (m *masker) replace(i int, s *string, masked string, kinds []string) {
	if masked == *s {
		return
	}
	if have, ok := m.originals[i]; !ok {
		m.originals[i] = *s
	} else if !strings.Contains(have, *s) && !strings.Contains(*s, redact.Mask) {
		m.originals[i] = have + "\n" + *s
	}
	*s = masked
	for _, k := range kinds {
		m.kinds[i] = appendNew(m.kinds[i], k)
	}
}

// passwordField masks the content of a field that is marked as a password, or
// that its hint, its description, its view id or the text before it calls one.
func (m *masker) passwordField(i int) {
	e := &m.elements[i]
	secret := e.flags.has(password) || e.flags.has(editable) && m.namedPassword(i)
	if !secret {
		return
	}
	e.flags |= password
	for _, s := range [...]*string{&e.text, &e.desc} {
		v := strings.TrimSpace(*s)
		if v == "" || v == strings.TrimSpace(e.hint) || e.flags.has(showingHint) && s == &e.text || namesPassword(v) {
			continue
		}
		if s == &e.desc && e.desc != e.text && (e.text != "" || strings.Contains(v, " ") && !strings.ContainsAny(v, "0123456789")) {
			continue // words that describe the field
		}
		if strings.Trim(v, "•*●∙· ") != "" {
			m.secrets.Add(e.pkg, v, redact.Password)
		}
		m.replace(i, s, redact.Mask, []string{redact.Password})
	}
}

// hinted masks the content of a field where its hint says that it is secret.
func (m *masker) hinted(i int) {
	e := &m.elements[i]
	if !e.flags.has(editable) || e.flags.has(password) || e.hint == "" || e.text == e.hint || !mayBeValue(e.text) {
		return
	}
	if masked, kinds := m.secrets.FindParts(e.pkg, []string{e.hint, e.text}); len(kinds[1]) > 0 {
		m.replace(i, &e.text, masked[1], kinds[1])
	}
}

// passwordName matches what a password field is called, in the languages in
// which phones are sold most.
var passwordName = regexp.MustCompile(`(?i)\b(?:pass ?word|passwd|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|has[lł]o|lösenord|adgangskode|passord|salasana|jelszó|heslo|parol[ăa]|pin(?:[ -]?code)?|cvv2?|cvc2?|otp)\b|` +
	`password|şifre|парол|пин-?код|mật khẩu|kata sandi|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|كلمة السر|الرقم السري|رمز عبور|סיסמ|पासवर्ड|รหัสผ่าน|κωδικός πρόσβασης`)

// passwordID matches the view ids of password fields.
var passwordID = regexp.MustCompile(`(?i)(?:^|[/_.-])(?:\w*password\w*|passwd|pwd|passcode|pin_?(?:entry|code|input|field)?|otp\w*|cvv|cvc)$`)

// namesPassword reports whether a text is the name of a password field rather
// than its content: the very word, or a phrase with it. A word that only
// contains it may be a password.
func namesPassword(s string) bool {
	return labelsPassword(s) && !strings.ContainsAny(s, "0123456789")
}

// labelsPassword reports whether a label calls what it labels a password.
func labelsPassword(s string) bool {
	s = strings.TrimSpace(strings.TrimRight(s, ":：*… "))
	if len(s) > 60 {
		return false
	}
	at := passwordName.FindStringIndex(s)
	phrase := strings.ContainsFunc(s, func(r rune) bool { return r == ' ' || r >= utf8.RuneSelf })
	return at != nil && (phrase || at[0] == 0 && at[1] == len(s))
}

// namedPassword reports whether an editable element is called a password.
func (m *masker) namedPassword(i int) bool {
	e := &m.elements[i]
	if labelsPassword(e.hint) || labelsPassword(e.desc) || passwordID.MatchString(e.viewID) {
		return true
	}
	return labelsPassword(m.textBefore(i))
}

// textBefore is the text that stands right before element i under the same
// parent, which labels a field in most forms.
func (m *masker) textBefore(i int) string {
	parent := m.elements[i].parent
	if parent < 0 {
		return ""
	}
	for j := i - 1; j > parent; j-- {
		e := &m.elements[j]
		if e.flags.has(touchable) {
			return ""
		}
		if e.visible() && e.says() {
			return e.sayings()[0]
		}
	}
	return ""
}

// maxNeighbours is the number of texts side by side that are looked at
// together.
const maxNeighbours = 24

// neighbours masks secrets that one text alone does not give away: a code
// below the words that announce it, a value beside its key, a number in
// several boxes.
func (m *masker) neighbours() {
	var run []int
	flush := func() {
		if len(run) > 1 {
			m.together(run)
		}
		run = run[:0]
	}
	last := -1
	for i := range m.elements {
		e := &m.elements[i]
		if !e.visible() || e.text == "" && e.desc == "" || e.flags.has(password) {
			continue
		}
		if len(run) == maxNeighbours || last >= 0 && !m.near(last, i) {
			flush()
		}
		run = append(run, i)
		last = i
	}
	flush()
}

// near reports whether two elements that follow each other belong together:
// their nearest common ancestor is not far above them.
func (m *masker) near(a, b int) bool {
	const levels = 3
	up := b
	for range levels {
		up = m.elements[up].parent
		if up < 0 {
			return false
		}
		if a >= up && a < m.elements[up].end {
			return true
		}
	}
	return false
}

// together masks the texts of a run of elements as if they were one text. Keys
// of a number pad are no secret, whatever stands above them.
func (m *masker) together(run []int) {
	parts := make([]string, 0, len(run))
	suspicious := false
	for _, i := range run {
		s := m.own(i)
		if m.elements[i].flags.has(clickable) && !m.elements[i].flags.has(editable) && len(*s) <= 2 {
			parts = append(parts, "")
			continue
		}
		parts = append(parts, *s)
		suspicious = suspicious || mayBeValue(*s)
	}
	if !suspicious {
		return
	}
	masked, kinds := m.secrets.FindParts(m.elements[run[0]].pkg, parts)
	for n, i := range run {
		if len(kinds[n]) > 0 {
			m.replace(i, m.own(i), masked[n], kinds[n])
		}
	}
}

// own is the text of an element, or its description where it has no text.
func (m *masker) own(i int) *string {
	if e := &m.elements[i]; e.text == "" {
		return &e.desc
	}
	return &m.elements[i].text
}

// mayBeValue reports whether a text could be a secret or a part of one: it has
// digits in it, or is a long word of capitals and small letters in any order.
func mayBeValue(s string) bool {
	return len(s) < 128 && (strings.ContainsAny(s, "0123456789") || mixedCase.MatchString(s))
}

// mixedCase matches a word as long as keys are, of which some one in thirty has
// no digit in it.
var mixedCase = regexp.MustCompile(`^[A-Z]*[a-z]+[A-Z]+[A-Za-z]{10,}$`)
