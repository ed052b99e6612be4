package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop/model"
)

// probeDeadline bounds a whole probe: a model on a laptop reads the long prompt
// for minutes.
const probeDeadline = 15 * time.Minute

func (a *app) endpointCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "endpoint",
		Short: "List the model endpoints, and find out what one can do",
		Long: "List the model endpoints that have a name, and find out what one can do.\n\n" +
			"--endpoint NAME, ADROIT_ENDPOINT or endpoint = \"NAME\" in the configuration file picks one. Its own\n" +
			"tables [endpoints.NAME] stand there too; `adroit config init` writes an example.",
		Args: noArguments,
	}
	cmd.AddCommand(a.endpointListCommand(), a.endpointProbeCommand())
	return cmd
}

// listedEndpoint is one endpoint as `adroit endpoint list --json` prints it.
type listedEndpoint struct {
	Name        string `json:"name"`
	BaseURL     string `json:"base_url"` // without credentials
	Model       string `json:"model,omitempty"`
	KeyVariable string `json:"api_key_env,omitempty"`
	KeySet      bool   `json:"key_set"` // whether the variable is
	InUse       bool   `json:"in_use"`
	From        string `json:"from"`            // "built in", or a line of the configuration file
	Known       string `json:"known,omitempty"` // of a built-in one

	Probe *model.Capabilities `json:"probe,omitempty"` // the remembered one of Model
}

func (a *app) endpointListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the endpoints that have a name",
		Long: "List the endpoints that have a name: those of the configuration file, then the built-in ones.\n" +
			"Nothing is contacted. The built-in ones were tried on servers of our own tests alone: their addresses\n" +
			"and keys are from the vendors' documents. `adroit endpoint probe` tries the real one.",
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			list := a.listEndpoints()
			if asJSON {
				return text.WriteJSON(a.Out, list, "  ")
			}
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tADDRESS\tMODEL\tKEY\tKNOWN")
			for _, e := range list {
				mark := ""
				if e.InUse {
					mark = " (in use)"
				}
				fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\t%s\n", text.Line(e.Name), mark, e.BaseURL, text.Line(cmp.Or(e.Model, "-")), e.key(), e.known())
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print them as a JSON array")
	return cmd
}

func (a *app) listEndpoints() []listedEndpoint {
	var list []listedEndpoint
	known := a.config.readProbes()
	for _, name := range a.config.endpointNames() {
		e, err := a.config.named(name)
		if err != nil {
			continue // it was listed a moment ago
		}
		l := listedEndpoint{
			Name: name, BaseURL: model.ShownURL(e.baseURL), Model: e.model, KeyVariable: e.keyVariable,
			KeySet: e.keyVariable != "" && a.Getenv(e.keyVariable) != "",
			InUse:  name == a.config.Endpoint, From: e.place, Known: e.about,
		}
		if l.InUse {
			l.Model = a.config.Model
		}
		if found, ok := known[probeKey(l.BaseURL, l.Model)]; ok {
			l.Probe = &found
		}
		list = append(list, l)
	}
	return list
}

// key says what is known of the key, and never the key.
func (e listedEndpoint) key() string {
	switch {
	case e.KeyVariable == "":
		return "none"
	case e.KeySet:
		return e.KeyVariable + ": set"
	}
	return e.KeyVariable + ": not set"
}

func (e listedEndpoint) known() string {
	if e.Probe != nil {
		return fmt.Sprintf("probed %s: %s", e.Probe.At.Local().Format("2 Jan 2006"), abilities(*e.Probe))
	}
	return cmp.Or(e.Known, e.From)
}

// abilities says in short what a model can do.
func abilities(c model.Capabilities) string {
	best, noStream := c.Best()
	words := []string{string(best)}
	if noStream {
		words = append(words, "not streamed")
	}
	if c.Images {
		words = append(words, "images")
	}
	if !c.Head {
		words = append(words, "loses the start of long prompts")
	}
	return strings.Join(words, ", ")
}

