package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

// textServer is a server whose model writes text alone: a request with tools or
// pictures is rejected. It remembers what it was asked.
type textServer struct {
	mu     sync.Mutex
	bodies []string
	keys   []string
}

func (s *textServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys, r.Header.Get("Authorization")+r.Header.Get("api-key"))
	if r.Method == http.MethodGet {
		fmt.Fprint(w, `{"data":[{"id":"small:1b"},{"id":"small:8b"}]}`)
		return
	}
	s.bodies = append(s.bodies, string(body))
	switch {
	case !bytes.Contains(body, []byte(`"model":"small:1b"`)):
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":{"message":"model not found"}}`)
	case bytes.Contains(body, []byte(`"tools"`)), bytes.Contains(body, []byte("image_url")):
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":{"message":"small:1b does not support it"}}`)
	case bytes.Contains(body, []byte("KESTREL")):
		fmt.Fprint(w, `{"choices":[{"message":{"content":"KESTREL-4417"},"finish_reason":"stop"}],"usage":{"prompt_tokens":6000,"completion_tokens":4}}`)
	default:
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"final\": \"Hello.\"}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":100}}`)
	}
}

// startTextServer starts one, and describes it in a configuration file.
func startTextServer(t *testing.T) (s *textServer, file string) {
	s = &textServer{}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, configFile(t, fmt.Sprintf(`endpoint = "mine"

[endpoints.mine]
base_url = "%s/v1"
model = "small:1b"
api_key_env = "MY_KEY"
prices = { input = 1000, output = 10000 }

