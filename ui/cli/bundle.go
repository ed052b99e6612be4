package cli

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"adroit/device/redact"
	"adroit/device/text"
	"adroit/loop/doctor"
)

// writeBundle writes the doctor's report as Markdown to a new file, without
// what tells who the person is: secrets, the home folder, addresses, serial
// numbers. It does not replace a file.
func writeBundle(name string, report doctor.Report, secrets *redact.Registry) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return usage(fmt.Errorf("--bundle: %w", err))
	}
	_, err = f.WriteString(bundle(report, secrets))
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("--bundle: %w", err)
	}
	return nil
}

func bundle(report doctor.Report, secrets *redact.Registry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Report of the doctor\n\n- %s\n- %s\n- %s\n\n", report.Program, report.System, report.Time.Format(time.RFC3339))
	b.WriteString("| | check | found | what to do | ms |\n|---|---|---|---|---|\n")
	for _, f := range report.Findings {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d |\n", marks[f.Severity], f.Check,
			anonymous(f.Message, secrets), anonymous(f.Cure, secrets), f.DurationMS)
	}
	return b.String()
}

var (
	// ipAddress matches an IPv4 address that is not this machine's own.
	ipAddress = regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b`)
	// serialNumber matches what phones are named by: eight or more letters and
	// digits, with at least one digit among capital letters.
	serialNumber = regexp.MustCompile(`\b[A-Z0-9]{8,}\b`)
)

// anonymous is a cell of the report without what tells who the person is.
func anonymous(s string, secrets *redact.Registry) string {
	s = secrets.Text(s)
	if home, err := os.UserHomeDir(); err == nil && home != "/" {
		s = strings.ReplaceAll(s, home, "~")
	}
	s = ipAddress.ReplaceAllStringFunc(s, func(ip string) string {
		if strings.HasPrefix(ip, "127.") {
			return ip
		}
		return "ADDRESS"
	})
	s = serialNumber.ReplaceAllStringFunc(s, func(serial string) string {
		if !strings.ContainsAny(serial, "0123456789") {
			return serial
		}
		return "SERIAL"
	})
	return strings.ReplaceAll(text.Line(s), "|", `\|`)
}
