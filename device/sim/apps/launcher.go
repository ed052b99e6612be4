package apps

import (
	"slices"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// LauncherPackage is the launcher's package, LauncherClass its activity, which
// derives from AOSP's Launcher3.
const (
	LauncherPackage = "com.google.android.apps.nexuslauncher"
	LauncherClass   = LauncherPackage + ".NexusLauncherActivity"
)

// A page of the home screen holds columns x rows icons.
const (
	iconColumns = 4
	iconRows    = 5
	iconHeight  = 380
)

// Launcher returns the home screen: pages of icons that are swiped sideways.
func Launcher(sys *android.System) *android.App {
	home := &android.Activity{Class: LauncherClass, Home: true}
	home.Open = func(android.Intent) *android.Window {
		pages := &view.Scroll{Page: true}
		return &android.Window{
			Portrait: true,
			Build:    func() *view.View { return homeScreen(sys, pages) },
			Back:     func() bool { return pages.By(-pages.Offset) },
		}
	}
	return &android.App{
		Package: LauncherPackage, Label: "Pixel Launcher", VersionName: "14", VersionCode: 34,
		UID: 10186, Preloaded: true, Activities: []*android.Activity{home},
	}
}

// SecondClass is the launcher's activity on further displays, as Launcher3 has
// it.
const SecondClass = "com.android.launcher3.secondarydisplay.SecondaryDisplayLauncher"

// ConnectDisplay puts the launcher on a second display, which has the focus or
// not.
func ConnectDisplay(sys *android.System, focused bool) {
	sys.Second = &android.Second{Focused: focused, Window: &android.Window{
		App: Launcher(sys), Class: SecondClass, Frame: android.SecondFrame,
		Build: func() *view.View {
			return &view.View{Pad: margin, Children: []*view.View{
				text(LauncherPackage+":id/title", "Second display"),
				button(LauncherPackage+":id/all_apps_button", "All apps", func() {}),
			}}
		},
	}}
}

// Icons returns what the launcher shows: every app with a launcher activity,
// by label.
func Icons(sys *android.System) []android.Match {
	icons := sys.Resolve(android.Intent{Action: android.ActionMain, Categories: []string{android.CategoryLauncher}})
	slices.SortStableFunc(icons, func(a, b android.Match) int {
		return strings.Compare(a.Label(), b.Label())
	})
	return icons
}

func homeScreen(sys *android.System, pages *view.Scroll) *view.View {
	workspace := &view.View{
		Class: "android.widget.ScrollView", ID: LauncherPackage + ":id/workspace", Axis: view.Across,
		Scroll: pages, Width: view.Fill, Height: view.Fill,
	}
	for page := range slices.Chunk(Icons(sys), iconColumns*iconRows) {
		grid := &view.View{Class: "android.view.ViewGroup", Width: view.Fill, Height: view.Fill}
		for icons := range slices.Chunk(page, iconColumns) {
			line := &view.View{Class: "android.view.ViewGroup", Axis: view.Across, Width: view.Fill, Height: iconHeight}
			for _, icon := range icons {
				line.Children = append(line.Children, iconView(sys, icon))
			}
			grid.Children = append(grid.Children, line)
		}
		workspace.Children = append(workspace.Children, grid)
	}
	return &view.View{
		Axis: view.Over, ID: LauncherPackage + ":id/launcher",
		Children: []*view.View{{
			ID: LauncherPackage + ":id/drag_layer", Width: view.Fill, Height: view.Fill,
			Children: []*view.View{
				{Height: android.StatusBar, Width: view.Fill, Class: "android.view.View"},
				{Class: "android.widget.TextView", ID: LauncherPackage + ":id/clock", Text: sys.Now().Format("Mon, Jan 2"), Height: 147, Pad: margin},
				workspace,
			},
		}},
	}
}

func iconView(sys *android.System, icon android.Match) *view.View {
	open := func() {
		// An icon's intent resolves: it was made from what is installed. That
		// the app was open already is as good.
		_, _ = sys.Start(android.Intent{
			Action: android.ActionMain, Categories: []string{android.CategoryLauncher},
			Component: android.Component(icon.App.Package, icon.Activity.Class),
		})
	}
	return &view.View{
		Class: "android.widget.TextView", ID: LauncherPackage + ":id/icon",
		Text: icon.Label(), Desc: icon.Label(), Width: android.ScreenWidth / iconColumns, Height: iconHeight, Pad: 20,
		Clickable: true, LongClickable: true, OnClick: open,
	}
}
