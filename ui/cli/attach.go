package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device/sim"
	"adroit/loop/event"
	"adroit/loop/model/scripted"
	"adroit/loop/remote"
	"adroit/ui"
)

// attachOptions are the flags of `adroit attach` beside the shared ones.
type attachOptions struct {
	tokenFile string
	watch     bool // leave the approvals to another client
}

func (a *app) attachCommand() *cobra.Command {
	var o attachOptions
	cmd := &cobra.Command{
		Use:   "attach [URL]",
		Short: "Open the cockpit of a running `adroit serve`",
		Long: "Open the cockpit of a running `adroit serve`, from its beginning on. The phone and the model are\n" +
			"the server's; leaving it ends nothing there.\n\n" +
			"Without a URL it is the server that runs with the same state directory. The token comes from\n" +
			"there too, else from ADROIT_TOKEN, --token-file, or a question; never from the command line, where\n" +
			"other users of this machine could read it.\n\n" +
			"Of several cockpits the first has the approvals: it is asked, and acts. The others watch, and say so;\n" +
			"/claim takes the approvals from it, and when it leaves, the next has them.",
		Example: "  adroit attach\n  ADROIT_TOKEN=… adroit attach ws://127.0.0.1:8222",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(fmt.Errorf("more than one URL was given: `%s ws://127.0.0.1:8222`", cmd.CommandPath()))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.attach(cmd.Context(), strings.Join(args, ""), o)
		},
	}
	cmd.Flags().StringVar(&o.tokenFile, "token-file", "", "read the token from `FILE`")
	cmd.Flags().BoolVar(&o.watch, "watch", false, "only watch, until /claim takes the approvals")
	return cmd
}

// attach opens the cockpit on a server.
func (a *app) attach(ctx context.Context, url string, o attachOptions) (err error) {
	if !a.onTerminal() {
		return usage(errors.New("the cockpit needs a terminal: `adroit attach --plain` does with lines of text"))
	}
	debug, closeDebug, err := a.debugLog()
	if err != nil {
		return err
	}
	defer closeDebug()
	client, err := a.dialServer(ctx, url, o.tokenFile, remote.Config{
		Name: "a cockpit", Approvals: !o.watch, Events: true, Log: func(line string) { debug.Debug(line) },
	})
	if err != nil {
		return err
	}
	at := client.Welcome()
	shown := a.options()
	shown.Offers.Phones, shown.Offers.Connect, shown.Offers.Models, shown.Offers.Runs = nil, nil, nil, nil
	shown.Session, shown.Device, shown.Model = client, at.Device, at.Model
	shown.Guidance, shown.Since = guidanceOf(at), at.State.Seq
	if at.Device == sim.Model && at.Model == scripted.Name {
		shown.SuggestedTasks = demoTasks
	}
	if command := a.config.SpeakCommand; command != "" {
		voice := &speaker{command: command}
		defer func() { err = errors.Join(err, voice.close()) }()
		shown.Session = aloud{client, voice}
	}
	return ui.Run(ctx, shown)
}

// aloud is a client whose answers are read aloud as well.
type aloud struct {
	*remote.Client
	voice *speaker
}

// Subscribe has f and the voice hear what happens. What came before the client
// was for who listened then.
func (a aloud) Subscribe(f func(event.Event)) (unsubscribe func()) {
	before := a.Welcome().State.Seq
	return a.Client.Subscribe(func(e event.Event) {
		f(e)
		if e.Seq > before {
			a.voice.event(e)
		}
	})
}

// dialServer connects to the server that is named, or to the one that runs
// here.
func (a *app) dialServer(ctx context.Context, url, tokenFile string, config remote.Config) (*remote.Client, error) {
	at, err := a.serverAddress(ctx, url, tokenFile)
	if ctx.Err() != nil {
		return nil, &exitError{code: exitCancelled}
	}
	if err != nil {
		return nil, usage(err)
	}
	config.URL, config.Token = at.URL, at.Token
	config.Renew = func() string { // by a server that was started anew here
		here, err := readAddress(a.config.StateDir)
		if err != nil || here.URL != at.URL {
			return ""
		}
		return here.Token
	}
	client, err := remote.Dial(ctx, config)
	refused, ok := errors.AsType[*remote.Error](err)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, &exitError{code: exitCancelled}
	case ok:
		return nil, usage(refused)
	case errors.Is(err, remote.ErrURL), errors.Is(err, remote.ErrNotLoopback):
		return nil, usage(err)
	case err != nil:
		return nil, unreachable(fmt.Errorf("%w; `adroit serve` starts a server", err))
	}
	return client, nil
}

// serverAddress finds out where the server is, and its token.
func (a *app) serverAddress(ctx context.Context, url, tokenFile string) (address, error) {
	here, err := readAddress(a.config.StateDir)
	if url == "" && err != nil {
		return address{}, err
	}
	at := address{URL: url, Token: strings.TrimSpace(a.Getenv("ADROIT_TOKEN"))}
	if url == "" {
		at.URL = here.URL
	}
	switch {
	case tokenFile != "":
		data, err := os.ReadFile(tokenFile)
		if err != nil {
			return at, fmt.Errorf("--token-file: %w", err)
		}
		at.Token = strings.TrimSpace(string(data))
	case at.Token != "":
	case at.URL == here.URL:
		at.Token = here.Token
	default:
		at.Token, err = a.askToken(ctx)
		if err != nil {
			return at, err
		}
	}
	return at, nil
}

// askToken asks for the token without showing it.
func (a *app) askToken(ctx context.Context) (string, error) {
	if !isTerminal(a.In) {
		return "", errors.New("no token: the server printed one when it started; ADROIT_TOKEN or --token-file gives it")
	}
	token, err := a.readHidden(ctx, "Token of the server: ")
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	return strings.TrimSpace(token), nil
}
