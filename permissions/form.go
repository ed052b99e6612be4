package permissions

import (
	"fmt"
	"slices"

	"adroit/device/screen"
	"adroit/device/text"
)

// findPrice sees a button that says nothing but an amount of money, as those of
// app stores do, and one that settles something with an amount beside it: the
// last button of a checkout often says no more than "Continue".
func findPrice(s Situation) []finding {
	if !s.Presses || s.Target.Role != screen.Button {
		return nil
	}
	if isPrice(s.Target.Label) {
		return []finding{{Purchase, "the button carries a price: " + quoted(s.Target)}}
	}
	if s.Screen == nil || !settles(s.Target) {
		return nil
	}
	for i := range s.Screen.Nodes {
		if n := &s.Screen.Nodes[i]; !n.Clickable && n.WindowID == s.Target.WindowID && holdsPrice(n.Label) && beside(n.Bounds, s.Target.Bounds) {
			return []finding{{Purchase, "beside the button stands an amount of money: " + quoted(n)}}
		}
	}
	return nil
}

// beside reports whether two places touch, or lie no further apart than the
// second one is high.
func beside(a, b screen.Rect) bool {
	if a.Empty() || b.Empty() {
		return false
	}
	near := b.Height()
	around := screen.Rect{Left: b.Left - near, Top: b.Top - near, Right: b.Right + near, Bottom: b.Bottom + near}
	return !a.Intersect(around).Empty()
}

// leastFields is how many fields make a form. One alone is a search, or the
// line of a chat.
const leastFields = 2

// findLastStep sees the button that hands over what the fields before it hold:
// a password, a card, or the answers of a form.
func findLastStep(s Situation) []finding {
	if !s.Presses || s.Screen == nil || s.Target.Role != screen.Button || !settles(s.Target) {
		return nil
	}
	fields, password, secret := 0, false, (*screen.Node)(nil)
	for i := range s.Screen.Nodes {
		n := &s.Screen.Nodes[i]
		if !n.IsInput || n.WindowID != s.Target.WindowID || n.PackageName != s.Target.PackageName {
			continue
		}
		fields++
		password = password || n.Password
		if secret == nil && asksForSecret(n) {
			secret = n
		}
	}
	switch {
	case password:
		return []finding{{SensitiveTextEntry, "a password field stands on the screen: the button may hand over what it holds"}}
	case secret != nil:
		return []finding{{SensitiveTextEntry, fmt.Sprintf("the form asks for a secret, %s: the button may hand it over", quoted(secret))}}
	case fields >= leastFields:
		return []finding{{MessageSend, fmt.Sprintf("it is the last step of a form with %d fields: it may send what they hold", fields)}}
	}
	return nil
}

// settles reports whether n, a button, says that it ends something or leads on:
// "OK", "Continue", "Sign in".
func settles(n *screen.Node) bool {
	return n.ViewID != negativeButton && settling.names(n.Label, n.Role)
}

// findSlide sees a finger that moves a slider which does what its words say:
// "Slide to pay".
func findSlide(s Situation) []finding {
	if s.From == nil {
		return nil
	}
	var found []finding
	for _, label := range slideLabels(s) {
		for _, class := range mentions(label) {
			found = append(found, finding{class, fmt.Sprintf("the slider says %s: it may %s", text.Quote(label, 60), meaning[class])})
		}
	}
	return found
}

// slideLabels are the words on what the finger starts from, where it is made to
// be moved: a slider, or what says so.
func slideLabels(s Situation) []string {
	labels := []string{s.From.Label}
	if s.Screen != nil {
		for i := range s.Screen.Nodes {
			if n := &s.Screen.Nodes[i]; n.ID != s.From.ID && !n.Bounds.Empty() && n.Bounds.Contains(s.From.Bounds.Center()) {
				labels = append(labels, n.Label) // the track under a thumb, or words over a track
			}
		}
	}
	return slices.DeleteFunc(labels, func(label string) bool {
		return s.From.Role != screen.Slider && !sliding.anywhere(label)
	})
}
