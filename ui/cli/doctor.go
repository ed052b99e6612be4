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
			subject, closeAll, err := a.patient(ctx, secrets, nil)
			if err != nil {
				return err
			}
			defer closeAll()
			if probe {
				subject.Endpoint.Probe = a.config.findOut
			}
			printed := &findingPrinter{out: a.Out}
			if asJSON {
				printed.out = io.Discard
			}
			if isTerminal(a.Err) && a.Getenv("TERM") != "dumb" {
				printed.status = a.Err
			}
			printed.width = subject.Terminal.Width
			subject.Looking = printed.looking
			report := doctor.Examine(ctx, subject, printed.finding)
			printed.end()
			if asJSON {
				if err := text.WriteJSON(a.Out, report, "  "); err != nil {
					return err
				}
			}
			if cmd.Context().Err() != nil {
				return &exitError{code: exitCancelled} // what there is of the report is none to send
			}
			if bundle != "" {
				if err := writeBundle(bundle, report, a.anonymizer(report, secrets)); err != nil {
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

// findingPrinter writes findings as they come, a line each and one for the
// cure. Those that are skipped for the same reason are one line.
type findingPrinter struct {
	out     io.Writer
	width   int       // of the terminal that out is, in cells; 0 where it is none
	status  io.Writer // a terminal on which to say what is looked at; nil for none
	now     string    // what is looked at
	skipped []doctor.Finding
}

// clearLine takes back what stands in the terminal's line (ECMA-48, EL).
const clearLine = "\r\x1b[K"

func (p *findingPrinter) looking(what string) {
	p.now = what
	p.show()
}

// show writes what is looked at now in the terminal's last line.
func (p *findingPrinter) show() {
	if p.status != nil {
		fmt.Fprintf(p.status, "%sLooking at %s …", clearLine, text.Line(p.now))
	}
}

// hide takes that back.
func (p *findingPrinter) hide() {
	if p.status != nil {
		fmt.Fprint(p.status, clearLine)
	}
}

func (p *findingPrinter) finding(f doctor.Finding) {
	if len(p.skipped) > 0 && (f.Severity != doctor.Skipped || f.Message != p.skipped[0].Message) {
		p.end()
	}
	if f.Severity == doctor.Skipped {
		p.skipped = append(p.skipped, f)
	} else {
		p.hide()
		p.print(f)
	}
	p.show()
}

// end prints what is held back, and takes back what is looked at.
func (p *findingPrinter) end() {
	p.hide()
	for _, f := range doctor.Fold(p.skipped) {
		p.print(f)
	}
	p.skipped = nil
}

func (p *findingPrinter) print(f doctor.Finding) {
	head := fmt.Sprintf("%-8s %-18s ", marks[f.Severity], f.Check)
	p.hang(head, f.Message)
	if f.Cure != "" {
		p.hang(strings.Repeat(" ", len(head))+"-> ", f.Cure)
	}
}

// narrowest is the least room for words beside what hangs before them, in cells.
const narrowest = 20

// hang prints words behind a head, on a terminal those of further lines beneath
// the first.
func (p *findingPrinter) hang(head, words string) {
	lines := []string{words}
	if room := p.width - len(head); room >= narrowest {
		lines = text.Wrap(words, room)
	}
	for _, line := range lines {
		fmt.Fprintf(p.out, "%s%s\n", head, line)
		head = strings.Repeat(" ", len(head))
	}
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
