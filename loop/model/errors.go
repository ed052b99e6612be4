package model

import (
	"strings"
	"time"
)

// ErrorKind says what went wrong at an endpoint.
type ErrorKind string

// The kinds of failure.
const (
	KindRefused      ErrorKind = "refused"      // no connection: nothing listens, no such host, TLS
	KindUnauthorized ErrorKind = "unauthorized" // 401: the key is missing or wrong
	KindForbidden    ErrorKind = "forbidden"    // 403: the key is known and may not do this
	KindNotFound     ErrorKind = "not_found"    // 404: no such model, or no such path
	KindRejected     ErrorKind = "rejected"     // another 4xx, or a base URL that is none: the request is not accepted
	KindRateLimited  ErrorKind = "rate_limited" // 429: too many requests, or no credit left
	KindServer       ErrorKind = "server"       // 5xx, or an error reported within a stream
	KindHung         ErrorKind = "hung"         // a deadline of Timeouts passed
	KindBroken       ErrorKind = "broken"       // the connection broke in the middle of the answer
	KindGarbage      ErrorKind = "garbage"      // the answer is not one of a model: HTML, other JSON, nothing, no end
)

// EndpointError is a failure of an endpoint: one line that says what failed
// and what to do about it. It never contains the key.
type EndpointError struct {
	Kind       ErrorKind
	Cause      string        // what happened, naming the endpoint
	Cure       string        // what to do
	RetryAfter time.Duration // how long the endpoint asks to wait; 0 when it did not say

	page string // what the endpoint said, in full
	err  error
}

// noCredit is OpenAI's code for a rate limit that does not pass.
const noCredit = "insufficient_quota"

// Error returns cause and cure in one line.
func (e *EndpointError) Error() string {
	if e.Cure == "" {
		return e.Cause
	}
	return e.Cause + ": " + e.Cure
}

// Unwrap returns the error beneath, where there is one.
func (e *EndpointError) Unwrap() error { return e.err }

// Transient reports whether the same request may succeed a little later.
func (e *EndpointError) Transient() bool {
	switch e.Kind {
	case KindRateLimited:
		return !strings.Contains(e.page, noCredit)
	case KindRefused, KindServer, KindHung, KindBroken:
		return true
	}
	return false
}
