// Package scripted is a model that needs no model.
package scripted

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Name is the id under which the scripted model lists itself.
const Name = "adroit-scripted"

// Options tune the server. The zero value answers as fast as it can.
type Options struct {
	Pace time.Duration // the pause between two words of a streamed answer
}

// New returns the OpenAI-compatible endpoints of the scripted model:
// POST /v1/chat/completions and GET /v1/models.
func New(opts Options) http.Handler { return http.NotFoundHandler() }

// Server is a scripted model that listens.
type Server struct {
	BaseURL string // such as "http://127.0.0.1:8111/v1"
}

// Addr returns host:port.
func (s *Server) Addr() string { return "" }

// Close ends the server.
func (s *Server) Close() error { return nil }

// Serve listens on addr (host:port; port 0 picks a free one).
func Serve(ctx context.Context, addr string, opts Options) (*Server, error) {
	return nil, errors.New("not yet")
}
