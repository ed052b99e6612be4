package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is to be read aloud reaches the person's command on its standard input,
// however much it looks like a command itself.
func TestAnswersAreReadAloud(t *testing.T) {
	t.Parallel()
	const words = "It is on; $(touch pwned) `touch pwned`"
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%q}}]}`,
			"Wi-Fi is on.\nSpeak: "+words)
	}))
	defer model.Close()
	spoken := filepath.Join(t.TempDir(), "spoken")
	task := func(command string) result {
		return run(t, map[string]string{"OPENAI_API_KEY": testKey, "ADROIT_SPEAK_COMMAND": command},
			"run", "--device", "demo", "--base-url", model.URL+"/v1", "--model", "m", "Turn on Wi-Fi")
	}
	r := task("cat > " + spoken)
	if got, err := os.ReadFile(spoken); err != nil || string(got) != words+"\n" {
		t.Errorf("the command got %q, %v", got, err)
	}
	if r.code != 0 || r.out != "Wi-Fi is on.\n" {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.err)
	}
	if r = task("echo no voice >&2; exit 3"); r.code != 0 || !strings.Contains(r.err, "--speak-command: exit status 3: no voice") {
		t.Errorf("exit code %d\n%s", r.code, r.err)
	}
	if r = task(""); r.code != 0 || r.out != "Wi-Fi is on.\nSpeak: "+words+"\n" {
		t.Errorf("without a command: exit code %d\n%s", r.code, r.out)
	}
}
