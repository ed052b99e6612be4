package permissions

import (
	"fmt"
	"slices"

	"adroit/device/screen"
	"adroit/device/text"
)

// finding is one reason to ask with care.
type finding struct {
	class  Class
	reason string
}

// classify finds the classes of an act: from the structure of the screen
// first, then from words of the target itself. A word that merely stands
// somewhere on the screen is no finding.
func classify(s Situation) []finding {
	var found []finding
	for _, look := range []func(Situation) []finding{
		findTextEntry, findOrigin, findForeignWindow, findSystemScreen, findPrice, findDialogAnswer, findVerb,
		findLastStep, findSlide,
	} {
		for _, f := range look(s) {
			if !slices.ContainsFunc(found, func(g finding) bool { return g.class == f.class }) {
				found = append(found, f)
			}
		}
	}
	return found
}

func findTextEntry(s Situation) []finding {
	if !s.Types {
		return nil
	}
	var found []finding
	switch {
	case s.Secret:
		found = append(found, finding{SensitiveTextEntry, "the text is secret, or holds something that is"})
	case s.Target != nil && s.Target.Password:
		found = append(found, finding{SensitiveTextEntry, "the field takes a password"})
	case s.Target != nil && asksForSecret(s.Target):
		found = append(found, finding{SensitiveTextEntry, "the field asks for a secret: " + quoted(s.Target)})
	}
	if s.Enter {
		found = append(found, finding{MessageSend, "the text presses Enter, which many apps take for \"send\""})
	}
	return found
}

func findForeignWindow(s Situation) []finding {
	if s.Screen == nil {
		return nil
	}
	for _, n := range []*screen.Node{s.Target, s.From} {
		switch {
		case n == nil:
		case s.Screen.Underneath != "":
			return []finding{{ForeignWindow, fmt.Sprintf("the target stands in a window of %s, which lies over %s",
				text.Line(s.Screen.PackageName), text.Line(s.Screen.Underneath))}}
		case !ownWindow(s.Screen, n):
			return []finding{{ForeignWindow, fmt.Sprintf("the target belongs to %s, but %s is in front",
				text.Line(n.PackageName), text.Line(s.Screen.PackageName))}}
		}
	}
	return nil
}

// ownWindow reports whether n stands in a window of the app in front. An app
// may show parts of others in its own window, as a launcher shows widgets.
func ownWindow(c *screen.Context, n *screen.Node) bool {
	if c.PackageName == "" || n.PackageName == c.PackageName {
		return true
	}
	own, foreign := false, n.PackageName != ""
	for i := range c.Nodes {
		if m := &c.Nodes[i]; m.WindowID == n.WindowID {
			own = own || m.PackageName == c.PackageName
			foreign = foreign || m.PackageName != ""
		}
	}
	return own || !foreign
}

// findOrigin sees that what is entered or opened was taken from a screen, so
// that whoever wrote that screen may be the one who wants it.
func findOrigin(s Situation) []finding {
	if s.Origin == nil {
		return nil
	}
	where := "a screen"
	if s.Origin.App != "" {
		where = "a screen of " + text.Line(s.Origin.App)
	}
	return []finding{{ExternalText, fmt.Sprintf("it is not in the person's words, but on %s: %s",
		where, text.Truncate(text.Line(s.Origin.Line), 80))}}
}

// The buttons of a dialog, as AOSP's AlertController names them.
const (
	positiveButton = "android:id/button1"
	negativeButton = "android:id/button2"
)

// findDialogAnswer reads what a dialog asks before its confirming button is
// pressed: that button often says no more than "OK".
func findDialogAnswer(s Situation) []finding {
	if !s.Presses || s.Target.ViewID != positiveButton || s.Screen == nil {
		return nil
	}
	var found []finding
	for i := range s.Screen.Nodes {
		n := &s.Screen.Nodes[i]
		if n.WindowID != s.Target.WindowID || n.Clickable {
			continue
		}
		for _, class := range mentions(n.Label) {
			found = append(found, finding{class, fmt.Sprintf("the dialog says %s: confirming it may %s", quoted(n), meaning[class])})
		}
	}
	return found
}

// findVerb reads what the target says that it does.
func findVerb(s Situation) []finding {
	if !s.Presses || !acts(s.Target) {
		return nil
	}
	var found []finding
	for _, class := range verbs(s.Target) {
		found = append(found, finding{class, fmt.Sprintf("the target says %s: it may %s", quoted(s.Target), meaning[class])})
	}
	return found
}

// acts reports whether n is of a kind whose label says what pressing it does;
// the label of a tab, a field or a switch names a thing.
func acts(n *screen.Node) bool {
	switch n.Role {
	case screen.Button, screen.Link, screen.Image, screen.Item, screen.Text, screen.Other:
		return n.ViewID != negativeButton
	}
	return false
}

// asksForSecret reports whether the label or the hint of a field names a secret.
func asksForSecret(n *screen.Node) bool {
	return secretWords.anywhere(n.Label) || secretWords.anywhere(n.Hint)
}

// touchesWifi reports whether the act works a control of the phone's Wi-Fi.
func touchesWifi(s Situation) bool {
	return s.Presses && wifiWords.anywhere(s.Target.Label)
}

func quoted(n *screen.Node) string {
	return text.Quote(n.Label, 60)
}

// meaning is what an act of a class may do, after "it may".
var meaning = map[Class]string{
	MessageSend:        "send something to somebody",
	Payment:            "pay money",
	Purchase:           "buy something",
	Deletion:           "delete something",
	AccountChange:      "change an account",
	AccountRecovery:    "start the recovery of an account",
	PermissionChange:   "give an app a permission",
	SecuritySettings:   "change how the phone is protected",
	SensitiveTextEntry: "enter a secret",
	AppInstall:         "install an app",
}
