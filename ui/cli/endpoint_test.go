package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"adroit/loop/model/scripted"
	"adroit/ui/cli"
)

// result is what one command line did.
type result struct {
	code     int
	out, err string
	state    string // the state directory
}

// run runs one command line with a state directory of its own and with env as
// its whole environment.
func run(t *testing.T, env map[string]string, args ...string) result {
	t.Helper()
	state := t.TempDir()
	r := runIn(t, env, append(args, "--state-dir", state)...)
	r.state = state
	return r
}

// runIn runs one command line with env as its whole environment.
func runIn(t *testing.T, env map[string]string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	var environ []string
	for name, value := range env {
		environ = append(environ, name+"="+value)
	}
	code := cli.Run(t.Context(), args, cli.IO{
		In: strings.NewReader(""), Out: &out, Err: &errs, Environ: environ,
		Getenv: func(name string) string { return env[name] },
	})
	return result{code: code, out: out.String(), err: errs.String()}
}

const testKey = "sk-test-0123456789abcdef0123456789abcdef"

// TestRunReportsEndpointFaults runs a task against endpoints that fail in the
// usual ways: each is one line that names the cause, exit code 1, and the key
// stands nowhere.
func TestRunReportsEndpointFaults(t *testing.T) {
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	faults := []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"wrong key", status(401, `{"error":{"message":"Incorrect API key provided: `+testKey+`"}}`), "401"},
		{"no such model", status(404, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`), "404"},
		{"too many requests", status(429, `{"error":{"message":"Rate limit reached"}}`), "429"},
		{"server error", status(500, `{"error":{"message":"boom"}}`), "500"},
		{"hung stream", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
			hang(r, w.(http.Flusher).Flush)
		}, "accepted the request and sent nothing"},
		{"garbage", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html><body>Welcome to nginx</body></html>")
		}, "not"},
	}
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(fault.handler)
			t.Cleanup(server.CloseClientConnections)
			t.Cleanup(server.Close)
			env := map[string]string{"OPENAI_API_KEY": testKey}
			if fault.name == "hung stream" {
				env["ADROIT_MODEL_TIMEOUT"] = "300ms"
			}
			got := run(t, env, "run", "--device", "demo", "--base-url", server.URL+"/v1", "--model", "m", "--api", "chat", "Turn on Wi-Fi")
			checkFault(t, got, fault.want)
		})
	}
	t.Run("refused connection", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		addr := listener.Addr().String()
		listener.Close()
		got := run(t, nil, "run", "--device", "demo", "--base-url", "http://"+addr+"/v1", "--model", "m", "Turn on Wi-Fi")
		checkFault(t, got, "nothing listens at")
	})
}

// hang calls then and does nothing more until the client is gone, which a
// server notices only once it has read the request.
func hang(r *http.Request, then func()) {
	_, _ = io.Copy(io.Discard, r.Body)
	then()
	<-r.Context().Done()
}

func checkFault(t *testing.T, got result, want string) {
	t.Helper()
	if got.code != 1 {
		t.Errorf("exit code %d, want 1", got.code)
	}
	var errors []string
	for line := range strings.Lines(got.err) {
		if strings.HasPrefix(line, "adroit: ") {
			errors = append(errors, line)
		}
	}
	if len(errors) != 1 || !strings.Contains(errors[0], want) {
		t.Errorf("error lines are %q, want one that says %q; all of stderr:\n%s", errors, want, got.err)
	}
	if strings.Contains(got.out+got.err, testKey) {
		t.Errorf("the key was printed:\n%s%s", got.out, got.err)
	}
}

// TestRunAgainstServer runs a task against an OpenAI-compatible server in
// another place, the key from the environment.
func TestRunAgainstServer(t *testing.T) {
	var keys []string
	model := scripted.New(scripted.Options{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Authorization"))
		model.ServeHTTP(w, r)
	}))
	defer server.Close()
	env := map[string]string{"OPENAI_API_KEY": testKey, "OPENAI_BASE_URL": server.URL + "/v1"}

	got := run(t, env, "run", "--device", "demo", "--model", "some-model", "--approve", "medium", "Turn on Wi-Fi")
	if got.code != 0 || !strings.Contains(got.out, "Wi-Fi") {
		t.Errorf("exit code %d, answer %q; stderr:\n%s", got.code, got.out, got.err)
	}
	if len(keys) == 0 || keys[0] != "Bearer "+testKey {
		t.Errorf("the server was given %q as authorization", keys)
	}
}

// TestRunCancelled ends a run from outside: the turn ends as cancelled.
func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		hang(r, cancel)
	}))
	defer server.Close()
	var out, errs bytes.Buffer
	code := cli.Run(ctx, []string{"run", "--device", "demo", "--base-url", server.URL, "--model", "m", "--json",
		"--state-dir", t.TempDir(), "Turn on Wi-Fi"},
		cli.IO{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }})
	if code != 130 {
		t.Errorf("exit code %d, want 130; stderr %q", code, errs.String())
	}
	if !strings.Contains(out.String(), `"type":"turn_cancelled"`) {
		t.Errorf("the events do not end with turn_cancelled:\n%s", out.String())
	}
}
