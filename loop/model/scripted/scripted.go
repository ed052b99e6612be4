// Package scripted is a language model without a language model: a server that
// speaks OpenAI-compatible Chat Completions and works a phone for a handful of
// tasks, so that everything around a model can be tried without one.
//
// It has no state. Each answer is decided by the conversation that the request
// holds and by nothing else: what the person asked, which calls were made since,
// and what the results say is on the screen. It knows neither the phone nor the
// tools beyond their names, and it runs nothing itself. To clients that ask for
// tool calls written as text it answers so.
//
// It never pretends to be more than it is: it lists itself as "adroit-scripted"
// and says that it is scripted when it is asked for what it does not know.
package scripted

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Name is the id under which the scripted model lists itself.
const Name = "adroit-scripted"

// The paths of its endpoints.
const (
	chatPath   = "/v1/chat/completions"
	modelsPath = "/v1/models"
)

const (
	maxRequest   = 64 << 20 // bytes of a conversation
	closeTimeout = time.Second
)

// Options tune the server. The zero value answers as fast as it can.
type Options struct {
	Pace time.Duration // the pause between two words of a streamed answer
}

// New returns the endpoints of the scripted model: POST /v1/chat/completions
// and GET /v1/models. It answers to any model name and asks for no key.
func New(opts Options) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+modelsPath, func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, modelList{Object: "list", Data: []modelInfo{
			{ID: Name, Object: "model", OwnedBy: "adroit"},
		}})
	})
	mux.HandleFunc("POST "+chatPath, func(w http.ResponseWriter, r *http.Request) {
		complete(w, r, opts.Pace)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, http.StatusNotFound, misdirected(r))
	})
	return mux
}

// misdirected says why nothing is at the address of r, and what to do.
func misdirected(r *http.Request) string {
	const wants = "the scripted model speaks Chat Completions alone"
	switch {
	case strings.HasSuffix(r.URL.Path, "/responses"):
		return wants + ", not Responses: choose the API chat"
	case r.URL.Path == chatPath || r.URL.Path == modelsPath:
		return fmt.Sprintf("%s is not asked by %s: use POST for %s and GET for %s", r.URL.Path, r.Method, chatPath, modelsPath)
	}
	return fmt.Sprintf("nothing is at %s: the base URL of the scripted model ends in /v1", r.URL.Path)
}

// complete answers one request for a completion.
func complete(w http.ResponseWriter, r *http.Request, pace time.Duration) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		writeError(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	}
	var req request
	if err := json.Unmarshal(body, &req); err != nil {
		writeError(w, http.StatusBadRequest, "the request is not valid: "+err.Error())
		return
	}
	if len(req.Messages) == 0 {
		writeError(w, http.StatusBadRequest, "messages: at least one is needed")
		return
	}
	answering := decide
	if req.inCommands() {
		req, answering = req.fromCommands(), decideInCommands
	}
	a := newAnswer(answering(read(req)), req, len(body))
	if req.Stream {
		a.stream(r.Context(), w, pace, req.StreamOptions.IncludeUsage)
	} else {
		writeJSON(w, http.StatusOK, a.whole())
	}
}

// Server is a scripted model that listens.
type Server struct {
	BaseURL string // what a client of the API is given, such as "http://127.0.0.1:8111/v1"

	http  *http.Server
	ended chan struct{}
	err   error // why it ended; to be read after ended is closed
}

// Serve answers what comes to listener, which it owns from now on, until ctx
// ends or the server is closed.
func Serve(ctx context.Context, listener net.Listener, opts Options) *Server {
	s := &Server{
		http: &http.Server{
			Handler:           New(opts),
			ReadHeaderTimeout: 10 * time.Second,
			BaseContext:       func(net.Listener) context.Context { return ctx },
		},
		BaseURL: "http://" + listener.Addr().String() + "/v1",
		ended:   make(chan struct{}),
	}
	stop := context.AfterFunc(ctx, func() { _ = s.http.Close() })
	go func() {
		defer close(s.ended)
		defer stop()
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.err = fmt.Errorf("scripted model: %w", err)
		}
	}()
	return s
}

// Wait returns when the server has ended: nil where that was wanted.
func (s *Server) Wait() error {
	<-s.ended
	return s.err
}

// Close ends the server. Answers on their way get a second to be finished.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
	return s.Wait()
}
