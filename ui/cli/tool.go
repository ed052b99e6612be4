package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/device/text/userfile"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

func (a *app) toolCommand() *cobra.Command {
	approve, image := "none", ""
	cmd := &cobra.Command{
		Use:   "tool NAME [key=value…]",
		Short: "Call one tool by hand, under the same policy as the model",
		Long: "Call one tool by hand, through the same validation, policy, execution and check of its effect as\n" +
			"the model's calls, and print the result as JSON. On a terminal it asks where the policy asks;\n" +
			"elsewhere what would ask is denied, except medium risk with --approve medium.\n" +
			"`adroit tool NAME --help` tells the arguments of one.",
		Example: "  adroit tool observe_screen_context --device demo\n" +
			"  adroit tool open_settings_panel panel=wifi --device demo --approve medium",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(errors.New("no tool was named: `adroit tools` lists them"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			arguments, err := keyValues(args[1:])
			if err != nil {
				return usage(err)
			}
			return a.tool(cmd.Context(), args[0], arguments, approve, image)
		},
	}
	cmd.ValidArgsFunction = a.completeCall
	cmd.SetHelpFunc(a.helpWithTool(cmd.HelpFunc()))
	addApproveFlag(cmd, &approve)
	cmd.Flags().StringVar(&image, "image", "", "write the picture of the tool screenshot to `FILE`, as PNG")
	return cmd
}

// keyValues turns key=value arguments into the JSON object of a call. Every
// value is a string there; the tool's own validation reads numbers and
// booleans from strings.
func keyValues(args []string) (json.RawMessage, error) {
	object := map[string]string{}
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("argument %q: want key=value", arg)
		}
		if _, twice := object[key]; twice {
			return nil, fmt.Errorf("argument %q was given twice", key)
		}
		object[key] = value
	}
	return json.Marshal(object)
}

// tool runs one call and prints its result.
func (a *app) tool(ctx context.Context, name string, arguments json.RawMessage, approve, image string) error {
	options, err := a.toolOptions()
	if err != nil {
		return err
	}
	options.Images = image != ""
	definition, err := a.offered(name, options)
	if err != nil {
		return usage(err)
	}
	secrets := a.secrets()
	if refused := definition.Refused(arguments, secrets); refused != nil {
		return errors.Join(writeJSON(a.Out, refused), usage(errors.New(refused.Message)))
	}
	debug, closeDebug, err := a.debugLog()
	if err != nil {
		return err
	}
	defer closeDebug()
	options.Log = debug
	policy, err := a.policy()
	if err != nil {
		return err
	}
	_, phone, closePhone, err := a.openPhone(ctx, secrets)
	if err != nil {
		return err
	}
	defer closePhone()
	broker := permissions.NewBroker(policy, a.approver(approve), permissions.Options{})
	broker.Origins().Said(string(arguments)) // whoever types the command says them
	denied := ""                             // in words, and what may help
	runner := tools.NewRunner(phone, broker, secrets, options, tools.Hooks{
		Decided: func(r permissions.Request, answer permissions.Answer) { denied = a.denialOf(r, answer) },
	})
	result := runner.Run(ctx, tools.Call{ID: "1", Name: name, Arguments: arguments})
	if err := a.printResult(result, image); err != nil {
		return err
	}
	switch {
	case denied != "":
		return &exitError{code: exitUnfinished, err: errors.New(denied)}
	case !result.OK:
		return &exitError{code: exitFailed}
	}
	return nil
}

// approver answers what one call asks: the person at the terminal, if there is
// one and nothing was approved beforehand.
func (a *app) approver(approve string) permissions.Approver {
	if approve == "none" && isTerminal(a.In) && isTerminal(a.Err) {
		return &terminalApprover{in: a.In, out: a.Err}
	}
	return permissions.Unattended{Medium: approve == "medium"}
}

// printResult prints a result as JSON; its picture, if it has one, goes into the
// file image.
func (a *app) printResult(result tools.Result, image string) error {
	if err := writeJSON(a.Out, result); err != nil || result.Image == nil {
		return err
	}
	if err := os.WriteFile(image, result.Image, 0o600); err != nil {
		return err
	}
	fmt.Fprintf(a.Err, "adroit: the picture is in %s\n", text.Line(image))
	return nil
}

// denialOf says that an act was denied, by what, and what may help; "" is for
// one that was approved.
func (a *app) denialOf(r permissions.Request, answer permissions.Answer) string {
	if answer.Verdict.Approves() {
		return ""
	}
	answer.Rule = cmp.Or(answer.Rule, r.Rule)
	line := text.Line(r.Action) + ": " + answer.Told("you")
	if answer.By == permissions.ByPerson {
		return line
	}
	if short := permissions.FellShort(r.Reasons); short != "" {
		return line + "; your " + text.Line(short)
	}
	return line + "; " + a.outcomeCure(event.Event{Outcome: event.Denied, Rule: answer.Rule}, r.Risk.String())
}

// offered is the tool with that name, or why it cannot be called.
func (a *app) offered(name string, o tools.Options) (tools.Tool, error) {
	for _, t := range tools.Catalogue(o) {
		if t.Name == name {
			return t, nil
		}
	}
	switch {
	case name == "screenshot":
		return tools.Tool{}, errors.New("the tool screenshot needs a place for its picture: --image FILE")
	case name == "read_skill":
		return tools.Tool{}, fmt.Errorf("there is no skill to read in %s: `adroit skills --help` shows one", strings.Join(a.skillDirs(), " or "))
	case slices.Contains(tools.Names(), name):
		return tools.Tool{}, fmt.Errorf("the tool %s works in a folder of yours: --workspace DIR", name)
	}
	return tools.Tool{}, userfile.OneOf("tool", name, tools.Names(), "`adroit tools` lists them")
}
