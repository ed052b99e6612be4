package model

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
)

// What ends an exchange from within. The first three are causes of its context.
var (
	errFirstByteDeadline = errors.New("no answer within the deadline")
	errIdleDeadline      = errors.New("the answer stalled")
	errReplyDeadline     = errors.New("the answer took too long")
	errRunaway           = errors.New("the answer is too long")
)

// onlyChat is what may be wrong where nothing answers to Responses.
const onlyChat = "this endpoint may speak only Chat Completions: --api chat"

// failure turns what ended an exchange into the error that the caller gets.
// res is the answer where there is one, err what the HTTP client or the reader
// of the answer said.
func (x *exchange) failure(res *http.Response, err error) error {
	if ended := x.cancelled(); ended != nil {
		return fmt.Errorf("model call: %w", ended)
	}
	if late := x.lateness(); late != nil {
		return late
	}
	if res != nil && res.StatusCode >= http.StatusMultipleChoices {
		defer res.Body.Close()
		page, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
		return x.statusError(res.StatusCode, res.Header, page)
	}
	if errors.Is(err, errRunaway) {
		return x.runaway(maxAnswer)
	}
	if x.begun.Load() || res != nil {
		return &EndpointError{
			Kind:  KindBroken,
			Cause: fmt.Sprintf("the connection to %s broke in the middle of the answer (%s)", x.where, x.oneLine(root(err))),
			Cure:  "try again",
			err:   err,
		}
	}
	return x.unreachable(err)
}

// lateness returns the error for the deadline that ended the exchange, or nil.
func (x *exchange) lateness() error {
	limits := x.cfg.timeouts()
	late := func(format string, limit time.Duration, cure string) error {
		return &EndpointError{
			Kind:  KindHung,
			Cause: fmt.Sprintf(format, x.where, limit),
			Cure:  cure,
			err:   x.cause(),
		}
	}
	switch cause := x.cause(); {
	case errors.Is(cause, errFirstByteDeadline):
		if x.status >= http.StatusBadRequest { // it did answer, and the retries ran into the deadline
			return x.statusError(x.status, nil, nil)
		}
		return late("%s accepted the request and sent nothing for %s", limits.FirstByte,
			"see whether the server is loading the model, or raise --model-timeout")
	case errors.Is(cause, errIdleDeadline):
		return late("the answer of %s stalled for %s", x.idle, "try again, or raise --model-timeout")
	case errors.Is(cause, errReplyDeadline):
		return late("the answer of %s did not end within %s", limits.Reply, "try again, or use a faster model")
	}
	return nil
}

// statusError explains an HTTP status, or an error object that names one.
func (x *exchange) statusError(status int, header http.Header, page []byte) *EndpointError {
	e := &EndpointError{Kind: KindRejected, Cure: "see what the endpoint says about the request", page: string(page)}
	switch {
	case status < http.StatusBadRequest:
		e.Cure = "set the base URL to the address it redirects to, " + ShownURL(header.Get("Location"))
		page = nil
	case status == http.StatusUnauthorized:
		e.Kind = KindUnauthorized
		e.Cure = "set " + x.cfg.keyVariable() + " to a key of this endpoint"
		if x.cfg.APIKey != "" {
			e.Cure = "check that the key is valid and belongs to this endpoint; it came from " + x.cfg.keyVariable()
		}
	case status == http.StatusForbidden:
		e.Kind, e.Cure = KindForbidden, "use a key in "+x.cfg.keyVariable()+" that may use this model, or another model"
	case status == http.StatusNotFound:
		e.Kind = KindNotFound
		e.Cure = fmt.Sprintf("check the model name %q and the base URL, which usually ends in /v1", x.cfg.Model)
		if x.path == responsesPath {
			e.Cure += "; " + onlyChat
		}
	case status == http.StatusTooManyRequests && strings.Contains(e.page, noCredit):
		e.Kind, e.Cure = KindRateLimited, "the key has no credit left: see to its plan and billing"
	case status == http.StatusTooManyRequests:
		e.Kind, e.Cure = KindRateLimited, "wait and try again, or check the quota"
		if e.RetryAfter = retryAfter(header, time.Now()); e.RetryAfter > 0 {
			e.Cure = fmt.Sprintf("try again in %s, or check the quota", e.RetryAfter.Round(time.Second))
		}
	case status == http.StatusRequestTimeout || status >= http.StatusInternalServerError:
		e.Kind, e.Cure = KindServer, "try again later, or see the server's log"
		e.RetryAfter = retryAfter(header, time.Now())
	}
	e.Cause = fmt.Sprintf("%s answered %s", x.where, statusText(status))
	if said := x.said(page); said != "" {
		e.Cause += ": " + said
	}
	return e
}

