package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"adroit/device/text"
	"adroit/loop/model"
)

const (
	netTimeout   = 10 * time.Second // of one question to the network
	clockSkew    = 5 * time.Minute  // a difference that signatures and certificates do not forgive
	shownModels  = 8                // of an endpoint's models, in a message
	schemeSecure = "https"
)

// examineEndpoint examines what a model call needs, from the name of the host
// to that of the model.
func examineEndpoint(ctx context.Context, s *Subject, tell func(Finding)) {
	const check = "model.endpoint"
	e := s.Endpoint
	if e.Scripted {
		tell(skipped(check, "the scripted model needs no endpoint; it is a simulation, not a language model"))
		return
	}
	if e.Unchosen {
		tell(failure(check, "no model is configured", "set OPENAI_API_KEY and --model NAME, or name another endpoint with --endpoint or --base-url; the scripted model is --model demo"))
		return
	}
	u, err := url.Parse(e.Config.BaseURL)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != schemeSecure {
		tell(failure(check, "the base URL is not that of an HTTP endpoint", "--base-url must begin with http:// or https:// and a host, such as http://127.0.0.1:11434/v1"))
		return
	}
	for _, reach := range []func(context.Context, *url.URL) Finding{resolve, connect} {
		f := reach(ctx, u)
		tell(f)
		if f.Severity == Failure {
			tell(skipped("model.key", "the endpoint is not reached"))
			return
		}
	}
	if f, known := clock(ctx, u); known {
		tell(f)
	}
	if !e.examineModels(ctx, tell) {
		return
	}
	e.examineAbilities(ctx, tell)
}

// resolve looks up the endpoint's host.
func resolve(ctx context.Context, u *url.URL) Finding {
	const check = "model.dns"
	host := u.Hostname()
	if net.ParseIP(host) != nil {
		return ok(check, "the endpoint is named by its address")
	}
	ctx, cancel := context.WithTimeout(ctx, netTimeout)
	defer cancel()
	addrs, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return failure(check, fmt.Sprintf("the host %s has no address: %s", text.Line(host), text.Line(err.Error())), "check the base URL, the network and the name server")
	}
	return ok(check, fmt.Sprintf("%s is %s", text.Line(host), strings.Join(addrs[:min(len(addrs), 2)], ", ")))
}

// connect opens a connection, and proves who is at its other end.
func connect(ctx context.Context, u *url.URL) Finding {
	check, port := "model.connect", "80"
	if u.Scheme == schemeSecure {
		check, port = "model.tls", "443"
	}
	if u.Port() != "" {
		port = u.Port()
	}
	addr := net.JoinHostPort(u.Hostname(), port)
	ctx, cancel := context.WithTimeout(ctx, netTimeout)
	defer cancel()
	plain, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return failure(check, "nothing answers at "+text.Line(addr)+": "+text.Line(err.Error()), "start the server, or check the base URL, the network and the firewall")
	}
	defer plain.Close()
	if u.Scheme != schemeSecure {
		return ok(check, text.Line(addr)+" answers, unencrypted")
	}
	secure := tls.Client(plain, &tls.Config{ServerName: u.Hostname()})
	if err := secure.HandshakeContext(ctx); err != nil {
		return failure(check, "no secure connection to "+text.Line(addr)+": "+text.Line(err.Error()), tlsCure(err))
	}
	return ok(check, fmt.Sprintf("%s answers, with %s", text.Line(addr), tls.VersionName(secure.ConnectionState().Version)))
}

// tlsCure says what to do about a failed handshake.
func tlsCure(err error) string {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return "set this computer's clock; if it is right, the endpoint's certificate has run out"
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "a proxy may stand between, or the certificate is the endpoint's own: add its authority to the system's"
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return "the endpoint speaks plain HTTP: use http:// in the base URL"
	}
	return "check the base URL and what stands between (proxy, virus scanner)"
}

// clock compares this computer's clock with the endpoint's, where that tells
// its time (RFC 9110, section 6.6.1).
func clock(ctx context.Context, u *url.URL) (_ Finding, known bool) {
	const check = "model.clock"
	ctx, cancel := context.WithTimeout(ctx, netTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, u.String(), nil)
	if err != nil {
		return Finding{}, false
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	answer, err := client.Do(req)
	if err != nil {
		return Finding{}, false
	}
	defer answer.Body.Close()
	theirs, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return Finding{}, false
	}
	if skew := time.Since(theirs).Abs(); skew > clockSkew {
		return warning(check, fmt.Sprintf("this computer's clock and the endpoint's differ by %s", skew.Round(time.Second)), "set this computer's clock by the network (timedatectl set-ntp true)"), true
	}
	return ok(check, "this computer's clock agrees with the endpoint's"), true
}

// examineModels examines key and model name by asking for the list of models,
// which is free, and reports whether the model can be asked.
func (e Endpoint) examineModels(ctx context.Context, tell func(Finding)) bool {
	ctx, cancel := context.WithTimeout(ctx, netTimeout)
	defer cancel()
	offers, err := model.ListModels(ctx, e.Config)
	if refused, isEndpoint := errors.AsType[*model.EndpointError](err); isEndpoint {
		switch refused.Kind {
		case model.KindUnauthorized, model.KindForbidden:
			tell(failure("model.key", text.Line(refused.Cause), text.Line(refused.Cure)))
			return false
		case model.KindNotFound, model.KindRejected, model.KindGarbage:
			tell(note("model.key", "the endpoint does not list its models, so that key and model name show with the first call", "check the base URL: most end in /v1"))
			return e.Config.Model != ""
		}
	}
	if err != nil {
		tell(fromError("model.key", "the endpoint does not list its models", err))
		return false
	}
	tell(ok("model.key", "the endpoint accepts us and lists "+text.Count(len(offers), "model")))
	named := e.findModel(offers)
	tell(named)
	return named.Severity == OK
}

// findModel looks for the model's name among those that are offered.
func (e Endpoint) findModel(offers []string) Finding {
	const check = "model.name"
	shown := make([]string, 0, shownModels)
	for _, name := range offers[:min(len(offers), shownModels)] {
		shown = append(shown, text.Line(name))
	}
	list := "it offers " + strings.Join(shown, ", ")
	if more := len(offers) - len(shown); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	switch name := e.Config.Model; {
	case name == "":
		return failure(check, "no model is named; "+list, "choose one with --model NAME")
	case slices.Contains(offers, name), slices.Contains(offers, name+":latest"):
		return ok(check, text.Line(name)+" is offered")
	default:
		return failure(check, fmt.Sprintf("the endpoint does not offer %s; %s", text.Line(name), list), "choose one of these with --model NAME, or load it on the server")
	}
}
