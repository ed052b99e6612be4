package remote

import "time"

// pace is a bucket of tokens, one for each message: it fills at a steady rate,
// and holds enough for a burst.
type pace struct {
	rate   float64 // tokens a second
	burst  float64
	tokens float64
	filled time.Time
}

func newPace(rate int, now time.Time) *pace {
	burst := float64(4 * rate)
	return &pace{rate: float64(rate), burst: burst, tokens: burst, filled: now}
}

// allow takes a token, and reports whether there was one.
func (p *pace) allow(now time.Time) bool {
	p.tokens = min(p.tokens+now.Sub(p.filled).Seconds()*p.rate, p.burst)
	p.filled = now
	if p.tokens < 1 {
		return false
	}
	p.tokens--
	return true
}
