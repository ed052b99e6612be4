package redact

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTextMasksInPlace(t *testing.T) {
	t.Parallel()
	r := NewRegistry(Options{})
	for _, tc := range []struct{ in, want string }{
		{"Mail jane.doe@example.com now", "Mail [REDACTED] now"},
		{"Write to me@example.co.uk.", "Write to [REDACTED]."},
		{"Card 4111 1111 1111 1111 exp 12/29", "Card [REDACTED] exp 12/29"},
		{"4111 1111 1111 1111 5555 5555 5555 4444 12", "[REDACTED] [REDACTED] 12"},
		{"IBAN DE89 3704 0044 0532 0130 00", "IBAN [REDACTED]"},
		{"Your code is 482913. Do not share it.", "Your code is [REDACTED]. Do not share it."},
		{"G-482913 is your Google verification code", "G-[REDACTED] is your Google verification code"},
		{"验证码：829301，5分钟内有效", "验证码：[REDACTED]，5分钟内有效"},
		{"Код привязки: 536 003", "Код привязки: [REDACTED]"},
		{"password=hunter2 user=bob", "password=[REDACTED] user=bob"},
		{"postgres://bob:s3cr3t@db.example.com/x", "postgres://bob:[REDACTED]@db.example.com/x"},
		{"Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer [REDACTED]"},
		{"Zip code 94105", "Zip code 94105"},
		{"Total $4111.50 for 3 items", "Total $4111.50 for 3 items"},
		{"at 12:30 on 2026-11-29", "at 12:30 on 2026-11-29"},
	} {
		if got := r.Text(tc.in); got != tc.want {
			t.Errorf("Text(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestFoundValuesAreMaskedEverywhere(t *testing.T) {
	t.Parallel()
	r := NewRegistry(Options{})
	if _, kinds := r.Find("com.mail", "From jane.doe@example.com"); len(kinds) != 1 || kinds[0] != Email {
		t.Fatalf("kinds = %v, want [email]", kinds)
	}
	r.Add("com.bank", "correct horse battery", Password)
	for _, s := range []string{"tap jane.doe@example.com", "JANE.DOE@EXAMPLE.COM", "typed correct horse battery ok"} {
		if got := r.Text(s); !strings.Contains(got, Mask) {
			t.Errorf("Text(%q) = %q, want it masked", s, got)
		}
	}
}

func TestShortValuesStayInTheirAppForTenMinutes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := NewRegistry(Options{Now: func() time.Time { return now }})
	r.Add("com.bank", "482913", Code)

	check := func(app, s, want string) {
		t.Helper()
		if got, _ := r.Find(app, s); got != want {
			t.Errorf("Find(%q, %q) = %q, want %q", app, s, got, want)
		}
	}
	check("com.bank", "it was 482913, I think", "it was [REDACTED], I think")
	check("com.bank", "482 913", "[REDACTED]")
	check("com.bank", "order 14829137", "order 14829137")
	check("com.shop", "item 482913", "item 482913")
	if got := r.Text("the model says 482913"); got != "the model says [REDACTED]" {
		t.Errorf("Text = %q, want the value of every app masked", got)
	}
	now = now.Add(11 * time.Minute)
	check("com.bank", "it was 482913", "it was 482913")
}

func TestMaskingAgainChangesNothing(t *testing.T) {
	t.Parallel()
	r := NewRegistry(Options{})
	r.Add("app", "sesame-open", Password)
	r.Add("app", "redacted", Password)
	for _, tc := range []struct{ in, want string }{
		{"code for [REDACTED] 482913", "code for [REDACTED] 482913"}, // who knows how far apart they were
		{"your code: xsesame-open482913", "your code: x[REDACTED]482913"},
		{"Redacted, not [REDACTED]", "[REDACTED], not [REDACTED]"},
		{"your code is 482913 4111 1111 1111 1111", "your code is [REDACTED] [REDACTED]"}, // which shows once the card is away
	} {
		once := r.Text(tc.in)
		if once != tc.want {
			t.Errorf("Text(%q) = %q, want %q", tc.in, once, tc.want)
		}
		if again := r.Text(once); again != once {
			t.Errorf("Text(%q) = %q, and again %q", tc.in, once, again)
		}
	}
}

func TestWhatIsFoundLateIsMaskedBeforeItToo(t *testing.T) {
	t.Parallel()
	r := NewRegistry(Options{})
	if got, _ := r.Find("app", "user harbour-9-lantern, password: harbour-9-lantern"); strings.Contains(got, "harbour") {
		t.Errorf("Find = %q, want both masked", got)
	}
}

func TestPartsOfOneSecret(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name        string
		parts, want []string
	}{
		{"code below its words", []string{"Your verification code", "482913"}, []string{"Your verification code", Mask}},
		{"digit boxes", []string{"Enter code", "4", "8", "2", "9"}, []string{"Enter code", Mask, Mask, Mask, Mask}},
		{"card in fours", []string{"4111", "1111", "1111", "1111"}, []string{Mask, Mask, Mask, Mask}},
		{"key and value", []string{"API key", "zx81-QQ92-mmns"}, []string{"API key", Mask}},
		{"nothing", []string{"Price", "482913"}, []string{"Price", "482913"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, _ := NewRegistry(Options{}).FindParts("app", tc.parts)
			if strings.Join(got, "/") != strings.Join(tc.want, "/") {
				t.Errorf("FindParts(%q) = %q, want %q", tc.parts, got, tc.want)
			}
		})
	}
}

func TestJSONMasksStringsAlone(t *testing.T) {
	t.Parallel()
	r := NewRegistry(Options{})
	r.Add("app", "1016", Code)
	r.Add("app", "sesame-open", Password)
	in := `{"bounds":"864,410,1016,530", "node_id":"1016","count":1016,"text":"say \"sesame-open\" <b>","password":true,"api_key":"plain","otp":123456,"target":"864,410,1016,530","list":["1016"]}`
	want := `{"bounds":"864,410,1016,530", "node_id":"1016","count":1016,"text":"say \"[REDACTED]\" <b>","password":true,"api_key":"[REDACTED]","otp":"[REDACTED]","target":"864,410,1016,530","list":["[REDACTED]"]}`
	if got := string(r.JSON([]byte(in))); got != want {
		t.Errorf("JSON\n got %s\nwant %s", got, want)
	}
	for _, in := range []string{`{"target":"1016","strategy":"node_id"}`, `{"container_strategy": "node_id", "container": "1016"}`} {
		if got := string(r.JSON([]byte(in))); got != in {
			t.Errorf("JSON(%s) = %s, want the number of a node left alone", in, got)
		}
	}
	if got, want := string(r.JSON([]byte(`{"write to jane.doe@example.com":{"text":1}}`))), `{"write to [REDACTED]":{"text":1}}`; got != want {
		t.Errorf("JSON = %s, want %s", got, want)
	}
	if got := string(r.JSON([]byte("not json: sesame-open"))); got != "not json: [REDACTED]" {
		t.Errorf("JSON of text = %q", got)
	}
}

// pieces are the words of generated texts: secrets, what announces them, and
// what must be left alone.
var pieces = []string{
	"jane.doe@example.com", "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19", "your code is", "482913", "verification code",
	"password:", "hunter22", "Bearer abcdefghijklmnop", "sk-abcdefghijklmnopqrstuvwx", "correct horse battery", "sesame-open", "12:30", "$5.00", "\n", ".", "word", "2026-11-29", "日本", "é",
	"-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----",
}

func TestStreamEqualsText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := NewRegistry(Options{})
		r.Add("app", "correct horse battery", Password)
		r.Add("app", "sesame-open", Password)
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), " ")
		var got strings.Builder
		st := r.Stream()
		for rest := s; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			got.WriteString(st.Write(rest[:n]))
			rest = rest[n:]
		}
		got.WriteString(st.Flush())
		if want := r.Text(s); got.String() != want {
			t.Fatalf("stream of %q\n got %q\nwant %q", s, got.String(), want)
		}
	})
}

func TestStreamHoldsBackOnlyWhatMayBeSecret(t *testing.T) {
	t.Parallel()
	st := NewRegistry(Options{}).Stream()
	if got := st.Write("Plain words flow "); got != "Plain words flow " {
		t.Errorf("Write = %q, want the words at once", got)
	}
	if got := st.Write("and jane@exa"); got != "and " {
		t.Errorf("Write = %q, want the address held back", got)
	}
	if got := st.Write("mple.com said"); got != "[REDACTED] " {
		t.Errorf("Write = %q, want the address masked", got)
	}
}
