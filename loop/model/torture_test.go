package model_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"adroit/loop/model"
)

// tongue is how a dialect says things.
type tongue struct {
	open func(model.Config) model.Model
	say  func(string) string // an event with words
	half string              // an event with the beginning of a call
	call string              // events with a whole call that is not confirmed yet
	end  string              // the events that end a reply
	// again: a model that wrote half a call is asked once more, since it may have
	// written it so.
	again bool
}

var tongues = map[string]tongue{
	"chat": {
		open: model.NewChat,
		say:  func(s string) string { return events(saying(s)) },
		half: events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{\"target\":"}}`)),
		call: events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}`)),
		end:  events(finish("stop")),
	},
	"responses": {
		open: model.NewResponses,
		say:  func(s string) string { return events(textDelta(s)) },
		half: events(`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"target\":"}`),
		call: events(itemDone(0, functionItem("a", "tap", "{}"))),
		end:  events(completed("[]")),
	},
	"command": {
		open: model.NewCommand,
		say:  func(s string) string { return events(saying(s)) },
		half: events(saying(`{"tool": "tap", "ar`)),
		call: events(saying(`{"tool": "tap", "args": {}}`)),
		end:  events(finish("stop")), again: true,
	},
}

// cutOff answers and then does what ends the connection.
func cutOff(answer string, then func(http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if answer != "" {
			stream(answer)(w, r)
		}
		then(w, r)
	}
}

func stall(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // lets the server notice that the client is gone
	<-r.Context().Done()
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.(*net.TCPConn).SetLinger(0)
		_ = conn.Close()
	}
}

// TestTorture answers in every dialect with what breaks clients. Nothing that
// was heard is lost, no call that was not confirmed is handed out, and the
// deadlines hold.
func TestTorture(t *testing.T) {
	for dialect, x := range tongues {
		large := strings.Repeat("x", 5<<20)
		for _, tt := range []struct {
			name    string
			handler http.HandlerFunc
			kind    model.ErrorKind // "" for a reply
			text    string
			stop    model.StopReason
		}{
			{"stall within an event", cutOff(x.say("Hi")+`data: {"cho`, stall), model.KindHung, "Hi", model.StopIncomplete},
			{"stall within a call", cutOff(x.say("Hi")+x.half, stall), model.KindHung, "Hi", model.StopIncomplete},
			{"stall after a call", cutOff(x.say("Hi")+x.call, stall), model.KindHung, "Hi", model.StopIncomplete},
			{"silence", stall, model.KindHung, "", ""},
			{"reset within an event", cutOff(x.say("Hi")+`data: {"cho`, reset), model.KindBroken, "Hi", model.StopIncomplete},
			{"reset within a call", cutOff(x.say("Hi")+x.half, reset), model.KindBroken, "Hi", model.StopIncomplete},
			{"reset after a call", cutOff(x.call, reset), model.KindBroken, "", model.StopIncomplete},
			{"end within an event", stream(x.say("Hi") + `data: {"cho`), "", "Hi", model.StopIncomplete},
			{"end within a call", stream(x.say("Hi") + x.half), "", "Hi", model.StopIncomplete},
			{"end after a call", stream(x.say("Hi") + x.call), "", "Hi", model.StopIncomplete},
			{"200 with an error object", answer(200, `{"error":{"message":"no model loaded"}}`, "Content-Type", "application/json"), model.KindServer, "", ""},
			{"200 with a mere error", answer(200, `{"error":"no model loaded"}`, "Content-Type", "application/json"), model.KindServer, "", ""},
			{"error after words", stream(x.say("Hi") + events(`{"error":{"message":"out of memory"}}`)), model.KindServer, "Hi", model.StopIncomplete},
			{"error after a call", stream(x.call + events(`{"error":{"message":"out of memory"}}`)), model.KindServer, "", model.StopIncomplete},
			{"HTML page", answer(200, "<!doctype html><title>Sign in</title>", "Content-Type", "text/html"), model.KindGarbage, "", ""},
			{"HTML error page", answer(502, "<html>bad gateway</html>", "Content-Type", "text/html"), model.KindServer, "", ""},
			{"gzip", gzipped(x.say("Hi") + x.end), "", "Hi", model.StopEnd},
			{"cut gzip", gzippedHalf(x.say("Hi") + strings.Repeat(": more\n\n", 10_000)), model.KindBroken, "Hi", model.StopIncomplete},
			{"two [DONE]", stream(x.say("Hi") + x.end + events(done, done)), "", "Hi", model.StopEnd},
			{"no [DONE]", stream(x.say("Hi") + x.end), "", "Hi", model.StopEnd},
			{"[DONE] over half a call", stream(x.say("Hi") + x.half + events(done)), "", map[bool]string{false: "Hi", true: "HiHi"}[x.again], model.StopIncomplete},
			{"an event of 5 MB that says nothing", stream(x.say("Hi") + events(`{"choices":[],"padding":"`+large+`"}`) + x.end), "", "Hi", model.StopEnd},
			{"an event of 5 MB of words", stream(x.say("Hi") + x.say(large) + x.end), model.KindGarbage, "Hi" + large, model.StopIncomplete},
			{"a million empty events", stream(x.say("Hi") + strings.Repeat("data:\n\n", 1_000_000) + x.end), "", "Hi", model.StopEnd},
			{"wrong content type", answer(200, x.say("Hi")+x.end, "Content-Type", "text/plain"), "", "Hi", model.StopEnd},
			{"content type of JSON over a stream", answer(200, x.say("Hi")+x.end, "Content-Type", "application/json"), "", "Hi", model.StopEnd},
			{"no content", answer(204, ""), model.KindGarbage, "", ""},
		} {
			t.Run(dialect+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				limits := model.Timeouts{Reply: time.Minute}
				switch {
				case tt.name == "silence":
					limits.FirstByte = 300 * time.Millisecond
				case tt.kind == model.KindHung:
					limits.Idle = 300 * time.Millisecond
				}
				m := x.open(model.Config{BaseURL: server(t, tt.handler), Model: "m", Retries: -1, Timeouts: limits})
				req := userAsks("x")
				req.Tools = []model.Tool{{Name: "tap"}}
				var heard strings.Builder
				got, err := m.Reply(t.Context(), req, func(s string) { heard.WriteString(s) })
				failed, _ := errors.AsType[*model.EndpointError](err)
				if (err != nil) != (tt.kind != "") || failed != nil && failed.Kind != tt.kind {
					t.Errorf("error %v, want %q", err, tt.kind)
				}
				if heard.String() != tt.text || got.Text != tt.text {
					t.Errorf("text %.80q, heard %.80q, want %.80q", got.Text, heard.String(), tt.text)
				}
				if len(got.Calls) > 0 || tt.stop != "" && got.Stop != tt.stop {
					t.Errorf("stop %q, calls %q, want %q and none", got.Stop, got.Calls, tt.stop)
				}
			})
		}
	}
}

