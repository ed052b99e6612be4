package model_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"adroit/loop/model"
)

const key = "sk-very-secret-key"

// answer replies with a status and a page.
func answer(status int, page string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, page)
	}
}

// TestFailures wants one clear line for each way in which an endpoint fails,
// within the deadline, and never the key in it.
func TestFailures(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) {
		answer(http.StatusUnauthorized, `{"error":{"message":"bad key `+r.Header.Get("Authorization")+"\u001b[2J\\nsecond line"+`"}}`)(w, r)
	}
	reset := func(after string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if after != "" {
				stream(after)(w, r)
			}
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = conn.(*net.TCPConn).SetLinger(0)
				_ = conn.Close()
			}
		}
	}
	hang := func(after string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if after != "" {
				stream(after)(w, r)
			}
			_, _ = io.Copy(io.Discard, r.Body) // lets the server notice that the client is gone
			<-r.Context().Done()
		}
	}
	drip := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			stream(": alive\n\n")(w, r)
		}
	}
	tests := []struct {
		name    string
		handler http.HandlerFunc
		kind    model.ErrorKind
		says    []string
		text    string // what had been said before
		limits  model.Timeouts
	}{
		{name: "key rejected", handler: echo, kind: model.KindUnauthorized, says: []string{"401", "bad key", "second line", "key is valid"}},
		{name: "forbidden", handler: answer(403, `{"error":"not for you"}`), kind: model.KindForbidden, says: []string{"403", "not for you"}},
		{name: "no such model", handler: answer(404, `{"error":{"message":"model 'm' not found","code":"model_not_found"}}`), kind: model.KindNotFound, says: []string{"404", "model 'm' not found", `"m"`, "/v1"}},
		{name: "no such path", handler: answer(404, "404 page not found\n"), kind: model.KindNotFound, says: []string{"404", "page not found", "/v1"}},
		{name: "bad request", handler: answer(400, `{"object":"error","message":"context is too long"}`), kind: model.KindRejected, says: []string{"400", "context is too long"}},
		{name: "unprocessable", handler: answer(422, `{"detail":"nope"}`), kind: model.KindRejected, says: []string{"422", "nope"}},
		{name: "rate limited", handler: answer(429, `{"error":{"message":"slow down"}}`, "Retry-After", "70"), kind: model.KindRateLimited, says: []string{"429", "slow down", "1m10s"}},
		{name: "server error", handler: answer(500, `{"error":{"message":"boom"}}`), kind: model.KindServer, says: []string{"500", "boom"}},
		{name: "bad gateway with HTML", handler: answer(502, "<html><body>nginx</body></html>"), kind: model.KindServer, says: []string{"502", "HTML"}},
		{name: "error without a page", handler: answer(503, ""), kind: model.KindServer, says: []string{"503"}},

		{name: "error in a stream", handler: stream(events(saying("Hi"), `{"error":{"message":"upstream died","code":502}}`)), kind: model.KindServer, says: []string{"upstream died"}, text: "Hi"},
		{name: "error in a choice", handler: stream(events(saying("Hi"), `{"choices":[{"index":0,"delta":{},"finish_reason":"error","error":{"message":"upstream died"}}]}`)), kind: model.KindServer, says: []string{"upstream died"}, text: "Hi"},
		{name: "finish reason error", handler: stream(events(saying("Hi"), finish("error"), done)), kind: model.KindServer, says: []string{"reported an error"}, text: "Hi"},
		{name: "error event of plain text", handler: stream("event: error\ndata: out of memory\n\n"), kind: model.KindServer, says: []string{"out of memory"}},
		{name: "rate limit in a stream", handler: stream(events(`{"error":{"message":"slow down","code":429}}`)), kind: model.KindRateLimited, says: []string{"slow down"}},
		{name: "200 with an error object", handler: answer(200, `{"error":{"message":"no model loaded"}}`, "Content-Type", "application/json"), kind: model.KindServer, says: []string{"no model loaded"}},
		{name: "error half through a call", handler: stream(events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}`), `{"error":"boom"}`)), kind: model.KindServer, says: []string{"boom"}},

		{name: "HTML page", handler: answer(200, "<!doctype html><title>Welcome</title>", "Content-Type", "text/html"), kind: model.KindGarbage, says: []string{"HTML page", "/v1"}},
		{name: "picture", handler: answer(200, "\x89PNG\r\n\x1a\n", "Content-Type", "image/png"), kind: model.KindGarbage, says: []string{"image/png"}},
		{name: "empty answer", handler: answer(200, ""), kind: model.KindGarbage, says: []string{"empty"}},
		{name: "other JSON", handler: answer(200, `{"status":"ok"}`), kind: model.KindGarbage, says: []string{"no reply"}},
		{name: "not JSON in the events", handler: stream(events("hello", "world")), kind: model.KindGarbage, says: []string{"invalid character"}},
		{name: "broken JSON between events", handler: stream(events(saying("Hi"), `{"choices":[{"ind`, finish("stop"))), kind: model.KindGarbage, says: []string{"unexpected end"}, text: "Hi"},
		{name: "a stream of nothing", handler: stream(": hello\n\n", events(done)), kind: model.KindGarbage, says: []string{"no reply"}},

		{name: "reset at once", handler: reset(""), kind: model.KindRefused, says: []string{"no answer"}},
		{name: "reset in the middle", handler: reset(events(saying("Hi")) + "data: {"), kind: model.KindBroken, says: []string{"broke"}, text: "Hi"},
		{name: "silence", handler: hang(""), kind: model.KindHung, says: []string{"sent nothing for 300ms"}, limits: model.Timeouts{FirstByte: 300 * time.Millisecond}},
		{name: "silence after the header", handler: hang("\n"), kind: model.KindHung, says: []string{"stalled for 200ms"}, limits: model.Timeouts{Idle: 200 * time.Millisecond}},
		{name: "stall between events", handler: hang(events(saying("Hi"))), kind: model.KindHung, says: []string{"stalled for 200ms"}, text: "Hi", limits: model.Timeouts{Idle: 200 * time.Millisecond}},
		{name: "stall within an event", handler: hang(events(saying("Hi")) + "data: {\"choi"), kind: model.KindHung, says: []string{"stalled for 200ms"}, text: "Hi", limits: model.Timeouts{Idle: 200 * time.Millisecond}},
		{name: "stall after a whole call", handler: hang(events(calling(`{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}`))), kind: model.KindHung, says: []string{"stalled"}, limits: model.Timeouts{Idle: 200 * time.Millisecond}},
		{name: "signs of life without end", handler: drip, kind: model.KindHung, says: []string{"did not end within 1s"}, limits: model.Timeouts{Reply: time.Second}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := model.Config{BaseURL: server(t, tt.handler), APIKey: key, Model: "m", Retries: -1, Timeouts: tt.limits}
			m := model.NewChat(cfg)
			var heard strings.Builder
			got, err := m.Reply(t.Context(), userAsks("x"), func(s string) { heard.WriteString(s) })
			checkFailure(t, err, tt.kind, tt.says...)
			if got.Text != tt.text || heard.String() != tt.text || got.Calls != nil {
				t.Errorf("reply %+v after %q, want the text %q and no call", got, heard.String(), tt.text)
			}
		})
	}
}

func checkFailure(t *testing.T, err error, kind model.ErrorKind, says ...string) *model.EndpointError {
	t.Helper()
	var failed *model.EndpointError
	if !errors.As(err, &failed) {
		t.Fatalf("error %T %v, want an *EndpointError", err, err)
	}
	if failed.Kind != kind {
		t.Errorf("kind %q, want %q (%v)", failed.Kind, kind, err)
	}
	if failed.Cure == "" || failed.Cause == "" {
		t.Errorf("cause or cure is missing: %v", err)
	}
	line := err.Error()
	if strings.ContainsAny(line, "\n\r\x1b") || strings.Contains(line, key) {
		t.Errorf("%q holds a control character or the key", line)
	}
	for _, part := range says {
		if !strings.Contains(line, part) {
			t.Errorf("%q does not say %q", line, part)
		}
	}
	return failed
}

func TestUnreachable(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := closed.Addr().String()
	_ = closed.Close()
	plain := strings.Replace(server(t, answer(200, "")), "http://", "https://", 1)

	for _, tt := range []struct{ url, says string }{
		{"http://" + address + "/v1", "nothing listens at http://" + address + "/v1"},
		{"http://user:" + key + "@" + address + "/v1?api-key=" + key, "nothing listens"},
		{plain, "does not speak TLS"},
		{"http://host.invalid/v1", "host.invalid"},
	} {
		t.Run(tt.url, func(t *testing.T) {
			_, err := model.NewChat(model.Config{BaseURL: tt.url, APIKey: key, Model: "m", Retries: -1}).
				Reply(t.Context(), userAsks("x"), nil)
			failed := checkFailure(t, err, model.KindRefused, tt.says)
			if !failed.Transient() {
				t.Error("a missing connection may come back")
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	url := server(t, answer(429, "", "Retry-After", "3600"))
	_, err := model.NewChat(model.Config{BaseURL: url, Model: "m"}).Reply(t.Context(), userAsks("x"), nil)
	if got := checkFailure(t, err, model.KindRateLimited).RetryAfter; got != time.Hour {
		t.Errorf("retry after %s, want 1h", got)
	}
}

// TestTransientFailuresAreRetried also shows that it is openai-go that retries:
// an endpoint that keeps failing is asked three times, not more.
func TestTransientFailuresAreRetried(t *testing.T) {
	attempts := 0
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		attempts++
		if attempts < 3 {
			answer(503, "", "Retry-After-Ms", "1")(w, r)
			return
		}
		stream(events(saying("Hi"), finish("stop"), done))(w, r)
	})
	m := model.NewChat(model.Config{BaseURL: url, Model: "m"})
	got, err := m.Reply(t.Context(), userAsks("x"), nil)
	if err != nil || got.Text != "Hi" || attempts != 3 {
		t.Errorf("got %+v, %v after %d attempts", got, err, attempts)
	}
	attempts = -100
	_, err = m.Reply(t.Context(), userAsks("x"), nil)
	checkFailure(t, err, model.KindServer, "503")
	if attempts != -97 {
		t.Errorf("%d attempts, want 3", attempts+100)
	}
}

// TestStallAfterTheEnd does not wait long for what may follow a finished reply.
func TestStallAfterTheEnd(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		stream(events(saying("Hi"), finish("stop")))(w, r)
		<-r.Context().Done()
	})
	m := model.NewChat(model.Config{BaseURL: url, Model: "m", Timeouts: model.Timeouts{Idle: 100 * time.Millisecond}})
	got, err := m.Reply(t.Context(), userAsks("x"), nil)
	if err != nil || got.Text != "Hi" || got.Stop != model.StopEnd || !got.Usage.Estimated {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestCancel ends the call in each of its phases.
func TestCancel(t *testing.T) {
	why := errors.New("the person pressed ctrl+c")
	for _, phase := range []string{"before the answer", "between events", "in a retry wait"} {
		t.Run(phase, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			url := server(t, func(w http.ResponseWriter, r *http.Request) {
				switch phase {
				case "between events":
					stream(events(saying("Hi")))(w, r)
				case "in a retry wait":
					answer(503, "", "Retry-After", "10")(w, r)
					defer time.AfterFunc(50*time.Millisecond, func() { cancel(why) })
					return
				default:
					cancel(why)
				}
				_, _ = io.Copy(io.Discard, r.Body)
				<-r.Context().Done()
			})
			got, err := model.NewChat(model.Config{BaseURL: url, Model: "m"}).
				Reply(ctx, userAsks("x"), func(string) { cancel(why) })
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want context.Canceled", err)
			}
			if phase == "between events" && got.Text != "Hi" {
				t.Errorf("text %q, want what had been said", got.Text)
			}
		})
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	reached := false
	other := server(t, func(w http.ResponseWriter, r *http.Request) { reached = true })
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other+"/chat/completions", http.StatusTemporaryRedirect)
	})
	_, err := model.NewChat(model.Config{BaseURL: url, APIKey: key, Model: "m", Retries: -1}).
		Reply(t.Context(), userAsks("x"), nil)
	checkFailure(t, err, model.KindRejected, "307", other)
	if reached {
		t.Error("the other host was contacted")
	}
}

func TestListModels(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "Bearer "+key {
			t.Errorf("got %s %s, authorization %q", r.Method, r.URL, r.Header.Get("Authorization"))
		}
		fmt.Fprint(w, `{"object":"list","data":[{"id":"b"},{"id":"a","object":"model"}]}`)
	})
	got, err := model.ListModels(t.Context(), model.Config{BaseURL: url, APIKey: key})
	if err != nil || strings.Join(got, " ") != "a b" {
		t.Errorf("got %q, %v", got, err)
	}
	_, err = model.ListModels(t.Context(), model.Config{BaseURL: server(t, answer(401, "")), Retries: -1})
	checkFailure(t, err, model.KindUnauthorized, "OPENAI_API_KEY")
	for _, page := range []string{"<html>", `{"object":"list"}`, "", `{"data":`} {
		_, err = model.ListModels(t.Context(), model.Config{BaseURL: server(t, answer(200, page)), Retries: -1})
		if err == nil {
			t.Errorf("%q: no error", page)
		}
	}
}
