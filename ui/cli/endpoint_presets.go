package cli

import (
	"maps"
	"slices"
	"sync"
)

// What is known of the built-in endpoints. Nobody here has spoken to one of
// them: addresses and keys are from the vendors' documents, replies from
// recordings by others where there are any, and requests were tried on servers
// of the tests' own. `adroit endpoint probe NAME` tries the real one.
const (
	recorded = "recorded replies are read in tests"
	readOnly = "from its documents alone"
)

// preset is a built-in endpoint.
type preset struct {
	name, baseURL, keyVariable string
	known                      string // recorded or readOnly
	note                       string
	source                     string // the vendor's page that the address is from
}

var presetList = []preset{
	{"openai", "https://api.openai.com/v1", "OPENAI_API_KEY", recorded,
		"speaks Responses", "https://platform.openai.com/docs/api-reference"},
	{"ollama", "http://127.0.0.1:11434/v1", "", recorded,
		"its context is 4096 tokens unless OLLAMA_CONTEXT_LENGTH is raised, and it cuts off the start of a longer prompt without a word", "https://docs.ollama.com/api/openai-compatibility"},
	{"lmstudio", "http://127.0.0.1:1234/v1", "", readOnly,
		"set the context length when the model is loaded", "https://lmstudio.ai/docs/developer/openai-compat"},
	{"vllm", "http://127.0.0.1:8000/v1", "", readOnly,
		"tools want --enable-auto-tool-choice and the --tool-call-parser of the model", "https://docs.vllm.ai/en/stable/serving/openai_compatible_server.html"},
	{"llamacpp", "http://127.0.0.1:8080/v1", "", recorded,
		"tools want --jinja; set the context with --ctx-size", "https://github.com/ggml-org/llama.cpp/tree/master/tools/server"},
	{"openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", recorded,
		"what a model can do differs by the provider behind it", "https://openrouter.ai/docs/api-reference/overview"},
	{"gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", readOnly,
		"Google's OpenAI-compatible API", "https://ai.google.dev/gemini-api/docs/openai"},
	{"anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", readOnly,
		"Anthropic's OpenAI-compatible API", "https://docs.claude.com/en/api/openai-sdk"},
	{"groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", recorded,
		"", "https://console.groq.com/docs/openai"},
	{"mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", recorded,
		"", "https://docs.mistral.ai/api"},
	{"deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", recorded,
		"", "https://api-docs.deepseek.com"},
	{"together", "https://api.together.xyz/v1", "TOGETHER_API_KEY", readOnly,
		"", "https://docs.together.ai/docs/openai-api-compatibility"},
	{"fireworks", "https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY", readOnly,
		"", "https://docs.fireworks.ai/tools-sdks/openai-compatibility"},
	{"cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY", readOnly,
		"", "https://inference-docs.cerebras.ai/resources/openai"},
	{"xai", "https://api.x.ai/v1", "XAI_API_KEY", recorded,
		"", "https://docs.x.ai/docs/api-reference"},
	{"zai", "https://api.z.ai/api/paas/v4", "ZAI_API_KEY", recorded,
		"", "https://docs.z.ai/guides/develop/openai/python"},
}

// presets are the built-in endpoints by their names.
var presets = sync.OnceValue(func() map[string]endpoint {
	list := map[string]endpoint{}
	for _, p := range presetList {
		about := p.known
		if p.note != "" {
			about = p.note + "; " + about
		}
		list[p.name] = endpoint{name: p.name, place: "built in", base: "built in", about: about, baseURL: p.baseURL, keyVariable: p.keyVariable}
	}
	return list
})

func presetNames() []string { return slices.Sorted(maps.Keys(presets())) }
