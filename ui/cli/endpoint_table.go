package cli

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"adroit/device/text"
	"adroit/loop/model"
)

// endpointKey is one key of a table [endpoints.NAME].
type endpointKey struct {
	name    string
	example string // as TOML
	help    string
	set     func(e *endpoint, v any) error
}

// endpointKeys lists what a table [endpoints.NAME] may hold.
func endpointKeys() []endpointKey {
	return []endpointKey{
		{"preset", `"ollama"`, "a built-in endpoint that this one is like; what stands here comes in place of what it says", nil},
		{"base_url", `"http://127.0.0.1:11434/v1"`, "address of the API", func(e *endpoint, v any) error {
			if err := textInto(&e.baseURL, v); err != nil {
				return err
			}
			return checkURL(e.baseURL)
		}},
		{"model", `"qwen3:8b"`, "name of the model", func(e *endpoint, v any) error { return textInto(&e.model, v) }},
		{"api", `"chat"`, "dialect: responses, chat or command; left out, what a probe found", func(e *endpoint, v any) error {
			var api string
			if err := textInto(&api, v); err != nil {
				return err
			}
			return enumValue(&e.api, "responses", "chat", "command").Set(api)
		}},
		{"api_key_env", `"MY_API_KEY"`, "name of the environment variable that holds the key; left out, no key is sent", func(e *endpoint, v any) error { return variableInto(&e.keyVariable, v) }},
		{"stream", `false`, "false for servers that lose tool calls when they stream", func(e *endpoint, v any) error {
			stream, ok := v.(bool)
			e.noStream = !stream
			return wanted(ok, "true or false", v)
		}},
		{"images", `true`, "the model takes pictures; left out, what a probe found", func(e *endpoint, v any) error {
			images, ok := v.(bool)
			e.images = &images
			return wanted(ok, "true or false", v)
		}},
		{"context", `32768`, "tokens that the model can take in", func(e *endpoint, v any) error {
			n, ok := v.(int64)
			e.context = int(n)
			return wanted(ok && n > 0, "a whole number of at least 1", v)
		}},
		{"headers", `{ X-Title = "adroit" }`, "headers of every request", func(e *endpoint, v any) error {
			return textsInto(&e.headers, v, func(name, _ string) error {
				if secretHeader(name) {
					return errors.New(`holds a key, and a key never stands in this file: name its variable with headers_env = { ` + name + ` = "NAME" }`)
				}
				return nil
			})
		}},
		{"headers_env", `{ api-key = "AZURE_OPENAI_API_KEY" }`, "headers whose values are in environment variables", func(e *endpoint, v any) error {
			return textsInto(&e.headersEnv, v, func(_, value string) error { return checkVariable(value) })
		}},
		{"body", `{ reasoning_effort = "low" }`, "fields added to the body of every request, or put in place of ours", func(e *endpoint, v any) error {
			body, ok := v.(map[string]any)
			e.body = body
			return wanted(ok, "a table", v)
		}},
		{"prices", `{ input = 2.5, cached = 0.25, output = 10.0, currency = "$" }`, "of a million tokens; cached is input where it is left out", pricesInto},
	}
}

// innerError is what is wrong with one key of a table within a table.
type innerError struct {
	key string
	err error
}

func (e *innerError) Error() string { return e.key + ": " + e.err.Error() }
func (e *innerError) Unwrap() error { return e.err }

// wanted is the error for a value of the wrong kind.
func wanted(ok bool, want string, v any) error {
	if ok {
		return nil
	}
	return fmt.Errorf("want %s, not %s", want, kindOf(v))
}

func textInto(p *string, v any) error {
	s, ok := v.(string)
	*p = s
	return wanted(ok && s != "", "text in quotes", v)
}

// textsInto reads a table of texts, each of which check accepts.
func textsInto(p *map[string]string, v any, check func(name, value string) error) error {
	t, ok := v.(map[string]any)
	if !ok {
		return wanted(false, "a table", v)
	}
	*p = map[string]string{}
	for name, v := range t {
		s, ok := v.(string)
		if !ok {
			return &innerError{name, wanted(false, "text in quotes", v)}
		}
		if err := check(name, s); err != nil {
			return &innerError{name, err}
		}
		(*p)[name] = s
	}
	return nil
}

// secretHeader reports whether a header holds a credential, by its name.
func secretHeader(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains([]string{"authorization", "proxy-authorization", "cookie"}, name) ||
		strings.HasSuffix(name, "key") || strings.HasSuffix(name, "token")
}

var variableName = regexp.MustCompile(`^[A-Z_a-z][A-Z_a-z0-9]*$`)

