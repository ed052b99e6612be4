package model

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/openai/openai-go/v3/responses"
)

// responsesModel is the Responses dialect.
type responsesModel struct {
	*endpoint
	plainReasoning atomic.Bool // the endpoint does not hand out encrypted reasoning
}

// NewResponses returns a model that is reached through Responses
// (POST BaseURL/responses, https://platform.openai.com/docs/api-reference/responses).
// Nothing is stored at the endpoint: each request holds the whole conversation,
// with the items of earlier replies as they came.
func NewResponses(cfg Config) Model { return &responsesModel{endpoint: newEndpoint(cfg)} }

// responsesPath is where the dialect is spoken, below the base URL.
const responsesPath = "responses"

// from names the origin of this model's Reply.Items.
func (m *responsesModel) from() string { return "responses " + m.where + " " + m.cfg.Model }

// Reply implements Model.
func (m *responsesModel) Reply(ctx context.Context, req Request, delta func(text string)) (Reply, error) {
	params := m.params(req)
	x, err := m.open(ctx, http.MethodPost, responsesPath, params)
	if err != nil && m.adapt(err, params) {
		x, err = m.open(ctx, http.MethodPost, responsesPath, m.params(req))
	}
	if err != nil {
		return Reply{}, m.advise(ctx, err)
	}
	defer x.close()
	x.sent = weigh(x.sent, req.Messages)

	a := responsesAnswer{speech: speech{delta: delta}}
	if err := x.read(&a); err != nil {
		return m.priced(a.partial(x.sent)), m.advise(ctx, err)
	}
	return m.priced(a.reply(x.sent, req.Messages, m.from())), nil
}

// adapt reports whether err says that the endpoint does not know encrypted
// reasoning, as models without reasoning do not, and does without from now on.
func (m *responsesModel) adapt(err error, sent responses.ResponseNewParams) bool {
	failed, ok := errors.AsType[*EndpointError](err)
	if !ok || failed.Kind != KindRejected || len(sent.Include) == 0 {
		return false
	}
	page := strings.ToLower(failed.page)
	if !strings.Contains(page, "encrypted") && !strings.Contains(page, "include") {
		return false
	}
	m.plainReasoning.Store(true)
	return true
}
