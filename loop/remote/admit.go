package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/coder/websocket"

	"adroit/device/loopback"
	"adroit/device/text"
)

// helloSize is how many bytes a hello has at most: nobody is known before it.
const helloSize = 4 << 10

// longestName is how many characters of a client's name are kept.
const longestName = 40

// refusal is why a client is sent away, as an error message tells it.
type refusal struct {
	code   string // for programs
	reason string
}

func (r *refusal) Error() string { return r.reason }

// The codes of refusals, and of replies to what could not be done.
const (
	codeToken   = "token"
	codeVersion = "version"
	codeFull    = "full"
	codeMessage = "bad_message"
	codeRate    = "rate"
	codeSlow    = "slow"

	codeNotHolder    = "not_holder"
	codeNotPending   = "not_pending"
	codeWrongWord    = "wrong_word"
	codeNotGrantable = "not_grantable"
	codeVerdict      = "bad_decision"
	codeBusy         = "busy"
	codeFailed       = "failed"
)

// admit takes a connection from its HTTP request to its end.
func (s *Server) admit(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	// A page of a foreign site can reach this port, under its own name even, if
	// that name is made to lead here. Neither such a name nor, as the library
	// checks, another origin than our own is let in.
	if !loopbackHost(r.Host) {
		http.Error(w, "this server is called by the address of this machine alone", http.StatusForbidden)
		return
	}
	if !s.enter() {
		http.Error(w, "too many clients are on their way in", http.StatusServiceUnavailable)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		s.leave()
		return // Accept has answered
	}
	defer func() { _ = ws.CloseNow() }()
	p, err := s.greet(ctx, ws)
	s.leave()
	if no, ok := errors.AsType[*refusal](err); ok {
		s.options.Log(fmt.Sprintf("refused %s: %s", r.RemoteAddr, no.reason))
		sendAway(ctx, ws, no, s.options)
	}
	if err != nil {
		return
	}
	s.options.Log(fmt.Sprintf("%s connected from %s", p.name, r.RemoteAddr))
	err = p.serve(ctx)
	s.remove(p)
	s.options.Log(fmt.Sprintf("%s left: %s", p.name, text.Line(err.Error())))
}

// enter counts a connection that has not said hello yet, unless there are too
// many.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.coming >= s.options.Clients {
		return false
	}
	s.coming++
	return true
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.coming--
}

// loopbackHost reports whether the host of a request names this machine.
func loopbackHost(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return loopback.Host(host)
}

// greet reads the hello of a connection and makes a client of it.
func (s *Server) greet(ctx context.Context, ws *websocket.Conn) (*peer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Handshake)
	defer cancel()
	ws.SetReadLimit(helloSize)
	_, raw, err := ws.Read(ctx)
	if err != nil {
		return nil, err
	}
	var hello request
	if err := json.Unmarshal(raw, &hello); err != nil || hello.Type != typeHello {
		return nil, &refusal{codeMessage, "the first message must be hello"}
	}
	if !sameToken(hello.Token, s.options.Token) {
		return nil, &refusal{codeToken, "the token is not this server's: it prints the right one when it starts"}
	}
	if hello.Version != Version {
		return nil, &refusal{codeVersion, fmt.Sprintf("this server speaks version %d of the protocol, not %d", Version, hello.Version)}
	}
	switch hello.Events {
	case "":
		hello.Events = eventsSmall
	case eventsSmall, eventsAll, eventsNone:
	default:
		return nil, &refusal{codeMessage, "events: want small, all or none"}
	}
	ws.SetReadLimit(s.options.FrameSize)
	return s.welcome(ws, hello)
}

// sendAway tells a client why it must go. It may not wait long: the client may
// be one that never reads.
func sendAway(ctx context.Context, ws *websocket.Conn, why *refusal, o Options) {
	ctx, cancel := context.WithTimeout(ctx, o.Handshake)
	defer cancel()
	raw, err := json.Marshal(notice{Type: typeError, Code: why.code, Message: why.reason, Version: Version})
	if err == nil && ws.Write(ctx, websocket.MessageText, raw) == nil {
		_ = ws.Close(websocket.StatusPolicyViolation, why.code)
	}
}
