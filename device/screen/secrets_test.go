package screen

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"adroit/device/redact"
)

// outputs are all the texts that leave the package.
func outputs(t interface{ Fatal(...any) }, c, prev *Context) map[string]string {
	canonical, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"model": c.Model(), "change": c.ModelChange(prev), "tree": c.Tree(), "raw": c.RawTree(), "json": string(canonical),
		"candidates": fmt.Sprint(c.Resolve("sign in code", ByText)),
	}
}

func TestSecretsOfAScreen(t *testing.T) {
	t.Parallel()
	tr := newTestTracker()
	c, err := tr.Observe(Raw{XML: []byte(readDump(t, "login")), State: State{WindowTitle: "Mail of jane.doe@example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	for what, s := range outputs(t, c, nil) {
		for _, secret := range []string{"jane.doe@example.com", "sesame open", `text="4"`, `"text":"4"`} {
			if strings.Contains(s, secret) {
				t.Errorf("%s holds %q:\n%s", what, secret, s)
			}
		}
	}
	if !c.Sensitive {
		t.Error("the screen is not marked as sensitive")
	}
	n, err := c.Resolve("#f2", ByViewID)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := c.Reveal(n.ID); !ok || got != "sesame open" {
		t.Errorf("Reveal = %q, %t, want the password", got, ok)
	}
	if _, ok := c.Reveal("1"); ok {
		t.Error("Reveal gives something for a node in which nothing was masked")
	}
}

func TestPasswordFields(t *testing.T) {
	t.Parallel()
	field := func(e el) *el {
		e.class, e.bounds, e.on = "android.widget.EditText", Rect{0, 100, 1000, 200}, strings.TrimSpace("clickable "+e.on)
		return &e
	}
	for _, tc := range []struct {
		name   string
		kids   []*el
		label  string
		masked bool
	}{
		{"marked", []*el{field(el{text: "opensesame", on: "password"})}, redact.Mask, true},
		{"bullets", []*el{field(el{text: "••••••", on: "password"})}, redact.Mask, true},
		{"empty with a hint", []*el{field(el{hint: "Password", on: "password"})}, "Password", false},
		{"the hint as text", []*el{field(el{text: "Mot de passe", hint: "Mot de passe", on: "password"})}, "Mot de passe", false},
		{"a password that contains the word", []*el{field(el{text: "mypassword", on: "password"})}, redact.Mask, true},
		{"the word itself, without a hint", []*el{field(el{text: "Password:", on: "password"})}, "Password:", false},
		{"named by its hint", []*el{field(el{text: "opensesame", hint: "Пароль"})}, redact.Mask, true},
		{"named by the text before it", []*el{{class: "android.widget.TextView", text: "Contraseña", bounds: Rect{0, 0, 1000, 100}}, field(el{text: "opensesame"})}, redact.Mask, true},
		{"named by its view id", []*el{field(el{text: "opensesame", id: "com.example.app:id/login_password"})}, redact.Mask, true},
		{"the code of a card", []*el{field(el{text: "519", hint: "CVV2 (3 digits)"})}, redact.Mask, true},
		{"a social security number", []*el{field(el{text: "078-05-1120", hint: "SSN"})}, redact.Mask, true},
		{"a number with another hint", []*el{field(el{text: "078-05-1120", hint: "Part"})}, "078-05-1120", false},
		{"a promotion", []*el{field(el{text: "482913", hint: "Promo code"})}, "482913", false},
		{"an ordinary field", []*el{field(el{text: "opensesame", hint: "Search"})}, "opensesame", false},
		{"after another label", []*el{{class: "android.widget.TextView", text: "Password", bounds: Rect{0, 0, 1000, 100}}, {class: "android.widget.TextView", text: "User name", bounds: Rect{0, 0, 1000, 100}}, field(el{text: "opensesame"})}, "opensesame", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: tc.kids}))
			n := &c.Nodes[len(c.Nodes)-1]
			if n.Label != tc.label || len(n.Redacted) > 0 != tc.masked {
				t.Errorf("label %q, redacted %q; want %q, %t", n.Label, n.Redacted, tc.label, tc.masked)
			}
		})
	}
}

// A key is one by the words above it, also where it happens to have no digit.
func TestKeysBesideTheirName(t *testing.T) {
	t.Parallel()
	for value, masked := range map[string]bool{
		"wzoeioUWxNCyEYBHccdO": true, "wzoeio4WxNCyEYBHccdO": true, "Copy to clipboard": false, "Documentation": false,
	} {
		c := observe(t, newTestTracker(), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{
			{class: "android.widget.TextView", text: "API key:", bounds: Rect{0, 0, 1080, 100}},
			{class: "android.widget.TextView", text: value, bounds: Rect{0, 100, 1080, 200}},
		}}))
		if c.Sensitive != masked || strings.Contains(c.Model(), value) == masked {
			t.Errorf("%s: masked %v, want %v:\n%s", value, c.Sensitive, masked, c.Model())
		}
	}
}

