package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device/text"
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
// called. Where they name none and the endpoint offers one alone, that is
// taken, and told. closeModel ends what was started for it.
func (a *app) openModel(ctx context.Context, told io.Writer) (m model.Model, name string, closeModel func(), err error) {
	c := &a.config
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
	if err := c.takeOnlyModel(ctx, told); err != nil {
		return nil, "", nil, unreachable(err)
	}
	return model.New(c.dialect(), c.modelConfig()), c.Model, func() {}, nil
}

// takeOnlyModel makes the only model that the endpoint offers the setting, where
// none is named, and tells so. The error says that one must be named, and which
// there are.
func (c *config) takeOnlyModel(ctx context.Context, told io.Writer) error {
	if c.Model != "" {
		return nil
	}
	endpoint := c.modelConfig()
	ctx, cancel := context.WithTimeout(ctx, offerDeadline)
	defer cancel()
	offers, err := model.ListModels(ctx, endpoint)
	if err == nil && len(offers) == 1 {
		c.give("model", offers[0], origin{byEndpoint, "the only one that the endpoint offers"})
		c.recall()
		fmt.Fprintf(told, "No model is named: taking %s, the only one that %s offers.\n", text.Line(c.Model), model.ShownURL(endpoint.BaseURL))
		return nil
	}
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
