package sim_test

import (
	"strings"
	"testing"

	"adroit/device/sim"
)

func TestSecondDisplayInWords(t *testing.T) {
	r := start(t, sim.Options{Faults: []sim.Fault{"second-focus"}})
	for command, wants := range map[string][]string{
		"dumpsys display":                     {"Logical Displays: size=2", `"HDMI Screen", displayId 2"`, "state ON, type EXTERNAL", `uniqueId "local:4619827551948147201"`, "DisplayViewport{type=EXTERNAL, valid=true, isActive=true, displayId=2"},
		"dumpsys SurfaceFlinger --display-id": {"Display 4619827259835644672 (HWC display 0): port=0", "Display 4619827551948147201 (HWC display 1): port=1"},
		"dumpsys input":                       {"Viewport EXTERNAL: displayId=2, uniqueId=local:4619827551948147201"},
		"dumpsys window displays":             {"Display: mDisplayId=0 (organized)\n", "  mCurrentFocus=null\n", "Display: mDisplayId=2 (organized)\n    init=1920x1080 213dpi", "SecondaryDisplayLauncher}\n"},
		"dumpsys window windows":              {"Window #0 Window{", "    mDisplayId=2 ", "    mDisplayId=0 ", "  mTopFocusedDisplayId=2\n"},
		"dumpsys activity activities":         {"Display #2 (activities from top to bottom):\n", "Display #0 (activities from top to bottom):\n", "  ResumedActivity: ActivityRecord{"},
		"cmd display get-displays":            {"Display id 0: ", "Display id 2: "},
		"wm size -d 2; wm density -d 2":       {"Physical size: 1920x1080\nPhysical density: 213\n"},
		"wm size":                             {"Physical size: 1080x2400\n"},
		"uiautomator dump --windows /sdcard/x >&2; cat /sdcard/x": {`<displays><display id="0"><window `, `active="false"`, `</display><display id="2"><window index="0" title="Pixel Launcher" bounds="[0,0][1920,1080]" active="true"`, `text="Second display"`},
		"uiautomator dump /sdcard/x >&2; cat /sdcard/x":           {`<hierarchy rotation="0"><node `, `text="Second display"`},
	} {
		got := r.must(command)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", command, want, got)
			}
		}
	}
	r.must("input tap 540 2390")
	if got := r.must("dumpsys window | grep -E 'mTopFocused|mCurrentFocus'"); strings.Count(got, "null") != 1 || !strings.Contains(got, "mTopFocusedDisplayId=0") {
		t.Errorf("after a touch of the phone's own display:\n%s", got)
	}
	if got := r.shell("screencap -p"); !strings.Contains(got.err, "Multiple displays were found") || !strings.HasPrefix(got.out, "\x89PNG") {
		t.Errorf("screencap says %q", got.err)
	}
	if got := r.shell("screencap -p -d 4619827259835644672"); got.err != "" || !strings.HasPrefix(got.out, "\x89PNG") {
		t.Errorf("screencap of one display says %q", got.err)
	}
}

func TestAnotherSize(t *testing.T) {
	r := start(t, sim.Options{})
	r.must("wm size 720x1600")
	if got := r.must("wm size; dumpsys window displays | grep -o 'cur=[0-9x]*'"); got != "Physical size: 1080x2400\nOverride size: 720x1600\ncur=720x1600\n" {
		t.Errorf("an override of the size: %q", got)
	}
	r.must("wm size reset")
	if got := r.must("wm size"); got != "Physical size: 1080x2400\n" {
		t.Errorf("after a reset: %q", got)
	}
	for _, wrong := range []string{"720", "0x0", "100x9000", "720x1600x2"} {
		if got := r.shell("wm size " + wrong); got.code != 255 || !strings.HasPrefix(got.err, "Error: ") {
			t.Errorf("wm size %s: %+v", wrong, got)
		}
	}
}
