package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/remote"
	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/mcp"
)

// mcpOptions are the flags of `adroit mcp` beside the shared ones.
type mcpOptions struct {
	approve   string // none or medium
	attach    string // the URL of a server whose phone is used; empty opens the phone itself
	tokenFile string
}

func (a *app) mcpCommand() *cobra.Command {
	o := mcpOptions{approve: "none"}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the tools to another agent, as an MCP server on stdin and stdout",
		Long: "Offer the tools to another agent over the Model Context Protocol, on stdin and stdout. Each call goes\n" +
			"through the same validation, policy, execution and check of its effect as the model's.\n\n" +
			"Nobody is there to ask, so what would ask is denied; --approve medium lets acts of medium risk pass,\n" +
			"and acts of high risk pass only by a rule that names class and app (`adroit rules`).\n\n" +
			"With --attach the calls use the phone of a running `adroit serve`, under its rules: what asks is\n" +
			"asked in the cockpit that is attached there, and the person answers. The token comes from the\n" +
			"state directory of a server on this machine, ADROIT_TOKEN, or --token-file.\n\n" +
			"The agent is told the notes in ADROIT.md of the directory where this starts, and can read the\n" +
			"skills, with --attach those of the server. A skill that it has read binds it until it disconnects.",
		Example: "  adroit mcp --device demo --approve medium\n  adroit mcp --attach ws://127.0.0.1:8222",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.attach == "" {
				return a.mcp(cmd.Context(), o.approve)
			}
			if cmd.Flags().Changed("approve") {
				return usage(errors.New("--approve says nothing beside --attach: the person at the server approves"))
			}
			return a.mcpAttached(cmd.Context(), o)
		},
	}
	addApproveFlag(cmd, &o.approve)
	cmd.Flags().StringVar(&o.attach, "attach", "", "use the phone of the `adroit serve` at `URL`")
	cmd.Flags().StringVar(&o.tokenFile, "token-file", "", "read the token of that server from `FILE`")
	return cmd
}

// mcp offers the tools on a phone of its own.
func (a *app) mcp(ctx context.Context, approve string) (err error) {
	s, err := a.openSession(ctx, sessionOptions{
		program:  true,
		approver: permissions.Unattended{Medium: approve == "medium"},
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	fmt.Fprintf(a.Err, "adroit: MCP on %s, recorded in %s\n", text.Line(phoneName(s.phone)), s.logPath)
	s.guidance.print(a.Err)
	return a.serveMCP(ctx, mcp.Server{Caller: own{s.Session}, Catalogue: s.Tools(), Notes: s.guidance.masked(s.secrets)})
}

// mcpAttached offers the tools on the phone of a server.
func (a *app) mcpAttached(ctx context.Context, o mcpOptions) (err error) {
	client, err := a.dialServer(ctx, o.attach, o.tokenFile, remote.Config{Name: "an MCP server"})
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeDeadline)
		defer cancel()
		err = errors.Join(err, client.Close(ctx))
	}()
	at := client.Welcome()
	shown := guidance{skills: guidanceOf(at).Skills}
	if shown.notes, err = readNotes(); err != nil {
		return err
	}
	catalogue := tools.Catalogue(tools.Options{Images: true, Workspace: ".", Skills: shown.skills}) // all there are
	catalogue = slices.DeleteFunc(catalogue, func(t tools.Tool) bool { return !slices.Contains(at.Tools, t.Name) })
	fmt.Fprintf(a.Err, "adroit: MCP on %s of %s\n", text.Line(at.Device), o.attach)
	shown.print(a.Err)
	return a.serveMCP(ctx, mcp.Server{Caller: client, Catalogue: catalogue, Notes: shown.masked(a.secrets())})
}

// serveMCP talks to the client on stdin and stdout until it leaves.
func (a *app) serveMCP(ctx context.Context, s mcp.Server) error {
	s.Version = readVersion().Version
	return s.Serve(ctx, a.In, a.Out)
}

// own is a session of this process as a caller of tools.
type own struct{ *loop.Session }

// Call carries out c.
func (o own) Call(ctx context.Context, c tools.Call, told func(string)) (tools.Result, error) {
	return o.Session.Call(ctx, c, func(e event.Event) {
		if e.Type == event.ToolStarted {
			told(e.Label)
		}
	})
}
