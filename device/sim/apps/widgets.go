// Package apps holds the simulated phone's apps. Each keeps state of its own,
// so that a task has an end that can be checked, and draws itself afresh for
// every look at the screen.
//
// Class names and resource ids are those the well-known apps show in real
// dumps. Every person, number and secret in them is made up.
package apps

import (
	"image"
	"image/color"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// Measures of Android's list screens at 420 dpi, in pixels.
const (
	margin    = 42  // 16dp
	rowHeight = 189 // 72dp
	barHeight = 147 // 56dp
)

// screen is a full-screen window's content: below the status bar a toolbar
// with an up button where there is a way up, then the body.
func screen(pkg, title string, up func(), body ...*view.View) *view.View {
	bar := &view.View{
		Class: "android.view.ViewGroup", ID: pkg + ":id/action_bar", Axis: view.Across,
		Width: view.Fill, Height: barHeight, Center: true, Gap: margin, Pad: 10,
	}
	if up != nil {
		bar.Children = append(bar.Children, iconButton("", "Navigate up", up))
	}
	bar.Children = append(bar.Children, &view.View{
		Class: "android.widget.TextView", Text: title, TextSize: 58, Width: view.Fill,
	})
	content := append([]*view.View{{Height: android.StatusBar, Width: view.Fill, Class: "android.view.View"}, bar}, body...)
	return &view.View{
		Axis: view.Over, Width: view.Fill, Height: view.Fill,
		Children: []*view.View{{
			ID: "android:id/content", Width: view.Fill, Height: view.Fill, Children: content,
		}},
	}
}

// list is a scrolling list that fills what room there is.
func list(id string, s *view.Scroll, rows ...*view.View) *view.View {
	return &view.View{
		Class: "androidx.recyclerview.widget.RecyclerView", ID: id, Scroll: s,
		Width: view.Fill, Height: view.Fill, Children: rows,
	}
}

// row is a preference of a settings screen: a clickable layout whose words are
// in texts of their own.
func row(title, summary string, onClick func(), widgets ...*view.View) *view.View {
	words := &view.View{
		Class: "android.widget.RelativeLayout", Width: view.Fill,
		Children: []*view.View{{Class: "android.widget.TextView", ID: "android:id/title", Text: title, TextSize: 42}},
	}
	if summary != "" {
		words.Children = append(words.Children, &view.View{
			Class: "android.widget.TextView", ID: "android:id/summary", Text: summary, TextColor: grey,
		})
	}
	return &view.View{
		Axis: view.Across, Width: view.Fill, Height: rowHeight, Center: true, Pad: margin, Gap: margin,
		Clickable: onClick != nil, OnClick: onClick,
		Children: append([]*view.View{words}, widgets...),
	}
}

var grey = color.RGBA{0x5f, 0x63, 0x68, 0xff}

// switchRow is a preference with a switch. The row takes the tap; the switch
// shows the state and is not clickable itself.
func switchRow(title, summary string, on bool, toggle func()) *view.View {
	return row(title, summary, toggle, &view.View{
		ID: "android:id/widget_frame", Center: true, Width: 152, Height: 120,
		Children: []*view.View{{
			Class: "android.widget.Switch", ID: "android:id/switch_widget",
			Width: 152, Height: 120, Checkable: true, Checked: on,
		}},
	})
}

func text(id, s string) *view.View {
	return &view.View{Class: "android.widget.TextView", ID: id, Text: s}
}

func button(id, label string, onClick func()) *view.View {
	return &view.View{
		Class: "android.widget.Button", ID: id, Text: label, Height: 126, Pad: 32,
		Clickable: true, OnClick: onClick,
	}
}

// iconButton is a button without text, named by its description alone.
func iconButton(id, desc string, onClick func()) *view.View {
	return &view.View{
		Class: "android.widget.ImageButton", ID: id, Desc: desc, Width: 126, Height: 126,
		Clickable: true, OnClick: onClick,
	}
}

func field(id, hint string, f *view.Field) *view.View {
	return &view.View{ID: id, Hint: hint, Field: f, Width: view.Fill, Height: 147, Pad: 42}
}

// push opens a window of app's own on top.
func push(sys *android.System, app *android.App, class string, w *android.Window) {
	w.App, w.Class = app, class
	sys.Push(w)
}

// confirm asks in a dialog, a window of its own, before it does what yes says.
func confirm(sys *android.System, title, message, yes string, do func()) {
	front, size := sys.Front(), image.Pt(920, 600)
	corner := sys.Screen().Max.Sub(size).Div(2)
	push(sys, front.App, front.Class, &android.Window{
		Frame: image.Rectangle{corner, corner.Add(size)},
		Build: func() *view.View {
			answer := func(id, label string, then func()) *view.View {
				b := button("android:id/"+id, label, func() {
					sys.Pop()
					then()
				})
				b.Width = view.Fill
				return b
			}
			return &view.View{
				Width: view.Fill, Height: view.Fill, Pad: 60, Gap: 40, Background: color.White,
				ID: "android:id/parentPanel",
				Children: []*view.View{
					{Class: "android.widget.TextView", ID: "android:id/alertTitle", Text: title, TextSize: 53},
					text("android:id/message", message),
					{Class: "android.view.View", Width: view.Fill, Height: view.Fill},
					{
						ID: "android:id/buttonPanel", Axis: view.Across, Width: view.Fill, Gap: 40,
						Children: []*view.View{answer("button2", "Cancel", func() {}), answer("button1", yes, do)},
					},
				},
			}
		},
	})
}
