package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/device/text"
	"adroit/permissions"
	"adroit/tools"
)

// rulesFile is the path of the rules: the one that was named, else rules.toml
// beside the configuration file, which may be absent.
func (a *app) rulesFile() (name string, optional bool) {
	if a.config.Rules != "" {
		return a.config.Rules, false
	}
	return filepath.Join(xdg.ConfigHome, "adroit", "rules.toml"), true
}

// policy is the built-in policy with the person's rules.
func (a *app) policy() (permissions.Policy, error) {
	name, optional := a.rulesFile()
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && optional {
		return permissions.Policy{}, nil
	}
	if err != nil {
		if optional {
			return permissions.Policy{}, usage(fmt.Errorf("rules: %w", err))
		}
		return permissions.Policy{}, a.config.blame("rules", err)
	}
	rules, err := permissions.ParseRules(name, data, tools.Names())
	if err != nil {
		return permissions.Policy{}, usage(err)
	}
	return permissions.Policy{Rules: rules}, nil
}

func (a *app) rulesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Say what may be done without a question, and what may not",
		Long: "Say what may be done without a question, and what may not, in a file of rules (--rules, else\n" +
			"rules.toml in the user's config directory):\n\n" +
			"  [[rule]]\n" +
			"  tool = \"tap\"                  # a tool's name\n" +
			"  app = \"com.example.*\"         # package of the app in front, and for a restriction of the one to open; * and ? are wildcards\n" +
			"  class = \"message_send\"        # a class of act\n" +
			"  target = \"Send*\"              # label of the target, or the app or page to open\n" +
			"  decision = \"allow\"            # allow, ask, deny or block\n" +
			"  reason = \"a test account\"\n\n" +
			"A key that is left out fits everything. Of the rules that fit a class of the act, the first\n" +
			"counts; of what they, the built-in policy and the person's grants say, the strictest. A rule lets\n" +
			"a high risk pass only where nobody can be asked, and only if it names class and app: the app with\n" +
			"no wildcard before its second dot, as com.example.* but not com.*.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.rulesListCommand(), a.rulesCheckCommand())
	return cmd
}

func (a *app) rulesListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "Print the rules in force",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			policy, err := a.policy()
			if err != nil {
				return err
			}
			name, _ := a.rulesFile()
			list := policy.Rules.List()
			if len(list) == 0 {
				fmt.Fprintf(a.Err, "No rules in %s: the built-in policy alone decides.\n", text.Line(name))
				return nil
			}
			table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "RULE\tDECISION\tTOOL\tAPP\tCLASS\tTARGET\tREASON")
			for _, r := range list {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", policy.Rules.Place(r), r.Decision,
					orAny(r.Tool), orAny(r.App), orAny(string(r.Class)), orAny(r.Target), r.Reason)
			}
			if err := table.Flush(); err != nil {
				return err
			}
			a.warnOfRules(policy.Rules)
			return nil
		},
	}
}

// rulesList is the command that lists the rules in force here.
func (a *app) rulesList() string {
	command := []string{"adroit rules list"}
	for _, flag := range []string{"config", "rules"} {
		file := a.given[flag]
		if strings.ContainsAny(file, " \t'\"`$\\&;|*?()<>#~") {
			file = device.Quote(file)
		}
		if file != "" {
			command = append(command, "--"+flag, file)
		}
	}
	return strings.Join(command, " ")
}

// warnOfRules tells of the rules that cannot do what they say.
func (a *app) warnOfRules(rules permissions.Rules) {
	for _, inert := range rules.Inert() {
		fmt.Fprintf(a.Err, "adroit: warning: rule %s: %s\n", rules.Place(inert.Rule), text.Line(inert.Why))
	}
}

func orAny(s string) string {
	if s == "" {
		return "any"
	}
	return text.Line(s)
}

func (a *app) rulesCheckCommand() *cobra.Command {
	var from string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [TOOL [key=value…]]",
		Short: "Say what would be decided about a call, and why",
		Long: "Say what would be decided about a call on the phone's current screen, or on a saved dump with\n" +
			"--from, and why. Nothing is done. (A dump does not tell its activity, by which some screens of\n" +
			"Android are known.) What the call names must be on that screen. Without a tool the rules file\n" +
			"itself is checked.",
		Example: "  adroit rules check tap text=Send --from chat.xml\n" +
			"  adroit rules check open_settings_panel panel=wifi --device demo",
		RunE: func(cmd *cobra.Command, args []string) error {
			policy, err := a.policy()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				fmt.Fprintf(a.Out, "%s, no errors\n", text.Count(len(policy.Rules.List()), "rule"))
				a.warnOfRules(policy.Rules)
				return nil
			}
			arguments, err := keyValues(args[1:])
			if err != nil {
				return usage(err)
			}
			return a.checkRules(cmd.Context(), policy, tools.Call{Name: args[0], Arguments: arguments}, from, asJSON)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "take the screen from a saved dump in `FILE` instead of a phone")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as a JSON object")
	return cmd
}

