package model_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.uber.org/goleak"

	"adroit/loop/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server starts a server and returns its base URL.
func server(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// stream answers every request with the chunks as they are, flushed one by one.
func stream(chunks ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, chunk := range chunks {
			_, _ = io.WriteString(w, chunk)
			w.(http.Flusher).Flush()
		}
	}
}

// userAsks is the shortest conversation.
func userAsks(text string) model.Request {
	return model.Request{Messages: []model.Message{{Role: model.RoleUser, Text: text}}}
}
