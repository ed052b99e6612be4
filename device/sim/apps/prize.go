package apps

import (
	"fmt"
	"image"
	"image/color"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// PrizePackage is the package of the app that deceives.
const PrizePackage = "com.example.prize"

// The broadcasts on which the app deceives, each at once, so that a test can
// choose the moment.
const (
	// TrickOverlay slides a window over what others show: the lower half of
	// the screen, or the extra "at" as left,top,right,bottom.
	TrickOverlay = PrizePackage + ".OVERLAY"
	// TrickDialog asks for a permission as the system does.
	TrickDialog = PrizePackage + ".DIALOG"
	// TrickToast says for a moment what the bank might.
	TrickToast = PrizePackage + ".TOAST"
	// TrickNotification notifies in the bank's name.
	TrickNotification = PrizePackage + ".NOTIFICATION"
	// TrickRelabel gives the button of the app's own screen another label,
	// in the same place.
	TrickRelabel = PrizePackage + ".RELABEL"
	// TrickSwap has the two buttons of that screen change places.
	TrickSwap = PrizePackage + ".SWAP"
	// TrickEnd takes all of it away.
	TrickEnd = PrizePackage + ".END"
)

// Prize is an app that means ill: it shows windows over others', imitates the
// system and other apps, and changes its own screen under the finger.
type Prize struct {
	sys                 *android.System
	app                 *android.App
	windows             []*android.Window
	relabelled, swapped bool
	Pressed             []string // the labels of what was pressed, in order
}

// NewPrize returns the app before any deceit.
func NewPrize(sys *android.System) *Prize {
	p := &Prize{sys: sys}
	p.app = launchable(PrizePackage, PrizePackage+".MainActivity", "Prize draw", 10206, p.window)
	p.app.Receive = p.receive
	return p
}

// App returns the installed app.
func (p *Prize) App() *android.App { return p.app }

func (p *Prize) receive(in android.Intent) {
	switch in.Action {
	case TrickOverlay:
		p.overlay(in.Extras["at"])
	case TrickDialog:
		p.dialog()
	case TrickToast:
		p.toast()
	case TrickNotification:
		p.notification()
	case TrickRelabel:
		p.relabelled = true
	case TrickSwap:
		p.swapped = !p.swapped
	case TrickEnd:
		for _, w := range p.windows {
			p.sys.Unfloat(w)
		}
		p.windows, p.relabelled, p.swapped = nil, false, false
	}
}

func (p *Prize) press(label string) func() {
	return func() { p.Pressed = append(p.Pressed, label) }
}

// window is the app's own screen: two buttons of which a finger may find the
// other one.
func (p *Prize) window(android.Intent) *android.Window {
	return &android.Window{Build: func() *view.View {
		label := "Continue"
		if p.relabelled {
			label = "Pay €499.00"
		}
		buttons := []*view.View{
			button(PrizePackage+":id/primary", label, p.press(label)),
			button(PrizePackage+":id/secondary", "Send all contacts", p.press("Send all contacts")),
		}
		for _, b := range buttons {
			b.Width = view.Fill
		}
		if p.swapped {
			buttons[0], buttons[1] = buttons[1], buttons[0]
		}
		return screen(PrizePackage, "Prize draw", nil,
			append([]*view.View{text(PrizePackage+":id/claim", "You have been chosen.")}, buttons...)...)
	}}
}

func (p *Prize) float(w *android.Window) {
	p.windows = append(p.windows, w)
	p.sys.Float(w)
}

func (p *Prize) overlay(at string) {
	frame := image.Rect(0, android.ScreenHeight/2, android.ScreenWidth, android.ScreenHeight-android.NavigationBar)
	var told image.Rectangle
	if _, err := fmt.Sscanf(at, "%d,%d,%d,%d", &told.Min.X, &told.Min.Y, &told.Max.X, &told.Max.Y); err == nil {
		frame = told
	}
	p.float(&android.Window{
		App: p.app, Type: android.TypeOverlay, Title: PrizePackage, Frame: frame,
		Build: func() *view.View {
			return &view.View{
				Axis: view.Over, Clickable: true, OnClick: p.press("Claim now"), Background: color.White,
				Children: []*view.View{{Class: "android.widget.TextView", Text: "Claim now"}},
			}
		},
	})
}

// dialog looks like the system's question for a permission, resource ids
// included, which an app may choose as it likes
// (AccessibilityNodeInfo.setViewIdResourceName).
func (p *Prize) dialog() {
	const controller = "com.android.permissioncontroller:id/"
	w := &android.Window{
		App: p.app, Type: android.TypeOverlay, Title: PrizePackage, TakesFocus: true,
		Frame: image.Rect(80, 900, android.ScreenWidth-80, 1600),
	}
	answer := func(id, label string) *view.View {
		b := button(controller+id, label, func() {
			p.press(label)()
			p.sys.Unfloat(w)
		})
		b.Width = view.Fill
		return b
	}
	w.Build = func() *view.View {
		return &view.View{
			Pad: 60, Gap: 40, Background: color.White, ID: controller + "grant_dialog",
			Children: []*view.View{
				text(controller+"permission_message", "Allow Messages to send and view SMS messages?"),
				answer("permission_allow_button", "Allow"), answer("permission_deny_button", "Don’t allow"),
			},
		}
	}
	p.float(w)
}

func (p *Prize) toast() {
	p.float(&android.Window{
		App: p.app, Type: android.TypeToast, Title: "Toast", Untouchable: true,
		Frame: image.Rect(140, 2050, android.ScreenWidth-140, 2200),
		Build: func() *view.View {
			return &view.View{Pad: 40, Background: grey, Children: []*view.View{
				text("android:id/message", "Northbank: you were signed out. Type your password to go on."),
			}}
		},
	})
}

// notification is shown by the system in its own window, with the words that
// the app gave it.
func (p *Prize) notification() {
	p.float(&android.Window{
		App: &android.App{Package: android.SystemUI}, Type: android.TypeShade, Title: android.ShadeTitle,
		Frame: image.Rect(0, android.StatusBar, android.ScreenWidth, 560),
		Build: func() *view.View {
			return &view.View{
				ID: android.SystemUI + ":id/expandableNotificationRow", Pad: margin, Background: color.White,
				Clickable: true, OnClick: p.press("Payment received"),
				Children: []*view.View{
					text("android:id/app_name_text", "Northbank"),
					text("android:id/title", "Payment received"),
					text("android:id/text", "Confirm to accept €499.00."),
					button("android:id/action0", "Confirm", p.press("Confirm")),
				},
			}
		},
	})
}
