package doctor

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"runtime"
	"slices"
	"time"

	"adroit/device"
	"adroit/loop/model"
)

// Subject is what is to be examined.
type Subject struct {
	ADB      ADB
	Phone    Phone
	Endpoint Endpoint
	State    State
	Terminal Terminal
	Program  string // version of this program
	System   string // the operating system, as runtime.GOOS names it; "" is this one
	// Patience, if not 0, shortens how long each check may take.
	Patience time.Duration
	// Looking is told in words what is looked at, before what may take its time;
	// nil is nobody.
	Looking func(what string)

	private []string // what names the person's own things, as the checks find it
}

// ADB is the adb server.
type ADB struct {
	Hub       *device.Hub
	Addr      string // "host:port"
	Simulated bool   // the simulated phone is examined, which needs no adb
	Given     bool   // Addr is of the command line, and may be mistyped: no server is started there
}

// Phone is the phone that a run would use.
type Phone struct {
	Serial string // "" is the only phone there is
	Open   func(ctx context.Context, serial string) (*device.Phone, error)
}

// Endpoint is where the model is reached.
type Endpoint struct {
	Config   model.Config
	Scripted bool // the scripted model is configured, which needs no endpoint
	Unchosen bool // nothing says which endpoint to use, and the usual one has no key
	// Proxy tells by which proxy a URL is reached, nil for none; nil asks nobody.
	Proxy func(*url.URL) (*url.URL, error)
	// Known is what an earlier probe found out about the model, nil for nothing.
	Known *model.Capabilities
	// Probe finds it out anew, by asking the model; nil asks nothing that costs
	// money.
	Probe func(ctx context.Context) (model.Capabilities, error)
}

// section is a group of checks that share what they have learnt.
type section struct {
	checks []string
	// examine tells what it finds, and returns why it has not come to the rest of
	// its checks.
	examine func(ctx context.Context, s *Subject, tell func(Finding)) (left string)
}

// sections are in the order in which each thing needs the one before.
var sections = []section{
	{[]string{
		"adb.server", "adb.version", "adb.owner",
		"phone.state", "phone.list", "phone.open", "phone.displays", "phone.screen", "phone.touch", "phone.automation",
		"phone.keyboard", "phone.typing", "phone.rotation", "phone.animations", "phone.files", "phone.observe",
	}, examineADB},
	{[]string{
		"model.endpoint", "model.dns", "model.connect", "model.tls", "model.clock", "model.key", "model.name",
		"model.probe", "model.tools", "model.images", "model.context",
	}, examineEndpoint},
	{[]string{"state.writable", "state.private", "state.space"}, examineState},
	{[]string{"terminal.size", "terminal.colors", "terminal.unicode", "terminal.tmux"}, examineTerminal},
}

// Checks are the names of all checks, in order. Every report has a finding of
// each, unless it was broken off.
func Checks() []string {
	var all []string
	for _, s := range sections {
		all = append(all, s.checks...)
	}
	return all
}

// Examine runs every check in order and returns the whole report. Each finding
// is given to tell as soon as it stands; tell may be nil. When ctx ends, what
// is left is not examined: the report ends with a finding that says so.
func Examine(ctx context.Context, s Subject, tell func(Finding)) Report {
	s.System = cmp.Or(s.System, runtime.GOOS)
	report := Report{V: 1, Time: time.Now().UTC(), Program: s.Program, System: s.System + "/" + runtime.GOARCH}
	began := time.Now()
	add := func(f Finding) {
		f.DurationMS = time.Since(began).Milliseconds()
		began = time.Now()
		report.Findings = append(report.Findings, f)
		if tell != nil {
			tell(f)
		}
	}
	for _, part := range sections {
		part.run(ctx, &s, add)
	}
	if err := ctx.Err(); err != nil {
		why := "the examination was broken off"
		if errors.Is(err, context.DeadlineExceeded) {
			why = "the examination has taken longer than it may"
		}
		add(failure("doctor", why, "run it again"))
	}
	report.Private = s.private
	return report
}

// run runs the checks of one section. What fails because ctx has ended is no
// finding.
func (part section) run(ctx context.Context, s *Subject, add func(Finding)) {
	told := map[string]bool{}
	tell := func(f Finding) {
		if ctx.Err() == nil {
			told[f.Check] = true
			add(f)
		}
	}
	left := ""
	if ctx.Err() == nil {
		left = part.examine(ctx, s, tell)
	}
	for _, check := range slices.DeleteFunc(slices.Clone(part.checks), func(check string) bool { return told[check] }) {
		tell(skipped(check, left))
	}
}

// within is ctx for a check that may take so long.
func (s *Subject) within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if s.Patience > 0 {
		limit = min(limit, s.Patience)
	}
	return context.WithTimeout(ctx, limit)
}

// looking says what is looked at now.
func (s *Subject) looking(what string) {
	if s.Looking != nil {
		s.Looking(what)
	}
}
