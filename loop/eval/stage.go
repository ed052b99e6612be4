package eval

import (
	"fmt"
	"strings"

	"adroit/loop/event"
)

// Stage is a phone for attempts.
type Stage struct {
	Addr   string // of the adb server that has the phone, HOST:PORT
	Serial string // "" is the only phone that it has

	// Of a simulated phone alone.
	Sim   Simulation
	State func() any // what the phone holds, as a value for encoding/json

	Close func()
}

// Simulation is what can be made to happen to a simulated phone.
type Simulation interface {
	SetFault(name string) error
	ClearFaults()
	Broadcast(action string, extras map[string]string)
	SetPIN(pin string)
	Lock()
	ScreenOff()
	Disconnect()
	Unplug()
	Plug()
}

// orders are what a Happening can do, by its first word.
var orders = map[string]func(s Simulation, what string) error{
	"fault":        func(s Simulation, what string) error { return s.SetFault(what) },
	"clear-faults": func(s Simulation, _ string) error { s.ClearFaults(); return nil },
	"broadcast":    func(s Simulation, what string) error { s.Broadcast(what, nil); return nil },
	"pin":          func(s Simulation, what string) error { s.SetPIN(what); return nil },
	"lock":         func(s Simulation, _ string) error { s.Lock(); return nil },
	"screen-off":   func(s Simulation, _ string) error { s.ScreenOff(); return nil },
	"disconnect":   func(s Simulation, _ string) error { s.Disconnect(); return nil },
	"unplug":       func(s Simulation, _ string) error { s.Unplug(); return nil },
	"plug":         func(s Simulation, _ string) error { s.Plug(); return nil },
}

// parseOrder reads what a Happening does: "fault slow", "plug".
func parseOrder(s string) (func(Simulation) error, error) {
	word, what, _ := strings.Cut(strings.TrimSpace(s), " ")
	order, ok := orders[word]
	if !ok {
		return nil, fmt.Errorf("%q: want fault NAME, clear-faults, broadcast ACTION, pin DIGITS, lock, screen-off, disconnect, unplug or plug", s)
	}
	what = strings.TrimSpace(what)
	if needs := word == "fault" || word == "broadcast" || word == "pin"; needs != (what != "") {
		return nil, fmt.Errorf("%q: fault, broadcast and pin want one word behind them, and nothing else does", s)
	}
	return func(s Simulation) error { return order(s, what) }, nil
}

// happenings make things happen to a phone as the events of a run pass by.
type happenings struct {
	sim     Simulation
	pending []Happening
	seen    map[event.Type]int
	err     error // the first
}

// begin does what happens before the task.
func (h *happenings) begin() error {
	h.seen = map[event.Type]int{}
	h.due("", 0)
	return h.err
}

// event does what happens on e.
func (h *happenings) event(e event.Event) {
	h.seen[e.Type]++
	h.due(e.Type, h.seen[e.Type])
}

func (h *happenings) due(on event.Type, nth int) {
	for _, p := range h.pending {
		if p.On == on && p.Nth == nth {
			if err := p.do(h.sim); err != nil && h.err == nil {
				h.err = fmt.Errorf("%s: %w", p.Do, err)
			}
		}
	}
}
