package shell

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is when the tests' phone lives.
func clock() time.Time { return time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC) }

// result is what a script came to.
type result struct {
	out, err string
	code     int
}

func run(t *testing.T, files *FS, script, stdin string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var out, errs bytes.Buffer
	s := &Shell{FS: files, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs}
	code := s.Run(ctx, script)
	if ctx.Err() != nil {
		t.Fatalf("%q did not end", script)
	}
	return result{out.String(), errs.String(), code}
}

func TestJobLeftBehindRuns(t *testing.T) {
	files := NewFS(clock)
	if got := run(t, files, "nohup touch /data/local/tmp/left >/dev/null 2>&1 & sleep 100 &", ""); got.code != 0 {
		t.Errorf("got %+v", got)
	}
	if _, err := files.Stat("/data/local/tmp/left", true); err != nil {
		t.Errorf("the job did nothing: %v", err)
	}
}

func TestScripts(t *testing.T) {
	for _, tt := range []struct {
		name, script, stdin, want string
		code                      int
	}{
		{name: "status", script: "false; echo $?; exit 3", want: "1\n", code: 3},
		{name: "not found", script: "nope", code: 127},
		{name: "not executable", script: "/data/local/tmp", code: 126},
		{name: "pipe and redirect", script: "cd /data/local/tmp; printf 'b\\na\\n' > f; sort < f | head -n 1", want: "a\n"},
		{name: "append", script: "cd /sdcard; echo 1 > f; echo 2 >> f; cat f", want: "1\n2\n"},
		{name: "here document", script: "cat <<X\n$((1+2))\nX", want: "3\n"},
		{name: "glob", script: "cd /sdcard; touch a.txt b.txt c; echo *.txt", want: "a.txt b.txt\n"},
		{name: "sed that ignores case", script: "echo Abc aBc | sed 's/ABC/x/gI'", want: "x x\n"},
		{name: "environment handed on", script: "A=1; export B=2; C=3 D=4 nohup sh -c 'echo $A $B $C $D $$'", want: "2 3 4 4242\n"},
		{name: "background job", script: "sleep 0.01 & p=$!; wait $p; echo done $?", want: "done 0\n"},
		{name: "loop over lines", script: "printf '1\\n2\\n' | while read n; do echo \"<$n>\"; done", want: "<1>\n<2>\n"},
		{name: "eval", script: "x='echo $((2*3))'; eval \"$x\"", want: "6\n"},
		{name: "source", script: "echo 'v=7' > /data/local/tmp/s; . /data/local/tmp/s; echo $v", want: "7\n"},
		{name: "trap", script: "trap 'echo bye' EXIT HUP; echo hi", want: "hi\nbye\n"},
		{name: "trap taken away", script: "trap 'echo bye' EXIT; trap - EXIT HUP; echo hi", want: "hi\n"},
		{name: "trap replaced", script: "trap 'echo bye' EXIT; trap 'echo later' EXIT; echo hi", want: "hi\nlater\n"},
		{name: "echo expands", script: `echo 'a\tb'`, want: "a\tb\n"},
		{name: "nested shell", script: `sh -c 'echo $1-$2; exit 4' name x y`, want: "x-y\n", code: 4},
		{name: "script on the input", script: "sh", stdin: "echo one\necho two; exit 5\n", want: "one\ntwo\n", code: 5},
		{name: "input of the shell itself", stdin: "read x <<E\nq\nE\necho got $x\n", want: "got q\n"},
		{name: "timeout", script: "timeout 0.02 sleep 30", code: 124},
		{name: "test", script: "[ -f /system/bin ] || [ -d /system/bin ] && [ -w /data/local/tmp ] && ! [ -w /system ] && echo yes", want: "yes\n"},
		{name: "command -v", script: "command -v cat; type ls; command -v nope || echo none", want: "/system/bin/cat\nls is /system/bin/ls\nnone\n"},
		{name: "kill", script: "sleep 0 & kill $! && echo sent", want: "sent\n"},
		{name: "random name", script: "f=$(mktemp /data/local/tmp/t.XXXXXX); test -s $f || echo empty; rm $f; ls /data/local/tmp", want: "empty\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, NewFS(clock), tt.script, tt.stdin)
			if got.out != tt.want || got.code != tt.code {
				t.Errorf("got %q, status %d, errors %q; want %q, status %d", got.out, got.code, got.err, tt.want, tt.code)
			}
		})
	}
}

