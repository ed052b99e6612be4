package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
	"adroit/device/text"
	"adroit/loop/doctor"
)

// examineDeadline bounds a whole examination, whose checks have deadlines of
// their own.
const examineDeadline = 10 * time.Minute

// doctorOptions are the flags of the command.
type doctorOptions struct {
	json, probe bool
	bundle      bundleFile
}

func (a *app) doctorCommand() *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check everything a run needs, and say how to mend what is amiss",
		Long: "Check adb, the phone, the model's endpoint, the folder for records and the terminal, in that order,\n" +
			"and say for each fault how to mend it. Nothing on the phone is changed.\n\n" +
			"It ends with 0 when all is well, 3 when there are warnings, 1 when a run cannot work.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.doctor(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print the report as a JSON object")
	cmd.Flags().BoolVar(&o.probe, "probe", false, "ask the model itself what it can do, which may cost money; it is remembered")
	cmd.Flags().StringVar(&o.bundle.name, "bundle", "", "also write a redacted report to `FILE`, to go with an issue")
	cmd.Flags().BoolVar(&o.bundle.force, "force", false, "write over a --bundle that is there")
	return cmd
}

// doctor examines what the settings name, and reports it.
func (a *app) doctor(ctx context.Context, o doctorOptions) error {
	if err := o.bundle.check(); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, examineDeadline)
	defer cancel()
	secrets := a.secrets()
	subject, closeAll, err := a.patient(within, secrets, nil)
	if err != nil {
		return err
	}
	defer closeAll()
	if o.probe {
		subject.Endpoint.Probe = a.config.findOut
	}
	printed := &findingPrinter{out: a.Out, width: subject.Terminal.Width}
	if o.json {
		printed.out = io.Discard
	}
	if isTerminal(a.Err) && a.Getenv("TERM") != "dumb" {
		printed.status = a.Err
	}
	subject.Looking = printed.looking
	report := doctor.Examine(within, subject, printed.finding)
	printed.end()
	if o.json {
		if err := text.WriteJSON(a.Out, report, "  "); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return &exitError{code: exitCancelled} // what there is of the report is none to send
	}
	if o.bundle.name != "" {
		if err := o.bundle.write(report, a.anonymizer(report, secrets)); err != nil {
			return err
		}
		fmt.Fprintf(a.Err, "adroit: the report for an issue is in %s; read it before you send it\n", text.Line(o.bundle.name))
	}
	return verdict(report.Worst())
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

// patient is what the settings name, for the doctor to examine: with phone, if
// one is open already. closeAll ends what was started for it.
func (a *app) patient(ctx context.Context, secrets *redact.Registry, phone *device.Phone) (_ doctor.Subject, closeAll func(), err error) {
	c := a.config
	hub := device.NewHub(c.ADB)
	subject := doctor.Subject{
		ADB: doctor.ADB{Hub: hub, Addr: c.ADB, Simulated: c.Device == demoName, Given: c.origins["adb"].rank == byFlag},
		Phone: doctor.Phone{Serial: c.Device, Open: func(ctx context.Context, serial string) (*device.Phone, error) {
			return hub.Open(ctx, serial, secrets)
		}},
		Endpoint: doctor.Endpoint{
			Config: c.modelConfig(), Known: c.probe,
			Scripted: c.Model == demoName, Unchosen: errors.Is(c.missingKey(), errNoModel),
			Proxy: func(u *url.URL) (*url.URL, error) { return http.ProxyFromEnvironment(&http.Request{URL: u}) },
		},
		State:    doctor.State{Dir: c.StateDir, Free: doctor.FreeSpace(c.StateDir)},
		Terminal: a.terminal(ctx),
		Program:  readVersion().String(),
	}
	closeAll = func() {}
	if phone == nil && c.Device == demoName {
		if _, phone, closeAll, err = openSimulated(ctx, secrets, sim.Options{Serial: demoName}); err != nil {
			return subject, nil, err
		}
	}
	if phone != nil {
		subject.Phone.Open = func(context.Context, string) (*device.Phone, error) { return phone, nil }
	}
	return subject, closeAll, nil
}

// examiner examines what the cockpit stands on: with phone, that of its
// session, if it has one.
func (a *app) examiner(phone *device.Phone) func(context.Context) ([]doctor.Finding, error) {
	return func(ctx context.Context) ([]doctor.Finding, error) {
		subject, closeAll, err := a.patient(ctx, a.secrets(), phone)
		if err != nil {
			return nil, err
		}
		defer closeAll()
		return doctor.Examine(ctx, subject, nil).Findings, nil
	}
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

// anonymizer takes out of a report what tells who sits at this computer.
func (a *app) anonymizer(report doctor.Report, secrets *redact.Registry) *anonymizer {
	home, _ := os.UserHomeDir()
	name := ""
	if u, err := user.Current(); err == nil {
		name = u.Username[strings.LastIndexByte(u.Username, '\\')+1:] // Windows puts the domain before it
	}
	return newAnonymizer(report, secrets, home, name)
}