func (a *app) endpointProbeCommand() *cobra.Command {
	var asJSON, yes, forget bool
	cmd := &cobra.Command{
		Use:   "probe [NAME]",
		Short: "Find out what a model at an endpoint can do",
		Long: "Find out what a model at an endpoint can do: whether it is reached and takes the key and the model's name,\n" +
			"calls tools, calls them in streamed replies, reads pictures, and gets the start of a long prompt.\n\n" +
			"It costs what about six short requests and one of 6000 tokens cost there, so it asks before. What it\n" +
			"finds is remembered, and decides the dialect where --api is not given, whether replies are streamed,\n" +
			"and whether the model is offered pictures. --forget takes that back, for the model that is named or,\n" +
			"without one, for all of the endpoint; it contacts nothing.",
		Example: "  adroit endpoint probe ollama --model qwen3:8b\n  adroit endpoint probe ollama --forget",
		Args:    atMostOne("endpoint"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if _, err := a.config.named(args[0]); err != nil {
					return usage(err)
				}
				named := a.given["model"] // beside the endpoint, it is one of that
				if err := a.config.choose(args[0], named, a.Getenv); err != nil {
					return usage(err)
				}
			}
			if forget {
				return a.forgetProbes()
			}
			return a.probe(cmd.Context(), asJSON, yes)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was found as a JSON object")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask whether it may cost something")
	cmd.Flags().BoolVar(&forget, "forget", false, "forget what earlier probes found")
	return cmd
}

// probe asks the endpoint in use, after asking the person, and remembers what
// was found.
func (a *app) probe(ctx context.Context, asJSON, yes bool) error {
	c := &a.config
	if c.Model == demoName {
		return usage(fmt.Errorf("the scripted model needs no probe: name an endpoint and a model"))
	}
	if err := c.missingKey(); err != nil {
		return unreachable(err)
	}
	if err := c.takeOnlyModel(ctx, a.Err); err != nil {
		return unreachable(err)
	}
	fmt.Fprintf(a.Err, "This sends about six short requests and one of %d tokens to %s at %s, which may cost money.\n",
		model.LongPrompt, text.Line(c.Model), model.ShownURL(c.BaseURL))
	if !yes && !a.agreed() {
		return usage(fmt.Errorf("nothing was sent: --yes probes without asking"))
	}
	found, err := c.findOut(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return text.WriteJSON(a.Out, found, "  ")
	}
	printProbe(a.Out, found)
	return nil
}

// forgetProbes forgets what is remembered of the model that is named, or of all
// models of the endpoint.
func (a *app) forgetProbes() error {
	forgotten, err := a.config.forget()
	if err != nil {
		return err
	}
	if len(forgotten) == 0 {
		fmt.Fprintf(a.Err, "nothing was remembered of %s at %s\n", text.Line(cmp.Or(a.config.Model, "any model")), model.ShownURL(a.config.BaseURL))
	}
	for _, c := range forgotten {
		fmt.Fprintf(a.Out, "forgotten: %s at %s (%s)\n", text.Line(c.Model), c.BaseURL, abilities(c))
	}
	return nil
}

// findOut probes the endpoint in use and remembers what was found.
func (c *config) findOut(ctx context.Context) (model.Capabilities, error) {
	ctx, cancel := context.WithTimeout(ctx, probeDeadline)
	defer cancel()
	cfg := c.modelConfig()
	cfg.NoStream = c.NoStream // not what an earlier probe found
	found, err := model.Probe(ctx, model.Dialect(c.API), cfg)
	if err != nil {
		return found, err
	}
	return found, c.remember(found)
}

// agreed asks the person, who must be there to answer.
func (a *app) agreed() bool {
	if !isTerminal(a.In) {
		return false
	}
	fmt.Fprint(a.Err, "Go on? [y/N] ")
	var answer string
	_, _ = fmt.Fscanln(a.In, &answer)
	return strings.EqualFold(answer, "y") || strings.EqualFold(answer, "yes")
}

func printProbe(w io.Writer, c model.Capabilities) {
	row := func(what string, ok bool) {
		answer := "no"
		if ok {
			answer = "yes"
		}
		fmt.Fprintf(w, "%-28s %s\n", what, answer)
	}
	fmt.Fprintf(w, "%s at %s\n", text.Line(c.Model), c.BaseURL)
	row("listed by the endpoint", c.Listed)
	row("calls tools", c.Tools)
	row("calls tools while streaming", c.StreamTools)
	row("reads pictures", c.Images)
	row("gets the start of long ones", c.Head)
	for _, note := range c.Notes {
		fmt.Fprintf(w, "  %s\n", text.Line(note))
	}
	fmt.Fprintf(w, "From now on: %s (`adroit endpoint probe --forget` takes that back). It took %s%s.\n", abilities(c), text.Count(c.Usage.Input+c.Usage.Output, "token"), costWords(c.Usage.Cost, c.Usage.Currency))
}

// costWords says what something cost, nothing where that is not known.
func costWords(cost float64, currency string) string {
	if currency == "" {
		return ""
	}
	return ", " + text.Money(cost, currency)
}
