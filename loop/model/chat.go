package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
)

// trailing is the wait for the usage that may follow a finished reply.
const trailing = 2 * time.Second

// chat is the Chat Completions dialect.
type chat struct {
	*endpoint
	// What the endpoint turned out not to accept is not sent again.
	noStreamOptions atomic.Bool
	noItems         atomic.Bool
}

// NewChat returns a model that is reached through Chat Completions
// (POST BaseURL/chat/completions, https://platform.openai.com/docs/api-reference/chat).
func NewChat(cfg Config) Model { return &chat{endpoint: newEndpoint(cfg)} }

// from names the origin of this model's Reply.Items.
func (c *chat) from() string { return "chat " + c.where + " " + c.cfg.Model }

// Reply implements Model.
func (c *chat) Reply(ctx context.Context, req Request, delta func(text string)) (Reply, error) {
	params := c.params(req)
	x, err := c.open(ctx, http.MethodPost, "chat/completions", params)
	for err != nil && c.adapt(err, params) {
		params = c.params(req)
		x, err = c.open(ctx, http.MethodPost, "chat/completions", params)
	}
	if err != nil {
		return Reply{}, err
	}
	defer x.close()

	a := assembler{delta: delta}
	if err := x.read(&a); err != nil {
		return a.partial(x.sent), err
	}
	return a.reply(x.sent, req.Messages, c.from()), nil
}

// adapt reports whether err says that the endpoint does not know an optional
// field that was sent, and leaves the field out from now on. Each field can be left out once, which ends
// the retries.
func (c *chat) adapt(err error, sent openai.ChatCompletionNewParams) bool {
	var failed *EndpointError
	if !errors.As(err, &failed) || failed.Kind != KindRejected {
		return false
	}
	body, _ := sent.MarshalJSON()
	names := func(field string) bool {
		return strings.Contains(failed.page, field) && bytes.Contains(body, []byte(`"`+field+`"`))
	}
	switch {
	case names("stream_options"):
		c.noStreamOptions.Store(true)
	case slices.ContainsFunc(itemFields, names):
		c.noItems.Store(true)
	default:
		return false
	}
	return true
}

// read takes the answer in until it ends. After it has returned without an
// error, the assembler knows how the reply ended.
func (x *exchange) read(a *assembler) error {
	var damaged error // a document that does not parse: the last may be cut off, no other
	for p, err := range payloads(x.body, x.header.Get("Content-Type")) {
		switch {
		case err != nil && a.finished() && x.cancelled() == nil:
			return nil // the reply was whole; what failed is its tail
		case errors.Is(err, errNotChat):
			return x.garbage(err.Error())
		case err != nil:
			return x.failure(nil, err)
		case damaged != nil:
			return x.garbage(damaged.Error())
		case p.done:
			a.done = true
			return x.complete(a)
		}
		c, err := parseChunk(p.data)
		if object := c.failure(p.data, p.event); object != nil {
			return x.streamError(object)
		}
		if err != nil {
			damaged = fmt.Errorf("%w: %w", errNotChat, err)
			continue
		}
		a.add(c)
		if a.finished() {
			if a.usage != nil {
				return nil
			}
			x.hurry(trailing)
		}
	}
	return x.complete(a)
}

// complete checks at the end of an answer that it was one.
func (x *exchange) complete(a *assembler) error {
	switch {
	case !a.recognised:
		return x.garbage("it holds no choices")
	case a.finish == "error":
		return x.streamError(nil)
	}
	return nil
}
