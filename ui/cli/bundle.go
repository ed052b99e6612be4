package cli

import (
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"adroit/device/loopback"
	"adroit/device/redact"
	"adroit/device/text"
	"adroit/loop/doctor"
)

// bundleFile is where the doctor's report goes.
type bundleFile struct {
	name  string // "" is nowhere
	force bool   // replace a file that is there
}

// check says why the report could not be written there, before there is one.
func (b bundleFile) check() error {
	if b.name == "" {
		return nil
	}
	info, err := os.Stat(b.name)
	switch {
	case err == nil && info.IsDir():
		return usage(fmt.Errorf("--bundle: %s is a folder: name a file in it", b.name))
	case err == nil && !b.force:
		return usage(fmt.Errorf("--bundle: %s is there already: --force writes over it, or name another file", b.name))
	}
	dir := filepath.Dir(b.name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usage(fmt.Errorf("--bundle: there is no folder %s: make it, or name another file", dir))
	}
	return nil
}

// write writes the report as Markdown, without what tells who the person is.
func (b bundleFile) write(report doctor.Report, hide *anonymizer) error {
	name, how := b.name, os.O_EXCL
	if b.force {
		how = os.O_TRUNC
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|how, 0o600)
	if err != nil {
		return usage(fmt.Errorf("--bundle: %w", err))
	}
	_, err = f.WriteString(bundle(report, hide))
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("--bundle: %w", err)
	}
	return nil
}

func bundle(report doctor.Report, hide *anonymizer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Report of the doctor\n\n- %s\n- %s\n- %s\n\n", report.Program, report.System, report.Time.Format(time.RFC3339))
	b.WriteString("| | check | found | what to do | ms |\n|---|---|---|---|---|\n")
	for _, f := range report.Findings {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d |\n", marks[f.Severity], f.Check, hide.cell(f.Message), hide.cell(f.Cure), f.DurationMS)
	}
	return b.String()
}

// anonymizer takes out of a report what tells who the person is.
type anonymizer struct {
	secrets *redact.Registry
	names   *strings.Replacer // the person's own, with what stands for each
}

// newAnonymizer knows the person's home folder and name, and what the report
// calls private: all but hosts that everybody may know, this machine and the
// built-in endpoints.
func newAnonymizer(report doctor.Report, secrets *redact.Registry, home, name string) *anonymizer {
	var pairs []string
	if len(home) > 1 {
		pairs = append(pairs, home, "~")
	}
	// The longest first: a serial number may begin another.
	private := slices.SortedFunc(slices.Values(report.Private), func(a, b string) int { return len(b) - len(a) })
	for _, own := range private {
		if own != "" && !loopback.Host(own) && !presetHost(own) {
			pairs = append(pairs, own, "PRIVATE")
		}
	}
	if len(name) > 2 && name != "root" { // who everybody is in a container
		pairs = append(pairs, name, "USER")
	}
	return &anonymizer{secrets: secrets, names: strings.NewReplacer(pairs...)}
}

// presetHost reports whether a built-in endpoint has that host.
func presetHost(host string) bool {
	return slices.ContainsFunc(presetList, func(p preset) bool {
		u, err := url.Parse(p.baseURL)
		return err == nil && u.Hostname() == host
	})
}

var (
	// ipAddress matches what may be an address of IPv4 or IPv6.
	ipAddress = regexp.MustCompile(`[0-9A-Fa-f]*(?:[.:][0-9A-Fa-f]*){2,}`)
	// serialNumber matches what phones are named by: eight or more letters and
	// digits, with at least one digit among capital letters.
	serialNumber = regexp.MustCompile(`\b[A-Z0-9]{8,}\b`)
)

// cell is a cell of the report.
func (a *anonymizer) cell(s string) string {
	s = a.names.Replace(a.secrets.Text(s))
	s = ipAddress.ReplaceAllStringFunc(s, func(found string) string {
		address, port := found, ""
		if i := strings.LastIndexByte(found, ':'); i >= 0 && strings.Contains(found[:i], ".") {
			address, port = found[:i], found[i:]
		}
		if ip, err := netip.ParseAddr(address); err != nil || ip.IsLoopback() {
			return found
		}
		return "ADDRESS" + port
	})
	s = serialNumber.ReplaceAllStringFunc(s, func(serial string) string {
		if !strings.ContainsAny(serial, "0123456789") {
			return serial
		}
		return "SERIAL"
	})
	return strings.ReplaceAll(text.Line(s), "|", `\|`)
}
