package model

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

const (
	// maxRetryDelay is the longest wait that a retry is worth. An endpoint that
	// asks for more (Retry-After) is not asked again: the caller is told.
	maxRetryDelay = 15 * time.Second
	// maxErrorBody is how much of an error page is read.
	maxErrorBody = 64 << 10
	// maxAnswer is the size in bytes at which an answer counts as runaway,
	// whatever it is made of.
	maxAnswer = 128 << 20
	// maxReply is the size in bytes at which a reply does: its text, reasoning
	// and arguments as they come. It is some ten times what models write at most.
	maxReply = 4 << 20
)

// endpoint is a server that speaks an OpenAI-compatible protocol. It knows
// HTTP, deadlines and failures, and nothing of what is said.
type endpoint struct {
	cfg    Config
	client openai.Client
	where  string // the base URL as it may be shown: no user, no query
}

// newEndpoint builds the client by its options alone: openai.NewClient would
// also read the environment, which is not this package's to read.
func newEndpoint(cfg Config) *endpoint {
	client := &http.Client{
		Transport: http.DefaultTransport.(*http.Transport).Clone(),
		// A redirect could lead to a host that the user did not name.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	opts := []option.RequestOption{
		option.WithBaseURL(cfg.BaseURL),
		option.WithHTTPClient(client),
		option.WithMaxRetries(cfg.retries()),
		option.WithMaxRetryDelay(min(maxRetryDelay, cfg.timeouts().FirstByte/4)),
	}
	if cfg.APIKey != "" {
		opts = append(opts, option.WithAPIKey(cfg.APIKey))
	}
	for name, value := range cfg.Headers {
		opts = append(opts, option.WithHeader(name, value))
	}
	return &endpoint{cfg: cfg, client: openai.Client{Options: opts}, where: ShownURL(cfg.BaseURL)}
}

// priced returns r with what it cost.
func (e *endpoint) priced(r Reply) Reply {
	r.Usage = e.cfg.Prices.cost(r.Usage)
	return r
}

// checkBaseURL returns an *EndpointError where raw cannot be the base URL of an
// endpoint: an absolute http or https URL with a host.
func checkBaseURL(raw string) error {
	u, err := url.Parse(raw)
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" {
		return nil
	}
	return &EndpointError{
		Kind:  KindRejected,
		Cause: "the base URL is not that of an HTTP endpoint", // it may hold credentials, so it is not repeated
		Cure:  "it must begin with http:// or https:// and a host, such as http://127.0.0.1:8080/v1",
	}
}

// ShownURL returns a base URL without the parts that may hold credentials, and
// without a slash at its end.
func ShownURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "the base URL"
	}
	return u.Scheme + "://" + u.Host + strings.TrimSuffix(u.Path, "/")
}

// exchange is one request and its answer, under the deadlines of the endpoint.
type exchange struct {
	*endpoint
	path      string       // below the base URL
	cancelled func() error // not nil once the caller's context has ended
	cause     func() error // what ended the exchange: the caller or a deadline
	end       func(cause error)
	timer     *time.Timer // fires when nothing has come for too long

	idle   time.Duration
	begun  atomic.Bool // the answer's first byte has come
	status int         // of the latest attempt; 0 before the first
	sent   int         // bytes of the request body; see weigh
	body   io.ReadCloser
	header http.Header
}

// open sends the request and returns once the answer's header is there and
// tells of success. The caller closes the exchange.
func (e *endpoint) open(ctx context.Context, method, path string, params any) (*exchange, error) {
	if err := checkBaseURL(e.cfg.BaseURL); err != nil {
		return nil, err
	}
	limits := e.cfg.timeouts()
	x := &exchange{endpoint: e, path: path, cancelled: ctx.Err, idle: limits.Idle}
	ctx, stop := context.WithTimeoutCause(ctx, limits.Reply, errReplyDeadline)
	ctx, cancel := context.WithCancelCause(ctx)
	x.cause = func() error { return context.Cause(ctx) }
	x.end = func(cause error) { cancel(cause); stop() }
	x.timer = time.AfterFunc(limits.FirstByte, x.silent)

	var res *http.Response
	err := e.client.Execute(ctx, method, path, params, &res, option.WithMiddleware(x.watch))
	if err != nil || res.StatusCode >= http.StatusMultipleChoices {
		defer x.close()
		return nil, x.failure(res, err)
	}
	x.body, x.header = res.Body, res.Header
	return x, nil
}

// watch is openai-go middleware: it sees each attempt of the request.
func (x *exchange) watch(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	x.sent = int(max(req.ContentLength, 0))
	res, err := next(req)
	if err != nil {
		return res, err
	}
	x.status = res.StatusCode
	if res.StatusCode >= http.StatusMultipleChoices {
		res.Body = &limitedBody{res.Body, io.LimitReader(res.Body, maxErrorBody)}
	} else {
		res.Body = &watchedBody{ReadCloser: res.Body, x: x, left: maxAnswer}
	}
	return res, nil
}

// silent ends the exchange because the endpoint has not said anything in time.
func (x *exchange) silent() {
	if x.begun.Load() {
		x.end(errIdleDeadline)
	} else {
		x.end(errFirstByteDeadline)
	}
}

// hurry shortens the wait for what may still follow a finished reply.
func (x *exchange) hurry() {
	x.idle = min(x.idle, trailing)
	x.timer.Reset(x.idle)
}

func (x *exchange) close() {
	x.timer.Stop()
	if x.body != nil {
		_ = x.body.Close()
	}
	x.end(nil)
}

// limitedBody is the body of an error page: no more than its start is read.
type limitedBody struct {
	io.Closer
	io.Reader
}

// watchedBody puts off the idle deadline with every byte that comes.
type watchedBody struct {
	io.ReadCloser
	x    *exchange
	left int // bytes until the answer counts as runaway
}

func (b *watchedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errRunaway
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	if n > 0 {
		b.left -= n
		b.x.begun.Store(true)
		b.x.timer.Reset(b.x.idle)
	}
	return n, err
}