func TestTools(t *testing.T) {
	const seed = `printf 'one 1\ntwo 2\nthree 3\n' > /data/local/tmp/f; cd /data/local/tmp; `
	for _, tt := range []struct{ script, want string }{
		{"grep -E 'one|two' f", "one 1\ntwo 2\n"},
		{"grep 'o[a-z]* [0-9]' f", "one 1\ntwo 2\n"},
		{`grep 'one\|three' f`, "one 1\nthree 3\n"},
		{"grep -c . f", "3\n"},
		{"grep -v two f", "one 1\nthree 3\n"},
		{"grep -q two f && echo in", "in\n"},
		{"grep -q four f || echo $?", "1\n"},
		{"grep -n three f", "3:three 3\n"},
		{"grep -o '[0-9]' f", "1\n2\n3\n"},
		{"grep -A1 one f", "one 1\ntwo 2\n"},
		{"grep -B1 -m1 two f", "one 1\ntwo 2\n"},
		{"grep -i -e ONE -e THREE f", "one 1\nthree 3\n"},
		{"grep -F '[0' f; echo $?", "1\n"},
		{"sed 's/o/0/g' f | head -1", "0ne 1\n"},
		{`sed -n 's/^t\(.*\) [0-9]$/<\1>/p' f`, "<wo>\n<hree>\n"},
		{"sed -E '2d;s/(one) (1)/\\2 \\1/' f", "1 one\nthree 3\n"},
		{"sed -n '2p' f", "two 2\n"},
		{"head -n 1 f; tail -n 1 f; tail -n +3 f", "one 1\nthree 3\nthree 3\n"},
		{"head -c 3 f", "one"},
		{"wc -l < f; wc -c f", "3\n20 f\n"},
		{"cut -d' ' -f2 f", "1\n2\n3\n"},
		{"cut -c1-2 f", "on\ntw\nth\n"},
		{"tr a-z A-Z < f | head -1", "ONE 1\n"},
		{"tr -d '\\n ' < f", "one1two2three3"},
		{"sort -r f | head -1", "two 2\n"},
		{"base64 f | base64 -d | cmp - f || cp f g; cmp f g && echo same", "same\n"},
		{"md5sum f | cut -c1-8", "263c2bf3\n"},
		{"printf abc | sha256sum | cut -c1-8", "ba7816bf\n"},
		{"dd if=f bs=1 skip=4 count=1 2>/dev/null", "1"},
		{"seq 2 2 6 | tr '\\n' ,", "2,4,6,"},
		{"stat -c '%s %a' f", "20 644\n"},
		{"mkdir -p a/b; mv f a/b; ls a/b; rm -r a; ls", "f\n"},
		{"date +%F", "2026-03-01\n"},
		{"basename /x/y.txt .txt; dirname /x/y", "y\n/x\n"},
		{"find . -name 'f*' -type f", "f\n"},
		{"cat f | tee g | wc -l; cat g | head -1", "3\none 1\n"},
		{"echo a b | xargs echo x", "x a b\n"},
		{"id -u; whoami", "2000\nshell\n"},
		{"touch t; [ -e t ] && ls -l t | cut -c1-10", "-rw-rw----\n"},
		{"yes | head -2", "y\ny\n"},
		{"env | grep ^ANDROID_DATA", "ANDROID_DATA=/data\n"},
	} {
		t.Run(tt.script, func(t *testing.T) {
			if got := run(t, NewFS(clock), seed+tt.script, ""); got.out != tt.want {
				t.Errorf("got %q, errors %q; want %q", got.out, got.err, tt.want)
			}
		})
	}
}

func TestComplaintsAreToybox(t *testing.T) {
	for _, tt := range []struct{ script, want string }{
		{"cat /nope", "cat: /nope: No such file or directory\n"},
		{"rm /nope", "rm: /nope: No such file or directory\n"},
		{"ls /data/app", "ls: /data/app: Permission denied\n"},
		{"mkdir /system/x", "mkdir: '/system/x': Read-only file system\n"},
		{"nope", "/system/bin/sh: nope: inaccessible or not found\n"},
		{"dd if=/dev/zero of=/sdcard/big bs=1M seek=1 status=none", "dd: No space left on device\n"},
		{"rm /sdcard", "rm: /sdcard: Permission denied\n"},
	} {
		if got := run(t, NewFS(clock), tt.script, ""); got.err != tt.want || got.code == 0 {
			t.Errorf("%s: %q, status %d; want %q", tt.script, got.err, got.code, tt.want)
		}
	}
}

