package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"adroit/device/sim"
	"adroit/ui/cli"
)

// TestPlantedSecretsNeverLeave plants random secrets in random places of random
// screens, runs the whole program on them, and looks for any part of any secret
// in all that comes out.
func TestPlantedSecretsNeverLeave(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	p := newPlanter(seed)
	dir := t.TempDir()
	const screens = 3
	var shown [screens][]secret
	for i := range screens {
		shown[i] = p.write(t, filepath.Join(dir, fmt.Sprintf("screen%d.xml", i)), false)
	}
	t.Run("saved screens", func(t *testing.T) {
		for i := range screens {
			file := filepath.Join(t.TempDir(), "titled.xml")
			p.write(t, file, true)
			for _, format := range []string{"text", "json", "model", "raw"} {
				p.check(t, adroit(t, "observe", "--from", file, "--format", format))
			}
			other := filepath.Join(dir, fmt.Sprintf("screen%d.xml", i))
			for _, format := range []string{"text", "json", "model"} {
				p.check(t, adroit(t, "observe", "--from", file, "--from", other, "--format", format))
			}
		}
	})
	t.Run("what is no screen", func(t *testing.T) {
		for _, s := range p.secrets {
			file := filepath.Join(t.TempDir(), "broken.xml")
			if err := os.WriteFile(file, []byte("Exception: "+s.context), 0o600); err != nil {
				t.Fatal(err)
			}
			p.check(t, adroit(t, "observe", "--from", file))
		}
	})

	saved, err := sim.LoadScreens(dir)
	if err != nil {
		t.Fatal(err)
	}
	const serial = "planted" // "demo" would be the program's own phone
	phone, err := sim.New(sim.Options{Serial: serial, Screens: saved}).ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer phone.Close()
	adb := []string{"--adb", phone.Addr(), "--device", serial}

	t.Run("tools", func(t *testing.T) {
		for i := range screens {
			p.check(t, adroit(t, append(adb, "tool", "open_app", "target="+fmt.Sprintf("screen%d", i), "--approve", "medium")...))
			for _, format := range []string{"text", "json", "model", "raw"} {
				p.check(t, adroit(t, append(adb, "observe", "--format", format)...))
			}
			s := shown[i][p.IntN(len(shown[i]))]
			for _, call := range [][]string{
				{"observe_screen_context"},
				{"observe_screen"},
				{"find_element", "class_name=TextView"},
				{"find_element", "text=" + s.value, "match=semantic"},
				{"tap", "target=" + s.value, "strategy=text"},
				{"type_text", "text=" + s.context, "target=Notes", "strategy=text"},
				{"wait_for_ui", "text=" + s.value, "timeout_ms=250"},
			} {
				p.check(t, adroit(t, append(append(adb, "tool", "--approve", "medium"), call...)...))
			}
		}
	})
	t.Run("runs", func(t *testing.T) {
		for i := range screens {
			m := newParrot(t, p, fmt.Sprintf("screen%d", i), shown[i][:1])
			state := t.TempDir()
			args := append(slices.Clone(adb), "--base-url", m.URL, "--api", "chat", "--model", "parrot", "--state-dir", state)
			if i%2 == 0 {
				args = append(args, "--no-color")
			}
			out := adroit(t, append(args, "run", "--approve", "medium", "--json", "Read the screen")...)
			if !strings.Contains(out, `"turn_completed"`) || !strings.Contains(out, "That is all.") {
				t.Fatalf("the turn did not end as it should:\n%s", out)
			}
			p.check(t, out)
			if i == 0 { // the same for people
				p.check(t, adroit(t, append(args, "run", "--approve", "medium", "Read the screen")...))
			}
			p.check(t, filesIn(t, state))
		}
	})
	t.Run("the cockpit", func(t *testing.T) {
		program, err := exec.LookPath("adroit")
		if err != nil {
			t.Fatal(err)
		}
		m := newParrot(t, p, "", nil)
		state := t.TempDir()
		out := cockpit(t, program, append(adb, "--base-url", m.URL, "--api", "chat", "--model", "parrot", "--state-dir", state))
		p.check(t, out)
		p.check(t, filesIn(t, state))
	})
}

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
func (p *planter) check(t *testing.T, out string) {
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

// parrot is a model that looks at the screen and then says, and calls tools
// with, every secret that may stand there.
type parrot struct {
	*httptest.Server
	t       *testing.T
	planter *planter
	app     string   // opened first, if any is touched
	touched []secret // looked for, tapped and typed

	mu sync.Mutex
}

func newParrot(t *testing.T, p *planter, app string, touched []secret) *parrot {
	m := &parrot{t: t, planter: p, app: app, touched: touched}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

// ServeHTTP answers a request in the streamed form of chat completions.
func (m *parrot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var request struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &request) != nil {
		http.Error(w, "no such thing", http.StatusNotFound)
		return
	}
	results := 0
	for _, msg := range request.Messages {
		if msg.Role == "tool" {
			results++
		}
		if msg.Role != "assistant" { // those are its own words
			m.planter.check(m.t, string(msg.Content))
		}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	calls := m.calls()
	if results < len(calls) {
		arguments, err := json.Marshal(calls[results][1])
		if err != nil {
			m.t.Error(err)
		}
		fmt.Fprintf(w, `data: {"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call%d","type":"function","function":{"name":%q,"arguments":%s}}]}}]}`+"\n\n",
			results, calls[results][0], arguments)
		fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`+"\n\ndata: [DONE]\n\n")
		return
	}
	var words strings.Builder
	for _, s := range m.planter.secrets {
		fmt.Fprintf(&words, "I saw %s.\n", s.context)
	}
	words.WriteString("\nThat is all.")
	for rest := words.String(); rest != ""; {
		n := min(1+m.planter.IntN(20), len(rest))
		piece, err := json.Marshal(rest[:n])
		if err != nil {
			m.t.Error(err)
		}
		fmt.Fprintf(w, `data: {"choices":[{"index":0,"delta":{"content":%s}}]}`+"\n\n", piece)
		rest = rest[n:]
	}
	fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
}

// calls are the tools that the model calls, with their arguments.
func (m *parrot) calls() [][2]string {
	calls := [][2]string{{"observe_screen_context", "{}"}, {"observe_screen", "{}"}}
	if len(m.touched) > 0 { // which acts, and so asks the person first
		calls = append([][2]string{{"open_app", fmt.Sprintf(`{"target":%q}`, m.app)}}, calls...)
	}
	for _, s := range m.touched {
		value, err := json.Marshal(s.context)
		if err != nil {
			m.t.Error(err)
		}
		calls = append(calls,
			[2]string{"find_element", fmt.Sprintf(`{"text":%s}`, value)},
			[2]string{"tap", fmt.Sprintf(`{"target":%s,"strategy":"text"}`, value)},
			[2]string{"type_text", fmt.Sprintf(`{"text":%s,"target":"Notes","strategy":"text"}`, value)},
		)
	}
	return calls
}

// adroit runs one command in this process and returns all that it printed.
func adroit(t *testing.T, args ...string) string {
	t.Helper()
	home := t.TempDir()
	environ := map[string]string{"HOME": home, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "OPENAI_API_KEY": "k"}
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cli.Run(ctx, args, cli.IO{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(name string) string { return environ[name] }})
	if out.Len() == 0 {
		t.Errorf("adroit %q printed nothing", args)
	}
	return out.String()
}

// filesIn returns what all files below a folder hold.
func filesIn(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if all.Len() == 0 {
		t.Errorf("no file in %s", dir)
	}
	return all.String()
}

// cockpit asks for a look at the screen in the terminal UI, quits, and returns
// every screen that the terminal showed, and what was written to it.
func cockpit(t *testing.T, program string, args []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "HOME="+t.TempDir(), "OPENAI_API_KEY=k")
	const width, height = 160, 50
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: height, Cols: width})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	emulator := vt.NewEmulator(width, height)
	var replies sync.WaitGroup
	replies.Go(func() { _, _ = io.Copy(io.Discard, emulator) }) // to what the program asks the terminal
	defer func() {
		if pipe, ok := emulator.InputPipe().(io.Closer); ok {
			_ = pipe.Close()
		}
		replies.Wait()
	}()

	var written, screens strings.Builder
	steps := []struct{ shown, press string }{
		{"Say what should happen", "Read the screen\r"},
		{"That is all.", "\x03"},
		{"ctrl+c again quits", "\x03"},
	}
	buffer := make([]byte, 32<<10)
	for {
		n, err := terminal.Read(buffer)
		if err != nil {
			break // the program ended
		}
		written.Write(buffer[:n])
		_, _ = emulator.Write(buffer[:n]) // never fails
		screen := emulator.String()
		screens.WriteString(screen + "\n")
		if len(steps) > 0 && strings.Contains(screen, steps[0].shown) {
			if _, err := io.WriteString(terminal, steps[0].press); err != nil {
				t.Fatal(err)
			}
			steps = steps[1:]
		}
	}
	if err := cmd.Wait(); err != nil || len(steps) > 0 {
		t.Fatalf("the cockpit ended with %v, before %v:\n%s", err, steps, emulator.String())
	}
	return written.String() + screens.String()
}
