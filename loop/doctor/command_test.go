//go:build unix

package doctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"adroit/device/sim"
	"adroit/device/text"
	"adroit/loop/doctor"
	"adroit/ui/cli"
)

// patient is one call of the real command, in which nothing but one thing is
// amiss. Without flags of its own it has a simulated phone and the scripted
// model.
type patient struct {
	flags map[string]string
	args  []string
	env   map[string]string
	tty   *pty.Winsize // of its terminal, nil for none
	raw   bool         // has stderr on the terminal too, and its lines as they are
}

// with is p with another flag.
func (p patient) with(flag, value string) patient {
	p.flags = maps.Clone(p.flags)
	if p.flags == nil {
		p.flags = map[string]string{}
	}
	p.flags[flag] = value
	return p
}

// onPhone is a patient whose phone is simulated with those options, after those
// shell commands.
func onPhone(t *testing.T, options sim.Options, commands ...string) patient {
	t.Helper()
	return patient{}.with("--adb", healthy(t, options, commands...).ADB.Addr).with("--device", "")
}

// onServer is a patient whose adb server is at addr.
func onServer(addr, serial string) patient {
	return patient{}.with("--adb", addr).with("--device", serial)
}

// onUsualServer is a patient whose adb server is at addr as adb itself is told,
// so that one may be started there.
func onUsualServer(addr string) patient {
	return patient{env: map[string]string{"ADB_SERVER_SOCKET": "tcp:" + addr}}.with("--adb", "").with("--device", "")
}

// onEndpoint is a patient whose model is there.
func onEndpoint(baseURL, model string) patient {
	return patient{env: map[string]string{"OPENAI_API_KEY": "sk-of-the-test"}}.with("--base-url", baseURL).with("--model", model)
}

// onTerminal is a patient that stands on a terminal.
func onTerminal(columns, rows uint16, env map[string]string) patient {
	all := map[string]string{"TERM": "xterm-256color", "LANG": "C.UTF-8"}
	maps.Copy(all, env)
	return patient{env: all, tty: &pty.Winsize{Cols: columns, Rows: rows}}
}

// examined runs `adroit doctor` and returns what it prints and its exit code.
func examined(ctx context.Context, t *testing.T, p patient) (out, errs string, code int) {
	t.Helper()
	flags := map[string]string{"--device": "demo", "--model": "demo", "--state-dir": t.TempDir(), "--config": os.DevNull}
	maps.Copy(flags, p.flags)
	args := append([]string{"doctor"}, p.args...)
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if flags[name] != "" {
			args = append(args, name, flags[name])
		}
	}
	var environ []string
	for name, value := range p.env {
		environ = append(environ, name+"="+value)
	}
	var stdout, stderr bytes.Buffer
	streams := cli.IO{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Getenv: func(name string) string { return p.env[name] }, Environ: environ}
	if p.tty == nil {
		code = cli.Run(ctx, args, streams)
		return stdout.String(), stderr.String(), code
	}
	outside, inside, err := pty.Open()
	if err != nil {
		t.Skip("no terminal can be opened: ", err)
	}
	if err := pty.Setsize(inside, p.tty); err != nil {
		t.Fatal(err)
	}
	streams.In, streams.Out = inside, inside
	if p.raw {
		streams.Err = inside
	}
	read := make(chan struct{})
	go func() {
		io.Copy(&stdout, outside) // ends with an error when the inside is closed
		close(read)
	}()
	code = cli.Run(ctx, args, streams)
	inside.Close()
	<-read
	outside.Close()
	out = strings.ReplaceAll(stdout.String(), "\r\n", "\n")
	if !p.raw {
		out = furtherLine.ReplaceAllString(out, " $1")
	}
	return out, stderr.String(), code
}

// furtherLine begins one that goes on with a message, or with a cure.
var furtherLine = regexp.MustCompile(`\n {31}|\n {28}([^ -])`)

// fault is one thing that is amiss, and what must stand in the output.
type fault struct {
	check    string
	name     string
	cause    func(t *testing.T) patient
	severity doctor.Severity
	message  string
	cure     string
}

// phoneFault is a fault of a simulated phone.
func phoneFault(check, name string, options sim.Options, severity doctor.Severity, message, cure string, commands ...string) fault {
	return fault{check, name, func(t *testing.T) patient { return onPhone(t, options, commands...) }, severity, message, cure}
}