// TestNothingOfTheHost tries the doors a script could leave the phone by. The
// host holds a file, a program and a variable with a mark: it must not appear
// in anything a script prints, and what the scripts try to do must not be done.
func TestNothingOfTheHost(t *testing.T) {
	const mark = "MARK-OF-THE-HOST"
	dir := t.TempDir()
	secret, program, made := filepath.Join(dir, "secret"), filepath.Join(dir, "program"), filepath.Join(dir, "made")
	if err := os.WriteFile(secret, []byte("v="+mark+"\necho "+mark+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho "+mark+"\ntouch "+made+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOST_VARIABLE", mark)
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("HOME", dir)
	t.Setenv("TMPDIR", dir)
	t.Chdir(dir)
	for _, script := range []string{
		"cat SECRET", "cat < SECRET", ". SECRET; echo $v", "source SECRET", "sh SECRET", "read x < SECRET; echo $x",
		"echo $(<SECRET)", "head SECRET", "cp SECRET /sdcard/x; cat /sdcard/x", "dd if=SECRET", "cat secret",
		"cat /../../..SECRET", "cat /proc/self/environ", "cat /dev/tty", "ln -s SECRET /sdcard/l; cat /sdcard/l",
		"PROGRAM", "program", "exec PROGRAM", "command PROGRAM", "builtin PROGRAM", "env PROGRAM", "nohup PROGRAM",
		"xargs PROGRAM", "timeout 1 PROGRAM", "sh -c PROGRAM", "eval PROGRAM", "trap PROGRAM EXIT", "PATH=DIR program",
		"command -v program", "type program", "which program", "hash program", "command -V program", "command command -v program",
		"builtin command -v program", "builtin type program", "eval 'type program'",
		"echo $HOST_VARIABLE", "env", "set", "export", "declare", "echo ~", "cd; pwd", "pwd -P", "echo $PWD $HOME $TMPDIR",
		"ls DIR", "echo DIR/*", "echo *", "cd DIR && pwd", "[ -e SECRET ] && echo MARK-OF-THE-HOST", "test -r SECRET && echo MARK-OF-THE-HOST",
		"[ -O SECRET ] && echo MARK-OF-THE-HOST", "[[ -O SECRET ]] && echo MARK-OF-THE-HOST", "[[ SECRET -ef SECRET ]] && echo MARK-OF-THE-HOST",
		"cat <(cat SECRET)", "eval 'cat <(PROGRAM)'", "trap 'cat <(PROGRAM)' EXIT", "echo x > MADE", "echo x >> MADE", "touch MADE", "mkdir MADE",
		"cat < /dev/tcp/127.0.0.1/1", "exec 3<>/dev/tcp/127.0.0.1/1", "rm -rf DIR", "rm SECRET", "mv SECRET /sdcard/y",
		"history", "help", "mapfile a < SECRET; echo ${a[0]}", "printf %s \"$(cat SECRET)\"",
	} {
		script = strings.NewReplacer("SECRET", secret, "PROGRAM", program, "MADE", made, "DIR", dir).Replace(script)
		got := run(t, NewFS(clock), script, "")
		said := got.out + strings.ReplaceAll(got.err, script, "")
		if strings.Contains(strings.ReplaceAll(said, "echo "+mark, ""), mark) || strings.Contains(got.out, program) {
			t.Errorf("%q reached the host: %+v", script, got)
		}
		if _, err := os.Stat(made); err == nil {
			t.Fatalf("%q made a file on the host", script)
		}
		if _, err := os.Stat(secret); err != nil {
			t.Fatalf("%q took a file from the host", script)
		}
	}
}

func TestHostNumbersAndUsersAreHidden(t *testing.T) {
	pids := fmt.Sprintf("%d %d", os.Getpid(), os.Getppid())
	for _, script := range []string{"echo $$ $PPID", "eval 'echo $$ $PPID'", "trap 'echo $$ $PPID' EXIT", "echo ${$} ${PPID}"} {
		if got := run(t, NewFS(clock), script, ""); got.out != "4242 4242\n" {
			t.Errorf("%s: %q (the host's are %s)", script, got.out, pids)
		}
	}
	if got := run(t, NewFS(clock), "echo ~root ~nobody; x=~root; echo $x; eval 'echo ~root'; echo $UID $EUID", ""); got.out != "~root ~nobody\n~root\n~root\n2000 2000\n" {
		t.Errorf("users: %q", got.out)
	}
}

// TestFifoDoorIsShut aims at the names under which the interpreter makes fifos
// of its own, which it opens on the host.
func TestFifoDoorIsShut(t *testing.T) {
	for _, tmp := range []string{os.TempDir(), "/data/local/tmp", "/"} {
		name := filepath.Join(tmp, "sh-interp-door")
		if err := os.WriteFile(name, []byte("host"), 0o600); err != nil {
			continue // no such directory here: no door either
		}
		defer os.Remove(name)
		for _, script := range []string{"cat < " + name, "TMPDIR=" + tmp + "; cat < " + name, "echo gone > " + name} {
			if got := run(t, NewFS(clock), script, ""); got.out != "" {
				t.Errorf("%q read %q", script, got.out)
			}
		}
		if data, _ := os.ReadFile(name); string(data) != "host" {
			t.Errorf("%s was written to: %q", name, data)
		}
	}
}

func TestHangUpEndsScriptAndRunsTraps(t *testing.T) {
	for _, script := range []string{
		"trap 'rm -f $f' EXIT HUP; f=/data/local/tmp/x; echo > $f; echo begun; sleep 100",
		"f=/data/local/tmp/x; trap 'rm -f $f' EXIT; trap 'exit 129' HUP INT TERM; echo > $f; echo begun; sleep 100 & wait $!",
		"trap 'rm -f /data/local/tmp/x' HUP; echo > /data/local/tmp/x; echo begun; cat",
		"trap 'rm -f /data/local/tmp/x' HUP; echo > /data/local/tmp/x; echo begun; cat /dev/zero > /dev/null",
		"trap 'rm -f /data/local/tmp/x' HUP; echo > /data/local/tmp/x; echo begun; while :; do :; done",
	} {
		files := NewFS(clock)
		ctx, cancel := context.WithCancel(t.Context())
		out, in := io.Pipe()
		held, release := io.Pipe() // an input that stays open
		done := make(chan int, 1)
		go func() {
			s := &Shell{FS: files, Stdin: held, Stdout: in, Stderr: in}
			done <- s.Run(ctx, script)
		}()
		if _, err := io.ReadFull(out, make([]byte, len("begun\n"))); err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, out)
		cancel()
		select {
		case code := <-done:
			if code != exitHangup {
				t.Errorf("%q: status %d", script, code)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%q went on after its hang-up", script)
		}
		if left, err := files.ReadDir("/data/local/tmp"); err != nil || len(left) > 0 {
			t.Errorf("%q left %v, %v", script, left, err)
		}
		release.Close()
		in.Close()
	}
}

func TestTerminal(t *testing.T) {
	var tty, out bytes.Buffer
	s := &Shell{FS: NewFS(clock), Stdout: &out, Stderr: &out, TTY: &tty}
	if code := s.Run(t.Context(), "echo there > /dev/tty; echo here"); code != 0 || tty.String() != "there\n" || out.String() != "here\n" {
		t.Errorf("status %d, terminal %q, output %q", code, tty.String(), out.String())
	}
	if got := run(t, NewFS(clock), "echo x > /dev/tty", ""); got.code == 0 || !strings.Contains(got.err, "No such device or address") {
		t.Errorf("without a terminal: %+v", got)
	}
}

// TestFilesKeepWhatIsWritten checks the file system against a map.
func TestFilesKeepWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files, model := NewFS(clock), map[string]string{}
		name := rapid.SampledFrom([]string{"/sdcard/a", "/sdcard/b", "/storage/emulated/0/a", "/data/local/tmp/c"})
		canonical := func(s string) string { return strings.Replace(s, "/storage/emulated/0", "/sdcard", 1) }
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				n, data := name.Draw(t, "name"), rapid.String().Draw(t, "data")
				if err := files.WriteFile(n, []byte(data), 0o600); err != nil {
					t.Fatal(err)
				}
				model[canonical(n)] = data
			},
			"remove": func(t *rapid.T) {
				n := name.Draw(t, "name")
				_, had := model[canonical(n)]
				if err := files.Remove(n); (err == nil) != had {
					t.Fatalf("remove %s: %v, was there %t", n, err, had)
				}
				delete(model, canonical(n))
			},
			"": func(t *rapid.T) {
				for _, n := range []string{"/sdcard/a", "/sdcard/b", "/storage/emulated/0/a", "/data/local/tmp/c"} {
					want, had := model[canonical(n)]
					got, err := files.ReadFile(n)
					if (err == nil) != had || string(got) != want {
						t.Fatalf("%s: %q, %v; want %q, %t", n, got, err, want, had)
					}
				}
			},
		})
	})
}

func FuzzScript(f *testing.F) {
	f.Add("echo $(( 1 + 2 )) | sed 's/3/x/'")
	f.Add("grep -E '(' /dev/null; tr a-z b; cut -f -; sed 's/'")
	f.Add("[[ a -ef b ]]; ${x:=y} <<E\nq\nE")
	f.Fuzz(func(t *testing.T, script string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := &Shell{FS: NewFS(clock), Stdout: io.Discard, Stderr: io.Discard}
		s.Run(ctx, script+"\n") // must neither crash nor outlive its context
	})
}

func TestPromptStandsBeforeEachStatement(t *testing.T) {
	var out bytes.Buffer
	s := &Shell{FS: NewFS(clock), Stdin: strings.NewReader("echo hi\nexit 2\n"), Stdout: &out, Stderr: &out, Prompt: "$ "}
	if code := s.Run(t.Context(), ""); code != 2 || out.String() != "$ hi\n$ " {
		t.Errorf("status %d, output %q", code, out.String())
	}
}
