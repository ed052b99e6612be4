package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/permissions"
)

// runOptions are the flags of `adroit run` beside the shared ones.
type runOptions struct {
	approve string   // none or medium
	expect  []string // states that the screen must show at the end
	check   []string // commands that must succeed at the end
	resume  string   // the run to go on with; empty begins a new one
	json    bool
}

func (a *app) runCommand() *cobra.Command {
	o := runOptions{approve: "none"}
	cmd := &cobra.Command{
		Use:   "run TASK",
		Short: "Run one task without a screen",
		Long: "Run one task without a screen: progress on stderr, the answer on stdout.\n\n" +
			"Nobody is there to ask, so what would ask is denied; --approve medium lets acts of medium\n" +
			"risk pass. Acts of high risk pass only by a rule that names class and app (`adroit rules`).\n\n" +
			"The model's word that it is done is a claim. --expect and --check hold it against the phone:\n" +
			"text=WORDS, gone=WORDS, app=NAME, element=LABEL, checked=LABEL and unchecked=LABEL say what the\n" +
			"screen must show, and a command passes with exit status 0.\n\n" +
			"Exit codes: 0 done; 1 failed; 2 usage; 3 ended without success; 4 no phone or no model;\n" +
			"130 cancelled.",
		Example: `  adroit run --device demo --model demo --approve medium "Turn on Wi-Fi"` + "\n" +
			"  adroit run --resume latest",
		Args: func(cmd *cobra.Command, args []string) error {
			if o.resume != "" && len(args) == 0 {
				return nil
			}
			return oneArgument("task", `"Turn on Wi-Fi"`)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.run(cmd.Context(), strings.Join(args, ""), o)
		},
	}
	shown := defaultConfig()
	addFlags(cmd.Flags(), shown.limitsOf(inRun))
	addApproveFlag(cmd, &o.approve)
	cmd.Flags().StringArrayVar(&o.expect, "expect", nil, "`STATE` that the screen must show at the end, such as checked=Wi-Fi; repeatable")
	cmd.Flags().StringArrayVar(&o.check, "check", nil, "`COMMAND` that must succeed at the end; repeatable")
	cmd.Flags().StringVar(&o.resume, "resume", "", "go on with the recorded `RUN`: its id, a beginning of it, a path, or latest; what was running when it ended is not run again")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the events as JSON lines on stdout")
	return cmd
}

// addApproveFlag declares --approve, which run and tool share.
func addApproveFlag(cmd *cobra.Command, approve *string) {
	cmd.Flags().Var(enumValue(approve, "none", "medium"), "approve",
		"what passes without a person: none, or medium risk")
}

// run sends one task and waits for its end.
func (a *app) run(ctx context.Context, task string, o runOptions) error {
	gate := loop.Gate{Check: o.check}
	for _, state := range o.expect {
		e, err := loop.ParseExpectation(state)
		if err != nil {
			return usage(fmt.Errorf("--expect: %w", err))
		}
		gate.Expect = append(gate.Expect, e)
	}
	s, err := a.openSession(ctx, sessionOptions{
		approver:   permissions.Unattended{Medium: o.approve == "medium"},
		gate:       gate,
		deviceWait: loop.UnattendedDeviceWait,
		resume:     o.resume,
	})
	if err != nil {
		return err
	}
	if task == "" {
		if task, err = resumedTask(s.resumed, o.resume); err != nil {
			return errors.Join(usage(err), s.Close(ctx))
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a.readAloud(s)
	lines := &eventLines{out: a.Out, failed: stop}
	denials := &lastDenial{}
	s.Subscribe(denials.event)
	s.guidance.print(a.Err)
	if o.json {
		s.Subscribe(lines.event)
	} else {
		fmt.Fprintf(a.Err, "%s on %s, recorded in %s\n", text.Line(s.modelName), text.Line(s.phone.Serial()), s.logPath)
		s.Subscribe((&progress{out: a.Err}).event)
	}
	if a.config.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, a.config.Timeout,
			fmt.Errorf("the turn took longer than --timeout %s", a.config.Timeout))
		defer cancel()
	}
	end := s.RunTurn(ctx, task)
	if s.speaker != nil {
		s.speaker.wait(ctx)
	}
	if err := errors.Join(s.Close(ctx), lines.err); err != nil {
		return err
	}
	return a.finish(end, denials.risk, o)
}

// eventLines writes events as JSON lines. When that fails, nobody reads the
// run: it is ended.
type eventLines struct {
	out    io.Writer
	failed context.CancelCauseFunc
	err    error // the first; to be read when the session is closed
}

func (l *eventLines) event(e event.Event) {
	if l.err != nil {
		return
	}
	if l.err = text.WriteJSON(l.out, e, ""); l.err != nil {
		l.failed(l.err)
	}
}

// lastDenial remembers the risk of the act that was denied last.
type lastDenial struct {
	risk string // to be read when the session is closed
}

func (d *lastDenial) event(e event.Event) {
	if e.Type == event.ApprovalDecided && !permissions.Verdict(e.Decision).Approves() {
		d.risk = e.Risk
	}
}

// finish prints the answer and turns the outcome into an exit code. denied is
// the risk of the act that was denied last.
func (a *app) finish(end event.Event, denied string, o runOptions) error {
	if !o.json && end.Text != "" {
		fmt.Fprintln(a.Out, text.Safe(end.Text))
	}
	switch end.Outcome {
	case event.Done:
		return nil
	case event.Cancelled:
		return &exitError{code: exitCancelled, err: errors.New("cancelled")}
	case event.Failed:
		return errors.New(end.Reason)
	}
	line := fmt.Sprintf("%s: %s", end.Outcome.Words(), end.Reason)
	if cure := a.outcomeCure(end, denied); cure != "" {
		line += "; " + cure
	}
	return &exitError{code: exitUnfinished, err: errors.New(line)}
}

// outcomeCure says what may help against an outcome.
func (a *app) outcomeCure(end event.Event, denied string) string {
	switch outcome := end.Outcome; {
	case outcome == event.OutOfTurns:
		return "--max-steps raises the limit"
	case outcome == event.OutOfTokens:
		return "--max-tokens raises the budget"
	case outcome == event.Denied && end.Rule != "":
		return "`" + a.rulesList() + "` shows your rules"
	case outcome == event.Denied && denied == permissions.Medium.String():
		return "--approve medium lets acts of medium risk pass"
	case outcome == event.Denied:
		return "an act of " + denied + " risk wants a person at the cockpit, or a rule that names its class and app"
	}
	return ""
}
