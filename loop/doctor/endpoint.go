package doctor

import (
	"cmp"
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

// usualPorts are those of a URL without one, by its scheme, as net/http takes them.
var usualPorts = map[string]string{"http": "80", schemeSecure: "443", "socks5": "1080", "socks5h": "1080"}

// busyServer is the cure for an endpoint that takes connections and does not
// answer.
const busyServer = "see on the server whether it is stuck, or still loading a model; a proxy between may swallow answers, too"

// examineEndpoint examines what a model call needs, from the name of the host
// to that of the model.
func examineEndpoint(ctx context.Context, s *Subject, tell func(Finding)) (left string) {
	const check = "model.endpoint"
	e := s.Endpoint
	if e.Scripted {
		tell(skipped(check, "the scripted model needs no endpoint; it is a simulation, not a language model"))
		return "the scripted model needs no endpoint"
	}
	if e.Unchosen {
		tell(failure(check, "no model is configured", "set OPENAI_API_KEY and --model NAME, or name another endpoint with --endpoint or --base-url; the scripted model is --model demo"))
		return "no model is configured"
	}
	u, err := url.Parse(e.Config.BaseURL)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != schemeSecure {
		tell(failure(check, "the base URL is not that of an HTTP endpoint", "--base-url must begin with http:// or https:// and a host, such as http://127.0.0.1:11434/v1"))
		return "the endpoint has no address"
	}
	s.private = append(s.private, u.Hostname())
	tell(ok(check, "the endpoint is at "+text.Line(u.Host)))
	if !reach(ctx, s, u, tell) {
		return "the endpoint is not reached"
	}
	s.looking("the endpoint's clock")
	tell(clock(ctx, s, u))
	s.looking("the endpoint's models")
	if !s.examineModels(ctx, tell) {
		return "no model can be asked"
	}
	return s.examineAbilities(ctx, tell)
}

// reach finds the endpoint, or the proxy before it, connects to it and proves
// who is there; it reports whether that went well.
func reach(ctx context.Context, s *Subject, u *url.URL, tell func(Finding)) bool {
	s.looking("the way to the endpoint")
	door := door{at: u, what: "the endpoint", cure: "start the server, or check the base URL, the network and the firewall"}
	if s.Endpoint.Proxy != nil {
		if proxy, err := s.Endpoint.Proxy(u); err == nil && proxy != nil {
			s.private = append(s.private, proxy.Hostname())
			door.at, door.what, door.cure = proxy, "the proxy before the endpoint", "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and the network"
		}
	}
	ctx, cancel := s.within(ctx, netTimeout)
	defer cancel()
	found := door.resolve(ctx)
	tell(found)
	if found.Severity == Failure {
		return false
	}
	conn, found := door.connect(ctx)
	tell(found)
	if conn == nil {
		return false
	}
	defer conn.Close()
	switch {
	case u.Scheme != schemeSecure:
		tell(skipped("model.tls", "the endpoint is spoken to without encryption"))
		return true
	case door.at != u:
		tell(skipped("model.tls", "a proxy stands between: the first call shows it"))
		return true
	}
	found = secure(ctx, s.System, u.Hostname(), conn)
	tell(found)
	return found.Severity != Failure
}

// door is where the network is entered on the way to the endpoint.
type door struct {
	at   *url.URL
	what string // it is, in words
	cure string // what to do where nothing answers
}

// resolve looks up the door's host.
func (d door) resolve(ctx context.Context) Finding {
	const check = "model.dns"
	host := d.at.Hostname()
	if net.ParseIP(host) != nil {
		return ok(check, d.what+" is named by its address")
	}
	addrs, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return failure(check, fmt.Sprintf("the host %s has no address: %s", text.Line(host), text.Line(err.Error())), "check the base URL, the network and the name server")
	}
	return ok(check, fmt.Sprintf("%s is %s", text.Line(host), strings.Join(addrs[:min(len(addrs), 2)], ", ")))
}

