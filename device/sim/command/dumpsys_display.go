package command

import (
	"fmt"
	"image"
	"strings"

	"adroit/device/sim/android"
)

// secondDensity is that of the second display, dots per inch.
const secondDensity = 213

// display is a display as the phone tells of it.
type display struct {
	id, port       int
	name, kind     string
	flags          string
	natural, shown image.Point // size, upright and as it is turned now
	app            image.Point // what is left for an app
	rotation       int
	density        int
	on             bool
	physical       string // the number by which the compositor knows it
}

// displays are the phone's own, and the second where there is one.
func displays(sys *android.System) []display {
	shown := sys.Screen().Size()
	all := []display{{
		name: "Built-in Screen", kind: "INTERNAL", flags: "FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED",
		natural: sys.NaturalSize(), shown: shown, app: shown.Sub(image.Pt(0, android.StatusBar+android.NavigationBar)),
		rotation: sys.Rotation(), density: android.Density, on: sys.Awake(), physical: physical(sys, "0", "4619827259835644672"),
	}}
	if sys.Second != nil {
		size := android.SecondFrame.Size()
		all = append(all, display{
			id: android.SecondID, port: 1, name: "HDMI Screen", kind: "EXTERNAL",
			flags:   "FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_PRESENTATION, FLAG_TRUSTED",
			natural: size, shown: size, app: size, density: secondDensity, on: sys.Awake(), physical: physical(sys, "1", "4619827551948147201"),
		})
	}
	return all
}

// physical is the number by which the compositor knows a display: made of its
// port and maker since Android 10, and small before (AOSP PhysicalDisplayId).
func physical(sys *android.System, before, since string) string {
	if sys.Release < 10 {
		return before
	}
	return since
}

func (d display) state() string { return map[bool]string{true: "ON", false: "OFF"}[d.on] }

func times(size image.Point) string { return fmt.Sprintf("%d x %d", size.X, size.Y) }

// info is AOSP's DisplayInfo.toString since Android 12, which has an app's size
// or the whole.
func (d display) info(app image.Point) string {
	return fmt.Sprintf(`DisplayInfo{"%s", displayId %d", displayGroupId 0, %s, real %s, largest app %s, smallest app %s, mode 1, defaultMode 1, modes [{id=1, width=%d, height=%d, fps=60.0}], rotation %d, state %s, type %s, uniqueId "local:%s", app %s, density %d (%d.0 x %d.0) dpi, layerStack %d}`,
		d.name, d.id, d.flags, times(d.shown), times(app), times(app), d.natural.X, d.natural.Y, d.rotation, d.state(), d.kind, d.physical, times(app),
		d.density, d.density, d.density, d.id)
}

func (d display) viewport() string {
	return fmt.Sprintf("DisplayViewport{type=%s, valid=true, isActive=%t, displayId=%d, uniqueId='local:%s', physicalPort=%d, orientation=%d, logicalFrame=Rect(0, 0 - %d, %d), physicalFrame=Rect(0, 0 - %d, %d), deviceWidth=%d, deviceHeight=%d}",
		d.kind, d.on, d.id, d.physical, d.port, d.rotation, d.shown.X, d.shown.Y, d.shown.X, d.shown.Y, d.natural.X, d.natural.Y)
}

// dumpDisplay is the display manager's dump.
func dumpDisplay(sys *android.System, _ []string) string {
	var viewports []string
	var devices, logical strings.Builder
	all := displays(sys)
	for _, d := range all {
		viewports = append(viewports, d.viewport())
		fmt.Fprintf(&devices, `  DisplayDeviceInfo{"%s": uniqueId="local:%s", %s, modeId 1, defaultModeId 1, density %d, state %s, type %s}
    mCurrentOrientation=%d
    mPhysicalDisplayId=%s
`, d.name, d.physical, times(d.natural), d.density, d.state(), d.kind, d.rotation, d.physical)
		fmt.Fprintf(&logical, `  Display %d:
    mDisplayId=%[1]d
    mLayerStack=%[1]d
    mHasContent=true
    mPrimaryDisplayDevice=%s
    mBaseDisplayInfo=%s
    mOverrideDisplayInfo=%s
`, d.id, d.name, d.info(d.shown), d.info(d.app))
	}
	return fmt.Sprintf(`DISPLAY MANAGER (dumpsys display)
  mOnlyCode=false
  mSafeMode=false
  mPendingTraversal=false
  mViewports=[%s]

Display Devices: size=%d
%s
Logical Displays: size=%d
%s
mScreenState=%s
`, strings.Join(viewports, ", "), len(all), devices.String(), len(all), logical.String(), all[0].state())
}

// dumpInput is the input manager's dump, as far as its displays go.
func dumpInput(sys *android.System, _ []string) string {
	var out strings.Builder
	out.WriteString("INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    -1: Virtual\n\nInput Reader State:\n")
	for _, d := range displays(sys) {
		fmt.Fprintf(&out, "  Viewport %s: displayId=%d, uniqueId=local:%s, port=%d, orientation=%d, logicalFrame=[0, 0, %d, %d], physicalFrame=[0, 0, %d, %d], deviceSize=[%d, %d], isActive=[1]\n",
			d.kind, d.id, d.physical, d.port, d.rotation, d.shown.X, d.shown.Y, d.shown.X, d.shown.Y, d.natural.X, d.natural.Y)
	}
	return out.String()
}

// listPhysical lists the displays as the compositor does.
func listPhysical(sys *android.System) string {
	var out strings.Builder
	for i, d := range displays(sys) {
		fmt.Fprintf(&out, "Display %s (HWC display %d): port=%d pnpId=SIM displayName=\"%s\"\n", d.physical, i, d.port, d.name)
	}
	return out.String()
}
