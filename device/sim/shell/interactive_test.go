package shell

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// typist types at a shell and reads what it answers.
type typist struct {
	t      *testing.T
	keys   *io.PipeWriter
	screen *io.PipeReader
}

func (ty *typist) types(line string) {
	ty.t.Helper()
	if _, err := io.WriteString(ty.keys, line); err != nil {
		ty.t.Fatal(err)
	}
}

// sees reads up to the next prompt and compares what stands before it.
func (ty *typist) sees(want string) {
	ty.t.Helper()
	var got bytes.Buffer
	for one := make([]byte, 1); !strings.HasSuffix(got.String(), "$ "); {
		if _, err := ty.screen.Read(one); err != nil {
			ty.t.Fatalf("after %q: %v", &got, err)
		}
		got.Write(one)
	}
	if text := strings.TrimSuffix(got.String(), "$ "); text != want {
		ty.t.Errorf("the screen shows %q, want %q", text, want)
	}
}

func TestAPersonAtTheShell(t *testing.T) {
	stdin, keys := io.Pipe()
	screen, stdout := io.Pipe()
	interrupts, running := make(chan struct{}), make(chan struct{})
	s := &Shell{
		FS: NewFS(clock), Stdin: stdin, Stdout: stdout, Stderr: io.Discard, Prompt: "$ ", Interrupts: interrupts,
		Commands: map[string]Command{"busy": func(ctx context.Context, p *Proc) int {
			running <- struct{}{}
			<-ctx.Done()
			return 0
		}},
	}
	ended := make(chan int, 1)
	go func() { ended <- s.Run(t.Context(), "") }()
	ty := &typist{t, keys, screen}
	ty.sees("")
	for _, line := range []string{"busy\n", "while true; do busy; done\n", "busy | cat\n"} {
		ty.types(line)
		<-running
		interrupts <- struct{}{}
		ty.sees("")
		ty.types("echo $?\n")
		ty.sees("130\n")
	}
	ty.types("echo \"half\n")
	ty.sees("")
	interrupts <- struct{}{} // which takes back the half
	ty.sees("")
	ty.types("echo whole\n")
	ty.sees("whole\n")
	ty.types(")\n")
	ty.sees("")
	ty.types("echo $?\n")
	ty.sees("1\n")
	ty.types("exit 4\n")
	if got := <-ended; got != 4 {
		t.Errorf("exit status %d", got)
	}
	keys.Close()
}
