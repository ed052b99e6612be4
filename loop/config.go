package loop

import (
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// Config is what a Session is built from. Model, Phone, Hub and Registry are
// required; the zero value of everything else is usable.
type Config struct {
	// Model answers. Its own retries are best turned off: the loop retries
	// what is transient, and says so.
	Model model.Model

	Phone    *device.Phone
	Hub      *device.Hub      // of the Phone: tells when it goes and comes back
	Registry *redact.Registry // the one that was given to the Phone
	Tools    tools.Options

	Policy permissions.Policy
	// Approver answers what the policy asks. Nil leaves the questions to
	// whoever reads the events and calls Session.Resolve.
	Approver permissions.Approver
	// ApprovalTimeout denies a question that nobody answered; 0 waits as long
	// as the turn.
	ApprovalTimeout time.Duration

	// LiveInterval is how long the live screen waits between two looks while it
	// changes; LiveInterval where zero. While nothing changes the wait grows, up
	// to ten times that.
	LiveInterval time.Duration

	// Record is the run's log; the Session closes it. Nil records nothing.
	Record *record.Writer

	// Resume is the run that goes on, as record.Open returned it beside Record;
	// nil begins a new one.
	Resume *record.Run

	// Speak asks the model for a short form of its answers to be read aloud,
	// which turn_completed carries.
	Speak bool

	// Notes are what the person has written down about the app under test. The
	// model is told them with its instructions, with what is secret masked.
	Notes string

	// Gate decides whether a turn that claims to be done is, together with the
	// success criteria of the skills that were read in it.
	Gate   Gate
	Limits Limits
	Now    func() time.Time // time.Now where nil
}

// Limits bound a turn. A zero field means its default, except DeviceWait.
type Limits struct {
	Steps      int // model calls a turn; 40. On the last one no tools may be used
	Tokens     int // input and output of a turn together; 500 000
	ToolOutput int // characters of one tool result that the model sees; 10 000
	Context    int // tokens that the model can take in, its answer included; 128 000
	Retries    int // of a transient failure; 2, negative for none
	Claims     int // claims to be done that the gate may disprove; 3

	// DeviceWait is how long a turn waits for a lost phone before it fails.
	// 0 waits until the person cancels: right where a person sees the state.
	DeviceWait time.Duration
}

// UnattendedDeviceWait is the usual Limits.DeviceWait of runs that nobody
// watches.
const UnattendedDeviceWait = time.Minute

// InForce are the limits with those that stand for the zero values.
func (l Limits) InForce() Limits {
	set := func(n *int, def int) {
		if *n == 0 {
			*n = def
		}
	}
	set(&l.Steps, 40)
	set(&l.Tokens, 500_000)
	set(&l.ToolOutput, 10_000)
	set(&l.Context, 128_000)
	set(&l.Retries, 2)
	set(&l.Claims, 3)
	return l
}
