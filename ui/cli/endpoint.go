package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"adroit/device/text/userfile"
	"adroit/loop/model"
)

// endpoint is a named server of models and how to speak to it.
type endpoint struct {
	name  string
	place string // where it is described: a line of the configuration file, or "built in"
	about string // what is known of a built-in one

	base   string            // where what it does not say itself is from
	places map[string]string // of what it says itself, by key

	baseURL     string
	model       string
	api         string // "" is chosen by the probe or the base URL
	keyVariable string // holds the key; "" is none, for servers that want none
	headers     map[string]string
	headersEnv  map[string]string // names of variables that hold the values of headers
	body        map[string]any
	noStream    bool
	images      *bool // nil is not known
	context     int   // tokens; 0 is not known
	prices      model.Prices
}

// named finds an endpoint by its name: one of the configuration file, which may
// change a built-in one, or a built-in one.
func (c *config) named(name string) (endpoint, error) {
	if e, ok := c.endpoints[name]; ok {
		return e, nil
	}
	if e, ok := presets()[name]; ok {
		return e, nil
	}
	return endpoint{}, userfile.OneOf("endpoint", name, c.endpointNames(), "`adroit endpoint list` shows those there are")
}

// from is where the value of one of the keys of an endpoint is from.
func (e endpoint) from(key string) origin {
	return origin{byEndpoint, "endpoint " + e.name + ", " + cmp.Or(e.places[key], e.base)}
}

// endpointNames are those of all endpoints: of the configuration file first.
func (c *config) endpointNames() []string {
	names := slices.Sorted(maps.Keys(c.endpoints))
	for _, name := range slices.Sorted(maps.Keys(presets())) {
		if _, own := c.endpoints[name]; !own {
			names = append(names, name)
		}
	}
	return names
}

// useEndpoint fills in what the chosen endpoint says. A setting that was given
// at a place as strong as the choice itself, or stronger, stands.
func (c *config) useEndpoint(getenv func(string) string) error {
	if c.Endpoint == "" {
		c.APIKey = getenv(c.KeyVariable)
		return nil
	}
	c.leaveEndpoint()
	by := c.origins["endpoint"]
	e, err := c.named(c.Endpoint)
	if err != nil {
		return fmt.Errorf("%s: %w", by.place, err)
	}
	for _, given := range []struct{ name, key, value string }{
		{"model", "model", e.model}, {"base-url", "base_url", e.baseURL}, {"api", "api", e.api},
		{"images", "images", optionalBool(e.images)}, {"context-window", "context", optionalCount(e.context)},
	} {
		if c.origins[given.name].rank >= by.rank {
			continue
		}
		// A model or dialect that stands elsewhere is not this endpoint's.
		if given.value == "" && given.name != "model" && given.name != "api" {
			continue
		}
		c.give(given.name, given.value, e.from(given.key))
	}
	c.Headers, err = e.allHeaders(getenv)
	c.secretHeaders = slices.Collect(maps.Keys(e.headersEnv))
	c.Body, c.NoStream, c.Prices = e.body, e.noStream, e.prices
	c.KeyVariable, c.APIKey, c.inUse = e.keyVariable, "", e
	if e.keyVariable != "" {
		c.APIKey = getenv(e.keyVariable)
	}
	return err
}

// leaveEndpoint takes back what the endpoint said that was in use before.
func (c *config) leaveEndpoint() {
	usual := defaultConfig()
	for name, reset := range map[string]func(){
		"model":          func() { c.Model = usual.Model },
		"base-url":       func() { c.BaseURL = usual.BaseURL },
		"api":            func() { c.API = usual.API },
		"images":         func() { c.Images = usual.Images },
		"context-window": func() { c.Context = usual.Context },
	} {
		if c.origins[name].rank == byEndpoint {
			reset()
			delete(c.origins, name)
		}
	}
}

// give sets a setting to a value that was checked before.
func (c *config) give(name, value string, from origin) {
	if name == "api" && value == "" {
		c.API = ""
		delete(c.origins, name)
		return
	}
	for _, s := range c.all() {
		if s.name == name && s.value.Set(value) == nil {
			c.origins[name] = from
		}
	}
}

func optionalBool(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

func optionalCount(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// allHeaders are the headers with the values of those that come from variables.
func (e endpoint) allHeaders(getenv func(string) string) (map[string]string, error) {
	all := maps.Clone(e.headers)
	for _, name := range slices.Sorted(maps.Keys(e.headersEnv)) {
		value := getenv(e.headersEnv[name])
		if value == "" {
			return nil, fmt.Errorf("endpoint %s: %s is not set, which holds the header %s", e.name, e.headersEnv[name], name)
		}
		if all == nil {
			all = map[string]string{}
		}
		all[name] = value
	}
	return all, nil
}

// modelConfig is the endpoint that the settings name, to be spoken to.
func (c *config) modelConfig() model.Config {
	return model.Config{
		BaseURL: c.BaseURL, APIKey: c.APIKey, KeyVariable: c.KeyVariable, Model: c.Model,
		Headers: c.Headers, Body: c.Body, NoStream: c.noStream(), Prices: c.Prices,
		Retries:  -1, // the loop retries, and tells
		Timeouts: model.Timeouts{FirstByte: c.ModelTimeout, Idle: c.ModelTimeout},
	}
}

// errNoModel is returned where nothing says which model to use.
var errNoModel = errors.New("no model is configured: set OPENAI_API_KEY and --model, or --endpoint or --base-url for another endpoint, or use the scripted one: --model demo")

// missingKey is what stands in the way of asking the endpoint at all: it is known
// to want a key, and there is none.
func (c *config) missingKey() error {
	switch {
	case c.APIKey != "":
		return nil
	case c.Endpoint == "" && c.BaseURL == model.OpenAI:
		return errNoModel
	case c.Endpoint != "" && c.KeyVariable != "":
		return fmt.Errorf("no key for the endpoint %s: set %s to one", c.Endpoint, c.KeyVariable)
	}
	return nil
}

// chosen is the origin of what the person chose in the cockpit.
var chosen = origin{byChoice, "chosen in the cockpit"}

// chooseDemo makes the simulated phone and the scripted model the settings.
func (c *config) chooseDemo() {
	c.give("device", demoName, chosen)
	c.give("model", demoName, chosen)
}

// choose makes what the person chose in the cockpit the setting: an endpoint, a
// model, or both. The model of another endpoint does not go with it.
func (c *config) choose(endpoint, model string, getenv func(string) string) error {
	if endpoint != "" {
		c.give("endpoint", endpoint, chosen)
		delete(c.origins, "model")
		if err := c.useEndpoint(getenv); err != nil {
			return err
		}
	}
	if model != "" {
		c.give("model", model, chosen)
	}
	c.recall()
	return nil
}
