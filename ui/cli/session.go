package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/loop"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// closeDeadline bounds the end of a session: the running turn is cancelled,
// the log closed.
const closeDeadline = 2 * time.Second

// programName stands in a record in the place of a model's name, where another
// program called the tools.
const programName = "another program"

// session is a loop.Session with everything that was started for it.
type session struct {
	*loop.Session
	phone     *device.Phone
	modelName string
	logPath   string
	runID     string
	rules     permissions.Rules
	secrets   *redact.Registry
	guidance  guidance
	resumed   *record.Run // nil for a new run
	speaker   *speaker    // nil where nothing is read aloud

	closers []func() // run in reverse order
}

// sessionOptions are what the commands do differently.
type sessionOptions struct {
	approver   permissions.Approver // nil: whoever reads the events answers
	gate       loop.Gate
	deviceWait time.Duration // how long a turn usually waits for a lost phone; 0 waits on
	resume     string        // the recorded run to go on with; empty begins a new one
	attended   bool          // a person sees which skills are not in force; else a mistake in one is an error

	approvalTimeout time.Duration // after which an open question is usually denied; 0 waits on
	speak           bool          // somebody elsewhere may read the answers aloud
	program         bool          // another program calls the tools, pictures included: there is no model
}

// openSession opens phone, model and log, and starts a session on them.
func (a *app) openSession(ctx context.Context, o sessionOptions) (_ *session, err error) {
	s := &session{}
	defer func() {
		if err != nil {
			s.end()
		}
	}()
	policy, err := a.policy()
	if err != nil {
		return nil, err
	}
	options, given, err := a.guided(o.attended)
	if err != nil {
		return nil, err
	}
	s.guidance = given
	options.Images = options.Images || o.program
	debug, closeDebug, err := a.debugLog()
	if err != nil {
		return nil, err
	}
	options.Log = debug
	s.closers = append(s.closers, closeDebug)
	log, err := a.reopenLog(s, o.resume)
	if err != nil {
		return nil, err
	}
	m, err := a.startModel(ctx, s, o)
	if err != nil {
		return nil, err
	}
	secrets := a.secrets()
	hub, phone, closePhone, err := a.openPhone(ctx, secrets)
	if err != nil {
		return nil, err
	}
	s.phone, s.secrets = phone, secrets
	s.closers = append(s.closers, closePhone, a.settleIn(ctx, phone))
	if log == nil {
		if log, err = record.Create(a.config.StateDir, phone.Serial(), s.modelName, time.Now()); err != nil {
			return nil, usage(fmt.Errorf("the run cannot be recorded: %w; name another folder with --state-dir", err))
		}
	}
	s.logPath, s.runID = log.Path(), log.RunID()
	s.rules = policy.Rules
	o.gate.CheckTimeout = a.config.CheckTimeout
	s.Session = loop.New(loop.Config{
		Model:    m,
		Phone:    phone,
		Hub:      hub,
		Registry: secrets,
		Tools:    options,
		Policy:   policy,
		Approver: o.approver,
		Notes:    s.guidance.notes,
		Gate:     o.gate,
		Speak:    o.speak || a.config.SpeakCommand != "",
		Record:   log,
		Resume:   s.resumed,

		ApprovalTimeout: a.config.orUsual("approval-timeout", a.config.ApprovalTimeout, o.approvalTimeout),
		LiveInterval:    a.config.LiveInterval,
		Limits:          a.config.loopLimits(o.deviceWait),
	})
	s.Subscribe(loop.LogEvents(debug))
	return s, nil
}

// startModel opens the model that s talks to, nil where another program calls the
// tools.
func (a *app) startModel(ctx context.Context, s *session, o sessionOptions) (model.Model, error) {
	if o.program {
		s.modelName = programName
		return nil, nil
	}
	told := a.Err
	if o.attended {
		told = io.Discard // the cockpit shows the model's name
	}
	m, name, closeModel, err := a.openModel(ctx, told)
	if err != nil {
		return nil, err
	}
	s.modelName = name
	s.closers = append(s.closers, closeModel)
	return m, nil
}

// Close ends the session and everything beneath it.
func (s *session) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeDeadline)
	defer cancel()
	err := s.Session.Close(ctx)
	s.end()
	return err
}

// settleIn does in the background what a phone wants once: its keyboard is put
// back where an earlier run was killed while typing, and the labels of its apps
// are read, so that screens and questions name apps as people do. stop ends
// that.
func (a *app) settleIn(ctx context.Context, phone *device.Phone) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		// What goes wrong here shows where it matters: a keyboard that cannot be
		// put back fails the next typing, and without labels package names stand
		// in their place.
		_ = phone.RestoreKeyboard(ctx)
		_ = phone.LearnLabels(ctx, filepath.Join(a.config.StateDir, "labels.json"))
	}()
	return func() {
		cancel()
		<-done
	}
}

// toolOptions say which tools the settings allow, or why they cannot. Where the
// error is about files of skills, they are those without these.
func (a *app) toolOptions() (tools.Options, error) {
	o := tools.Options{Images: a.config.takesImages(), Workspace: a.config.Workspace, Secrets: secretStore{a.Getenv}, ScreenJSON: a.config.ScreenFormat == jsonScreens}
	if err := checkFolder(o.Workspace); err != nil {
		return o, a.config.blame("workspace", err)
	}
	var err error
	o.Skills, err = a.skills()
	return o, err
}

// checkFolder refuses what is no folder; "" names none.
func checkFolder(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s: want a folder", dir)
	}
	return err
}

// blame says of which flag, variable or line the setting is that err is about.
func (c *config) blame(name string, err error) error {
	by := c.origins[name]
	if by.rank == byFile {
		return usage(fmt.Errorf("%s: %s: %w", by.place, fileKey(name), err))
	}
	return usage(fmt.Errorf("%s: %w", by, err))
}

func (s *session) end() {
	for _, closeIt := range slices.Backward(s.closers) {
		closeIt()
	}
	s.closers = nil
}
