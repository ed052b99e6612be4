package apps

import (
	"fmt"
	"image"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// The packages of the apps that are hard to operate.
const (
	ListPackage   = "com.example.longlist"
	PanelsPackage = "com.example.panels"
	GamePackage   = "com.example.blocks"
)

// LongList is a list of 500 entries, of which one can be chosen.
type LongList struct {
	app    *android.App
	Chosen string
}

// NewLongList returns the app with nothing chosen.
func NewLongList() *LongList {
	l := &LongList{}
	l.app = launchable(ListPackage, ListPackage+".MainActivity", "Long list", 10203, l.window)
	return l
}

// App returns the installed app.
func (l *LongList) App() *android.App { return l.app }

func (l *LongList) window(android.Intent) *android.Window {
	scroll := &view.Scroll{}
	return &android.Window{Build: func() *view.View {
		rows := make([]*view.View, 500)
		for i := range rows {
			name := fmt.Sprintf("Entry %d", i+1)
			summary := ""
			if name == l.Chosen {
				summary = "Chosen"
			}
			rows[i] = row(name, summary, func() { l.Chosen = name })
		}
		return screen(ListPackage, "Long list", nil, list(ListPackage+":id/list", scroll, rows...))
	}}
}

// Panels is a screen of traps for a finger: clickables without a word on them,
// one that a later one covers in its centre, one whose centre is a link, and
// one that nothing of is left to touch.
type Panels struct {
	app     *android.App
	Pressed []string // what was pressed, in order
}

// NewPanels returns the app with nothing pressed.
func NewPanels() *Panels {
	p := &Panels{}
	p.app = launchable(PanelsPackage, PanelsPackage+".MainActivity", "Panels", 10204, p.window)
	return p
}

// App returns the installed app.
func (p *Panels) App() *android.App { return p.app }

func (p *Panels) window(android.Intent) *android.Window {
	return &android.Window{Build: func() *view.View {
		stage := &view.View{Axis: view.Over, Width: view.Fill, Height: view.Fill, ID: PanelsPackage + ":id/stage"}
		add := func(class, id, text, desc string, at image.Rectangle, name string) *view.View {
			v := &view.View{
				Class: "android." + class, ID: PanelsPackage + ":id/" + id, Text: text, Desc: desc, Place: at, Pad: 20,
				Axis: view.Over, Clickable: true, OnClick: func() { p.Pressed = append(p.Pressed, name) },
			}
			stage.Children = append(stage.Children, v)
			return v
		}
		add("widget.ImageButton", "icon_left", "", "", image.Rect(60, 40, 260, 240), "left icon")
		add("widget.ImageButton", "icon_right", "", "", image.Rect(320, 40, 520, 240), "right icon")
		add("view.View", "card", "Large card", "", image.Rect(60, 300, 1020, 900), "card")
		add("widget.Button", "badge", "Badge", "", image.Rect(340, 500, 740, 700), "badge")
		terms := add("widget.LinearLayout", "terms", "", "I agree to the terms", image.Rect(60, 960, 1020, 1160), "agreement")
		terms.Children = []*view.View{{
			Class: "android.widget.TextView", Text: "Read the terms", Place: image.Rect(240, 20, 720, 140), Clickable: true,
			OnClick: func() { p.Pressed = append(p.Pressed, "terms link") },
		}}
		add("widget.Button", "buried", "Buried", "", image.Rect(60, 1220, 1020, 1420), "buried")
		add("view.View", "lid", "", "Lid", image.Rect(40, 1200, 1040, 1440), "lid")
		disabled := add("widget.Button", "disabled", "Not yet", "", image.Rect(60, 1500, 500, 1640), "disabled")
		disabled.Disabled = true
		return screen(PanelsPackage, "Panels", nil, stage)
	}}
}

// Game is a surface that shows no tree: touches on it count where they land.
type Game struct {
	app   *android.App
	Score int
}

// NewGame returns the game before its first move.
func NewGame() *Game {
	g := &Game{}
	g.app = launchable(GamePackage, GamePackage+".UnityPlayerActivity", "Blocks", 10205, g.window)
	return g
}

// App returns the installed app.
func (g *Game) App() *android.App { return g.app }

func (g *Game) window(android.Intent) *android.Window {
	return &android.Window{Build: func() *view.View {
		surface := &view.View{Class: "android.view.SurfaceView", Width: view.Fill, Height: view.Fill}
		surface.OnSwipe = func(image.Point, image.Point) { g.Score += 10 }
		surface.OnTouch = func(image.Point) { g.Score++ }
		return &view.View{Axis: view.Over, Children: []*view.View{{
			Axis: view.Over, ID: GamePackage + ":id/unitySurfaceView", Width: view.Fill, Height: view.Fill, Children: []*view.View{surface},
		}}}
	}}
}
