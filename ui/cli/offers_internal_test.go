package cli

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"adroit/ui"
)

// inUseOf is the name of the one offer that is in use, "" for none.
func inUseOf(t *testing.T, offers []ui.Offer) string {
	t.Helper()
	name := ""
	for _, o := range offers {
		if o.Now {
			if name != "" {
				t.Errorf("%s and %s are in use", name, o.Name)
			}
			name = o.Name
		}
	}
	return name
}

// TestOffersKnowWhatIsInUse, of the models, and of the endpoints even where it
// has no name.
func TestOffersKnowWhatIsInUse(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"first","object":"model"},{"id":"second","object":"model"}]}`))
	}))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct {
		change                     func(*config)
		models                     int // that are offered
		model, endpoint, endpoints string
		fails                      bool
	}{
		"a base URL": {func(c *config) { c.BaseURL, c.Model = server.URL+"/v1", "second" }, 2, "second", server.URL + "/v1", "base-url", false},
		"the demo":   {func(c *config) { c.Model = demoName }, 1, demoName, "", "", false},
		"the scripted model beside an endpoint": {
			func(c *config) { c.BaseURL, c.Model = server.URL+"/v1", demoName }, 3, demoName, server.URL + "/v1", "", false,
		},
		"nothing": {func(*config) {}, 0, "", "", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			a := &app{IO: IO{Getenv: func(string) string { return "" }}, config: defaultConfig()}
			a.config.StateDir = t.TempDir()
			c.change(&a.config)
			offers := a.offers()
			models, err := offers.Models(t.Context())
			if (err != nil) != c.fails || len(models) != c.models || inUseOf(t, models) != c.model {
				t.Errorf("the models are %+v, %v", models, err)
			}
			endpoints, err := offers.Endpoints(t.Context())
			if err != nil || inUseOf(t, endpoints) != c.endpoints {
				t.Errorf("the endpoints are %+v, %v", endpoints, err)
			}
			if offers.Endpoint != c.endpoint {
				t.Errorf("the models are said to come from %q, want %q", offers.Endpoint, c.endpoint)
			}
		})
	}
}
