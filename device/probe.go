package device

import (
	"context"
	"slices"
	"strings"

	"adroit/device/screen"
)

// Probe returns a fingerprint of the screen that costs the phone far less than
// an observation: the windows, the keyboard, and how many frames the app in
// front has drawn, as of the latest observation. As long as it stays the same,
// so does what could be observed.
func (p *Phone) Probe(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	result, err := p.shell(ctx, probeScript(p.Last()), nil)
	return string(result.Stdout), p.wrap("probe", err)
}

const (
	probeWindows = `dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|isOnScreen='
dumpsys input_method | grep -E 'mInputShown|mImeWindowVis'
`
	// What an app draws with its views is counted for its process (AOSP
	// frameworks/base/libs/hwui, JankTracker).
	probeViews = `dumpsys gfxinfo PACKAGE | grep 'Total frames rendered'
`
	// What it draws with an engine of its own, such as Flutter's, goes to a
	// surface beside them, which has a table of when its last frames were shown
	// (AOSP frameworks/native/services/surfaceflinger, FrameTracker). Since
	// Android 15 the names of the surfaces are listed wrapped up.
	probeSurfaces = `dumpsys SurfaceFlinger --list | grep 'SurfaceView.*PACKAGE/' |
sed 's/^RequestedLayerState{//; s/ parentId=.*//; s/}$//' |
while read -r layer; do dumpsys SurfaceFlinger --latency "$layer" | tail -n 2; done
`
)

// probeScript asks for frames only where they may show something new: a video
// or a game draws all the time, and nothing of it can be observed.
func probeScript(last *screen.Context) string {
	if last == nil || !isPackage(last.PackageName) {
		return probeWindows
	}
	script := probeWindows + probeViews
	if !slices.ContainsFunc(last.Nodes, func(n screen.Node) bool { return n.Role == screen.Opaque }) {
		script += probeSurfaces
	}
	return strings.ReplaceAll(script, "PACKAGE", last.PackageName) // which needs no quoting
}
