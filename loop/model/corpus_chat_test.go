package model_test

import "adroit/loop/model"

// recordedChat are the streams of Chat Completions, by file.
var recordedChat = map[string]recorded{
	"alibaba-tool-empty-id.jsonl": {
		calls: []string{`call_eee11723464a4b9eb8cee71d weather {"location": "San Francisco"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 295, Output: 22},
	},
	"anthropic-fallback-tool-index1.sse": {
		text:  "Reading it.",
		calls: []string{`toolu_sanitized read_file {"path": "a.txt"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Estimated: true},
	},
	"azure-gpt5mini-tool.sse": {
		calls: []string{`call_tWA8BJziGlCyhQEXhEHn6eXK weather {"location":"Florence, Italy"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 145, Output: 154},
	},
	"azure-grok-tool-no-params.sse": {
		calls: []string{`call_39096608 best_language_to_learn {}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 205, Cached: 159, Output: 18},
	},
	"deepseek-chat-tool-no-params.sse": {
		calls: []string{`call_00_A6fR64rW3nzZeNuJ64ZI0806 best_language_to_learn {}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 496, Cached: 384, Output: 31},
	},
	"deepseek-v4-length-cut.sse": {
		stop: model.StopLength, usage: model.Usage{Input: 153, Output: 41},
		items: `"reasoning_content":"The user wants a title for the given con`,
	},
	"deepseek-v4-multiedit-long-args.sse": {
		text:  "\n\n",
		calls: []string{`call_c923f47fbc84bf85 multiedit {"edits":[{"new_string": …`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 9217, Cached: 9010, Output: 125},
	},
	"deepseek-v4-parallel-tools.sse": {
		text: "\n\n",
		calls: []string{
			`call_67389dea0febe22c glob {"pattern":"**/*.go"}`,
			`call_9b9d9dc30e777faf ls {"path":…`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 9005, Output: 115},
		items: `"reasoning_content":"The user wants me to run glob for .go fi`,
	},
	"derived-crlf.sse": {
		calls: []string{
			`call_ehIWdjL1abZk1h8FWGLQ0Hie add {"a": 2, "b": 3}`,
			`call_fBSgA47J5VeONggizTIvl7AH multiply {"a": 2, "b": 3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 106, Output: 50},
	},
	"derived-cut-before-done.sse": {
		calls: []string{
			`call_8ElDxJj6u7IUDEwQIrwFbveM add {"a": 2, "b": 3}`,
			`call_HEZOX3JzspqFubADMNdWn12E multiply {"a": 2, "b": 3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Estimated: true},
	},
	"derived-stop-with-tools.sse": {
		calls: []string{`g6fVbXS8K weather {"latitude": "52.5200", "longitude": "13.4050"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 159, Cached: 128, Output: 28},
	},
	"groq-tool-use-failed-error-midstream.sse": {
		stop: model.StopIncomplete, usage: model.Usage{Estimated: true},
		kind: model.KindServer,
	},
	"groq-tool-use-failed-with-text.sse": {
		text: "maybe",
		stop: model.StopIncomplete, usage: model.Usage{Estimated: true},
		kind: model.KindServer,
	},
	"litellm-oci-id-per-chunk-cut-off.sse": {
		stop: model.StopIncomplete, usage: model.Usage{Estimated: true},
	},
	"llamacpp-gptoss-reasoning-tool.sse": {
		calls: []string{`1wNpqrejg1FCTjf6xq8JRCGKgWZO74AL weather {"location":"Florence, Italy"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 139, Output: 42},
		items: `"reasoning_content":"We need to call function 'weather' with `,
	},
	"mistral-hybrid-content-list.sse": {
		text: "144",
		stop: model.StopEnd, usage: model.Usage{Input: 31, Output: 66},
	},
	"mistral-incremental-tool-empty-name.jsonl": {
		calls: []string{`chatcmpl-tool-9f149c74c42f265b webSearchTool {"query": "current Berlin weather"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 171, Cached: 128, Output: 14},
	},
	"mistral-small-tool-one-chunk.sse": {
		calls: []string{`g6fVbXS8K weather {"latitude": "52.5200", "longitude": "13.4050"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 159, Cached: 128, Output: 28},
	},
	"mistral-tool-args-whole.sse": {
		calls: []string{`D9WYdiHxV list_directory {"path": "testdata/working_dir"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 1210, Output: 15},
	},
	"mistral-tool-missing-index.jsonl": {
		calls: []string{`gSIMJiOkT weather {"location": "San Francisco"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 124, Output: 22},
	},
	"ollama-qwen3-reasoning-tool.sse": {
		calls: []string{`call_blqyt530 weather {"latitude":"52.5200","longitude":"13.4050"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 195, Output: 140},
		items: `"reasoning":"Okay, the user is asking for the weather`,
	},
	"ollamacloud-gptoss-reasoning-tool.sse": {
		calls: []string{`call_x7rn5sl5 weather {"latitude":"52.5200","longitude":"13.4050"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 169, Output: 55},
		items: `"reasoning":"We need to call weather function with la`,
	},
	"openai-gpt4o-parallel-tools.sse": {
		calls: []string{
			`call_ehIWdjL1abZk1h8FWGLQ0Hie add {"a": 2, "b": 3}`,
			`call_fBSgA47J5VeONggizTIvl7AH multiply {"a": 2, "b": 3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 106, Output: 50},
	},
	"openai-gpt5-parallel-tools.sse": {
		calls: []string{
			`call_8ElDxJj6u7IUDEwQIrwFbveM add {"a": 2, "b": 3}`,
			`call_HEZOX3JzspqFubADMNdWn12E multiply {"a": 2, "b": 3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 190, Output: 379},
	},
	"openai-legacy-completions-no-delta.sse": {
		text: " that isn’t about collecting logs\n\nJ) Some of these folks helped bring the",
		stop: model.StopLength, usage: model.Usage{Estimated: true},
	},
	"openai-length-cut.sse": {
		text: "{\"",
		stop: model.StopLength, usage: model.Usage{Input: 79, Output: 1},
	},
	"openai-moderation-empty-choices.sse": {
		text: "Paris.",
		stop: model.StopEnd, usage: model.Usage{Input: 13, Output: 11},
	},
	"openai-refusal-logprobs.sse": {
		text: "I'm very sorry, but I can't assist with that.",
		stop: model.StopRefusal, usage: model.Usage{Input: 79, Output: 12},
	},
	"openai-refusal.sse": {
		text: "I'm sorry, I can't assist with that request.",
		stop: model.StopRefusal, usage: model.Usage{Input: 79, Output: 11},
	},
	"openai-three-choices-interleaved.sse": {
		text: "{\"city\":\"San Francisco\",\"temperature\":65,\"units\":\"f\"}",
		stop: model.StopEnd, usage: model.Usage{Input: 79, Output: 42},
	},
	"openai-tool-strict.sse": {
		calls: []string{`call_4XzlGBLtUe9dy3GVNV4jhq7h get_weather {"city":"New York City"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 44, Output: 16},
	},
	"openrouter-anthropic-thinking-tool.sse": {
		calls: []string{`toolu_bdrk_01N8hD5cYDw4WfvnjKXAkA2W weather {"location": "Florence, Italy"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 607, Output: 143},
		items: `"reasoning":"The user is asking for weather informati`,
	},
	"openrouter-gemini-parallel-tools.sse": {
		calls: []string{
			`tool_add_kZJN6iFNozVOBiXBMA2Y add {"a":2,"b":3}`,
			`tool_multiply_7Pq02EcannPbKks8kXlA multiply {"a":2,"b":3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 157, Output: 32},
		items: `"type":"reasoning.encrypted"`,
	},
	"openrouter-kimi-reasoning-parallel.sse": {
		calls: []string{
			`functions.add:0 add {"a": 2, "b": 3}`,
			`functions.multiply:1 multiply {"a": 2, "b": 3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 125, Cached: 64, Output: 97},
		items: `"reasoning":" The user wants me to add and multiply`,
	},
	"openrouter-openai-parallel-tools.sse": {
		calls: []string{
			`call_8I6muAnyFaBjKyotk1gPRTwU add {"a":2,"b":3}`,
			`call_pKAAv6bKX2qLYJ85RW4Hxqfp multiply {"a":2,"b":3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 109, Output: 54},
	},
	"snowflake-no-finish-reason.sse": {
		text: "4",
		stop: model.StopEnd, usage: model.Usage{Input: 22, Output: 5},
	},
	"snowflake-thinking.sse": {
		text: "15 × 27 = **405**\n\nHere's the breakdown:\n- 15 × 20 = 300\n- 15 × 7 = 105\n- 300 + 105 = **405**",
		stop: model.StopEnd, usage: model.Usage{Input: 45, Output: 73},
		items: `"reasoning_details":[{"format":"anthropic-claude-v1","id":"reasoning-t`,
	},
	"vercelgw-gpt5-reasoning-details-parallel.sse": {
		calls: []string{
			`call_NKBrzaRfgcLAkvIldhIYsqtH add {"a":2,"b":3}`,
			`call_RjOUujdrBGigQL7C1p7IpWtJ multiply {"a":2,"b":3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 109, Output: 368},
		items: `"type":"reasoning.encrypted"`,
	},
	"writer-one-tool-no-done.sse": {
		calls: []string{`chatcmpl-tool-a31f1a5690b14b7daf0e78d2a2d23da2 get_weather {"location": "Zakopane"}`},
		stop:  model.StopToolCalls, usage: model.Usage{Input: 194, Output: 22},
	},
	"zai-glm-reasoning-parallel.sse": {
		text: "I'll both add and multiply the numbers 2 and 3 for you.",
		calls: []string{
			`call_4f8cb52342424eb9bbc1b20e add {"a":2,"b":3}`,
			`call_0d06add371834452b339ffdb multiply {"a":2,"b":3}`,
		},
		stop: model.StopToolCalls, usage: model.Usage{Input: 275, Cached: 43, Output: 112},
		items: `"reasoning_content":"The user wants me to both add and multip`,
	},
	"zai-thinking-stream.sse": {
		text: "4",
		stop: model.StopEnd, usage: model.Usage{Input: 13, Output: 564},
		items: `"reasoning_content":"\n1.  **Analyze the User's Request:** Th`,
	},
}
