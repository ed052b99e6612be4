package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
	"adroit/device/text"
	"adroit/loop/doctor"
)

// examineDeadline bounds a whole examination.
const examineDeadline = 2 * time.Minute

func (a *app) doctorCommand() *cobra.Command {
	var asJSON, probe bool
	var bundle string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check everything a run needs, and say how to mend what is amiss",
		Long: "Check adb, the phone, the model's endpoint, the folder for records and the terminal, in that order,\n" +
			"and say for each fault how to mend it. Nothing on the phone is changed.\n\n" +
			"It ends with 0 when all is well, 3 when there are warnings, 1 when a run cannot work.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := context.WithTimeout(cmd.Context(), examineDeadline)
			defer cancel()
			secrets := a.secrets()
			subject, closeAll, err := a.patient(ctx, secrets)
			if err != nil {
				return err
			}
			defer closeAll()
			if probe {
				subject.Endpoint.Probe = a.config.findOut
			}
			tell := func(f doctor.Finding) { printFinding(a.Out, f) }
			if asJSON {
				tell = nil
			}
			report := doctor.Examine(ctx, subject, tell)
			if asJSON {
				if err := text.WriteJSON(a.Out, report, "  "); err != nil {
					return err
				}
			}
			if bundle != "" {
				if err := writeBundle(bundle, report, secrets); err != nil {
					return err
				}
				fmt.Fprintf(a.Err, "adroit: the report for an issue is in %s; read it before you send it\n", text.Line(bundle))
			}
			return verdict(report.Worst())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as a JSON object")
	cmd.Flags().BoolVar(&probe, "probe", false, "ask the model itself what it can do, which may cost money; it is remembered")
	cmd.Flags().StringVar(&bundle, "bundle", "", "also write a redacted report to `FILE`, to go with an issue")
	return cmd
}

// verdict is the exit code of an examination.
func verdict(worst doctor.Severity) error {
	switch worst {
	case doctor.Failure:
		return &exitError{code: exitFailed}
	case doctor.Warning:
		return &exitError{code: exitUnfinished}
	}
	return nil
}

// marks stand before findings: a word, so that nothing is told by colour alone.
var marks = map[doctor.Severity]string{
	doctor.OK: "ok", doctor.Skipped: "skipped", doctor.Note: "note", doctor.Warning: "WARNING", doctor.Failure: "FAILURE",
}

func printFinding(w io.Writer, f doctor.Finding) {
	fmt.Fprintf(w, "%-8s %-18s %s\n", marks[f.Severity], f.Check, f.Message)
	if f.Cure != "" {
		fmt.Fprintf(w, "%-8s %-18s -> %s\n", "", "", f.Cure)
	}
}

// patient is what the settings name, for the doctor to examine. closeAll ends
// what was started for it.
func (a *app) patient(ctx context.Context, secrets *redact.Registry) (_ doctor.Subject, closeAll func(), err error) {
	c := a.config
	subject := doctor.Subject{
		ADB:      doctor.ADB{Hub: device.NewHub(c.ADB), Addr: c.ADB},
		Phone:    doctor.Phone{Serial: c.Device},
		Endpoint: doctor.Endpoint{Config: c.modelConfig(), Scripted: c.Model == demoName, Known: c.probe},
		State:    doctor.State{Dir: c.StateDir},
		Terminal: a.terminal(ctx),
		Program:  readVersion().String(),
	}
	closeAll = func() {}
	if c.Device == demoName {
		hub, phone, closePhone, err := openSimulated(ctx, secrets, sim.Options{Serial: demoName})
		if err != nil {
			return subject, nil, err
		}
		subject.ADB = doctor.ADB{Hub: hub, Simulated: true}
		subject.Phone.Open = func(context.Context, string) (*device.Phone, error) { return phone, nil }
		return subject, closePhone, nil
	}
	subject.Phone.Open = func(ctx context.Context, serial string) (*device.Phone, error) {
		return subject.ADB.Hub.Open(ctx, serial, secrets)
	}
	return subject, closeAll, nil
}

// secrets is a registry that masks what the person's configuration names, and
// the key of the endpoint.
func (a *app) secrets() *redact.Registry {
	secrets := redact.NewRegistry(redact.Options{Patterns: a.config.Redact})
	secrets.Add("", a.config.APIKey, "credential")
	for _, name := range a.config.secretHeaders {
		secrets.Add("", a.config.Headers[name], "credential")
	}
	return secrets
}
