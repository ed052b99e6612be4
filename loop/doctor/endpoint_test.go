package doctor_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"adroit/device/sim"
	"adroit/loop/doctor"
	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

// asking is a healthy subject whose model is at the given endpoint.
func asking(t *testing.T, cfg model.Config) doctor.Subject {
	t.Helper()
	s := healthy(t, sim.Options{})
	s.Endpoint = doctor.Endpoint{Config: cfg}
	return s
}

// lists answers with the names of two models.
func lists(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"object":"list","data":[{"id":"small"},{"id":"large"}]}`)
}

// lateClock lists models by a clock that is an hour slow.
func lateClock(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat))
	lists(w, r)
}

// answering answers everything with that status.
func answering(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, `{"error":{"message":"no"}}`)
	}
}

func serve(t *testing.T, handle http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

func TestHealthyEndpoint(t *testing.T) {
	adbInPath(t, 41)
	s := asking(t, model.Config{BaseURL: serve(t, lists), Model: "small"})
	r := examine(t, s)
	for _, check := range []string{"model.dns", "model.connect", "model.clock", "model.key", "model.name"} {
		finding(t, r, check, doctor.OK, "", "")
	}
	finding(t, r, "model.probe", doctor.Skipped, "may cost money", "")

	for _, tt := range []struct {
		found    model.Capabilities
		check    string
		severity doctor.Severity
		message  string
	}{
		{model.Capabilities{Tools: true, StreamTools: true}, "model.tools", doctor.OK, "streaming too"},
		{model.Capabilities{Tools: true}, "model.tools", doctor.Note, "whole replies"},
		{model.Capabilities{}, "model.tools", doctor.Note, "command dialect"},
		{model.Capabilities{Images: true}, "model.images", doctor.OK, "reads pictures"},
		{model.Capabilities{}, "model.images", doctor.Note, "no pictures"},
		{model.Capabilities{Head: true}, "model.context", doctor.OK, "reaches it"},
		{model.Capabilities{}, "model.context", doctor.Warning, "may cut prompts"},
	} {
		s.Endpoint.Known, s.Endpoint.Probe = nil, func(context.Context) (model.Capabilities, error) { return tt.found, nil }
		finding(t, examine(t, s), tt.check, tt.severity, tt.message, "")
		tt.found.At = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		s.Endpoint.Known, s.Endpoint.Probe = &tt.found, nil
		remembered := examine(t, s)
		finding(t, remembered, tt.check, tt.severity, tt.message, "")
		finding(t, remembered, "model.probe", doctor.OK, "2026-01-02", "")
	}
	s.Endpoint.Probe = func(context.Context) (model.Capabilities, error) {
		return model.Capabilities{}, &model.EndpointError{Kind: model.KindRateLimited, Cause: "too many requests", Cure: "wait"}
	}
	finding(t, examine(t, s), "model.probe", doctor.Failure, "too many requests", "wait")
}

func TestEndpoints(t *testing.T) {
	adbInPath(t, 41)
	for _, tt := range []struct {
		name          string
		cfg           model.Config
		check         string
		severity      doctor.Severity
		message, cure string
	}{
		{"not a URL", model.Config{BaseURL: "localhost:11434"}, "model.endpoint", doctor.Failure, "base URL", "http://"},
		{"nothing listens", model.Config{BaseURL: "http://" + closedPort(t) + "/v1"}, "model.connect", doctor.Failure, "refused", "start the server"},
		{"no key", model.Config{BaseURL: serve(t, answering(401))}, "model.key", doctor.Failure, "", "OPENAI_API_KEY"},
		{"wrong key", model.Config{BaseURL: serve(t, answering(401)), APIKey: "sk-wrong-key"}, "model.key", doctor.Failure, "", "OPENAI_API_KEY"},
		{"no list", model.Config{BaseURL: serve(t, answering(404)), Model: "m"}, "model.key", doctor.Note, "does not list", "/v1"},
		{"broken", model.Config{BaseURL: serve(t, answering(500)), Model: "m"}, "model.key", doctor.Failure, "500", ""},
		{"no name", model.Config{BaseURL: serve(t, lists)}, "model.name", doctor.Failure, "large, small", "--model"},
		{"no name, and one model", model.Config{BaseURL: serve(t, scripted.New(scripted.Options{}).ServeHTTP)}, "model.name", doctor.OK, scripted.Name + ", the only one that is offered, is taken", ""},
		{"wrong name", model.Config{BaseURL: serve(t, lists), Model: "tiny"}, "model.name", doctor.Failure, "does not offer tiny", "--model"},
		{"another time", model.Config{BaseURL: serve(t, lateClock), Model: "small"}, "model.clock", doctor.Warning, "differ by 1h0m", "clock"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := examine(t, asking(t, tt.cfg))
			finding(t, r, tt.check, tt.severity, tt.message, tt.cure)
			for _, f := range r.Findings {
				if strings.Contains(f.Message+f.Cure, "sk-wrong-key") {
					t.Errorf("the key stands in %+v", f)
				}
			}
		})
	}
}

// noNames makes every look-up of a host fail.
func noNames(t *testing.T) {
	t.Helper()
	real := net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = real })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no name server")
	}}
}

func TestUnknownHost(t *testing.T) {
	adbInPath(t, 41)
	noNames(t)
	r := examine(t, asking(t, model.Config{BaseURL: "https://models.invalid/v1"}))
	finding(t, r, "model.dns", doctor.Failure, "models.invalid has no address", "name server")
	finding(t, r, "model.key", doctor.Skipped, "not reached", "")
}

func TestNoModelConfigured(t *testing.T) {
	adbInPath(t, 41)
	s := asking(t, model.Config{BaseURL: model.OpenAI})
	s.Endpoint.Unchosen = true
	finding(t, examine(t, s), "model.endpoint", doctor.Failure, "no model is configured", "OPENAI_API_KEY and --model")
}

func TestTLS(t *testing.T) {
	adbInPath(t, 41)
	for _, tt := range []struct {
		name, url, message, cure string
	}{
		{"an authority of its own", serveTLS(t, time.Now().Add(time.Hour)), "certificate", "add its authority"},
		{"run out", serveTLS(t, time.Now().Add(-time.Hour)), "expired", "clock"},
		{"not secure", strings.Replace(serve(t, lists), "http:", "https:", 1), "", "http://"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := examine(t, asking(t, model.Config{BaseURL: tt.url, Model: "small"}))
			finding(t, r, "model.tls", doctor.Failure, tt.message, tt.cure)
		})
	}
}

// serveTLS serves with a certificate of its own that is good until then.
func serveTLS(t *testing.T, until time.Time) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: until.Add(-24 * time.Hour), NotAfter: until,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(lists))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // the handshakes fail as they should
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}
