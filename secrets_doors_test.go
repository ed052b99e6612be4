package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPlantedSecretsStayBehindOtherDoors has the program tell of what went wrong,
// where the words of others are quoted: an endpoint that fails, calls that make
// no sense, words that are cut short. It looks into the debug log and the doctor's
// report as well.
func TestPlantedSecretsStayBehindOtherDoors(t *testing.T) {
	p := newPlanter(newSeed(t))
	dir := t.TempDir()
	shown := p.write(t, filepath.Join(dir, "screen0.xml"), false)
	adb := serveScreens(t, dir)
	at := func(url, state string) []string {
		return append(slices.Clone(adb), "--base-url", url, "--api", "chat", "--model", "parrot", "--state-dir", state)
	}

	t.Run("the debug log", func(t *testing.T) {
		state := t.TempDir()
		log := filepath.Join(t.TempDir(), "debug.log")
		m := newParrot(t, p, p.touching("screen0", shown[:1]))
		p.check(t, adroit(t, append(at(m.URL, state), "--debug-log", log, "run", "--approve", "medium", "Read the screen")...))
		p.check(t, filesIn(t, filepath.Dir(log)))
	})
	for _, failure := range []struct {
		name   string
		status int
		body   string // what %s stands for is a text with a secret
	}{
		{"a rejected request", 400, `{"error":{"message":%s,"type":"invalid_request_error"}}`},
		{"a rejected key", 401, `{"error":{"message":%s}}`},
		{"no such model", 404, `{"error":%s}`},
		{"a rate limit", 429, `{"error":{"message":"later","code":%s}}`},
		{"a page", 502, `<html><title>Bad</title><body>%s</body></html>`},
		{"an error in the stream", 200, "data: {\"error\":{\"message\":%s}}\n\n"},
		{"a stream of nonsense", 200, "data: %s\n\n"},
		{"an unknown end", 200, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hm\"},\"finish_reason\":%s}]}\n\ndata: [DONE]\n\n"},
		{"an unknown tool", 200, "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":%[1]s,\"type\":\"function\",\"function\":{\"name\":%[1]s,\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n"},
	} {
		s := p.any()
		t.Run(failure.name, func(t *testing.T) {
			t.Parallel()
			endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if failure.status == http.StatusOK {
					w.Header().Set("Content-Type", "text/event-stream")
				}
				w.WriteHeader(failure.status)
				fmt.Fprintf(w, failure.body, quoted(s.context))
			}))
			defer endpoint.Close()
			state := t.TempDir()
			args := append(at(endpoint.URL, state), "--debug-log", filepath.Join(state, "debug.log"), "--max-steps", "2")
			p.check(t, adroit(t, append(args, "run", "--json", "Read the screen")...))
			p.check(t, adroit(t, append(args, "run", "Read the screen")...))
			p.check(t, adroit(t, append(args, "endpoint", "probe", "--yes")...))
			report := filepath.Join(state, "report.md")
			p.check(t, adroit(t, append(args, "doctor", "--bundle", report)...))
			p.check(t, adroit(t, append(args, "doctor", "--json")...))
			p.check(t, filesIn(t, state))
			p.checkRuns(t, state)
		})
	}
	t.Run("calls that make no sense", func(t *testing.T) {
		for _, s := range shown {
			for _, call := range [][]string{
				{"tap", "target=" + s.context, "strategy=" + s.context},
				{"tap", s.context + "=1"},
				{"open_app", "target=" + s.context},
				{"open_settings_panel", "panel=" + s.context},
				{"read_file", "path=" + s.context},
				{"wait_for_app", "target=" + s.context, "timeout_ms=250"},
				{"type_text", "text=" + s.context + "{{secret:NO SUCH}}", "target=Notes", "strategy=text"},
				{"type_text", "text=" + s.context, "target=" + s.context, "strategy=view_id"},
			} {
				p.check(t, adroit(t, append(append(adb, "--workspace", t.TempDir(), "tool", "--approve", "medium", "--"), call...)...))
			}
		}
	})
	t.Run("words that are cut short", func(t *testing.T) {
		var calls []call
		for i, s := range p.secrets {
			value := quoted(strings.Repeat("well ", p.IntN(12)) + s.context)
			calls = append(calls, []call{
				{"find_element", `{"text":` + value + `}`},
				{"tap", `{"target":` + value + `,"strategy":"text"}`},
				{"open_app", `{"target":` + value + `}`},
				{"tap", `{` + value + `:1}`},
			}[i%4]) // no kind of failure again and again
		}
		state := t.TempDir()
		m := newParrot(t, p, calls)
		out := adroit(t, append(at(m.URL, state), "--max-steps", "60", "run", "--approve", "medium", "--json", "Look around")...)
		if !strings.Contains(out, "That is all.") {
			t.Errorf("the turn did not end as it should:\n%s", out)
		}
		p.check(t, out)
		p.check(t, filesIn(t, state))
		p.checkRuns(t, state)
	})
	t.Run("files", func(t *testing.T) {
		workspace, state := t.TempDir(), t.TempDir()
		for i, s := range p.secrets {
			name := strings.NewReplacer("/", "-", "\n", " ").Replace(s.context)
			if err := os.WriteFile(filepath.Join(workspace, fmt.Sprint(i)), []byte(s.context+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if s.kind == "email" {
				if err := os.WriteFile(filepath.Join(workspace, name), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		calls := []call{{"list_files", "{}"}}
		for i := range p.secrets {
			calls = append(calls, call{"read_file", fmt.Sprintf(`{"path":"%d"}`, i)})
		}
		m := newParrot(t, p, calls)
		args := append(at(m.URL, state), "--workspace", workspace, "--max-steps", "60")
		out := adroit(t, append(args, "run", "--approve", "medium", "--json", "Read the files")...)
		if !strings.Contains(out, "That is all.") {
			t.Errorf("the turn did not end as it should:\n%s", out)
		}
		p.check(t, out)
		p.check(t, filesIn(t, state))
	})
	t.Run("a task", func(t *testing.T) {
		state := t.TempDir()
		m := newParrot(t, &planter{Rand: p.Rand}, nil) // which is told what the person says
		for _, s := range p.secrets {
			p.check(t, adroit(t, append(at(m.URL, state), "run", "--json", "Read this: "+s.context)...))
		}
		p.check(t, filesIn(t, state))
		p.checkRuns(t, state)
	})
}
