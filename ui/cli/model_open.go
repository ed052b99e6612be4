package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

// offerDeadline bounds the question which models an endpoint offers.
const offerDeadline = 10 * time.Second

// scriptedPace is the pause between two words of the scripted model: enough to
// be seen streaming, too little to wait for.
const scriptedPace = 12 * time.Millisecond

// shownOffers is how many of an endpoint's models an error lists.
const shownOffers = 12

// openModel reaches the model that the settings name, and says how it is
// called. closeModel ends what was started for it.
func (a *app) openModel(ctx context.Context) (m model.Model, name string, closeModel func(), err error) {
	c := a.config
	if c.Model == demoName {
		listener, err := listenLoopback(ctx, "127.0.0.1:0")
		if err != nil {
			return nil, "", nil, fmt.Errorf("start the scripted model: %w", err)
		}
		server := scripted.Serve(context.WithoutCancel(ctx), listener, scripted.Options{Pace: scriptedPace})
		return model.NewChat(model.Config{BaseURL: server.BaseURL, Model: scripted.Name, Retries: -1}),
			scripted.Name, func() { server.Close() }, nil
	}
	if c.APIKey == "" && c.BaseURL == openAIBaseURL {
		return nil, "", nil, unreachable(errors.New(
			"no model is configured: set OPENAI_API_KEY and --model, or --base-url for another endpoint, or use the scripted one: --model demo"))
	}
	endpoint := model.Config{
		BaseURL: c.BaseURL, APIKey: c.APIKey, Model: c.Model,
		Retries:  -1, // the loop retries, and tells
		Timeouts: model.Timeouts{FirstByte: c.ModelTimeout, Idle: c.ModelTimeout},
	}
	if c.Model == "" {
		return nil, "", nil, unreachable(noModel(ctx, endpoint))
	}
	return newModel(c.API, endpoint), c.Model, func() {}, nil
}

// newModel speaks to endpoint in the dialect api. Without one it is Responses
// for OpenAI itself, and Chat Completions, which everybody else speaks, for
// others.
func newModel(api string, endpoint model.Config) model.Model {
	if api == "" && endpoint.BaseURL == openAIBaseURL {
		api = "responses"
	}
	switch api {
	case "responses":
		return model.NewResponses(endpoint)
	case "command":
		return model.NewCommand(endpoint)
	}
	return model.NewChat(endpoint)
}

// noModel says that a model must be named, and which there are.
func noModel(ctx context.Context, endpoint model.Config) error {
	ctx, cancel := context.WithTimeout(ctx, offerDeadline)
	defer cancel()
	offers, err := model.ListModels(ctx, endpoint)
	if err != nil {
		return fmt.Errorf("no model is named (--model NAME), and the endpoint does not list its own: %w", err)
	}
	if len(offers) == 0 {
		return fmt.Errorf("no model is named (--model NAME), and %s offers none", endpoint.BaseURL)
	}
	more := ""
	if len(offers) > shownOffers {
		more = fmt.Sprintf(" and %d more", len(offers)-shownOffers)
		offers = offers[:shownOffers]
	}
	return fmt.Errorf("no model is named: choose one with --model; %s offers %s%s",
		endpoint.BaseURL, strings.Join(offers, ", "), more)
}
