package device

import (
	"regexp"
	"strconv"
)

// displaysCommand prints what parseDisplays reads.
const displaysCommand = "dumpsys display | grep DisplayInfo="

// Display is one of a phone's displays.
type Display struct {
	ID       int    `json:"id"` // 0 is the phone's own
	Width    int    `json:"width"`
	Height   int    `json:"height"`             // in pixels, in the current rotation
	Rotation int    `json:"rotation"`           // quarter turns, 0-3
	Density  int    `json:"density,omitempty"`  // dots per inch, 0 where not told
	On       bool   `json:"on"`                 // it shows something
	Physical uint64 `json:"physical,omitempty"` // the number by which screencap knows it, 0 for one that is none of glass
}

var (
	displayInfo = regexp.MustCompile(`m(Base|Override)DisplayInfo=DisplayInfo\{(.*)`)
	displayID   = regexp.MustCompile(`displayId (\d+)`)
	displayReal = regexp.MustCompile(`\breal (\d+) x (\d+)`)
	displayTurn = regexp.MustCompile(`\brotation (\d)`)
	displayDots = regexp.MustCompile(`\bdensity (\d+)`)
	displayOn   = regexp.MustCompile(`\bstate (\w+)`)
	displayUID  = regexp.MustCompile(`uniqueId "local:(\d+)"`)
)

// parseDisplays reads the logical displays of `dumpsys display`, in its order.
// What overrides the base of one is what apps see (AOSP DisplayInfo.toString,
// LogicalDisplay.dumpLocked); only the base tells whether the panel is on.
func parseDisplays(dump string) []Display {
	var found []Display
	for _, m := range displayInfo.FindAllStringSubmatch(dump, -1) {
		id := displayID.FindStringSubmatch(m[2])
		area := displayReal.FindStringSubmatch(m[2])
		if id == nil || area == nil {
			continue
		}
		d := Display{ID: number(id[1]), Width: number(area[1]), Height: number(area[2])}
		d.Rotation = number(first(displayTurn, m[2]))
		d.Density = number(first(displayDots, m[2]))
		d.Physical, _ = strconv.ParseUint(first(displayUID, m[2]), 10, 64)
		if last := len(found) - 1; m[1] == "Override" && last >= 0 && found[last].ID == d.ID {
			d.On = found[last].On
			found[last] = d
			continue
		}
		d.On = first(displayOn, m[2]) == "ON"
		found = append(found, d)
	}
	return found
}

// inUse is the physical number of the display that shows something of the given
// size, the phone's own before others, 0 where none does.
func inUse(displays []Display, width, height int) uint64 {
	for _, d := range displays { // listed by their numbers
		if d.On && d.Width == width && d.Height == height {
			return d.Physical
		}
	}
	return 0
}

// first is what the group of a pattern holds where it first fits, "" where it
// does not.
func first(re *regexp.Regexp, text string) string {
	if m := re.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

var viewport = regexp.MustCompile(`Viewport \w+: displayId=(\d+), uniqueId=(?:local:(\d+))?.*?orientation=(\d), logicalFrame=\[0, 0, (\d+), (\d+)\].*isActive=\[(\d)\]`)

// parseViewports reads the displays of `dumpsys input`, each once: every touch
// screen repeats its own (AOSP frameworks/native/include/input/DisplayViewport.h).
func parseViewports(dump string) []Display {
	var found []Display
	seen := make(map[int]bool)
	for _, m := range viewport.FindAllStringSubmatch(dump, -1) {
		d := Display{ID: number(m[1]), Rotation: number(m[3]), Width: number(m[4]), Height: number(m[5]), On: m[6] == "1"}
		d.Physical, _ = strconv.ParseUint(m[2], 10, 64)
		if !seen[d.ID] {
			seen[d.ID] = true
			found = append(found, d)
		}
	}
	return found
}
