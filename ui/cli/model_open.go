package cli

import (
	"context"
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
	if err := c.missingKey(); err != nil {
		return nil, "", nil, unreachable(err)
	}
	endpoint := c.modelConfig()
	if c.Model == "" {
		return nil, "", nil, unreachable(noModel(ctx, endpoint))
	}
	return model.New(c.dialect(), endpoint), c.Model, func() {}, nil
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
