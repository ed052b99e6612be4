package tools

import (
	"adroit/device/screen"
	"adroit/permissions"
)

// Hooks tell what happens inside Runner.Run, in order and on its goroutine.
// Each may be nil. What they are given is redacted.
type Hooks struct {
	// Started: the call is valid and begins; label says what it does in words,
	// `Tap switch "Wi-Fi"`.
	Started func(c Call, label string)
	// Run: the call sends these commands to the phone's shell.
	Run func(c Call, commands []string)
	// Screen: the phone was observed.
	Screen func(*screen.Context)
	// Asked: a person is asked, and the answer is awaited from now on.
	Asked func(permissions.Request)
	// Decided: an act above low risk was ruled upon, by whomever, or a look was
	// denied.
	Decided func(permissions.Request, permissions.Answer)
}

// filled is h with a function in every place.
func (h Hooks) filled() Hooks {
	if h.Started == nil {
		h.Started = func(Call, string) {}
	}
	if h.Run == nil {
		h.Run = func(Call, []string) {}
	}
	if h.Screen == nil {
		h.Screen = func(*screen.Context) {}
	}
	if h.Asked == nil {
		h.Asked = func(permissions.Request) {}
	}
	if h.Decided == nil {
		h.Decided = func(permissions.Request, permissions.Answer) {}
	}
	return h
}
