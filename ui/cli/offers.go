package cli

import (
	"bytes"
	"context"
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
	return ui.Offers{
		Phones:    func(ctx context.Context) ([]ui.Offer, error) { return phoneOffers(ctx, hub) },
		Connect:   hub.Connect,
		Models:    a.modelOffers,
		Endpoints: a.endpointOffers,
		Runs:      a.runOffers,
		Export:    a.exportReport,
		Examine:   a.examiner(nil),
	}
}

func phoneOffers(ctx context.Context, hub *device.Hub) ([]ui.Offer, error) {
	infos, err := hub.Devices(ctx)
	if err != nil {
		return nil, err
	}
	offers := make([]ui.Offer, len(infos))
	for i, info := range infos {
		offers[i] = ui.Offer{Name: info.Serial, What: info.Model, Note: info.State, Cure: info.Cure()}
	}
	return offers, nil
}

func (a *app) modelOffers(ctx context.Context) ([]ui.Offer, error) {
	if err := a.config.missingKey(); err != nil {
		return nil, err // nobody named an endpoint to be contacted
	}
	names, err := model.ListModels(ctx, a.config.modelConfig())
	if err != nil {
		return nil, err
	}
	offers := make([]ui.Offer, len(names))
	for i, name := range names {
		offers[i] = ui.Offer{Name: name}
	}
	return offers, nil
}

func (a *app) endpointOffers(context.Context) ([]ui.Offer, error) {
	var offers []ui.Offer
	for _, e := range a.listEndpoints() {
		o := ui.Offer{Name: e.Name, What: strings.TrimSpace(e.BaseURL + " " + e.Model)}
		switch {
		case e.InUse:
			o.Note = "now"
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
