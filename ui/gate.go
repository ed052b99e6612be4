package ui

import "time"

// The times that make an answer deliberate. A person needs some 250 ms to
// react to what they see, types with gaps of 60 to 250 ms, and a held key
// repeats after 250 to 500 ms; a paste without brackets arrives within a few
// milliseconds.
const (
	paintedFor = 400 * time.Millisecond // the question must have stood on the screen this long
	quietFor   = 500 * time.Millisecond // and no key may have come for this long
	burstGap   = 15 * time.Millisecond  // keys that come faster were not typed by hand
	frameTime  = time.Second / 60       // between View and the terminal's having it

	// A key that another follows sooner was not an answer. To approve takes
	// longer, so that a "yes" that is typed slowly does not.
	settleFor    = 150 * time.Millisecond
	approveAfter = 300 * time.Millisecond
)

// gate decides whether a key is an answer to the question on the screen. It
// knows nothing of keys, only of times, so that its rules can be proved.
type gate struct {
	painted time.Time // when the question was on the screen; zero: not yet
	lastKey time.Time // the last key or paste, whatever it was meant for
}

// opens is the time from which a key counts; the zero time means never, as
// long as nothing else happens.
func (g gate) opens() time.Time {
	if g.painted.IsZero() {
		return time.Time{}
	}
	at := g.painted.Add(paintedFor)
	if quiet := g.lastKey.Add(quietFor); quiet.After(at) {
		at = quiet
	}
	return at
}

// open reports whether a key that arrives now counts.
func (g gate) open(now time.Time) bool {
	at := g.opens()
	return !at.IsZero() && !now.Before(at)
}
