package ui

import (
	"strings"
	"testing"
	"time"

	"adroit/loop/event"
	"adroit/permissions"
)

// TestTheModeIsNeverHidden by a notice, a long name or a narrow screen.
func TestTheModeIsNeverHidden(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		for mode, banner := range map[permissions.Mode]string{
			permissions.ModeAsk: "", permissions.ModeReadOnly: "Read-only", permissions.ModeMedium: "Medium risk acts",
		} {
			d := newDriver(t, size[0], size[1])
			d.app.phone.device = "A phone with a name that is much too long for the line"
			d.happen(turnStarted("Turn on Wi-Fi"), event.Event{Type: event.ModeChanged, Mode: string(mode)}, d.settings(false))
			for _, said := range []string{"", "config.toml is sound again: the settings are taken over", "cleared"} {
				if said != "" {
					d.run(d.app.say(said))
				}
				line := plainText([]string{d.app.statusLine()})
				if !strings.Contains(line, modeWords(mode)) && !strings.Contains(line, modeShort(mode)) {
					t.Errorf("at %v in mode %s with the notice %q the line is %q", size, mode, said, line)
				}
			}
			d.sees(banner)
		}
	}
}

// TestANoticeGoesWhenItHasBeenRead, a short one soon, none late.
func TestANoticeGoesWhenItHasBeenRead(t *testing.T) {
	t.Parallel()
	for said, life := range map[string][2]time.Duration{
		"cleared; up brings it back": {2 * time.Second, 3 * time.Second},
		"config.toml is sound again: the settings are taken over and some words more, which take their time to be read": {4 * time.Second, noticeMost},
	} {
		d := newDriver(t, 160, 45)
		d.run(d.app.say(said))
		d.wait(life[0])
		d.sees(said)
		d.wait(life[1] - life[0])
		d.misses(said)
	}
}
