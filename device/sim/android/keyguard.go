package android

import (
	"image/color"
	"time"

	"adroit/device/sim/view"
)

// SystemUI is the package of the system's own windows.
const SystemUI = "com.android.systemui"

// keyguard is the lock screen: a clock and a word how to open it.
func keyguard(now time.Time) *view.View {
	return &view.View{
		Pkg: SystemUI, Axis: view.Over, ID: SystemUI + ":id/legacy_window_root",
		Background: color.RGBA{0x30, 0x3c, 0x50, 0xff},
		Children: []*view.View{{
			Width: view.Fill, Height: view.Fill, Pad: 200, Gap: 40, Center: true,
			ID: SystemUI + ":id/keyguard_status_view",
			Children: []*view.View{
				{Class: "android.widget.TextView", ID: SystemUI + ":id/lockscreen_clock_view", Text: now.Format("15:04"), TextSize: 160, TextColor: color.White},
				{Class: "android.widget.TextView", ID: SystemUI + ":id/date", Text: now.Format("Mon, Jan 2"), TextSize: 48, TextColor: color.White},
				{Class: "android.widget.ImageView", ID: SystemUI + ":id/lock_icon", Desc: "Device locked", Width: 120, Height: 120},
				{Class: "android.widget.TextView", ID: SystemUI + ":id/keyguard_indication_text", Text: "Swipe up to open", TextColor: color.White},
			},
		}},
	}
}
