package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"adroit/loop/model"
)

// probes are what endpoints were found to do, by base URL and model.
type probes map[string]model.Capabilities

func probeKey(shownURL, name string) string { return shownURL + " " + name }

// probesFile is where they are remembered. It holds no key: Capabilities name
// the endpoint without credentials.
func (c *config) probesFile() string { return filepath.Join(c.StateDir, "probes.json") }

// readProbes reads what is remembered. A file that is not there, or that no
// longer reads, remembers nothing.
func (c *config) readProbes() probes {
	list := probes{}
	data, err := os.ReadFile(c.probesFile())
	if err != nil || json.Unmarshal(data, &list) != nil {
		return probes{}
	}
	return list
}

// remember keeps what a probe found, in place of what an earlier one did.
func (c *config) remember(found model.Capabilities) error {
	list := c.readProbes()
	list[probeKey(found.BaseURL, found.Model)] = found
	return c.keep(list)
}

// forget drops what is remembered of the model in use, or of all models of the
// endpoint where none is named, and returns what that was.
func (c *config) forget() (forgotten []model.Capabilities, err error) {
	list := c.readProbes()
	for _, key := range slices.Sorted(maps.Keys(list)) {
		found := list[key]
		if found.BaseURL == model.ShownURL(c.BaseURL) && (c.Model == "" || c.Model == found.Model) {
			forgotten = append(forgotten, found)
			delete(list, key)
		}
	}
	if len(forgotten) == 0 {
		return nil, nil
	}
	return forgotten, c.keep(list)
}

// keep writes the file of what is remembered anew.
func (c *config) keep(list probes) error {
	data, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.StateDir, 0o700); err != nil {
		return fmt.Errorf("remember the probe: %w", err)
	}
	fresh := c.probesFile() + ".new"
	if err := os.WriteFile(fresh, data, 0o600); err != nil {
		return fmt.Errorf("remember the probe: %w", err)
	}
	return os.Rename(fresh, c.probesFile())
}

// recall looks up what is known of the endpoint and model in use.
func (c *config) recall() {
	c.probe = nil
	if found, ok := c.readProbes()[probeKey(model.ShownURL(c.BaseURL), c.Model)]; ok {
		c.probe = &found
	}
}

// dialect is how to speak to the endpoint: as somebody said, else as a probe
// found to work, else "" for the default of the base URL.
func (c *config) dialect() model.Dialect {
	if c.API != "" || c.probe == nil {
		return model.Dialect(c.API)
	}
	best, _ := c.probe.Best()
	return best
}

// modelLabel is what a model is called on the screen: by its name, and the
// dialect that is spoken with it. The scripted one has but one.
func (c *config) modelLabel(name string) string {
	if c.Model == demoName {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, cmp.Or(c.dialect(), model.DefaultDialect(c.BaseURL)))
}

// noStream reports whether the endpoint must answer in whole replies.
func (c *config) noStream() bool {
	return c.NoStream || c.probe != nil && c.probe.Tools && !c.probe.StreamTools
}

// takesImages reports whether the model may be offered pictures.
func (c *config) takesImages() bool {
	if _, said := c.origins["images"]; said || c.probe == nil {
		return c.Images
	}
	return c.probe.Images
}
