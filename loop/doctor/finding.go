package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"adroit/device"
	"adroit/device/text"
	"adroit/loop/model"
)

// Severity says how much a finding matters.
type Severity string

// The severities, the least first.
const (
	OK      Severity = "ok"
	Skipped Severity = "skipped" // not examined; the message says why
	Note    Severity = "note"    // worth knowing, nothing need be done
	Warning Severity = "warning" // works, and something will go wrong sooner or later
	Failure Severity = "failure" // a run cannot work
)

// severities orders them.
var severities = []Severity{OK, Skipped, Note, Warning, Failure}

// Finding is what one check found.
type Finding struct {
	Check    string   `json:"check"` // a stable name such as "adb.server"
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`        // one line: what was found
	Cure     string   `json:"cure,omitempty"` // what to do about it
	// DurationMS is how long the check took, in milliseconds.
	DurationMS int64 `json:"durationMs"`
}

// Report is a whole examination.
type Report struct {
	V        int       `json:"v"` // version of this shape: 1
	Time     time.Time `json:"time"`
	Program  string    `json:"program"` // version of this program
	System   string    `json:"system"`  // operating system and architecture, as "linux/amd64"
	Findings []Finding `json:"findings"`
	// Private is what in the findings names the person's own phones and hosts:
	// serial numbers and the like, for those who make the report public.
	Private []string `json:"-"`
}

// Worst is the highest severity in the report, OK for an empty one.
func (r Report) Worst() Severity {
	worst := OK
	for _, f := range r.Findings {
		if slices.Index(severities, f.Severity) > slices.Index(severities, worst) {
			worst = f.Severity
		}
	}
	return worst
}

// Fold makes one finding of those that follow each other and were skipped for
// the same reason, for people to read.
func Fold(findings []Finding) []Finding {
	var folded []Finding
	var more []string // checks that belong to the last one
	end := func() {
		if len(more) > 0 {
			folded[len(folded)-1].Message += "; nor were looked at: " + strings.Join(more, ", ")
		}
		more = nil
	}
	for i, f := range findings {
		if i > 0 && f.Severity == Skipped && f.Severity == findings[i-1].Severity && f.Message == findings[i-1].Message {
			more = append(more, f.Check)
			continue
		}
		end()
		folded = append(folded, f)
	}
	end()
	return folded
}

func ok(check, message string) Finding {
	return Finding{Check: check, Severity: OK, Message: message}
}

func skipped(check, why string) Finding {
	return Finding{Check: check, Severity: Skipped, Message: why}
}

func note(check, message, cure string) Finding {
	return Finding{Check: check, Severity: Note, Message: message, Cure: cure}
}

func warning(check, message, cure string) Finding {
	return Finding{Check: check, Severity: Warning, Message: message, Cure: cure}
}

func failure(check, message, cure string) Finding {
	return Finding{Check: check, Severity: Failure, Message: message, Cure: cure}
}

// fromError is a failure with the cure that err carries.
func fromError(check, what string, err error) Finding {
	cause, cure := err.Error(), "try again; if it stays, see what the adb server or the endpoint itself says"
	if observed, is := errors.AsType[*device.ObserveError](err); is {
		cause, cure = observed.Err.Error(), observed.Cure
	} else if fault, is := errors.AsType[*device.FaultError](err); is {
		cause, cure = fault.Cause, fault.Cure
	} else if refused, is := errors.AsType[*model.EndpointError](err); is {
		cause, cure = refused.Cause, refused.Cure
	} else if errors.Is(err, context.DeadlineExceeded) {
		cause = "no answer in time"
	}
	return failure(check, what+": "+text.Line(cause), text.Line(cure))
}

// late is f with another cure where err says that the time was up.
func (f Finding) late(err error, cure string) Finding {
	if errors.Is(err, context.DeadlineExceeded) {
		f.Cure = cure
	}
	return f
}
