package cli_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// aimock starts the mock server and returns its address. requests ends it and
// returns what it was asked.
func aimock(t *testing.T) (url string, requests func() []mockedRequest) {
	t.Helper()
	folder := os.Getenv("ADROIT_AIMOCK")
	if folder == "" {
		t.Skip("ADROIT_AIMOCK is not set: the mock server @copilotkit/aimock is not installed")
	}
	module := filepath.Join(folder, "node_modules", "@copilotkit", "aimock", "dist", "index.js")
	server := exec.CommandContext(t.Context(), "node", filepath.Join("testdata", "aimock.mjs"), module)
	server.Stderr = os.Stderr
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatalf("%v: node is needed beside the package", err)
	}
	t.Cleanup(func() { in.Close(); _ = server.Wait() })
	lines := bufio.NewReader(out)
	url, err = lines.ReadString('\n')
	if err != nil {
		t.Fatalf("the mock server does not start: %v", err)
	}
	return strings.TrimSpace(url) + "/v1", func() (list []mockedRequest) {
		in.Close()
		answered, _ := lines.ReadString('\n')
		if err := json.Unmarshal([]byte(answered), &list); err != nil {
			t.Errorf("what was asked: %q, %v", answered, err)
		}
		return list
	}
}

type mockedRequest struct {
	Path   string
	Stream bool
	Status int
}

// TestAimock completes a task with a server that nobody here wrote, in both
// dialects, streamed and whole. It needs Node and the npm package in a folder of
// its own, which ADROIT_AIMOCK names:
//
//	npm install --prefix FOLDER @copilotkit/aimock
//	ADROIT_AIMOCK=FOLDER go test ./ui/cli -run TestAimock
func TestAimock(t *testing.T) {
	for _, tt := range []struct {
		name, api, path string
		stream          bool
	}{
		{"chat", "chat", "/v1/chat/completions", true},
		{"chat, not streamed", "chat", "/v1/chat/completions", false},
		{"responses", "responses", "/v1/responses", true},
		{"responses, not streamed", "responses", "/v1/responses", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, requests := aimock(t)
			stream := ""
			if !tt.stream {
				stream = "stream = false\n"
			}
			file := configFile(t, "endpoint = 'mock'\n[endpoints.mock]\nbase_url = '"+url+"'\nmodel = 'gpt-4o'\n"+stream)
			got := run(t, nil, "run", "--config", file, "--api", tt.api, "--device", "demo", "--approve", "medium", "--expect", "checked=Wi-Fi", "Turn on Wi-Fi")
			if got.code != 0 || !strings.Contains(got.out, "Wi-Fi is on.") || !strings.Contains(got.err, "verified") {
				t.Errorf("exit code %d, answer %q, stderr:\n%s", got.code, got.out, got.err)
			}
			asked := requests()
			if len(asked) != 3 {
				t.Errorf("%d requests: %+v", len(asked), asked)
			}
			for _, r := range asked {
				if r.Path != tt.path || r.Stream != tt.stream || r.Status != 200 {
					t.Errorf("request %+v, want %s, streamed %t", r, tt.path, tt.stream)
				}
			}
		})
	}
}
