package doctor_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
	"adroit/loop/doctor"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if addr := os.Getenv(listenVariable); addr != "" {
		listenAsOther(addr)
		return
	}
	goleak.VerifyTestMain(m)
}

// examine runs the doctor and checks what every report must hold.
func examine(t *testing.T, s doctor.Subject) doctor.Report {
	t.Helper()
	told := 0
	report := doctor.Examine(t.Context(), s, func(doctor.Finding) { told++ })
	if told != len(report.Findings) || told == 0 {
		t.Errorf("%d findings were told, %d are in the report", told, len(report.Findings))
	}
	for _, f := range report.Findings {
		if f.Check == "" || f.Message == "" {
			t.Errorf("an empty finding: %+v", f)
		}
		if (f.Severity == doctor.Warning || f.Severity == doctor.Failure) && f.Cure == "" {
			t.Errorf("%s names no cure: %s", f.Check, f.Message)
		}
		if strings.ContainsAny(f.Message+f.Cure, "\n\r\x1b") {
			t.Errorf("%s is not one clean line: %q, %q", f.Check, f.Message, f.Cure)
		}
	}
	for _, check := range doctor.Checks() {
		if !slices.ContainsFunc(report.Findings, func(f doctor.Finding) bool { return f.Check == check }) {
			t.Errorf("nothing is said of %s", check)
		}
	}
	return report
}

// finding is the finding of that name, and fails the test where there is none
// of that severity whose message and cure contain the words.
func finding(t *testing.T, r doctor.Report, check string, severity doctor.Severity, message, cure string) {
	t.Helper()
	for _, f := range r.Findings {
		if f.Check == check && f.Severity == severity && strings.Contains(f.Message, message) && strings.Contains(f.Cure, cure) {
			return
		}
	}
	t.Errorf("no %s of %s with %q and the cure %q in:\n%+v", severity, check, message, cure, r.Findings)
}

// healthy is a subject in which nothing but a phone is of interest: the
// simulated one, with the given faults and after the given shell commands.
func healthy(t *testing.T, options sim.Options, commands ...string) doctor.Subject {
	t.Helper()
	phone := sim.New(options)
	server, err := phone.ServeServer(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	hub := device.NewHub(server.Addr())
	registry := redact.NewRegistry(redact.Options{})
	open := func(ctx context.Context, serial string) (*device.Phone, error) {
		return hub.Open(ctx, serial, registry)
	}
	for _, command := range commands {
		p, err := open(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if r, err := p.Shell(t.Context(), command); err != nil || r.Exit != 0 {
			t.Fatalf("%s: %v, %+v", command, err, r)
		}
	}
	return doctor.Subject{
		ADB:      doctor.ADB{Hub: hub, Addr: server.Addr()},
		Phone:    doctor.Phone{Open: open},
		Endpoint: doctor.Endpoint{Scripted: true},
		State:    doctor.State{Dir: t.TempDir(), Free: 1 << 40},
	}
}
