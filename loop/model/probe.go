package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adroit/device/text"
)

// Capabilities is what a probe found out about a model at an endpoint.
type Capabilities struct {
	BaseURL string    `json:"base_url"` // without credentials
	Model   string    `json:"model"`
	Dialect Dialect   `json:"dialect"` // in which it was asked: Responses or Chat
	At      time.Time `json:"at"`

	Listed      bool `json:"listed"`       // the endpoint lists the model among those it offers
	Tools       bool `json:"tools"`        // it calls tools, at least in whole replies
	StreamTools bool `json:"stream_tools"` // it calls them in streamed replies too
	Images      bool `json:"images"`       // it read what a picture showed
	// Head reports whether the start of a prompt of LongPrompt tokens reached
	// the model. Ollama cuts it off above a context of 4096 tokens, its default
	// (https://docs.ollama.com/context-length), and says nothing.
	Head bool `json:"head"`

	Notes []string `json:"notes,omitempty"` // what the endpoint said where something failed, a line each
	Usage Usage    `json:"usage"`           // what the probe itself took
}

// LongPrompt is about how many tokens the prompt has in which a probe looks for
// what stood at its start.
const LongPrompt = 6_000

// Best returns the dialect in which the model can work a phone, and whether
// replies must not be streamed.
func (c Capabilities) Best() (d Dialect, noStream bool) {
	switch {
	case c.StreamTools:
		return c.Dialect, false
	case c.Tools:
		return c.Dialect, true
	}
	return Command, false
}

// Probe finds out what the model of cfg can do, by asking it: three to five
// short requests and one of LongPrompt tokens, which cost what they cost at the
// endpoint. The error is that of an endpoint that cannot be used at all: not
// reached, the key or the model refused. What the model merely cannot do is no
// error.
//
// It asks in dialect d: Responses or Chat; any other stands for the default of
// the base URL.
func Probe(ctx context.Context, d Dialect, cfg Config) (Capabilities, error) {
	if d != Responses && d != Chat {
		d = DefaultDialect(cfg.BaseURL)
	}
	p := &probe{cfg: cfg, found: Capabilities{
		BaseURL: ShownURL(cfg.BaseURL), Model: cfg.Model, Dialect: d, At: time.Now().UTC().Truncate(time.Second),
	}}
	if names, err := ListModels(ctx, cfg); err == nil {
		p.found.Listed = slices.Contains(names, cfg.Model)
	} else if fatal(err) {
		return p.found, err
	}
	for _, look := range []func(context.Context) error{p.tools, p.images, p.head} {
		if err := look(ctx); err != nil {
			return p.found, err
		}
	}
	return p.found, nil
}

// probe is one run of Probe.
type probe struct {
	cfg   Config
	found Capabilities
}

// fatal reports whether err leaves nothing to be found out.
func fatal(err error) bool {
	failed, ok := errors.AsType[*EndpointError](err)
	if !ok {
		return true // the context has ended
	}
	switch failed.Kind {
	case KindRefused, KindUnauthorized, KindForbidden, KindRateLimited, KindHung:
		return true
	}
	return false
}

// ask makes one request. A failure that says something about the model alone is
// noted under what; err is any other.
func (p *probe) ask(ctx context.Context, what string, noStream bool, req Request) (Reply, error) {
	cfg := p.cfg
	cfg.NoStream = noStream
	r, err := New(p.found.Dialect, cfg).Reply(ctx, req, nil)
	p.found.Usage = p.found.Usage.plus(r.Usage)
	if err != nil && !fatal(err) {
		p.note(what, err.Error())
		return Reply{}, nil
	}
	return r, err
}

func (p *probe) note(what, says string) {
	p.found.Notes = append(p.found.Notes, what+": "+says)
}

// canary is a word that no model writes by chance.
const canary = "KESTREL-4417"

// A tool that the model is asked to call.
var (
	probeTool = Tool{
		Name:        "report_word",
		Description: "Reports a word.",
		Parameters:  json.RawMessage(`{"type":"object","properties":{"word":{"type":"string"}},"required":["word"]}`),
	}
	callTheTool = Request{
		System:   "You test tools. Answer with a tool call and nothing else.",
		Messages: []Message{{Role: RoleUser, Text: "Call the tool report_word with the word " + canary + "."}},
		Tools:    []Tool{probeTool},
	}
)

// tools looks whether tools are called, at first as a stream unless the
// configuration rules that out. Where they are not, a question without tools
// tells whether the endpoint answers at all.
func (p *probe) tools(ctx context.Context) error {
	for _, noStream := range []bool{false, true} {
		if p.cfg.NoStream && !noStream {
			continue
		}
		what := "tools, streamed"
		if noStream {
			what = "tools"
		}
		r, err := p.ask(ctx, what, noStream, callTheTool)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(r.Calls, reportsCanary) {
			p.found.Tools, p.found.StreamTools = true, !noStream
			return nil
		}
	}
	r, err := New(p.found.Dialect, p.cfg).Reply(ctx, Request{Messages: []Message{{Role: RoleUser, Text: "Say hello."}}}, nil)
	p.found.Usage = p.found.Usage.plus(r.Usage)
	return err
}

// reportsCanary reports whether c is the call that was asked for.
func reportsCanary(c Call) bool {
	var args struct {
		Word string `json:"word"`
	}
	return c.Name == probeTool.Name && json.Unmarshal([]byte(c.Arguments), &args) == nil && strings.Contains(args.Word, canary)
}

// images looks whether the model can read a number in a picture.
func (p *probe) images(ctx context.Context) error {
	r, err := p.ask(ctx, "images", p.cfg.NoStream, Request{Messages: []Message{{
		Role: RoleUser, Text: "Which number does the picture show? Answer with its digits alone.", Images: [][]byte{numberPicture(pictured)},
	}}})
	p.found.Images = err == nil && strings.Contains(r.Text, pictured)
	return err
}

// head looks whether the start of a long prompt reaches the model.
func (p *probe) head(ctx context.Context) error {
	r, err := p.ask(ctx, "long prompt", p.cfg.NoStream, Request{
		System:   "The password of this conversation is " + canary + ". Tell it when you are asked for it.",
		Messages: []Message{{Role: RoleUser, Text: longText() + "\nWhat is the password of this conversation? Answer with it alone."}},
	})
	if failed, ok := errors.AsType[*EndpointError](err); ok && failed.Kind == KindHung {
		p.note("long prompt", err.Error()) // it answered the short ones: it is slow
		return nil
	}
	p.found.Head = err == nil && strings.Contains(r.Text, canary)
	if err == nil && !p.found.Head {
		p.note("long prompt", lostHead(r.Usage))
	}
	return err
}

// lostHead says why the start of the prompt may not have come back: only an
// endpoint that counts clearly fewer tokens than were sent has cut it off.
func lostHead(u Usage) string {
	if !u.Estimated && u.Input < LongPrompt*3/4 {
		return fmt.Sprintf("the endpoint counted %s of about %d: raise the context of the server (num_ctx, --ctx-size, max_model_len)", text.Count(u.Input, "token"), LongPrompt)
	}
	return "the model did not repeat what stood at its start: the server may have cut it off, or the model does not do as it is told"
}

// longText is text of about LongPrompt tokens, at four bytes each.
func longText() string {
	var b strings.Builder
	for n := 1; b.Len() < LongPrompt*bytesPerToken; n++ {
		fmt.Fprintf(&b, "Line %d holds nothing that matters for the question at the end.\n", n)
	}
	return b.String()
}
