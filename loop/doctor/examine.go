package doctor

import (
	"context"
	"runtime"
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
}

// ADB is the adb server.
type ADB struct {
	Hub       *device.Hub
	Addr      string // "host:port"
	Simulated bool   // the simulated phone is examined, which needs no adb
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
	// Known is what an earlier probe found out about the model, nil for nothing.
	Known *model.Capabilities
	// Probe finds it out anew, by asking the model; nil asks nothing that costs
	// money.
	Probe func(ctx context.Context) (model.Capabilities, error)
}

// section is a group of checks that share what they have learnt.
type section func(ctx context.Context, s *Subject, tell func(Finding))

// Examine runs every check in order and returns the whole report. Each finding
// is given to tell as soon as it stands; tell may be nil. When ctx ends, what
// is left is not examined: the report ends with a finding that says so.
func Examine(ctx context.Context, s Subject, tell func(Finding)) Report {
	report := Report{
		V: 1, Time: time.Now().UTC(), Program: s.Program, System: runtime.GOOS + "/" + runtime.GOARCH,
	}
	began := time.Now()
	add := func(f Finding) {
		f.DurationMS = time.Since(began).Milliseconds()
		began = time.Now()
		report.Findings = append(report.Findings, f)
		if tell != nil {
			tell(f)
		}
	}
	for _, examine := range []section{examineADB, examineEndpoint, examineState, examineTerminal} {
		if ctx.Err() != nil {
			add(failure("doctor", "the examination was broken off", "run it again"))
			break
		}
		examine(ctx, &s, add)
	}
	return report
}
