package tools_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strings"
	"testing"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

func TestScreenshot(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Notes"}`)
	result := r.call(t, "screenshot", ``)
	if result.Status != tools.Success || len(result.Artifacts) != 1 || result.Data["painted_over"] == 0 {
		t.Fatal(result.ForModel())
	}
	contains(t, result.Message, "A picture of Notes; ", "painted over")
	head, err := png.DecodeConfig(bytes.NewReader(result.Image))
	if err != nil || head.Width != result.Data["width"] || head.Height != result.Data["height"] {
		t.Errorf("a picture of %dx%d: %v", head.Width, head.Height, err)
	}
	raw, err := json.Marshal(result)
	if err != nil || strings.Contains(string(raw), "iVBOR") || strings.Contains(strings.ToLower(string(raw)), "image") {
		t.Errorf("the picture is in the JSON: %.300s, %v", raw, err)
	}
}

func TestNoScreenshotOfWhatIsProtected(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Northbank"}`,
		"type_text", typing("robin", "username"), "type_text", typing("hunter22", "password"), "dismiss_keyboard", ``,
		"tap", `{"text": "Sign in"}`, "type_text", typing("482913", "otp"), "dismiss_keyboard", ``, "tap", `{"text": "Verify"}`)
	result := r.call(t, "screenshot", ``)
	if result.OK || result.Image != nil || result.Stop || result.RetryAfterMS != 0 {
		t.Error(result.ForModel())
	}
	contains(t, result.Message, "protects this window")
}
