package redact

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzRegistry(f *testing.F) {
	for _, s := range pieces {
		f.Add(s, "sesame-open", 3)
	}
	f.Add("Your code is 482913 and -----BEGIN PRIVATE KEY-----", "4829", 7)
	f.Add("İstanbul şifre: a1b2c3d4", "ſhort", 2)
	f.Add("Enter verification code\n+49 151 23456789\n4\n8\n2\n9\n1\n3", "482913", 30)
	f.Add("Mot de passe Wi-Fi : Soleil88x PW: Blue99horse", "Soleil88x", 20)
	f.Add("Enter this code to sign in: FJ7K-92PL, basic understanding", "FJ7K-92PL", 25)
	f.Add("your code: xsesame-open482913, xsesame-open771204", "sesame-open", 12)
	f.Add("Ⱥ İ Code is 2024, MFA 2024", "İabcdefgh", 4)
	f.Add("\xff\xfe password=\xffabc1", "\xffabcdefgh", 1)
	f.Fuzz(func(t *testing.T, s, secret string, cut int) {
		r := NewRegistry(Options{})
		r.Add("app", secret, Password)
		once := r.Text(s)
		if again := r.Text(once); again != once {
			t.Errorf("Text(%q) = %q, and again %q", s, once, again)
		}
		if v := strings.TrimSpace(secret); !isShort(v) && !strings.Contains(v, Mask) && strings.Contains(once, v) {
			t.Errorf("Text(%q) = %q holds the secret %q", s, once, secret)
		}
		masked, kinds := r.Find("app", s)
		if (masked == s) != (len(kinds) == 0) && masked != Mask {
			t.Errorf("Find(%q) = %q, %q", s, masked, kinds)
		}
		if again, more := r.Find("app", masked); again != masked || len(more) > 0 {
			t.Errorf("Find(%q) = %q, and again %q, %q", s, masked, again, more)
		}
		parts, _ := r.FindParts("app", strings.SplitAfter(s, " "))
		if len(parts) != len(strings.SplitAfter(s, " ")) {
			t.Errorf("FindParts of %q gives %d parts", s, len(parts))
		}
		if utf8.ValidString(s) && !utf8.ValidString(once) {
			t.Errorf("Text(%q) = %q is not UTF-8", s, once)
		}
		st := r.Stream()
		cut = min(max(cut, 0), len(s))
		streamed := st.Write(s[:cut]) + st.Write(s[cut:]) + st.Flush()
		if v := strings.TrimSpace(secret); !isShort(v) && !strings.Contains(v, Mask) && strings.Contains(streamed, v) {
			t.Errorf("the stream of %q, cut at %d, holds the secret %q: %q", s, cut, secret, streamed)
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"text":"mail jane@example.com","n":[1,-2.5e3,true,null],"password":"x"}`)
	f.Add(`{"a\"b":"c\\","pin":1234,"bounds":"1,2,3,4"}`)
	f.Add(`"your code is 482913"`)
	f.Add(`{"password": {"x": "y"}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		r := NewRegistry(Options{})
		out := r.JSON([]byte(raw))
		if !json.Valid([]byte(raw)) {
			return
		}
		if !json.Valid(out) {
			t.Errorf("JSON(%q) = %q is not JSON", raw, out)
		}
		if again := r.JSON(out); string(again) != string(out) {
			t.Errorf("JSON(%q) = %q, and again %q", raw, out, again)
		}
	})
}