// serverFault is a fault in what an adb server lists.
func serverFault(check, name, devices string, message, cure string) fault {
	return fault{check, name, func(t *testing.T) patient { return onServer(fakeServer(t, devices), "") }, doctor.Failure, message, cure}
}

// modelFault is a fault of an endpoint that answers so.
func modelFault(check, name, model string, handle http.HandlerFunc, severity doctor.Severity, message, cure string) fault {
	return fault{check, name, func(t *testing.T) patient { return onEndpoint(serve(t, handle), model) }, severity, message, cure}
}

// terminalFault is a fault of a terminal.
func terminalFault(check, name string, columns, rows uint16, env map[string]string, severity doctor.Severity, message, cure string) fault {
	return fault{check, name, func(*testing.T) patient { return onTerminal(columns, rows, env) }, severity, message, cure}
}

// faults are every check and what it is there to find.
func faults() []fault {
	faulty := func(names ...sim.Fault) sim.Options { return sim.Options{Faults: names} }
	return []fault{
		{"adb.server", "not installed", func(t *testing.T) patient {
			adbInPath(t, 0)
			return onUsualServer(closedPort(t))
		}, doctor.Failure, "none can be started: adb is not installed", "platform-tools in PATH"},
		{"adb.server", "does not start", func(t *testing.T) patient { return onUsualServer(closedPort(t)) },
			doctor.Failure, "does not answer", "adb start-server"},
		{"adb.version", "another version", func(t *testing.T) patient {
			adbInPath(t, 39)
			return onPhone(t, sim.Options{})
		}, doctor.Warning, "version 39, the server 41", "use one adb for everything"},
		{"adb.owner", "another user's", func(t *testing.T) patient { return onServer(otherUsersServer(t), "") },
			doctor.Warning, "was started by nobody", "--adb 127.0.0.1:5038"},

		phoneFault("phone.state", "unauthorized", faulty("unauthorized"), doctor.Failure, "has not allowed this computer", "accept the question"),
		phoneFault("phone.state", "offline", faulty("offline"), doctor.Failure, "is offline", "adb reconnect offline"),
		serverFault("phone.state", "no permissions", "????????????           no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-4\n",
			"may not open the phone's USB device", "plug the phone in again"),
		serverFault("phone.list", "none", "", "no phone is connected", "USB debugging"),
		serverFault("phone.list", "several", "one   device model:A\ntwo   device model:B\n", "more than one phone is ready: one, two", "--device SERIAL"),
		{"phone.list", "another one is named", func(t *testing.T) patient { return onServer(fakeServer(t, "one   device\n"), "two") },
			doctor.Failure, "two is not connected", "adroit devices"},
		phoneFault("phone.open", "lost", faulty("disconnect"), doctor.Failure, "does not answer", "check the cable"),
		phoneFault("phone.displays", "two", faulty("second-display"), doctor.Note, "2 displays are on", "keep the app under test there"),
		phoneFault("phone.screen", "off", faulty("screen-off"), doctor.Failure, "the screen is off", "switch it on"),
		phoneFault("phone.screen", "locked", faulty("locked"), doctor.Warning, "the lock screen is shown", "swipe it up"),
		phoneFault("phone.screen", "locked with a PIN", faulty("locked"), doctor.Failure, "asks for a PIN", "unlock it by hand", "locksettings set-pin 2580"),
		phoneFault("phone.touch", "Xiaomi's switch", faulty("inject-denied"), doctor.Failure, "does not let adb touch", "USB debugging (Security settings)"),
		phoneFault("phone.automation", "another client", faulty("automation-taken"), doctor.Warning, "com.wetest.uia2.Main", "adb shell kill 3777"),
		phoneFault("phone.keyboard", "a foreign one", sim.Options{ADBKeyboard: true}, doctor.Warning, "com.android.adbkeyboard/.AdbIME", "adb shell ime reset", "ime set com.android.adbkeyboard/.AdbIME"),
		phoneFault("phone.typing", "ASCII alone", sim.Options{}, doctor.Note, "only printable ASCII", "install ADBKeyboard"),
		phoneFault("phone.rotation", "locked on its side", sim.Options{}, doctor.Note, "locked at 90°", "switch auto-rotate on", "settings put system accelerometer_rotation 0", "settings put system user_rotation 1"),
		phoneFault("phone.rotation", "unlocked", sim.Options{}, doctor.OK, "another tool has lifted the lock", "", "settings put system accelerometer_rotation 1"),
		phoneFault("phone.animations", "off", sim.Options{}, doctor.Note, "animations are off", "Developer options",
			"settings put global window_animation_scale 0", "settings put global transition_animation_scale 0", "settings put global animator_duration_scale 0"),
		phoneFault("phone.files", "a dump", sim.Options{}, doctor.Note, "/sdcard/window_dump.xml", "adb shell rm", "echo x >/sdcard/window_dump.xml"),
		phoneFault("phone.observe", "never at rest", faulty("idle-state"), doctor.Failure, "cannot be read", "pause it"),
		phoneFault("phone.observe", "another display in focus", faulty("second-focus"), doctor.Failure, "another display", "touch the phone's own screen"),
		phoneFault("phone.observe", "no window", faulty("null-root"), doctor.Failure, "cannot be read", "wait for the screen"),

		{"model.endpoint", "none is chosen", func(*testing.T) patient { return patient{}.with("--model", "") },
			doctor.Failure, "no model is configured", "set OPENAI_API_KEY and --model"},
		{"model.dns", "no such host", func(t *testing.T) patient {
			noNames(t)
			return onEndpoint("https://models.invalid/v1", "small")
		}, doctor.Failure, "models.invalid has no address", "name server"},
		{"model.connect", "nothing listens", func(t *testing.T) patient { return onEndpoint("http://"+closedPort(t)+"/v1", "small") },
			doctor.Failure, "refused", "start the server"},
		{"model.tls", "an authority of its own", func(t *testing.T) patient { return onEndpoint(serveTLS(t, time.Now().Add(time.Hour)), "small") },
			doctor.Failure, "certificate", "add its authority"},
		{"model.tls", "not encrypted", func(t *testing.T) patient {
			return onEndpoint(strings.Replace(serve(t, lists), "http:", "https:", 1), "small")
		}, doctor.Failure, "no secure connection", "use http://"},
		modelFault("model.clock", "an hour slow", "small", lateClock, doctor.Warning, "differ by 1h0m", "set this computer's clock"),
		modelFault("model.key", "refused", "small", answering(http.StatusUnauthorized), doctor.Failure, "key", "OPENAI_API_KEY"),
		modelFault("model.name", "not offered", "tiny", lists, doctor.Failure, "does not offer tiny", "--model NAME"),
		modelFault("model.probe", "out of credit", "small", onlyLists(http.StatusPaymentRequired), doctor.Failure, "cannot be probed", "").probed(),
		modelFault("model.tools", "words alone", "small", talks, doctor.Note, "calls no tools", "trained to call tools").probed(),
		modelFault("model.tools", "streamed in vain", "small", callsWhole, doctor.Note, "only in whole replies", "newer version").probed(),
		modelFault("model.images", "blind", "small", talks, doctor.Note, "reads no pictures", "vision").probed(),
		modelFault("model.context", "cut", "small", talks, doctor.Warning, "did not come back", "OLLAMA_CONTEXT_LENGTH").probed(),

		{"state.writable", "a file stands there", func(t *testing.T) patient {
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return patient{}.with("--state-dir", file)
		}, doctor.Failure, "runs cannot be recorded", "--state-dir"},
		{"state.private", "open to others", func(t *testing.T) patient {
			dir := t.TempDir()
			if err := os.Chmod(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			return patient{}.with("--state-dir", dir)
		}, doctor.Warning, "other users may write", "chmod 700"},
		{"state.space", "a full disk", func(t *testing.T) patient { return patient{}.with("--state-dir", smallDisk(t)) },
			doctor.Warning, "MB are free", "make room"},

		terminalFault("terminal.size", "room for one pane", 80, 24, nil, doctor.Note, "80 columns and 24 rows", "120×30"),
		terminalFault("terminal.size", "room for one line", 39, 9, nil, doctor.Warning, "one line", "at least 40×10"),
		terminalFault("terminal.colors", "none wanted", 120, 35, map[string]string{"NO_COLOR": "1"}, doctor.Note, "no colours", "unset NO_COLOR"),
		terminalFault("terminal.colors", "sixteen", 120, 35, map[string]string{"TERM": "xterm"}, doctor.Note, "16 colours", "COLORTERM"),
		terminalFault("terminal.colors", "dumb", 120, 35, map[string]string{"TERM": "dumb"}, doctor.Note, "only write lines", "--plain"),
		terminalFault("terminal.unicode", "Latin-1", 120, 35, map[string]string{"LANG": "de_DE"}, doctor.Warning, "not UTF-8", "C.UTF-8"),
		{"terminal.tmux", "its clipboard", func(t *testing.T) patient {
			tmuxInPath(t, "external")
			return onTerminal(120, 35, map[string]string{"TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"})
		}, doctor.Note, "set-clipboard is external", "set-clipboard on"},
	}
}

// probed is f, found by asking the model.
func (f fault) probed() fault {
	cause := f.cause
	f.cause = func(t *testing.T) patient {
		p := cause(t)
		p.args = []string{"--probe"}
		return p
	}
	return f
}

// TestEveryCheckIsCaused fails for a check without a fault.
func TestEveryCheckIsCaused(t *testing.T) {
	for _, check := range doctor.Checks() {
		if !slices.ContainsFunc(faults(), func(f fault) bool { return f.check == check && f.severity != doctor.OK }) {
			t.Errorf("no fault in the table causes a finding of %s", check)
		}
	}
	for _, f := range faults() {
		if !slices.Contains(doctor.Checks(), f.check) {
			t.Errorf("%s, %s is a fault of no check", f.check, f.name)
		}
	}
}

// TestFaults causes every fault, and reads what to do in the output of the real
// command.
func TestFaults(t *testing.T) {
	words := map[doctor.Severity]string{doctor.OK: "ok", doctor.Note: "note", doctor.Warning: "WARNING", doctor.Failure: "FAILURE"}
	for _, f := range faults() {
		t.Run(f.check+" "+f.name, func(t *testing.T) {
			adbInPath(t, 41)
			out, errs, code := examined(t.Context(), t, f.cause(t))
			lines := strings.Split(out, "\n")
			at := slices.IndexFunc(lines, func(line string) bool {
				fields := strings.Fields(line)
				return len(fields) > 2 && fields[0] == words[f.severity] && fields[1] == f.check && strings.Contains(line, f.message)
			})
			if at < 0 {
				t.Fatalf("no %s of %s with %q; exit code %d in\n%s%s", f.severity, f.check, f.message, code, out, errs)
			}
			if cure := lines[at+1]; f.cure != "" && !(strings.HasPrefix(strings.TrimSpace(cure), "-> ") && strings.Contains(cure, f.cure)) {
				t.Errorf("the cure is %q, want %q in it", cure, f.cure)
			}
			want := 0
			if strings.Contains("\n"+out, "\nWARNING ") {
				want = 3
			}
			if strings.Contains("\n"+out, "\nFAILURE ") {
				want = 1
			}
			if code != want || f.severity == doctor.Failure && code != 1 || f.severity == doctor.Warning && code == 0 {
				t.Errorf("exit code %d, want %d for\n%s", code, want, out)
			}
			if strings.Contains(out+errs, "sk-of-the-test") {
				t.Errorf("the key is in the output:\n%s%s", out, errs)
			}
		})
	}
}

// TestFitsTheTerminal reads a report on a terminal without a line that the
// terminal would break.
func TestFitsTheTerminal(t *testing.T) {
	adbInPath(t, 41)
	for _, columns := range []int{80, 120} {
		p := onTerminal(uint16(columns), 24, nil)
		p.raw = true
		out, _, _ := examined(t.Context(), t, p)
		if !strings.Contains(out, "Looking at the screen") {
			t.Error("nothing says what is looked at")
		}
		for line := range strings.Lines(out) {
			parts := strings.Split(line, "\x1b[K")
			line = parts[len(parts)-1] // what stood before was taken back
			if strings.Contains(line, "Looking") {
				t.Errorf("what is looked at stays: %q", line)
			}
			if width := text.Width(strings.TrimSpace(line)); width > columns {
				t.Errorf("%d columns on a terminal of %d: %s", width, columns, line)
			}
		}
		if !strings.Contains(out, "\n"+strings.Repeat(" ", 31)) {
			t.Errorf("no cure goes on in a second line:\n%s", out)
		}
	}
}

// TestInterrupted ends the examination while an endpoint keeps it waiting.
func TestInterrupted(t *testing.T) {
	adbInPath(t, 41)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	file := filepath.Join(t.TempDir(), "report.md")
	p := onEndpoint(serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}), "small").with("--bundle", file)
	out, _, code := examined(ctx, t, p)
	if code != 130 || !strings.Contains(out, "broken off") || strings.Contains(out, "model.key") || strings.Contains(out, "state.writable") {
		t.Errorf("exit code %d after\n%s", code, out)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a report was written of an examination that was broken off")
	}
}

