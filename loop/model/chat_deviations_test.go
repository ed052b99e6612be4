package model_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"adroit/loop/model"
)

// events frames payloads as server-sent events.
func events(payloads ...string) string {
	var b strings.Builder
	for _, p := range payloads {
		fmt.Fprintf(&b, "data: %s\n\n", p)
	}
	return b.String()
}

// saying, calling and finish are chunks of an answer.
func saying(text string) string {
	return fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":%q}}]}`, text)
}

func calling(pieces string) string {
	return `{"choices":[{"index":0,"delta":{"tool_calls":[` + pieces + `]}}]}`
}

func finish(reason string) string {
	return fmt.Sprintf(`{"choices":[{"index":0,"delta":{},"finish_reason":%q}]}`, reason)
}

const done = "[DONE]"

// TestDeviations sends what servers send instead of the protocol.
func TestDeviations(t *testing.T) {
	tests := []struct {
		name  string
		body  string
		text  string
		calls []string // "id name arguments"
		stop  model.StopReason
	}{
		{
			name:  "index missing, two calls in two events",
			body:  events(calling(`{"id":"a","function":{"name":"tap","arguments":"{}"}}`), calling(`{"id":"b","function":{"name":"back","arguments":"{}"}}`), finish("tool_calls"), done),
			calls: []string{"a tap {}", "b back {}"}, stop: model.StopToolCalls,
		},
		{
			name:  "index and ids missing, the same function twice",
			body:  events(calling(`{"function":{"name":"tap","arguments":"{\"n\":1}"}},{"function":{"name":"tap","arguments":"{\"n\":2}"}}`), finish("tool_calls"), done),
			calls: []string{`call00001 tap {"n":1}`, `call00002 tap {"n":2}`}, stop: model.StopToolCalls,
		},
		{
			name:  "index missing on the continuation",
			body:  events(calling(`{"id":"a","function":{"name":"tap","arguments":""}}`), calling(`{"function":{"arguments":"{\"n\""}}`), calling(`{"function":{"arguments":":1}"}}`), finish("tool_calls"), done),
			calls: []string{`a tap {"n":1}`}, stop: model.StopToolCalls,
		},
		{
			name:  "every call under index 0",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}`), calling(`{"index":0,"id":"b","function":{"name":"tap","arguments":"{}"}}`), finish("tool_calls"), done),
			calls: []string{"a tap {}", "b tap {}"}, stop: model.StopToolCalls,
		},
		{
			name:  "interleaved continuations",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap"}},{"index":1,"id":"b","function":{"name":"back"}}`), calling(`{"index":1,"function":{"arguments":"{\"b\":"}}`), calling(`{"index":0,"function":{"arguments":"{\"a\":1}"}}`), calling(`{"index":1,"function":{"arguments":"2}"}}`), finish("tool_calls"), done),
			calls: []string{`a tap {"a":1}`, `b back {"b":2}`}, stop: model.StopToolCalls,
		},
		{
			name:  "one id for all calls",
			body:  events(calling(`{"index":0,"id":"call","function":{"name":"tap","arguments":"{}"}},{"index":1,"id":"call","function":{"name":"back","arguments":"{}"}}`), finish("tool_calls"), done),
			calls: []string{"call tap {}", "call00001 back {}"}, stop: model.StopToolCalls,
		},
		{
			name:  "id repeated on every piece, another on none",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"n\":"}}`), calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"1}"}}`), finish("tool_calls"), done),
			calls: []string{`a tap {"n":1}`}, stop: model.StopToolCalls,
		},
		{
			name:  "id changes from piece to piece",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":""}}`), calling(`{"index":0,"id":"b","function":{"name":"","arguments":"{}"}}`), finish("tool_calls"), done),
			calls: []string{`a tap {}`}, stop: model.StopToolCalls,
		},
		{
			name:  "the whole call once more at the end",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"n\""}}`), calling(`{"index":0,"function":{"arguments":":1}"}}`), calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"n\":1}"}}`), finish("tool_calls"), done),
			calls: []string{`a tap {"n":1}`}, stop: model.StopToolCalls,
		},
		{
			name:  "arguments as an object, as null and left out",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":{"n":1}}},{"index":1,"id":"b","function":{"name":"back","arguments":null}},{"index":2,"id":"c","function":{"name":"home"}}`), finish("tool_calls"), done),
			calls: []string{`a tap {"n":1}`, "b back {}", "c home {}"}, stop: model.StopToolCalls,
		},
		{
			name:  "arguments encoded twice",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"\"{\\\"n\\\":1}\""}}`), finish("tool_calls"), done),
			calls: []string{`a tap {"n":1}`}, stop: model.StopToolCalls,
		},
		{
			name:  "name in growing prefixes",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"press"}}`), calling(`{"index":0,"function":{"name":"press_back"}}`), calling(`{"index":0,"function":{"name":"press","arguments":"{}"}}`), finish("tool_calls"), done),
			calls: []string{"a press_back {}"}, stop: model.StopToolCalls,
		},
		{
			name:  "name in parts",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"press"}}`), calling(`{"index":0,"function":{"name":"_back"}}`), calling(`{"index":0,"function":{"arguments":"{}"}}`), finish("tool_calls"), done),
			calls: []string{"a press_back {}"}, stop: model.StopToolCalls,
		},
		{
			name: "a call without a name",
			body: events(calling(`{"index":0,"id":"a","function":{"arguments":"{}"}}`), finish("tool_calls"), done),
			stop: model.StopEnd,
		},
		{
			name: "an empty list of calls with every piece",
			body: events(`{"choices":[{"index":0,"delta":{"content":"Hi","tool_calls":[]}}]}`, finish("stop"), done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name:  "finish stop after calls",
			body:  events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}`), finish("stop"), done),
			calls: []string{"a tap {}"}, stop: model.StopToolCalls,
		},
		{
			name: "finish length with a half-built call",
			body: events(saying("I will"), calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"n\""}}`), finish("length"), done),
			text: "I will", stop: model.StopLength,
		},
		{
			name: "content filter",
			body: events(saying("I"), finish("content_filter"), done),
			text: "I", stop: model.StopRefusal,
		},
		{
			name: "choices empty, null, absent",
			body: events(`{"choices":[]}`, `{"choices":null}`, `{"id":"x"}`, saying("Hi"), `{"choices":[]}`, finish("stop"), done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "empty finish reasons and [DONE]",
			body: events(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":""}]}`, done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "empty finish reason and no [DONE]",
			body: events(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":""}]}`),
			text: "Hi", stop: model.StopIncomplete,
		},
		{
			name: "[DONE] over a half-built call",
			body: events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"n\":"}}`), done),
			stop: model.StopIncomplete,
		},
		{
			name: "end of file after a call that happens to be whole",
			body: events(saying("Now"), calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}`)),
			text: "Now", stop: model.StopIncomplete,
		},
		{
			name: "end of file within an event",
			body: events(saying("Now")) + `data: {"choices":[{"index":0,"del`,
			text: "Now", stop: model.StopIncomplete,
		},
		{
			name: "no [DONE], no blank line after the last event",
			body: events(saying("Hi")) + "data: " + finish("stop"),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "two [DONE]",
			body: events(saying("Hi"), finish("stop"), done, done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "words after [DONE]",
			body: events(saying("Hi"), finish("stop"), done, saying(" and more")),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "comments, ids, retry and unknown fields",
			body: ": OPENROUTER PROCESSING\n\n:\n\nretry: 100\nid: 7\nevent: message\nfoo: bar\n" + events(saying("Hi")) + ": x\n\n" + events(finish("stop"), done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "byte order mark, CRLF, no space after the colon",
			body: "\ufeff" + strings.ReplaceAll(strings.ReplaceAll(events(saying("Hi"), finish("stop"), done), "data: ", "data:"), "\n", "\r\n"),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "fields of unexpected types",
			body: events(`{"id":7,"choices":[{"index":"0","delta":{"content":"Hi","role":4,"tool_calls":{}},"logprobs":"no"}],"usage":"none"}`, finish("stop"), done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "error fields without an error",
			body: events(`{"error":null,"choices":[{"index":0,"delta":{"content":"Hi"}}]}`, `{"error":{},"choices":[]}`, finish("stop"), done),
			text: "Hi", stop: model.StopEnd,
		},
		{
			name:  "a whole reply although a stream was asked for",
			body:  `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"tap","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`,
			calls: []string{"a tap {}"}, stop: model.StopToolCalls,
		},
		{
			name: "JSON lines without framing",
			body: saying("Hi") + "\n" + finish("stop") + "\n",
			text: "Hi", stop: model.StopEnd,
		},
		{
			name: "an event of 3 MiB",
			body: events(saying(strings.Repeat("x", 3<<20)), finish("stop"), done),
			text: strings.Repeat("x", 3<<20), stop: model.StopEnd,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := model.NewChat(model.Config{BaseURL: server(t, stream(tt.body)), Model: "m"}).
				Reply(t.Context(), userAsks("x"), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != tt.text || got.Stop != tt.stop || !slices.EqualFunc(got.Calls, tt.calls, sameCall) {
				t.Errorf("got %.200q %q %q\nwant %.200q %q %q", got.Text, got.Calls, got.Stop, tt.text, tt.calls, tt.stop)
			}
		})
	}
}

func TestGzippedStream(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		zipped := gzip.NewWriter(w)
		_, _ = io.WriteString(zipped, events(saying("Hi"), finish("stop"), done))
		_ = zipped.Close()
	})
	got, err := model.NewChat(model.Config{BaseURL: url, Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
	if err != nil || got.Text != "Hi" || got.Stop != model.StopEnd {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestUsage finds the figures where servers put them.
func TestUsage(t *testing.T) {
	tests := []struct {
		name, chunk string
		want        model.Usage
	}{
		{"trailing, with empty choices", `{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4}}}`, model.Usage{Input: 9, Cached: 4, Output: 2}},
		{"trailing, without choices", `{"usage":{"prompt_tokens":9,"completion_tokens":2}}`, model.Usage{Input: 9, Output: 2}},
		{"cache hits by another name", `{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":5}}`, model.Usage{Input: 9, Cached: 5, Output: 2}},
		{"under x_groq", `{"choices":[],"x_groq":{"usage":{"prompt_tokens":9,"completion_tokens":2}}}`, model.Usage{Input: 9, Output: 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			url := server(t, stream(events(saying("Hi"), finish("stop"), tt.chunk, done)))
			got, err := model.NewChat(model.Config{BaseURL: url, Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
			if err != nil || got.Usage != tt.want {
				t.Errorf("got %+v, %v, want %+v", got.Usage, err, tt.want)
			}
		})
	}
}

// TestCallsLeftInTheText finds the calls that a server did not take out of the
// model's text, and shows none of their text.
func TestCallsLeftInTheText(t *testing.T) {
	const tap = `<tool_call>{"name": "tap", "arguments": {"target": "3"}}</tool_call>`
	tests := []struct {
		name, written, text string
		calls               []string
		stop                model.StopReason
	}{
		{"one", "I tap.\n" + tap, "I tap.\n", []string{`call00001 tap {"target": "3"}`}, model.StopToolCalls},
		{"two", tap + "\n" + tap + "\n", "", []string{`call00001 tap {"target": "3"}`, `call00002 tap {"target": "3"}`}, model.StopToolCalls},
		{"not closed", `<tool_call>{"name": "back", "arguments": {}}`, "", []string{"call00001 back {}"}, model.StopToolCalls},
		{"quoted", "It says " + tap + " here.", "It says " + tap + " here.", nil, model.StopEnd},
		{"of an unknown tool", `<tool_call>{"name": "fly"}</tool_call>`, "", []string{"call00001 fly {}"}, model.StopToolCalls},
		{"half-built", `Now <tool_call>{"name": "tap", "argu`, "Now ", nil, model.StopIncomplete},
		{"GLM's tags", "I tap.\n<tool_call>tap\n<arg_key>target</arg_key>\n<arg_value>3</arg_value>\n<arg_key>times</arg_key>\n<arg_value>2</arg_value>\n</tool_call>",
			"I tap.\n", []string{`call00001 tap {"target": "3", "times": 2}`}, model.StopToolCalls},
		{"GLM's tags on one line, twice", "<tool_call>tap<arg_key>target</arg_key><arg_value>Say \"hi\"\n{now}</arg_value></tool_call><tool_call>back</tool_call>",
			"", []string{`call00001 tap {"target": "Say \"hi\"\n{now}"}`, "call00002 back {}"}, model.StopToolCalls},
		{"GLM's tags of an unknown tool", "<tool_call>fly<arg_key>far</arg_key><arg_value>true</arg_value></tool_call>", "", []string{`call00001 fly {"far": true}`}, model.StopToolCalls},
		{"GLM's tags, half-built", "Now <tool_call>tap<arg_key>target</arg_key><arg_value>3", "Now ", nil, model.StopIncomplete},
		{"GLM's tags, an argument without a value", "<tool_call>tap<arg_key>target</arg_key></tool_call>", "<tool_call>tap<arg_key>target</arg_key></tool_call>", nil, model.StopEnd},
		{"GLM's tags, tags in a value", "<tool_call>tap<arg_key>target</arg_key><arg_value>a</tool_call>b</arg_value></tool_call>", "", []string{`call00001 tap {"target": "a\u003c/tool_call\u003eb"}`}, model.StopToolCalls},
		{"GLM's tags, a value that is not closed", "<tool_call>tap<arg_key>target</arg_key><arg_value>3</tool_call><tool_call>tap<arg_key>target</arg_key><arg_value>4</arg_value></tool_call>",
			"<tool_call>tap<arg_key>target</arg_key><arg_value>3</tool_call><tool_call>tap<arg_key>target</arg_key><arg_value>4</arg_value></tool_call>", nil, model.StopEnd},
		{"GLM's tags, quoted", "It says <tool_call>back</tool_call> here.", "It says <tool_call>back</tool_call> here.", nil, model.StopEnd},
		{"a word in the tags", "It says <tool_call>hello</tool_call>", "It says <tool_call>hello</tool_call>", nil, model.StopEnd},
		{"the start of a tag", "1 <to", "1 <to", nil, model.StopEnd},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := conversation()
			req.Messages = req.Messages[:1]
			var heard strings.Builder
			got, err := model.NewChat(model.Config{BaseURL: server(t, writing(tt.written)), Model: "m"}).
				Reply(t.Context(), req, func(s string) { heard.WriteString(s) })
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != tt.text || heard.String() != tt.text || got.Stop != tt.stop || !slices.EqualFunc(got.Calls, tt.calls, sameCall) {
				t.Errorf("got %q (heard %q) %q %s\nwant %q %q %s", got.Text, heard.String(), got.Calls, got.Stop, tt.text, tt.calls, tt.stop)
			}
		})
	}
}