[endpoints.unnamed]
base_url = "%[1]s/v1"
`, server.URL))
}

// TestProbeDecides remembers what an endpoint was found to do, and lets it
// choose the dialect and what is offered, until somebody says otherwise.
func TestProbeDecides(t *testing.T) {
	server, file := startTextServer(t)
	state := t.TempDir()
	env := map[string]string{"MY_KEY": testKey, "ADROIT_STATE_DIR": state, "ADROIT_CONFIG": file}

	refused := runIn(t, env, "endpoint", "probe")
	if refused.code != 2 || !strings.Contains(refused.err, "may cost money") || !strings.Contains(refused.err, "--yes") || len(server.bodies) > 0 {
		t.Errorf("without --yes: exit code %d, %d requests, stderr %s", refused.code, len(server.bodies), refused.err)
	}
	got := runIn(t, env, "endpoint", "probe", "--yes", "--json")
	var found model.Capabilities
	if err := json.Unmarshal([]byte(got.out), &found); err != nil || got.code != 0 {
		t.Fatalf("exit code %d, %v: %s", got.code, err, got.err)
	}
	if found.Tools || found.Images || !found.Head || !found.Listed || found.Usage.Cost < 6 || found.Usage.Currency != "$" {
		t.Errorf("found %+v", found)
	}
	for _, key := range server.keys {
		if key != "Bearer "+testKey {
			t.Errorf("authorization %q", key)
		}
	}
	list := runIn(t, env, "endpoint", "list")
	if !strings.Contains(list.out, "mine (in use)") || !strings.Contains(list.out, ": command") || !strings.Contains(list.out, "MY_KEY: set") {
		t.Errorf("list:\n%s", list.out)
	}
	settings := runIn(t, env, "config", "show")
	if !strings.Contains(settings.out, "command") || !strings.Contains(settings.out, "probe of ") {
		t.Errorf("settings:\n%s", settings.out)
	}

	server.bodies = nil
	task := runIn(t, env, "run", "--device", "demo", "Say hello")
	if task.code != 0 || !strings.Contains(task.out, "Hello.") || len(server.bodies) != 1 || strings.Contains(server.bodies[0], `"tools"`) {
		t.Errorf("exit code %d, answer %q, %d requests, stderr %s", task.code, task.out, len(server.bodies), task.err)
	}
	other := runIn(t, env, "run", "--device", "demo", "--api", "chat", "Say hello")
	if other.code != 1 || !strings.Contains(other.err, "does not support it") {
		t.Errorf("--api chat: exit code %d, stderr %s", other.code, other.err)
	}
	for _, r := range []result{refused, got, list, settings, task, other} {
		if strings.Contains(r.out+r.err, testKey) {
			t.Errorf("the key was printed:\n%s%s", r.out, r.err)
		}
	}
	remembered, err := os.ReadFile(filepath.Join(state, "probes.json"))
	if err != nil || bytes.Contains(remembered, []byte(testKey)) {
		t.Errorf("remembered %s, %v", remembered, err)
	}
}

// TestProbeOfTheScriptedModel finds that it calls tools and reads all of a
// prompt, takes it as the only one there is, and forgets that when told to.
func TestProbeOfTheScriptedModel(t *testing.T) {
	server := httptest.NewServer(scripted.New(scripted.Options{}))
	t.Cleanup(server.Close)
	env := map[string]string{"ADROIT_STATE_DIR": t.TempDir(), "ADROIT_BASE_URL": server.URL + "/v1"}
	for _, step := range []struct {
		args []string
		want string // in what is printed
	}{
		{[]string{"endpoint", "probe", "--yes", "--api", "chat"}, "From now on: chat"},
		{[]string{"run", "--device", "demo", "--approve", "medium", "--expect", "checked=Wi-Fi", "Turn on Wi-Fi"},
			"taking " + scripted.Name + ", the only one that " + server.URL + "/v1 offers"},
		{[]string{"endpoint", "probe", "--forget", "--model", "another"}, "nothing was remembered of another"},
		{[]string{"endpoint", "probe", "--forget"}, "forgotten: " + scripted.Name + " at " + server.URL + "/v1 (chat)"},
		{[]string{"endpoint", "probe", "--forget"}, "nothing was remembered of any model"},
	} {
		got := runIn(t, env, step.args...)
		if got.code != 0 || !strings.Contains(got.out+got.err, step.want) {
			t.Errorf("%q: exit code %d, want %q in\n%s%s", step.args, got.code, step.want, got.out, got.err)
		}
	}
	found, err := model.Probe(t.Context(), model.Chat, model.Config{BaseURL: server.URL + "/v1", Model: scripted.Name})
	if err != nil || !found.Listed || !found.Tools || !found.StreamTools || !found.Head || found.Images || len(found.Notes) > 0 {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestCostIsTold prints what a run cost where its endpoint has prices.
func TestCostIsTold(t *testing.T) {
	_, file := startTextServer(t)
	got := run(t, map[string]string{"MY_KEY": testKey}, "run", "--device", "demo", "--config", file, "--api", "command", "--json", "Say hello")
	if !strings.Contains(got.out, `"cost":2,"turn_cost":2,"currency":"$"`) {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	got = run(t, map[string]string{"MY_KEY": testKey}, "run", "--device", "demo", "--config", file, "--api", "command", "Say hello")
	if !strings.Contains(got.err, "1100 tokens, $2.00") {
		t.Errorf("for people: %s", got.err)
	}
}

// TestEndpointFaults names what to do in one line.
func TestEndpointFaults(t *testing.T) {
	_, file := startTextServer(t)
	for _, tt := range []struct {
		name string
		env  map[string]string
		args []string
		code int
		want string
	}{
		{"no key", nil, []string{"endpoint", "probe", "--yes"}, 4, "no key for the endpoint mine: set MY_KEY"},
		{"no such model", map[string]string{"MY_KEY": testKey}, []string{"endpoint", "probe", "--yes", "--model", "smal:8b"}, 1, "it offers small:8b, small:1b"},
		{"no such model in a run", map[string]string{"MY_KEY": testKey}, []string{"run", "--device", "demo", "--model", "smal:8b", "x"}, 1, "it offers small:8b, small:1b"},
		{"no such endpoint", nil, []string{"endpoint", "probe", "--yes", "grok"}, 2, `adroit: unknown endpoint "grok"; did you mean groq?`},
		{"no model", map[string]string{"MY_KEY": testKey, "ADROIT_ENDPOINT": ""}, []string{"endpoint", "probe", "--yes", "ollama"}, 4, "no model is named"},
		{"no model in a run", map[string]string{"MY_KEY": testKey, "ADROIT_ENDPOINT": "unnamed"}, []string{"run", "--device", "demo", "x"}, 4, "choose one with --model; "},
		{"scripted", nil, []string{"endpoint", "probe", "--yes", "--model", "demo"}, 2, "needs no probe"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, tt.env, append(tt.args, "--config", file)...)
			if got.code != tt.code || !strings.Contains(got.err, tt.want) {
				t.Errorf("exit code %d, stderr %s, want %d and %q", got.code, got.err, tt.code, tt.want)
			}
		})
	}
}

// TestEndpointList lists all that have a name without contacting one.
func TestEndpointList(t *testing.T) {
	_, file := startTextServer(t)
	got := run(t, map[string]string{"GROQ_API_KEY": testKey}, "endpoint", "list", "--json", "--config", file)
	var list []struct {
		Name, From string
		BaseURL    string `json:"base_url"`
		KeySet     bool   `json:"key_set"`
		InUse      bool   `json:"in_use"`
	}
	if err := json.Unmarshal([]byte(got.out), &list); err != nil {
		t.Fatalf("%v: %s", err, got.err)
	}
	names := map[string]bool{}
	for i, e := range list {
		names[e.Name] = true
		if e.InUse != (i == 0) || e.InUse != (e.Name == "mine") || e.KeySet != (e.Name == "groq") || e.BaseURL == "" || e.From == "" {
			t.Errorf("%+v", e)
		}
	}
	for _, name := range []string{"openai", "ollama", "lmstudio", "vllm", "llamacpp", "openrouter", "gemini", "groq", "mistral", "deepseek", "together"} {
		if !names[name] {
			t.Errorf("%s is not listed", name)
		}
	}
}

// TestHeaderFromVariableIsSecret masks it wherever a model repeats it.
func TestHeaderFromVariableIsSecret(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"choices":[{"message":{"content":%q},"finish_reason":"stop"}]}`, "You sent "+r.Header.Get("api-key")+".")
	}))
	t.Cleanup(server.Close)
	file := configFile(t, "endpoint = 'mine'\n[endpoints.mine]\nbase_url = '"+server.URL+"'\nmodel = 'm'\nheaders_env = { api-key = 'OTHER' }\n")
	got := run(t, map[string]string{"OTHER": testKey}, "run", "--device", "demo", "--config", file, "--json", "Say what you got")
	if got.code != 0 || !strings.Contains(got.out, "You sent ") || strings.Contains(got.out+got.err, testKey) {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
}