// TestReportAsJSON reads the report with its own type.
func TestReportAsJSON(t *testing.T) {
	adbInPath(t, 41)
	p := onPhone(t, sim.Options{Faults: []sim.Fault{"locked"}})
	p.args = []string{"--json"}
	out, _, code := examined(t.Context(), t, p)
	var report doctor.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	if code != 3 || report.V != 1 || report.Worst() != doctor.Warning || report.Program == "" || report.System == "" || len(report.Findings) < len(doctor.Checks()) {
		t.Errorf("exit code %d, report %+v", code, report)
	}
	finding(t, report, "phone.screen", doctor.Warning, "lock screen", "swipe")
}

// TestBundle looks in the report for an issue for what tells who the person is.
func TestBundle(t *testing.T) {
	adbInPath(t, 41)
	t.Setenv("HOME", t.TempDir())
	home := os.Getenv("HOME")
	const serial = "ce0717178d7758b0"
	file := filepath.Join(home, "report.md")
	devices := serial + "  device model:Pixel_8\n192.168.7.9:5555  offline\nadb-1A2b-XyZ._adb-tls-connect._tcp  unauthorized\n[2001:db8::7]:5555  offline\n"
	p := onServer(fakeServer(t, devices), "").with("--state-dir", filepath.Join(home, "state")).with("--bundle", file)
	p = p.with("--base-url", "http://someone:hunter2hunter2@models.corp.example/v1").with("--model", "small")
	p.env = map[string]string{"OPENAI_API_KEY": "sk-of-the-test"}
	noNames(t)
	out, errs, code := examined(t.Context(), t, p)
	written, err := os.ReadFile(file)
	if err != nil || code != 1 || !strings.Contains(errs, "report.md") {
		t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	for _, secret := range []string{
		serial, "192.168.7.9", "adb-1A2b-XyZ", "2001:db8", "hunter2", "someone", "models.corp.example", "sk-of-the-test", home,
	} {
		if strings.Contains(string(written), secret) {
			t.Errorf("%q stands in the report:\n%s", secret, written)
		}
	}
	for _, useful := range []string{"| FAILURE | model.dns |", "| note | phone.state |", "127.0.0.1", "~/state", "USB debugging", "PRIVATE"} {
		if !strings.Contains(string(written), useful) {
			t.Errorf("%q is missing in the report:\n%s", useful, written)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the report's file: %v, %v", info, err)
	}
	again, _, code := examined(t.Context(), t, p)
	if kept, err := os.ReadFile(file); code != 2 || err != nil || !bytes.Equal(kept, written) {
		t.Errorf("a file that stood there: exit code %d, %v\n%s", code, err, again)
	}
}

// onlyLists lists models, and answers all else with that status.
func onlyLists(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/models") {
			lists(w, r)
			return
		}
		answering(status)(w, r)
	}
}