func gzipped(body string) http.HandlerFunc { return gzippedTo(body, true) }

// gzippedHalf sends the start of a compressed answer, and the connection breaks.
func gzippedHalf(body string) http.HandlerFunc { return gzippedTo(body, false) }

func gzippedTo(body string, whole bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		zipped := gzip.NewWriter(w)
		_, _ = io.WriteString(zipped, body)
		_ = zipped.Flush()
		if whole {
			_ = zipped.Close()
			return
		}
		w.(http.Flusher).Flush()
		reset(w, r)
	}
}

// TestCallsLeftInTheReasoning takes a call that a server left in the reasoning
// of a reply which says nothing else, and no other.
func TestCallsLeftInTheReasoning(t *testing.T) {
	const tap = `<tool_call>{"name": "tap", "arguments": {"target": "3"}}</tool_call>`
	for _, field := range []string{"reasoning_content", "reasoning"} {
		for _, tt := range []struct {
			name, reasoning, text string
			calls                 []string
		}{
			{"at the end", "I tap it.\n" + tap, "", []string{`call00001 tap {"target": "3"}`}},
			{"before the end of thinking", "I tap it.\n" + tap + "\n</think>", "", []string{`call00001 tap {"target": "3"}`}},
			{"in the middle", "Shall I " + tap + "? No.", "", nil},
			{"half-built", `I tap it. <tool_call>{"name": "tap", "argu`, "", nil},
			{"beside words", "I tap it.\n" + tap, "It is done.", nil},
			{"none", "I am done.", "", nil},
		} {
			t.Run(field+" "+tt.name, func(t *testing.T) {
				thought := fmt.Sprintf(`{"choices":[{"index":0,"delta":{%q:%q,"content":%q}}]}`, field, tt.reasoning, tt.text)
				m := model.NewChat(model.Config{BaseURL: server(t, stream(events(thought, finish("stop"), done))), Model: "m"})
				req := userAsks("x")
				req.Tools = []model.Tool{{Name: "tap"}}
				got, err := m.Reply(t.Context(), req, nil)
				if err != nil || got.Text != tt.text || !slices.EqualFunc(got.Calls, tt.calls, sameCall) {
					t.Errorf("got %q %q %s, %v, want %q", got.Text, got.Calls, got.Stop, err, tt.calls)
				}
				if (got.Stop == model.StopToolCalls) != (len(tt.calls) > 0) {
					t.Errorf("stop %s with %d calls", got.Stop, len(got.Calls))
				}
			})
		}
	}
}

// TestEventBeyondMeasure gives up an event that does not end, before it fills
// the memory. Events are read the same way in every dialect.
func TestEventBeyondMeasure(t *testing.T) {
	large := strings.Repeat("x", 1<<20)
	url := server(t, cutOff(events(saying("Hi"))+"data: ", func(w http.ResponseWriter, r *http.Request) { endless(large)(w, r) }))
	got, err := model.NewChat(model.Config{BaseURL: url, Model: "m", Retries: -1}).Reply(t.Context(), userAsks("x"), nil)
	checkFailure(t, err, model.KindGarbage)
	if got.Text != "Hi" || got.Calls != nil {
		t.Errorf("reply %.80q %q", got.Text, got.Calls)
	}
}
