package apps

import (
	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// ClockPackage is the package of the clock.
const ClockPackage = "com.google.android.deskclock"

// actionShowAlarms asks for the alarms (AlarmClock.ACTION_SHOW_ALARMS).
const actionShowAlarms = "android.intent.action.SHOW_ALARMS"

// Alarm is a time to ring at.
type Alarm struct {
	Time string
	On   bool
}

// Clock has a tab with alarms, which rests, and one with a stopwatch, which
// ticks and so never does: it cannot be dumped. It opens on the tab that it was
// left on.
type Clock struct {
	sys     *android.System
	app     *android.App
	Alarms  []Alarm
	ticking bool
}

// NewClock returns the clock on the tab with the alarms.
func NewClock(sys *android.System) *Clock {
	c := &Clock{sys: sys, Alarms: []Alarm{{"6:30", false}, {"7:45", true}, {"9:00", false}}}
	c.app = launchable(ClockPackage, "com.android.deskclock.DeskClock", "Clock", 10154, c.open)
	c.app.Activities[0].Actions = []string{actionShowAlarms}
	return c
}

// App returns the installed app.
func (c *Clock) App() *android.App { return c.app }

func (c *Clock) open(in android.Intent) *android.Window {
	if in.Action == actionShowAlarms {
		c.ticking = false
	}
	return &android.Window{
		Busy: func() bool { return c.ticking },
		Build: func() *view.View {
			tab := func(id, label string, ticking bool) *view.View {
				return &view.View{
					Class: "android.widget.FrameLayout", ID: ClockPackage + ":id/" + id, Desc: label, Selected: c.ticking == ticking,
					Width: view.Fill, Height: 200, Pad: 60, Clickable: true, OnClick: func() { c.ticking = ticking },
					Children: []*view.View{text(ClockPackage+":id/navigation_bar_item_large_label_view", label)},
				}
			}
			tabs := &view.View{Axis: view.Across, Width: view.Fill, Children: []*view.View{tab("tab_menu_alarm", "Alarm", false), tab("tab_menu_stopwatch", "Stopwatch", true)}}
			content := &view.View{Width: view.Fill, Height: view.Fill, ID: ClockPackage + ":id/desk_clock_pager"}
			if c.ticking {
				content.Children = []*view.View{text(ClockPackage+":id/stopwatch_time_text", c.sys.Now().Format("04:05.00"))}
			} else {
				content.Children = c.alarms()
			}
			return screen(ClockPackage, "Clock", nil, content, tabs)
		},
	}
}

func (c *Clock) alarms() []*view.View {
	var rows []*view.View
	for i := range c.Alarms {
		alarm := &c.Alarms[i]
		// Unlike a preference's, this switch takes the tap itself.
		rows = append(rows, row(alarm.Time, "Every day", nil, &view.View{
			Class: "android.widget.Switch", ID: ClockPackage + ":id/onoff", Desc: "Alarm " + alarm.Time, Width: 152, Height: 126,
			Checkable: true, Checked: alarm.On, Clickable: true, OnClick: func() { alarm.On = !alarm.On },
		}))
	}
	return rows
}
