package model_test

import "adroit/loop/model"

// recordedResponses are the streams of Responses, by file.
var recordedResponses = map[string]recorded{
	"azure-gpt5mini-tool.sse": {
		calls: []string{`call_zLPcxu60T5jzGjuiRIvlkoSt weather {"location":"Florence, Italy"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 63, Output: 101},
		items: `"items":[{"id":"fc_08521e071015afca`, // its reasoning came without content
	},
	"deepseek-function-tool.sse": {
		calls: []string{`call_00_xjY8Z2BvSlzgEmmw0DtH0464 get_temperature {"city": "Tokyo"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 366, Cached: 256, Output: 59},
		items: `"content":[{"type":"reasoning_text","text":"The user asks`,
	},
	"openai-background-starting-after.sse": {
		text: "2 + 2 equals 4.",
		stop: model.StopEnd, usage: model.Usage{Input: 15, Output: 9},
		items: `"items":[{"id":"msg_0850765c843cca53`,
	},
	"openai-error.jsonl": {
		stop: model.StopIncomplete, usage: model.Usage{Estimated: true},
		kind: model.KindRateLimited,
	},
	"openai-gpt4o-text-after-tool.sse": {
		text: "The current temperature in Florence, Italy is 40°C.",
		stop: model.StopEnd, usage: model.Usage{Input: 81, Output: 14},
		items: `"items":[{"id":"msg_05bf401c6a96e8f8`,
	},
	"openai-gpt5-parallel-tools.sse": {
		calls: []string{
			`call_inViAUr9eV0GDtyOywkCxp59 add {"a":2,"b":3}`,
			`call_Op66UUnzuOoKmgGeFJQJFTUY multiply {"a":2,"b":3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 109, Output: 223},
		items: `"items":[{"id":"fc_0a7836d50cf181dd`,
	},
	"openai-gpt5-summary-thinking-tool.sse": {
		calls: []string{`call_zgUaIBRPTwxxOusyyKw5NVMH weather {"location":"Florence, Italy"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 63, Output: 121},
		items: `"type":"reasoning","content":[],"encrypted_content":"`,
	},
	"openai-gpt5codex-text.sse": {
		text: "2 + 2 = 4.",
		stop: model.StopEnd, usage: model.Usage{Input: 39, Output: 14},
		items: `"items":[{"id":"msg_081925cf05fe7366`,
	},
	"openai-gpt5nano-tool.sse": {
		calls: []string{`call_E9m0fralKLjUmND1MuTXjnqm weather {"latitude":"52.5200","longitude":"13.4050"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 87, Output: 339},
		items: `"type":"reasoning","content":[],"encrypted_content":"`,
	},
	"openai-moderation.sse": {
		text: "Paris.",
		stop: model.StopEnd, usage: model.Usage{Input: 13, Output: 59},
		items: `"type":"reasoning","content":[],"encrypted_content":"`,
	},
	"openai-reused-call-ids.sse": {
		calls: []string{`call_0 first_tool {}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 88, Output: 14},
		items: `"call_id":"call_0"`,
	},
	"openai-websearch.sse": {
		text: "Here is the most recent and reliable official estimate for the population of Tokyo:…",
		stop: model.StopEnd, usage: model.Usage{Input: 17407, Output: 164},
		items: `"type":"web_search_call","status":"completed"`,
	},
	"openrouter-raw-cot.sse": {
		text: "4",
		stop: model.StopEnd, usage: model.Usage{Input: 78, Output: 37},
		items: `"type":"reasoning","id":"rs_tmp_ku4i7pagjwn"`,
	},
	"openrouter-tools-done.sse": {
		calls: []string{`call_faKQ4JI18zZQE2oynAbvwip4 llm_version {}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 42, Output: 12},
		items: `"items":[{"id":"fc_tmp_blm40ohabq8"`,
	},
	"xai-grok-tool.sse": {
		calls: []string{`call-5386e269-cd64-432e-aa64-5c80dd4e0286-0 weather {"latitude":"52.5200","longitude":"13.4050"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 340, Cached: 320, Output: 105},
		items: `"type":"reasoning","status":"completed","encrypted_content":"`,
	},
}