// checkVariable refuses what is no name of a variable, and above all a key. What
// it refuses may be one, so it is not repeated.
func checkVariable(name string) error {
	if variableName.MatchString(name) {
		return nil
	}
	return errors.New("want the name of an environment variable, such as MY_API_KEY; the key itself never stands in this file")
}

func variableInto(p *string, v any) error {
	name, ok := v.(string)
	if !ok {
		return wanted(false, "text in quotes", v)
	}
	*p = name
	if name == "" {
		return nil // no key, where the preset has one
	}
	return checkVariable(name)
}

func pricesInto(e *endpoint, v any) error {
	t, ok := v.(map[string]any)
	if !ok {
		return wanted(false, "a table", v)
	}
	prices := model.Prices{Currency: "$"}
	figures := map[string]*float64{"input": &prices.Input, "cached": &prices.Cached, "output": &prices.Output}
	for key, v := range t {
		if key == "currency" {
			if err := textInto(&prices.Currency, v); err != nil {
				return &innerError{key, err}
			}
			continue
		}
		into, known := figures[key]
		if !known {
			return &innerError{key, unknownKey(key, []string{"input", "cached", "output", "currency"})}
		}
		if *into, ok = number(v); !ok || !(*into >= 0) || math.IsInf(*into, 0) {
			return &innerError{key, wanted(false, "a price of at least 0", v)}
		}
	}
	if _, given := t["cached"]; !given {
		prices.Cached = prices.Input
	}
	e.prices = prices
	return nil
}

func number(v any) (n float64, ok bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// endpoints reads the tables [endpoints.NAME].
func (d *document) endpoints(p toml.Primitive) (map[string]endpoint, error) {
	if _, ok := d.value(p).(map[string]any); !ok {
		return nil, d.at(p, fmt.Errorf("endpoints: want tables [endpoints.NAME], not %s", kindOf(d.value(p))))
	}
	tables := map[string]toml.Primitive{}
	_ = d.meta.PrimitiveDecode(p, &tables)
	list := map[string]endpoint{}
	for name, p := range tables {
		e, err := d.endpoint(name, p)
		if err != nil {
			return nil, err
		}
		list[name] = e
	}
	return list, nil
}

// unknownPreset says that no built-in endpoint has that name, and which may
// have been meant.
func unknownPreset(name string) error {
	if near := nearest(name, presetNames()); near != "" {
		return fmt.Errorf("no built-in endpoint is called %q: did you mean %s?", text.Truncate(text.Line(name), 40), near)
	}
	return fmt.Errorf("want one of %s", strings.Join(presetNames(), ", "))
}

// endpoint reads one table. What it does not say comes from the built-in
// endpoint that it names as its preset or shares its name with.
func (d *document) endpoint(name string, p toml.Primitive) (endpoint, error) {
	what := "endpoints." + name
	t, err := d.table(p, what)
	if err != nil {
		return endpoint{}, err
	}
	e := presets()[name]
	if like, given := t["preset"]; given {
		preset, _ := d.value(like).(string)
		var known bool
		if e, known = presets()[preset]; !known {
			return endpoint{}, d.at(like, fmt.Errorf("%s.preset: %w", what, unknownPreset(preset)))
		}
	}
	e.name, e.place, e.about = name, d.place(p), ""
	known := endpointKeys()
	for _, key := range t.keys() {
		i := slices.IndexFunc(known, func(k endpointKey) bool { return k.name == key })
		switch {
		case i >= 0 && known[i].set == nil:
			continue
		case i >= 0:
			err = known[i].set(&e, d.value(t[key]))
		case namesKey(key):
			err = errKeyInFile
		default:
			return endpoint{}, d.at(t[key], unknownKey(key, endpointKeyNames()))
		}
		if err != nil {
			return endpoint{}, d.at(d.inner(t[key], err), fmt.Errorf("%s.%s: %w", what, key, err))
		}
	}
	if e.baseURL == "" {
		return endpoint{}, d.at(p, fmt.Errorf("%s: want base_url, or a preset that has one", what))
	}
	return e, nil
}

// inner is the part of p that err is about: a key of the table, or p itself.
func (d *document) inner(p toml.Primitive, err error) toml.Primitive {
	wrong, ok := errors.AsType[*innerError](err)
	raw := map[string]toml.Primitive{}
	if ok && d.meta.PrimitiveDecode(p, &raw) == nil {
		return raw[wrong.key]
	}
	return p
}

func endpointKeyNames() []string {
	var names []string
	for _, k := range endpointKeys() {
		names = append(names, k.name)
	}
	return names
}
