package cli

import (
	"context"
	"fmt"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/loop"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// closeDeadline bounds the end of a session: the running turn is cancelled,
// the log closed.
const closeDeadline = 2 * time.Second

// session is a loop.Session with everything that was started for it.
type session struct {
	*loop.Session
	phone     *device.Phone
	modelName string
	logPath   string

	closers []func() // run in reverse order
}

// openSession opens phone, model and log, and starts a session on them.
// deviceWait is how long a turn waits for a lost phone.
func (a *app) openSession(ctx context.Context, approver permissions.Approver, deviceWait time.Duration) (_ *session, err error) {
	s := &session{}
	defer func() {
		if err != nil {
			s.end()
		}
	}()
	m, name, closeModel, err := a.openModel(ctx)
	if err != nil {
		return nil, err
	}
	s.modelName = name
	s.closers = append(s.closers, closeModel)

	secrets := redact.NewRegistry(redact.Options{})
	secrets.Add("", a.config.APIKey, "credential")
	hub, phone, closePhone, err := a.openPhone(ctx, secrets)
	if err != nil {
		return nil, err
	}
	s.phone = phone
	s.closers = append(s.closers, closePhone)

	log, err := record.Create(a.config.StateDir, phone.Serial(), name, time.Now())
	if err != nil {
		return nil, fmt.Errorf("the run cannot be recorded: %w; name another folder with --state-dir", err)
	}
	s.logPath = log.Path()
	s.Session = loop.New(loop.Config{
		Model:    m,
		Phone:    phone,
		Hub:      hub,
		Registry: secrets,
		Tools:    tools.Options{},
		Approver: approver,
		Record:   log,
		Limits: loop.Limits{
			Steps:      a.config.MaxSteps,
			Tokens:     a.config.MaxTokens,
			DeviceWait: deviceWait,
		},
	})
	return s, nil
}

// Close ends the session and everything beneath it.
func (s *session) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeDeadline)
	defer cancel()
	err := s.Session.Close(ctx)
	s.end()
	return err
}

func (s *session) end() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
	s.closers = nil
}
