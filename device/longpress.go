package device

import (
	"context"
	"strconv"
	"strings"
)

// The threshold of a long press in milliseconds, which a person can set on the
// phone (android.provider.Settings.Secure, long_press_timeout), and what a
// press is held beyond it: surely enough, and too short for a launcher to begin
// a drag.
const (
	defaultLongPress = 400
	mostLongPress    = 5000
	longPressMargin  = 200
)

// LongPressMS is how long a finger must be held on this phone for a long press,
// in milliseconds, 600 to 5200. It is asked once, and again after the phone was
// lost.
func (p *Phone) LongPressMS(ctx context.Context) (int, error) {
	p.mu.Lock()
	known := p.longPress
	p.mu.Unlock()
	if known == 0 {
		ctx, cancel := context.WithTimeout(ctx, hostTimeout)
		defer cancel()
		answer, err := p.shell(ctx, "settings get secure long_press_timeout", nil)
		if err != nil {
			return 0, p.wrap("long press setting of", err)
		}
		known = parseLongPress(string(answer.Stdout))
		p.mu.Lock()
		p.longPress = known
		p.mu.Unlock()
	}
	return known + longPressMargin, nil
}

// parseLongPress reads `settings get`, which prints "null" where nobody has set
// anything.
func parseLongPress(answer string) int {
	ms, err := strconv.Atoi(strings.TrimSpace(answer))
	if err != nil {
		return defaultLongPress
	}
	return min(max(ms, defaultLongPress), mostLongPress)
}
