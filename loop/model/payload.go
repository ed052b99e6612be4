package model

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	"github.com/openai/openai-go/v3/packages/ssestream"
)

// errGarbage marks an answer in which nothing can be found that a model said.
var errGarbage = errors.New("not an answer of a model")

// payload is one JSON document of an answer, or the mark of its end.
type payload struct {
	event string // the event's type, usually empty
	data  []byte
	done  bool // data: [DONE]
}

// payloads yields the documents of an answer in order. Servers that were asked
// to stream may send server-sent events, JSON lines or one document, under
// whatever content type; the first byte tells them apart.
func payloads(body io.Reader, contentType string) iter.Seq2[payload, error] {
	return func(yield func(payload, error) bool) {
		in := bufio.NewReader(body)
		first, err := firstByte(in)
		switch {
		case errors.Is(err, io.EOF):
			yield(payload{}, fmt.Errorf("%w: an empty answer", errGarbage))
		case err != nil:
			yield(payload{}, err)
		case first == '<':
			yield(payload{}, fmt.Errorf("%w: an HTML page", errGarbage))
		case first == '{' || first == '[':
			documents(in, yield)
		case bytes.IndexByte([]byte(":deir"), first) >= 0: // comment, data, event, id, retry
			events(in, yield)
		default:
			yield(payload{}, fmt.Errorf("%w: content type %q", errGarbage, contentType))
		}
	}
}

// firstByte skips a byte order mark and white space and returns what follows,
// unread.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		head, err := in.Peek(1)
		if err != nil {
			return 0, err
		}
		if bytes.IndexByte([]byte("\xef\xbb\xbf \t\r\n"), head[0]) < 0 {
			return head[0], nil
		}
		_, _ = in.Discard(1)
	}
}

// documents yields one JSON value after another.
func documents(in io.Reader, yield func(payload, error) bool) {
	dec := json.NewDecoder(in)
	for {
		var doc json.RawMessage
		switch err := dec.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return
		case isSyntax(err):
			yield(payload{}, fmt.Errorf("%w: %w", errGarbage, err))
			return
		case err != nil:
			yield(payload{}, err)
			return
		}
		if !yield(payload{data: doc}, nil) {
			return
		}
	}
}

func isSyntax(err error) bool {
	_, ok := errors.AsType[*json.SyntaxError](err)
	return ok
}

// events yields the payloads of server-sent events
// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
func events(in io.Reader, yield func(payload, error) bool) {
	// Many servers end without the blank line that would close the last event.
	closed := io.MultiReader(in, bytes.NewReader([]byte("\n\n")))
	dec := ssestream.NewDecoder(&http.Response{Body: io.NopCloser(closed)})
	for dec.Next() {
		event := dec.Event()
		data := bytes.TrimSpace(event.Data)
		switch {
		case len(data) == 0:
			continue
		case bytes.HasPrefix(data, []byte("[DONE]")):
			yield(payload{done: true}, nil)
			return
		}
		if !yield(payload{event: event.Type, data: data}, nil) {
			return
		}
	}
	if err := dec.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("%w: %w", errGarbage, err)
		}
		yield(payload{}, err)
	}
}
