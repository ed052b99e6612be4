package device

import (
	"fmt"
	"strings"

	"adroit/device/screen"
)

// motionEventSDK is the first Android, 11, whose input command can put a finger
// down and leave it there (AOSP InputShellCommand, motionevent).
const motionEventSDK = 30

// dragStepMS is the time between two places of a moving finger, in
// milliseconds: what is dragged looks where it goes on the way.
const dragStepMS = 50

// Drag holds a finger on what lies at from for holdMS milliseconds, until that
// is lifted, moves it to the other point within about moveMS and drops it there.
// The finger never stays down: what ends the command early cancels the gesture,
// or, on Android 11, which cannot, lifts the finger where it began. Before
// Android 11 the hold is that of a long press, whatever holdMS is.
func Drag(from, to screen.Point, holdMS, moveMS int) Command {
	start, end := at(from), at(to)
	steps := max(2, moveMS/dragStepMS)
	gesture := strings.Join([]string{
		"trap 'input motionevent CANCEL " + start + " || input motionevent UP " + start + "' EXIT",
		"trap 'exit 129' HUP INT TERM",
		"input motionevent DOWN " + start,
		"sleep " + seconds(holdMS) + " & wait $!", // a trap does not wait for what runs in the background
		fmt.Sprintf("i=0; while [ $i -lt %d ]; do i=$((i+1)); input motionevent MOVE %s %s; sleep %s; done",
			steps, onTheWay(from.X, to.X, steps), onTheWay(from.Y, to.Y, steps), seconds(dragStepMS)),
		"input motionevent UP " + end,
		"trap '' EXIT",
	}, "; ")
	old := DragAndDrop(from, to, holdMS+moveMS) // which counts from when the finger goes down
	return Command(fmt.Sprintf(`if [ "$(getprop ro.build.version.sdk)" -lt %d ]; then %s; else %s; fi`, motionEventSDK, old, gesture))
}

func at(p screen.Point) string { return fmt.Sprintf("%d %d", p.X, p.Y) }

// seconds is a time for the phone's sleep command.
func seconds(ms int) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

// onTheWay is one coordinate of step $i from one point to another, for the
// shell to work out.
func onTheWay(from, to, steps int) string {
	return fmt.Sprintf("$((%d+(%d)*i/%d))", from, to-from, steps)
}