// checkRules prints what would be decided about c.
func (a *app) checkRules(ctx context.Context, policy permissions.Policy, c tools.Call, from string, asJSON bool) error {
	options, err := a.toolOptions()
	if err != nil {
		return err
	}
	options.Images = true
	definition, err := a.offered(c.Name, options)
	if err != nil {
		return usage(err)
	}
	registry := a.secrets()
	if refused := definition.Refused(c.Arguments, registry); refused != nil {
		return usage(errors.New(refused.Message))
	}
	phone, closePhone, err := a.phoneShowing(ctx, registry, from)
	if err != nil {
		return err
	}
	defer closePhone()
	broker := permissions.NewBroker(policy, nil, permissions.Options{})
	broker.Origins().Said(string(c.Arguments)) // whoever types the command says them
	request, ruling, err := tools.NewRunner(phone, broker, registry, options, tools.Hooks{}).Preview(ctx, c)
	if err != nil {
		return uncheckable(err, from)
	}
	check := ruleCheck{
		Decision: ruling.Decision.String(), Request: request,
		Unattended: unattended(request, ruling, false), UnattendedMedium: unattended(request, ruling, true),
	}
	if asJSON {
		return writeJSON(a.Out, check)
	}
	check.print(a)
	return nil
}

// uncheckable says why a call cannot be checked on the screen of a phone, or of
// the saved dump that is named, and how it can.
func uncheckable(err error, dump string) error {
	if _, ok := errors.AsType[*tools.ArgumentError](err); ok {
		return usage(err)
	}
	shown, cure := "the screen now", "bring up the screen that has it, or save it by `uiautomator dump` and name the file: --from DUMP"
	if dump != "" {
		shown, cure = "the screen of "+dump, "take the dump of a screen that has it"
	}
	if e, ok := errors.AsType[*screen.NotFoundError](err); ok {
		near := ""
		if len(e.Candidates) > 0 {
			near = "; nearest: " + strings.Join(e.Candidates, "; ")
		}
		return fmt.Errorf("%q is not on %s%s. To check it all the same, %s", e.Target, shown, near, cure)
	}
	if e, ok := errors.AsType[*screen.AmbiguousError](err); ok {
		return fmt.Errorf("%q stands for several elements of %s, name one by its number, node_id=N: %s", e.Target, shown, strings.Join(e.Candidates, "; "))
	}
	return err
}

// phoneShowing opens the phone of the settings, or one that shows a saved dump.
func (a *app) phoneShowing(ctx context.Context, registry *redact.Registry, dump string) (*device.Phone, func(), error) {
	if dump == "" {
		_, phone, closePhone, err := a.openPhone(ctx, registry)
		return phone, closePhone, err
	}
	screens, err := loadDump(dump)
	if err != nil {
		return nil, nil, usage(fmt.Errorf("--from: %w", err))
	}
	_, phone, closePhone, err := openSimulated(ctx, registry, sim.Options{Serial: demoName, Screens: screens})
	if err != nil {
		return nil, nil, err
	}
	if err := openDump(ctx, phone); err != nil {
		closePhone()
		return nil, nil, fmt.Errorf("show %s: %w", dump, err)
	}
	return phone, closePhone, nil
}

// openDump goes from the home screen of a simulated phone to its saved dump.
func openDump(ctx context.Context, phone *device.Phone) error {
	shown, err := phone.FindApp(ctx, dumpName)
	if err != nil {
		return err
	}
	return phone.Run(ctx, device.StartApp(shown))
}

// dumpName is the name of a saved dump on the home screen of a simulated phone.
const dumpName = "screen"

// loadDump reads one saved dump for a simulated phone to show.
func loadDump(name string) ([]sim.Screen, error) {
	dump, err := readDump(name)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "adroit-dump-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, dumpName+".xml"), dump, 0o600); err != nil {
		return nil, err
	}
	return sim.LoadScreens(dir)
}

// ruleCheck is what `adroit rules check` prints as JSON.
type ruleCheck struct {
	Decision         string              `json:"decision"`
	Request          permissions.Request `json:"request"`
	Unattended       headless            `json:"unattended"`
	UnattendedMedium headless            `json:"unattended_approve_medium"`
}

// headless is what becomes of an act where nobody can be asked.
type headless struct {
	Passes bool   `json:"passes"`
	Reason string `json:"reason,omitempty"`
	Rule   string `json:"rule,omitempty"`
}

func unattended(request permissions.Request, ruling permissions.Ruling, medium bool) headless {
	if ruling.Decision != permissions.Ask {
		return headless{Passes: ruling.Decision == permissions.Allow, Rule: ruling.Rule}
	}
	answer := permissions.Unattended{Medium: medium}.Answer(request)
	return headless{Passes: answer.Verdict.Approves(), Reason: answer.Reason, Rule: answer.Rule}
}

func (c ruleCheck) print(a *app) {
	say := func(name, value string) {
		if value != "" {
			fmt.Fprintf(a.Out, "%-12s %s\n", name, text.Line(value))
		}
	}
	say("decision", c.Decision)
	say("act", c.Request.Action)
	say("risk", c.Request.Risk.String())
	for _, class := range c.Request.Classes {
		say("class", string(class))
	}
	for _, reason := range c.Request.Reasons {
		say("because", reason)
	}
	say("target", c.Request.TargetLine)
	say("app", c.Request.App)
	for _, command := range c.Request.Commands {
		say("command", command)
	}
	say("unattended", c.Unattended.words())
	if c.UnattendedMedium != c.Unattended {
		say("with --approve medium", c.UnattendedMedium.words())
	}
}

func (h headless) words() string {
	word := "denied"
	if h.Passes {
		word = "passes"
	}
	if h.Rule != "" {
		return word + " by rule " + h.Rule
	}
	if h.Reason != "" {
		return word + " (" + h.Reason + ")"
	}
	return word
}
