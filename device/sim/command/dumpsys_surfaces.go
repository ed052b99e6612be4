package command

import (
	"fmt"
	"slices"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// framePeriod is the time between two frames at 60 Hz, in nanoseconds.
const framePeriod = 16_666_666

// maxFrames is how many frames a surface's table keeps (AOSP FrameTracker).
const maxFrames = 128

// dumpSurfaceFlinger is the compositor's dump: its displays, its surfaces, or
// when a surface's last frames were shown.
func dumpSurfaceFlinger(sys *android.System, args []string) string {
	switch {
	case len(args) > 0 && args[0] == "--display-id":
		return listPhysical(sys)
	case len(args) == 1 && args[0] == "--list":
		return listSurfaces(sys)
	case len(args) == 2 && args[0] == "--latency":
		return dumpLatency(sys, args[1])
	}
	return "Build configuration: [sf]\n"
}

// listSurfaces names the surfaces of the app in front: its window's, and those
// that it draws on by itself. Since Android 15 the names are wrapped up.
func listSurfaces(sys *android.System) string {
	var list strings.Builder
	for i, name := range surfaces(sys) {
		if sys.Release >= 15 {
			name = fmt.Sprintf("RequestedLayerState{%s parentId=%d z=0}", name, i)
		}
		list.WriteString(name + "\n")
	}
	return list.String()
}

func surfaces(sys *android.System) []string {
	window := sys.Front().App.Package + "/" + sys.Front().Class
	names := []string{window + "#71"}
	sys.RootOf(sys.Front()).Walk(func(v *view.View) {
		if v.Class == "android.view.SurfaceView" {
			names = append(names, "SurfaceView["+window+"](BLAST)#72")
		}
	})
	return names
}

// dumpLatency is the refresh period, and a line for each of the last frames:
// when it was wanted, shown and ready, in nanoseconds.
func dumpLatency(sys *android.System, surface string) string {
	var table strings.Builder
	fmt.Fprintln(&table, framePeriod)
	frames := 0
	if slices.Contains(surfaces(sys), surface) {
		frames, _ = sys.Frames(sys.Front().App.Package)
	}
	for i := max(0, frames-maxFrames) + 1; i <= frames; i++ {
		shown := i * framePeriod
		fmt.Fprintf(&table, "%d\t%d\t%d\n", shown, shown, shown)
	}
	return table.String()
}
