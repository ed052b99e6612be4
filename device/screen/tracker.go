package screen

import (
	"strconv"
	"sync"

	"adroit/device/redact"
)

// Tracker turns dumps into Contexts for one session: it gives each element the
// number by which it is called, and keeps it over consecutive observations. It
// is safe for concurrent use.
type Tracker struct {
	secrets *redact.Registry

	mu           sync.Mutex
	observations int
	numbers      numbering
}

// NewTracker returns a Tracker that masks what secrets calls secret, and
// registers there what it finds on the screens.
func NewTracker(secrets *redact.Registry) *Tracker {
	return &Tracker{secrets: secrets, numbers: newNumbering()}
}

// Observe normalises one dump. The error is a *DumpError where the dump holds
// no tree; a part of a tree gives a Context with Complete false.
func (t *Tracker) Observe(raw Raw) (*Context, error) {
	dump, err := parse(raw.XML)
	if err != nil {
		return nil, err
	}
	dump.derive(raw.State)
	masked := maskTexts(dump, t.secrets)
	l := arrange(dump)

	t.mu.Lock()
	defer t.mu.Unlock()
	seen := sightings(l, t.numbers.seed)
	t.numbers.number(seen)
	t.observations++
	return buildContext(raw, l, masked, seen, "o"+strconv.Itoa(t.observations)), nil
}
