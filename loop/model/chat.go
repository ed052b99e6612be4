package model

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/openai/openai-go/v3"
)

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
		return Reply{}, c.advise(ctx, err)
	}
	defer x.close()
	x.sent = weigh(x.sent, req.Messages)

	a := chatAnswer{speech: speech{delta: delta}, tools: req.Tools}
	if err := x.read(&a); err != nil {
		return c.priced(a.partial(x.sent)), c.advise(ctx, err)
	}
	return c.priced(a.reply(x.sent, req.Messages, c.from())), nil
}

// adapt reports whether err says that the endpoint does not know an optional
// field that was sent, and leaves the field out from now on. Each field can be left out once, which ends
// the retries.
func (c *chat) adapt(err error, sent openai.ChatCompletionNewParams) bool {
	failed, ok := errors.AsType[*EndpointError](err)
	if !ok || failed.Kind != KindRejected {
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
