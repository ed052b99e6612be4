package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adroit/device"
	"adroit/device/text"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/ui"
)

// offers is what the cockpit can list and open beside its session.
func (a *app) offers() ui.Offers {
	a = &app{IO: a.IO, config: a.config} // as it is now: a list may still be looked up when the settings change
	hub := device.NewHub(a.config.ADB)
	offers := ui.Offers{
		Phones:    func(ctx context.Context) ([]ui.Offer, string, error) { return a.phoneOffers(ctx, hub) },
		Connect:   hub.Connect,
		Models:    a.modelOffers,
		Endpoints: a.endpointOffers,
		Runs:      a.runOffers,
		Export:    a.exportReport,
		Examine:   a.examiner(nil),
	}
	if a.config.missingKey() == nil {
		offers.Endpoint = model.ShownURL(a.config.BaseURL)
	}
	return offers
}

func (a *app) phoneOffers(ctx context.Context, hub *device.Hub) (_ []ui.Offer, started string, err error) {
	if started, err = a.startServer(ctx, hub); err != nil {
		return nil, "", err
	}
	infos, err := hub.Devices(ctx)
	if err != nil {
		return nil, started, err
	}
	offers := make([]ui.Offer, len(infos))
	for i, info := range infos {
		offers[i] = ui.Offer{Name: info.Serial, What: info.Model, Note: info.State, Cure: info.Cure()}
	}
	return offers, started, nil
}

// modelOffers are the models of the endpoint, which is asked only where somebody
// named it, and before them the scripted one where that is in use.
func (a *app) modelOffers(ctx context.Context) ([]ui.Offer, error) {
	var offers []ui.Offer
	scripted := a.config.Model == demoName
	if scripted {
		offers = append(offers, ui.Offer{Name: demoName, What: "the scripted model, which has no endpoint", Note: inUse, Now: true})
	}
	switch err := a.config.missingKey(); {
	case err != nil && scripted:
		return offers, nil
	case errors.Is(err, errNoModel):
		return nil, errors.New("no endpoint is chosen, and OPENAI_API_KEY is not set")
	case err != nil:
		return nil, err
	}
	names, err := model.ListModels(ctx, a.config.modelConfig())
	for _, name := range names {
		o := ui.Offer{Name: name}
		if name == a.config.Model {
			o.Note, o.Now = inUse, true
		}
		offers = append(offers, o)
	}
	return offers, err
}

// inUse is the note of what is in use.
const inUse = "now"

// endpointOffers are the endpoints that have a name, and before them the one in
// use where it has none.
func (a *app) endpointOffers(context.Context) ([]ui.Offer, error) {
	var offers []ui.Offer
	if c := a.config; c.Endpoint == "" && c.Model != demoName && c.missingKey() == nil {
		offers = append(offers, ui.Offer{Name: "base-url", What: strings.TrimSpace(model.ShownURL(c.BaseURL) + " " + c.Model), Note: inUse, Now: true})
	}
	for _, e := range a.listEndpoints() {
		o := ui.Offer{Name: e.Name, What: strings.TrimSpace(e.BaseURL + " " + e.Model)}
		switch {
		case e.InUse:
			o.Note, o.Now = inUse, true
		case e.KeyVariable != "" && !e.KeySet:
			o.Note, o.Cure = "no key", "set "+e.KeyVariable+" to a key of it, and begin anew"
		case e.Probe != nil:
			o.Note = abilities(*e.Probe)
		}
		offers = append(offers, o)
	}
	return offers, nil
}

func (a *app) runOffers(context.Context) ([]ui.Offer, error) {
	entries, err := record.List(a.config.StateDir)
	if err != nil {
		return nil, err
	}
	var offers []ui.Offer
	for _, e := range entries {
		if len(e.Turns) == 0 {
			continue // nothing was asked
		}
		offers = append(offers, runOffer(e))
	}
	return offers, nil
}

// runOffer tells what was asked in a run, and how each of it ended.
func runOffer(e *record.Entry) ui.Offer {
	var asked, ended []string
	for _, t := range e.Turns {
		asked = append(asked, text.Line(t.Task))
		if how := outcomeWords(t.Outcome, t.Verified); !slices.Contains(ended, how) {
			ended = append(ended, how)
		}
	}
	return ui.Offer{
		Name: e.RunID, What: strings.Join(asked, " · "),
		Note: e.Time.Local().Format("Jan _2 15:04") + ", " + strings.Join(ended, ", "),
	}
}

// exportReport writes the report of a run into the working directory and
// returns the file's name.
func (a *app) exportReport(_ context.Context, id string) (string, error) {
	run, err := a.readRun(id)
	if err != nil {
		return "", err
	}
	var report bytes.Buffer
	if err := record.Export(&report, run, "markdown"); err != nil {
		return "", err
	}
	name := "adroit-" + run.Header.RunID + ".md"
	if err := os.WriteFile(name, report.Bytes(), 0o600); err != nil {
		return "", err
	}
	return filepath.Abs(name)
}
