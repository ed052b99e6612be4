package ui

import (
	"context"
	"errors"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// absent is the session where something is missing to begin one. Nothing
// happens in it.
type absent struct{}

var errAbsent = errors.New("something is missing yet: see above")

func (absent) Subscribe(func(event.Event)) func()       { return func() {} }
func (absent) Send(string) (bool, error)                { return false, errAbsent }
func (absent) Unqueue() (string, bool)                  { return "", false }
func (absent) Cancel()                                  {}
func (absent) Resolve(string, permissions.Answer) error { return errAbsent }
func (absent) Act(tools.Call) error                     { return errAbsent }
func (absent) SetMode(permissions.Mode) error           { return errAbsent }
func (absent) Watch(bool)                               {}
func (absent) Reveal(string) (string, bool)             { return "", false }
func (absent) Close(context.Context) error              { return nil }
