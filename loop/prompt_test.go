package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"adroit/loop/model"
	"adroit/tools"
)

func TestPromptIsBuiltFromTheCatalogue(t *testing.T) {
	catalogue := tools.Catalogue(tools.Options{})
	prompt := systemPrompt(catalogue, false)
	if again := systemPrompt(tools.Catalogue(tools.Options{}), false); again != prompt {
		t.Error("the prompt is not the same for every session")
	}
	for _, tool := range catalogue {
		for _, rule := range tool.Rules() {
			if n := strings.Count(prompt, rule); n != 1 {
				t.Errorf("the rule %q of %s stands in the prompt %d times", rule, tool.Name, n)
			}
		}
	}
	if strings.Contains(systemPrompt(nil, false), catalogue[len(catalogue)-1].Rules()[0]) {
		t.Error("the rules do not come from the catalogue")
	}
}

// TestPromptTellsHowToReadTheScreen asks a model for a reply in each of the two
// formats that screens come in: it is told of that one alone.
func TestPromptTellsHowToReadTheScreen(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, whole := range []bool{false, true} {
			var system string
			st := newStage(t, modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
				system = req.System
				return says("Hello."), nil
			}), nil, func(c *Config) { c.Tools.ScreenJSON = whole })
			st.RunTurn(t.Context(), "Hello")
			st.close(t)
			lines, inJSON := strings.Contains(system, "A line of the screen is"), strings.Contains(system, "A screen is a JSON object")
			if lines == whole || inJSON != whole || strings.Contains(system, "%") {
				t.Errorf("with whole screens %t the model is told\n%s", whole, system)
			}
		}
	})
}

// fixedPart is what a request in the Responses dialect carries beside the
// conversation, with all tools that there are.
type fixedPart struct {
	Instructions string          `json:"instructions"`
	Tools        json.RawMessage `json:"tools"`
}

func sentFixedPart(t testing.TB, whole bool) fixedPart {
	t.Helper()
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusTeapot)
	}))
	defer server.Close()
	s := briefing{whole: whole}
	s.declare(tools.Catalogue(tools.Options{Images: true, Workspace: "."}))
	_, err := model.NewResponses(model.Config{BaseURL: server.URL, Model: "m", Retries: -1}).Reply(t.Context(),
		model.Request{System: s.system, Tools: s.declared, Messages: []model.Message{{Role: model.RoleUser, Text: "Hello"}}},
		func(string) {})
	var fixed fixedPart
	if json.Unmarshal(body, &fixed) != nil || fixed.Instructions != s.system || len(fixed.Tools) == 0 {
		t.Fatalf("the request was %q; %v", body, err)
	}
	return fixed
}

// rendered is the tools as models read them: providers put them into the
// prompt as types, not as JSON. The form is that of OpenAI's harmony
// (https://github.com/openai/harmony/blob/main/docs/format.md).
func (f fixedPart) rendered(t testing.TB) string {
	t.Helper()
	var declared []struct {
		Name, Description string
		Parameters        struct {
			Properties json.RawMessage
			Required   []string
		}
	}
	if err := json.Unmarshal(f.Tools, &declared); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# Tools\n\n## functions\n\nnamespace functions {\n")
	for _, d := range declared {
		fmt.Fprintf(&b, "\n// %s\ntype %s = ", d.Description, d.Name)
		fields := renderedFields(t, d.Parameters.Properties, d.Parameters.Required)
		if fields == "" {
			b.WriteString("() => any;\n")
		} else {
			b.WriteString("(_: {\n" + fields + "}) => any;\n")
		}
	}
	b.WriteString("\n} // namespace functions")
	return b.String()
}

// renderedFields reads the properties in the order in which they were sent.
func renderedFields(t testing.TB, properties json.RawMessage, required []string) string {
	t.Helper()
	var b strings.Builder
	d := json.NewDecoder(bytes.NewReader(properties))
	_, _ = d.Token() // {
	for d.More() {
		name, _ := d.Token()
		var p struct {
			Type, Description string
			Enum              []string
			Default           json.RawMessage
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Description != "" {
			fmt.Fprintf(&b, "// %s\n", p.Description)
		}
		optional := "?"
		if slices.Contains(required, name.(string)) {
			optional = ""
		}
		kind := map[string]string{"integer": "number"}[p.Type]
		switch {
		case len(p.Enum) > 0:
			kind = `"` + strings.Join(p.Enum, `" | "`) + `"`
		case kind == "":
			kind = p.Type
		}
		fmt.Fprintf(&b, "%s%s: %s,", name, optional, kind)
		if p.Default != nil {
			fmt.Fprintf(&b, " // default: %s", p.Default)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func tokensOf(t testing.TB, text string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	n, err := codec.Count(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mostFixed is how many tokens (o200k) the fixed part may cost a model.
const mostFixed = 1500

func TestTheFixedPartIsSmall(t *testing.T) {
	for _, whole := range []bool{false, true} {
		fixed := sentFixedPart(t, whole)
		rendered := fixed.rendered(t)
		for _, part := range []string{"type tap = (_: {\ntarget: string,\nstrategy: \"text\" | ", "max_scrolls?: number,", "type press_back = () => any;"} {
			if !strings.Contains(rendered, part) {
				t.Fatalf("the tools are rendered without %q:\n%s", part, rendered)
			}
		}
		if n := tokensOf(t, fixed.Instructions) + tokensOf(t, rendered); n > mostFixed {
			t.Errorf("with whole screens %t the fixed part costs %d tokens", whole, n)
		}
	}
}

// BenchmarkFixedPart reports what every request carries beside the
// conversation, in tokens (o200k): the instructions, the tools as a model
// reads them, and the tools as JSON, as which they are sent.
func BenchmarkFixedPart(b *testing.B) {
	for b.Loop() {
		var s briefing
		s.declare(tools.Catalogue(tools.Options{Images: true, Workspace: "."}))
	}
	fixed := sentFixedPart(b, false)
	b.ReportMetric(float64(tokensOf(b, fixed.Instructions)), "instructions-tokens")
	b.ReportMetric(float64(tokensOf(b, fixed.rendered(b))), "tools-tokens")
	b.ReportMetric(float64(tokensOf(b, string(fixed.Tools))), "tools-as-JSON-tokens")
}