// talks lists models, and answers every question with the same few words.
func talks(w http.ResponseWriter, r *http.Request) {
	speaks(w, r, false)
}

// callsWhole calls the tool that it is asked to, but not while it streams.
func callsWhole(w http.ResponseWriter, r *http.Request) {
	speaks(w, r, true)
}

var askedWord = regexp.MustCompile(`Call the tool (\w+) with the word ([\w-]+)\.`)

// speaks answers in Chat Completions, whole where it is asked to or not.
func speaks(w http.ResponseWriter, r *http.Request, calls bool) {
	if r.Method != http.MethodPost {
		lists(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	const words = `"content":"I cannot say."`
	if bytes.Contains(body, []byte(`"stream":true`)) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, `data: {"choices":[{"index":0,"delta":{`+words+`},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
		return
	}
	said := words
	if m := askedWord.FindSubmatch(body); calls && m != nil {
		said = fmt.Sprintf(`"content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"%s","arguments":"{\"word\":\"%s\"}"}}]`, m[1], m[2])
	}
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"choices":[{"index":0,"message":{"role":"assistant",`+said+`},"finish_reason":"stop"}]}`)
}

// tmuxInPath puts a tmux beside the adb in PATH that has the option set so.
func tmuxInPath(t *testing.T, clipboard string) {
	t.Helper()
	script := "#!/bin/sh\n[ \"$*\" = 'show-options -gv set-clipboard' ] && echo " + clipboard + "\n"
	if err := os.WriteFile(filepath.Join(os.Getenv("PATH"), "tmux"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
}
