package cli

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"

	"adroit/device/text/userfile"
	"adroit/loop/model"
)

// endpointKey is one key of a table [endpoints.NAME].
type endpointKey struct {
	name    string
	example string // as TOML
	help    string
	read    func(f configFile, e *endpoint) func(userfile.Entry)
}

// endpointKeys lists what a table [endpoints.NAME] may hold.
func endpointKeys() []endpointKey {
	return []endpointKey{
		{"preset", `"ollama"`, "a built-in endpoint that this one is like; what stands here comes in place of what it says", func(configFile, *endpoint) func(userfile.Entry) {
			return func(userfile.Entry) {} // it is read before the others
		}},
		{"base_url", `"http://127.0.0.1:11434/v1"`, "address of the API", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.Text(func(s string) error {
				e.baseURL = s
				return checkURL(s)
			})
		}},
		{"model", `"qwen3:8b"`, "name of the model", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.Text(stringValue(&e.model).Set)
		}},
		{"api", `"chat"`, "dialect: responses, chat or command; left out, what a probe found", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.Text(enumValue(&e.api, "responses", "chat", "command").Set)
		}},
		{"api_key_env", `"MY_API_KEY"`, "name of the environment variable that holds the key; left out, no key is sent", configFile.keyVariable},
		{"stream", `false`, "false for servers that lose tool calls when they stream", func(f configFile, e *endpoint) func(userfile.Entry) {
			return func(at userfile.Entry) {
				stream := true
				f.Bool(&stream)(at)
				e.noStream = !stream
			}
		}},
		{"images", `true`, "the model takes pictures; left out, what a probe found", func(f configFile, e *endpoint) func(userfile.Entry) {
			e.images = new(bool)
			return f.Bool(e.images)
		}},
		{"context", `32768`, "tokens that the model can take in", func(f configFile, e *endpoint) func(userfile.Entry) { return f.Int(&e.context, 1) }},
		{"headers", `{ X-Title = "adroit" }`, "headers of every request", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.headers(e, "headers", &e.headers, func(name, _ string) error {
				if secretHeader(name) {
					return errors.New(`holds a key, and a key never stands in this file; name its variable with headers_env = { ` + name + ` = "NAME" }`)
				}
				return nil
			})
		}},
		{"headers_env", `{ api-key = "AZURE_OPENAI_API_KEY" }`, "headers whose values are in environment variables", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.headers(e, "headers_env", &e.headersEnv, func(_, value string) error { return checkVariable(value) })
		}},
		{"body", `{ reasoning_effort = "low" }`, "fields added to the body of every request, or put in place of ours", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.Map(&e.body)
		}},
		{"prices", `{ input = 2.5, cached = 0.25, output = 10.0, currency = "$" }`, "of a million tokens; cached is input where it is left out", func(f configFile, e *endpoint) func(userfile.Entry) {
			return f.Table(func(t *userfile.Table) { e.prices = f.prices(t) })
		}},
	}
}

// headers reads the table at one of the keys for them; check accepts each.
func (f configFile) headers(e *endpoint, key string, into *map[string]string, check func(name, value string) error) func(userfile.Entry) {
	return f.Table(func(t *userfile.Table) {
		*into = map[string]string{}
		for _, header := range t.Entries {
			value, ok := header.Value.(string)
			if !ok {
				f.Want(header, "a text in quotes")
			} else if err := check(header.Key, value); err != nil {
				f.Refuse(header, err)
			}
			(*into)[header.Key] = value
			e.places[key+"."+header.Key] = f.place(header.Line)
		}
	})
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

// keyVariable reads api_key_env. An empty text says that there is no key, where
// the preset has one.
func (f configFile) keyVariable(e *endpoint) func(userfile.Entry) {
	return func(at userfile.Entry) {
		if at.Value == "" {
			e.keyVariable = ""
			return
		}
		f.Text(func(name string) error {
			e.keyVariable = name
			return checkVariable(name)
		})(at)
	}
}

func (f configFile) prices(t *userfile.Table) model.Prices {
	prices := model.Prices{Currency: "$"}
	price := func(into *float64) func(userfile.Entry) {
		return func(e userfile.Entry) {
			var ok bool
			if *into, ok = number(e.Value); !ok || !(*into >= 0) || math.IsInf(*into, 0) {
				f.Want(e, "a price of at least 0")
			}
		}
	}
	f.Read(t, userfile.Keys{
		"input": price(&prices.Input), "cached": price(&prices.Cached), "output": price(&prices.Output),
		"currency": f.Text(stringValue(&prices.Currency).Set),
	})
	if _, given := t.Get("cached"); !given {
		prices.Cached = prices.Input
	}
	return prices
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
func (f configFile) endpoints(t *userfile.Table) map[string]endpoint {
	list := map[string]endpoint{}
	for _, e := range t.Entries {
		f.Table(func(t *userfile.Table) { list[e.Key] = f.endpoint(e, t) })(e)
	}
	return list
}

// endpoint reads one table. What it does not say comes from the built-in
// endpoint that it names as its preset or shares its name with.
func (f configFile) endpoint(at userfile.Entry, t *userfile.Table) endpoint {
	base, place := at.Key, "built in"
	preset, like := t.Get("preset")
	if like {
		f.Text(func(name string) error {
			base, place = name, "preset "+name+", "+f.place(preset.Line)
			return userfile.OneOf("built-in endpoint", name, presetNames(), "")
		})(preset)
	}
	e, known := presets()[base]
	e.name, e.place, e.about = at.Key, f.place(at.Line), ""
	e.base, e.places = e.place, map[string]string{}
	if known {
		e.base = place
	}
	keys := userfile.Keys{}
	for _, k := range endpointKeys() {
		keys[k.name] = func(entry userfile.Entry) {
			e.places[k.name] = f.place(entry.Line)
			k.read(f, &e)(entry)
		}
	}
	f.read(t, keys, "")
	if e.baseURL == "" && !like {
		if _, given := t.Get("base_url"); !given {
			f.Lacking(at.Line, "%s: want base_url, or a preset that has one", at.Name)
		}
	}
	return e
}