// A keypad is not a code, whatever stands above it.
func TestKeypadIsNoSecret(t *testing.T) {
	t.Parallel()
	root := &el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{{class: "android.widget.TextView", text: "Enter your verification code", bounds: Rect{0, 0, 1080, 100}}}}
	for i := range 10 {
		root.kids = append(root.kids, &el{class: "android.widget.Button", text: fmt.Sprint(i), bounds: Rect{i * 100, 200, i*100 + 100, 300}, on: "clickable"})
	}
	c := observe(t, newTestTracker(), dumpOf(root))
	if c.Sensitive {
		t.Errorf("a keypad is masked:\n%s", c.Model())
	}
}

func TestOwnNumbersAreNeverMasked(t *testing.T) {
	t.Parallel()
	secrets := redact.NewRegistry(redact.Options{})
	for _, s := range []string{"1", "1080", "2400", "o1", "0,0,1080,2400"} {
		secrets.Add("com.example.app", s, redact.Code)
	}
	c := observe(t, NewTracker(secrets), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{{text: "Pay 1080 now", bounds: Rect{0, 0, 1080, 2400}, on: "clickable"}}}))
	canonical, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"bounds":"0,0,1080,2400"`, `"node_id":"1"`, `"width":1080`, `"label":"Pay [REDACTED] now"`} {
		if !strings.Contains(string(canonical), want) {
			t.Errorf("the JSON lacks %s: %s", want, canonical)
		}
	}
}

// Wherever a secret stands on a screen, no output holds it, and once it was
// seen none of the following screens does either.
func TestPlantedSecretsNeverLeave(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[a-z]{5,9}`).Draw(t, "letters")
		digits := rapid.StringMatching(`[1-9][0-9]{5}`).Draw(t, "digits")
		plant := rapid.SampledFrom([]struct{ text, secret string }{
			{"Write to " + letters + "@example.com", letters + "@example.com"},
			{"Your verification code is " + digits, digits},
			{"password=" + letters + "1!x", letters + "1!x"},
			{"Bearer " + letters + digits + letters, letters + digits + letters},
			{"ghp_" + strings.Repeat(letters, 6), "ghp_" + strings.Repeat(letters, 6)},
			{"card 4111 1111 1111 1111", "4111 1111 1111 1111"},
		}).Draw(t, "plant")
		place := &el{bounds: Rect{0, 100, 1080, 200}}
		switch rapid.IntRange(0, 3).Draw(t, "where") {
		case 0:
			place.text = plant.text
		case 1:
			place.desc = plant.text
		case 2:
			place.hint, place.class, place.on = plant.text, "android.widget.EditText", "clickable"
		case 3:
			place.on, place.kids = "clickable", []*el{{text: plant.text, bounds: Rect{0, 100, 1080, 150}}, {text: "more", bounds: Rect{0, 150, 1080, 200}}}
		}
		again := &el{text: "again: " + plant.secret, bounds: Rect{0, 300, 1080, 400}}
		tr := newTestTracker()
		var prev *Context
		for _, dump := range []string{dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{place}}), dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{again}})} {
			c, err := tr.Observe(Raw{XML: []byte(dump)})
			if err != nil {
				t.Fatal(err)
			}
			for what, s := range outputs(t, c, prev) {
				if strings.Contains(s, plant.secret) {
					t.Fatalf("%s holds %q:\n%s", what, plant.secret, s)
				}
			}
			prev = c
		}
	})
}

// What stands in a password field is masked wherever else it stands, on this
// screen and on the next.
func TestAPasswordIsMaskedWhereverItStands(t *testing.T) {
	t.Parallel()
	field := &el{class: "android.widget.EditText", text: "swordfish", on: "password", bounds: Rect{0, 0, 1080, 100}}
	saved := func() *el { return &el{text: "Saved swordfish for later", bounds: Rect{0, 100, 1080, 200}} }
	for name, dump := range map[string]string{
		"beside": dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{field, saved()}}),
		"later":  dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{saved()}}),
	} {
		tr := newTestTracker()
		if name == "later" {
			observe(t, tr, dumpOf(&el{bounds: Rect{0, 0, 1080, 2400}, kids: []*el{field}}))
		}
		c := observe(t, tr, dump)
		if told := c.Model(); strings.Contains(told, "swordfish") || !strings.Contains(told, "Saved "+redact.Mask) {
			t.Errorf("%s: %s", name, told)
		}
	}
}
