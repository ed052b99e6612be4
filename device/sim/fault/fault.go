// Package fault names what can be made to go wrong with the simulated phone.
package fault

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Fault is one way to go wrong.
type Fault string

// The faults. What each does stands in [All].
const (
	IdleState       Fault = "idle-state"
	NullRoot        Fault = "null-root"
	AutomationTaken Fault = "automation-taken"
	StaleFile       Fault = "stale-file"
	StaleTree       Fault = "stale-tree"
	Truncated       Fault = "truncated"
	IllegalXML      Fault = "illegal-xml"
	Killed          Fault = "killed"
	Slow            Fault = "slow"
	Offline         Fault = "offline"
	Unauthorized    Fault = "unauthorized"
	Disconnect      Fault = "disconnect"
	ScreenOff       Fault = "screen-off"
	Locked          Fault = "locked"
	KeyboardHidden  Fault = "keyboard-hidden"
	KeyboardShown   Fault = "keyboard-shown"
	OldShell        Fault = "old-shell"
	InjectDenied    Fault = "inject-denied"
	SecondDisplay   Fault = "second-display"
	SecondFocus     Fault = "second-focus"
)

// Description pairs a fault with what it does.
type Description struct {
	Fault Fault
	Does  string
}

// All returns every fault with its description.
func All() []Description {
	return []Description{
		{IdleState, "uiautomator never finds the screen at rest"},
		{NullRoot, "uiautomator finds no window"},
		{AutomationTaken, "another automation client holds the one connection"},
		{StaleFile, "uiautomator reports success and leaves the file as it was"},
		{StaleTree, "uiautomator dumps the launcher, whatever is in front"},
		{Truncated, "the dump's file ends in the middle"},
		{IllegalXML, "the dump holds an unpaired surrogate and a control character"},
		{Killed, "uiautomator is killed before it writes"},
		{Slow, "every command waits two seconds first"},
		{Offline, "the phone is listed as offline and serves nothing"},
		{Unauthorized, "the phone is listed as unauthorized and serves nothing"},
		{Disconnect, "each command's connection breaks after its first output"},
		{ScreenOff, "the screen is off"},
		{Locked, "the lock screen is shown"},
		{KeyboardHidden, "a focused field brings up no keyboard"},
		{KeyboardShown, "the keyboard is shown though nothing has the focus"},
		{OldShell, "an old adbd: no shell protocol, packets of 4096 bytes"},
		{InjectDenied, "input is refused for want of INJECT_EVENTS"},
		{SecondDisplay, "a second display is on, with a window of its own"},
		{SecondFocus, "a second display is on and has the focus, until the phone is touched"},
	}
}

// Parse returns the fault of that name.
func Parse(name string) (Fault, error) {
	var names []string
	for _, d := range All() {
		if string(d.Fault) == name {
			return d.Fault, nil
		}
		names = append(names, string(d.Fault))
	}
	return "", fmt.Errorf("no fault %q; there are %s", name, strings.Join(names, ", "))
}

// Set is the faults that are on. It is safe for concurrent use; the zero value
// has none.
type Set struct {
	mu sync.RWMutex
	on []Fault
}

// Has reports whether f is on.
func (s *Set) Has(f Fault) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Contains(s.on, f)
}

// Add turns f on.
func (s *Set) Add(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.on, f) {
		s.on = append(s.on, f)
	}
}

// Clear turns all off.
func (s *Set) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = nil
}