func statusText(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}

// streamError explains an error object that came inside an answer of status
// 200. The request had been accepted, so whatever else the object says, the
// failure is the server's, unless it names a status with a meaning of its own.
func (x *exchange) streamError(object []byte) *EndpointError {
	var named struct {
		Code       json.RawMessage `json:"code"`
		StatusCode json.RawMessage `json:"status_code"`
	}
	_ = json.Unmarshal(object, &named) // an error may also be a mere string
	for _, raw := range []json.RawMessage{named.StatusCode, named.Code} {
		switch status := statusOf(strings.Trim(string(raw), `"`)); status {
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
			return x.statusError(status, nil, object)
		}
	}
	cause := x.where + " reported an error while answering"
	if said := x.said(object); said != "" {
		cause += ": " + said
	}
	return &EndpointError{Kind: KindServer, Cause: cause, Cure: "try again", page: string(object)}
}

// statusOf returns the HTTP status that an error code stands for: its number,
// or one of OpenAI's names (https://platform.openai.com/docs/guides/error-codes).
func statusOf(code string) int {
	switch code {
	case "invalid_api_key":
		return http.StatusUnauthorized
	case "model_not_found":
		return http.StatusNotFound
	case "rate_limit_exceeded", noCredit:
		return http.StatusTooManyRequests
	}
	status, _ := strconv.Atoi(code)
	return status
}

// unreachable explains why there was no answer at all.
func (x *exchange) unreachable(err error) *EndpointError {
	e := &EndpointError{Kind: KindRefused, err: err}
	why := x.oneLine(root(err))
	_, noHost := errors.AsType[*net.DNSError](err)
	_, noTrust := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Cause = "nothing listens at " + x.where
		e.Cure = "start the model server or correct the base URL"
	case noHost:
		e.Cause = fmt.Sprintf("the host of %s is unknown", x.where)
		e.Cure = "correct the base URL or check the network"
	case noTrust:
		e.Cause = fmt.Sprintf("the certificate of %s is not trusted (%s)", x.where, why)
		e.Cure = "correct the base URL or the system's certificates"
	case strings.Contains(why, "server gave HTTP response to HTTPS client"): // net/http has no type for it
		e.Cause = x.where + " does not speak TLS"
		e.Cure = "use http:// in the base URL"
	default:
		e.Cause = fmt.Sprintf("no answer from %s (%s)", x.where, why)
		e.Cure = "check the base URL and that the server runs"
	}
	return e
}

// runaway explains an answer that was given up at a size in bytes.
func (x *exchange) runaway(size int) *EndpointError {
	return &EndpointError{
		Kind:  KindGarbage,
		Cause: fmt.Sprintf("the answer of %s went on beyond %d MiB and was given up", x.where, size>>20),
		Cure:  "try again, or use another model",
	}
}

// garbage explains an answer that is none.
func (x *exchange) garbage(what string) *EndpointError {
	return &EndpointError{
		Kind:  KindGarbage,
		Cause: fmt.Sprintf("%s does not answer like a model server (%s)", x.where, x.oneLine(what)),
		Cure:  "check the base URL, which usually ends in /v1",
	}
}

// root returns the text of the innermost error: the outer ones repeat the URL,
// which may hold credentials.
func root(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// said returns what an error page or object says, in one line.
func (x *exchange) said(page []byte) string {
	text := strings.TrimSpace(string(page))
	if strings.HasPrefix(text, "<") {
		return "an HTML page"
	}
	if found := errorMessage(page); found != "" {
		text = found
	}
	return x.oneLine(text)
}

// errorMessage finds the sentence for people in the shapes that servers use:
// {"error":{"message":…}}, {"error":"…"}, {"message":…} and {"detail":…}.
func errorMessage(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return ""
	}
	for _, key := range []string{"error", "message", "detail"} {
		if found := errorMessage(object[key]); found != "" {
			return found
		}
	}
	return ""
}

// oneLine makes text of a server fit for an error: one line, short, printable,
// without the secrets that the request carried.
func (x *exchange) oneLine(text string) string {
	const most = 300 // characters
	secrets := []string{x.cfg.APIKey}
	for _, value := range x.cfg.Headers {
		secrets = append(secrets, value, strings.TrimPrefix(value, "Bearer "))
	}
	for _, secret := range secrets {
		if len(secret) >= 6 {
			text = strings.ReplaceAll(text, secret, "[key]")
		}
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, text)
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}

// retryAfter reads Retry-After-Ms and Retry-After (seconds or a date, RFC 9110
// §10.2.3); 0 when there is none.
func retryAfter(header http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := header.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
