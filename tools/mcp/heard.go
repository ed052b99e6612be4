package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// heard is what a client says, without the lines that are no messages. Those
// are answered with the error that JSON-RPC has for them
// (https://www.jsonrpc.org/specification#error_object), and what else was asked
// goes on: the library ends the connection at the first of them. A batch is
// heard as its messages, each of which is answered by itself.
type heard struct {
	in     *bufio.Reader
	answer io.Writer
	rest   []byte // of the messages that were heard last
}

// longestLine is how long a message may be, in bytes: one more would end the
// connection.
const longestLine = mcp.DefaultMaxLineLength - 1

func (h *heard) Read(p []byte) (int, error) {
	for len(h.rest) == 0 {
		line, err := h.line()
		if len(line) == 0 && err != nil {
			return 0, err
		}
		if h.rest, err = messages(line); err != nil {
			if err := h.refuse(err); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

// line reads a line with its end. Of one that is too long it returns as much as
// shows that.
func (h *heard) line() ([]byte, error) {
	var line []byte
	for {
		part, err := h.in.ReadSlice('\n')
		if len(line) <= longestLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// messages are those of a line, each on a line of its own.
func messages(line []byte) ([]byte, error) {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		return nil, nil
	case len(line) >= longestLine:
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("invalid request: a message is longer than %d bytes", longestLine)}
	}
	var one json.RawMessage
	if err := json.Unmarshal(line, &one); err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "parse error: " + err.Error() + ": want one JSON message a line"}
	}
	batch := []json.RawMessage{one}
	if one[0] == '[' {
		if err := json.Unmarshal(line, &batch); err != nil || len(batch) == 0 {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: a batch of no messages"}
		}
	}
	var all []byte
	for _, m := range batch {
		if _, err := jsonrpc.DecodeMessage(m); err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "invalid request: " + err.Error()}
		}
		all = append(append(all, m...), '\n')
	}
	return all, nil
}

// refuse answers a line that is no message. Which call was meant, nobody knows.
func (h *heard) refuse(why error) error {
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": why})
	if err != nil {
		return err
	}
	_, err = h.answer.Write(append(line, '\n'))
	return err
}

// shared is a stream into which several write whole lines.
type shared struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

// Close leaves the stream to its owner.
func (s *shared) Close() error { return nil }
