package main

import (
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// secret is a value that must not come out, and the words around it that give
// it away.
type secret struct {
	kind    string
	value   string
	context string   // a text with the value in it
	label   string   // what stands beside the value instead, where two texts share it
	runs    []string // parts of the value that stand nowhere else
}

// planter makes secrets and screens that hold them.
type planter struct {
	*rand.Rand
	secrets []secret
}

func newPlanter(seed uint64) *planter {
	p := &planter{Rand: rand.New(rand.NewPCG(seed, 1))}
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	upper := strings.ToUpper(letters)
	mixed := letters + upper + digits
	for range 2 {
		p.add("email", "", p.word(letters, 9)+"@"+p.word(letters, 9)+".example", "Signed in as %s", "")
		p.add("card", "", p.card(), "Paid with %s on Friday", "")
		p.add("iban", "", p.iban(), "Transfer to %s", "")
		p.add("one-time code", "", p.word("123456789", 6), "Your verification code is %s", "Verification code")
		p.add("password", "", p.word(letters, 6)+p.word(digits, 3)+p.word(letters, 3), "Wi-Fi password: %s", "Password:")
		p.add("key", "", p.word(mixed, 20), "api_key=%s", "API key:")
		p.add("jwt", "eyJ", p.word(mixed, 20)+"."+p.word(mixed, 30)+"."+p.word(mixed, 30), "Token %s", "")
		p.add("bearer", "", p.word(mixed, 32), "Authorization: Bearer %s", "")
		p.add("aws", "AKIA", p.word(upper+digits, 16), "Key id %s", "")
		p.add("github", "ghp_", p.word(mixed, 36), "%s is the token", "")
		p.add("openai", "sk-proj-", p.word(mixed, 40), "Use %s", "")
		p.add("slack", "xoxb-", p.word(digits, 11)+"-"+p.word(mixed, 24), "Bot %s", "")
		p.add("google", "AIza", p.word(mixed, 35), "Maps %s", "")
		p.add("stripe", "sk_live_", p.word(mixed, 24), "Charge with %s", "")
		p.add("private key", "-----BEGIN PRIVATE KEY-----\n", p.word(mixed, 64)+"\n"+p.word(mixed, 30)+"\n-----END PRIVATE KEY-----", "%s", "")
		p.add("password in an address", "", p.word(mixed, 12), "https://joe:%s@host.example/", "")
	}
	return p
}

func (p *planter) word(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[p.IntN(len(alphabet))]
	}
	return string(b)
}

// add takes in a secret of a fixed beginning and a random rest.
func (p *planter) add(kind, prefix, random, context, label string) {
	s := secret{kind: kind, value: prefix + random, context: fmt.Sprintf(context, prefix+random), label: label}
	const run = 8
	random, _, _ = strings.Cut(random, "\n-----END")
	random = strings.TrimSuffix(random, ".example")
	if len(random) <= run {
		s.runs = []string{random}
	}
	for i := 0; i+run <= len(random); i++ {
		s.runs = append(s.runs, random[i:i+run])
	}
	p.secrets = append(p.secrets, s)
}

// card is a card number with a valid check digit (ISO/IEC 7812-1).
func (p *planter) card() string {
	digits := "4" + p.word("123456789", 14)
	for check := range 10 {
		number := fmt.Sprintf("%s%d", digits, check)
		total := 0
		for i, d := range []byte(number) {
			n := int(d - '0')
			if i%2 == 0 {
				if n *= 2; n > 9 {
					n -= 9
				}
			}
			total += n
		}
		if total%10 == 0 && p.IntN(2) == 0 {
			return number
		} else if total%10 == 0 {
			return number[:4] + " " + number[4:8] + " " + number[8:12] + " " + number[12:]
		}
	}
	panic("no check digit")
}

// iban is a German account number with valid check digits (ISO 13616).
func (p *planter) iban() string {
	account := p.word("123456789", 18)
	rest := 0
	for _, d := range account + "131400" { // DE as numbers, and no check digits
		rest = (rest*10 + int(d-'0')) % 97
	}
	return fmt.Sprintf("DE%02d%s", 98-rest, account)
}

func (p *planter) any() secret { return p.secrets[p.IntN(len(p.secrets))] }

// check fails for every part of a secret that out holds.
func (p *planter) check(t rapid.TB, out string) {
	t.Helper()
	for _, s := range p.secrets {
		for _, run := range s.runs {
			at := strings.Index(out, run)
			if at < 0 || len(run) < 8 && !regexp.MustCompile(`\b`+run+`\b`).MatchString(out) {
				continue
			}
			t.Errorf("a part of the %s %q came out: …%s…", s.kind, s.value, out[max(0, at-200):min(len(out), at+80)])
			break
		}
	}
}

// write makes a screen with some of the secrets, saves its dump, and returns
// those that stand on it. titled makes it a dump of windows, whose title holds
// one more.
func (p *planter) write(t *testing.T, file string, titled bool) (shown []secret) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`)
	if titled {
		fmt.Fprintf(&b, `<displays><display id="0"><window index="0" id="1" title="%s" type="TYPE_APPLICATION" layer="1" focused="true">`, html.EscapeString(p.any().context))
	}
	b.WriteString(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="com.example.planted" bounds="[0,0][1080,2400]">`)
	y := 100
	p.node(&b, "android.widget.EditText", "Notes", "", "", &y, `clickable="true"`)
	for range 5 + p.IntN(8) {
		shown = append(shown, p.row(&b, &y))
	}
	b.WriteString(`</node></hierarchy>`)
	if titled {
		b.WriteString(`</window></display></displays>`)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return shown
}

// row writes one row of a screen, and returns the secret in it.
func (p *planter) row(b *strings.Builder, y *int) secret {
	s := p.any()
	const view, field = "android.widget.TextView", "android.widget.EditText"
	clickable := fmt.Sprintf(`clickable="%t"`, p.IntN(2) == 0)
	fmt.Fprintf(b, `<node class="android.widget.LinearLayout" package="com.example.planted" %s bounds="[0,%d][1080,%d]">`, clickable, *y, *y+100)
	defer b.WriteString(`</node>`)
	switch p.IntN(7) {
	case 1:
		p.node(b, view, "", s.context, "", y, "")
	case 2:
		p.node(b, field, "", "", s.context, y, `clickable="true"`)
	case 3:
		p.node(b, field, s.context, "", "", y, `clickable="true"`)
	case 4:
		p.node(b, field, s.value, "", "", y, `clickable="true" password="true"`)
	case 5:
		if s.label != "" {
			p.node(b, view, s.label, "", "", y, "")
			p.node(b, view, s.value, "", "", y, "")
			return s
		}
		fallthrough
	case 6:
		p.node(b, "android.widget.Switch", "", s.context, "", y, `clickable="true" checkable="true"`)
	default:
		p.node(b, view, "Account", "", "", y, "")
		p.node(b, view, s.context, "", "", y, "")
	}
	return s
}

// node writes an element below the one before.
func (*planter) node(b *strings.Builder, class, text, desc, hint string, y *int, flags string) {
	attr := func(s string) string { return strings.ReplaceAll(html.EscapeString(s), "\n", "&#10;") }
	fmt.Fprintf(b, `<node class="%s" package="com.example.planted" text="%s" content-desc="%s" hint="%s" enabled="true" %s bounds="[0,%d][1080,%d]"/>`,
		class, attr(text), attr(desc), attr(hint), flags, *y, *y+100)
	*y += 100
}