// connect opens a connection, nil where nothing answers.
func (d door) connect(ctx context.Context) (net.Conn, Finding) {
	const check = "model.connect"
	addr := net.JoinHostPort(d.at.Hostname(), cmp.Or(d.at.Port(), usualPorts[d.at.Scheme]))
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, failure(check, fmt.Sprintf("%s does not answer at %s: %s", d.what, text.Line(addr), text.Line(err.Error())), d.cure)
	}
	return conn, ok(check, fmt.Sprintf("%s answers at %s", d.what, text.Line(addr)))
}

// secure proves who is at the other end of a connection.
func secure(ctx context.Context, system, host string, conn net.Conn) Finding {
	const check = "model.tls"
	client := tls.Client(conn, &tls.Config{ServerName: host})
	if err := client.HandshakeContext(ctx); err != nil {
		return failure(check, "no secure connection to "+text.Line(host)+": "+text.Line(err.Error()), tlsCure(err, system))
	}
	return ok(check, "the connection is secure, with "+tls.VersionName(client.ConnectionState().Version))
}

// tlsCure says what to do about a failed handshake.
func tlsCure(err error, system string) string {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return setClock.on(system) + "; if it is right, the endpoint's certificate has run out"
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
func clock(ctx context.Context, s *Subject, u *url.URL) Finding {
	const check = "model.clock"
	ctx, cancel := s.within(ctx, netTimeout)
	defer cancel()
	theirs, err := timeAt(ctx, u)
	if err != nil {
		return skipped(check, "the endpoint does not tell its time")
	}
	if skew := time.Since(theirs).Abs(); skew > clockSkew {
		return warning(check, fmt.Sprintf("this computer's clock and the endpoint's differ by %s", skew.Round(time.Second)), setClock.on(s.System))
	}
	return ok(check, "this computer's clock agrees with the endpoint's")
}

// timeAt is the time that the server of u tells.
func timeAt(ctx context.Context, u *url.URL) (time.Time, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, u.String(), nil)
	if err != nil {
		return time.Time{}, err
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	answer, err := client.Do(req)
	if err != nil {
		return time.Time{}, err
	}
	defer answer.Body.Close()
	return http.ParseTime(answer.Header.Get("Date"))
}

// examineModels examines key and model name by asking for the list of models,
// which is free, and reports whether the model can be asked.
func (s *Subject) examineModels(ctx context.Context, tell func(Finding)) bool {
	ctx, cancel := s.within(ctx, netTimeout)
	defer cancel()
	offers, err := model.ListModels(ctx, s.Endpoint.Config)
	if refused, isEndpoint := errors.AsType[*model.EndpointError](err); isEndpoint {
		switch refused.Kind {
		case model.KindUnauthorized, model.KindForbidden:
			tell(failure("model.key", text.Line(refused.Cause), text.Line(refused.Cure)))
			return false
		case model.KindNotFound, model.KindRejected, model.KindGarbage:
			tell(note("model.key", "the endpoint does not list its models, so that key and model name show with the first call", "check the base URL: most end in /v1"))
			if s.Endpoint.Config.Model == "" {
				tell(failure("model.name", "no model is named", "name one with --model NAME"))
				return false
			}
			tell(skipped("model.name", "the endpoint does not list its models"))
			return true
		}
	}
	if err != nil {
		tell(fromError("model.key", "the endpoint does not list its models", err).late(err, busyServer))
		return false
	}
	tell(ok("model.key", "the endpoint accepts us and lists "+text.Count(len(offers), "model")))
	named := s.Endpoint.findModel(offers)
	tell(named)
	if named.Severity == OK && s.Endpoint.Config.Model == "" {
		s.Endpoint.Config.Model = offers[0] // as a run does
	}
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
	case name == "" && len(offers) == 1:
		return ok(check, "no model is named: "+shown[0]+", the only one that is offered, is taken")
	case name == "":
		return failure(check, "no model is named; "+list, "choose one with --model NAME")
	case slices.Contains(offers, name), slices.Contains(offers, name+":latest"):
		return ok(check, text.Line(name)+" is offered")
	default:
		return failure(check, fmt.Sprintf("the endpoint does not offer %s; %s", text.Line(name), list), "choose one of these with --model NAME, or load it on the server")
	}
}
