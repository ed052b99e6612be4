package scripted

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// screen is what one tool result says about the phone's screen, in lines:
//
//	Settings: Network & internet; keyboard shown
//	2 Internet | AndroidWifi
//	3 switch Wi-Fi [on]
//	8 9
//	- Data is saved while roaming
//
// A line with a number is an element: number, role (left out where the element
// is only to be tapped), label, state. Texts without a number follow a dash.
type screen struct {
	app      string // of the header; empty where the lines are a mere change
	title    string // the rest of the header
	whole    bool   // the lines are the whole screen: what they lack is not there
	elements []element
	texts    []string
}

// element is something on the screen that can be acted upon.
type element struct {
	id, role string
	label    string   // its words; parts are apart by " | "
	state    []string // such as "on", "focused"
}

// roles are the words that may stand between number and label.
var roles = []string{
	"button", "link", "input", "text", "image", "switch", "checkbox", "radio", "slider", "tab", "item", "list",
	"container", "heading", "webview", "opaque", "other",
}

var (
	elementLine = regexp.MustCompile(`^(\d+)(?:\s+(.*))?$`)
	numbersOnly = regexp.MustCompile(`^\d+(?:\s+\d+)*$`)
	// A state is of lower-case words: "[REDACTED]" is none.
	stateMark = regexp.MustCompile(`\s*\[([a-z][a-z0-9 ,_-]*)\](\s*\||\s*$)`)
)

// parseScreen reads the lines behind a result. ok is false where they tell
// nothing about the screen.
func parseScreen(text string, whole bool) (s screen, ok bool) {
	s.whole = whole
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "("):
		case numbersOnly.MatchString(line):
			for id := range strings.FieldsSeq(line) {
				s.elements = append(s.elements, element{id: id})
			}
		case elementLine.MatchString(line):
			s.elements = append(s.elements, parseElement(line))
		case strings.HasPrefix(line, "- "):
			s.texts = append(s.texts, strings.Split(line[2:], " | ")...)
		case i == 0:
			header, _, _ := strings.Cut(line, ";")
			s.app, s.title, _ = strings.Cut(header, ":")
			s.title = strings.TrimSpace(s.title)
		}
	}
	s.nameSwitches()
	return s, s.app != "" || len(s.elements)+len(s.texts) > 0
}

func parseElement(line string) element {
	match := elementLine.FindStringSubmatch(line)
	e := element{id: match[1], label: match[2]}
	if word, rest, _ := strings.Cut(e.label, " "); slices.Contains(roles, word) {
		e.role, e.label = word, rest
	}
	if at := stateMark.FindStringSubmatchIndex(e.label); at != nil {
		e.state = strings.FieldsFunc(e.label[at[2]:at[3]], func(r rune) bool { return r == ' ' || r == ',' })
		e.label = e.label[:at[0]] + e.label[at[4]:]
	}
	e.label = strings.TrimSpace(e.label)
	return e
}

// nameSwitches gives a switch without words those of the row before it, as a
// reader of the screen would.
func (s *screen) nameSwitches() {
	for i := 1; i < len(s.elements); i++ {
		e, row := &s.elements[i], s.elements[i-1]
		if _, isSwitch := e.on(); isSwitch && (e.label == "" || strings.HasPrefix(e.label, "#")) {
			e.label = row.label
		}
	}
}

// on returns the state of a switch or checkbox; ok is false for anything else.
func (e element) on() (on, ok bool) {
	on = slices.Contains(e.state, "on") || slices.Contains(e.state, "checked")
	return on, on || slices.Contains(e.state, "off") || slices.Contains(e.state, "unchecked")
}

// name is the first part of the label: the title without the summary.
func (e element) name() string {
	name, _, _ := strings.Cut(e.label, " | ")
	return name
}

// thing is what the element stands for: the main switch of a settings page is
// labelled "Use Bluetooth" (AOSP's MainSwitchPreference).
func (e element) thing() string {
	name := e.name()
	if thing, ok := strings.CutPrefix(name, "Use "); ok && thing != "" {
		first, size := utf8.DecodeRuneInString(thing)
		return string(unicode.ToUpper(first)) + thing[size:]
	}
	return name
}

// find returns the first element for which match holds.
func (s screen) find(match func(element) bool) (element, bool) {
	if i := slices.IndexFunc(s.elements, match); i >= 0 {
		return s.elements[i], true
	}
	return element{}, false
}

// inputs returns the text fields, from top to bottom.
func (s screen) inputs() []element {
	var found []element
	for _, e := range s.elements {
		if e.role == "input" {
			found = append(found, e)
		}
	}
	return found
}

// in reports whether the app of that name is in front. The header gives the
// package where the label is not known.
func (s screen) in(app string) bool {
	return same(s.app, app) || isPackage(s.app) && mentions(s.app, app)
}

// isPackage reports whether a name is that of a package, or of a class in one.
func isPackage(name string) bool { return strings.Contains(name, ".") && !strings.Contains(name, " ") }

// atHome reports whether the home screen is in front.
func (s screen) atHome() bool { return strings.HasPrefix(s.app, "home screen") }

// filler are words that people put into the name of a thing or leave out.
var filler = []string{"the", "my", "a", "use", "mode", "theme", "app", "switch", "setting", "button", "toggle"}

// words returns the words of a name in a form that can be compared: lower case,
// without punctuation and filler. "Wi-Fi", "wifi" and "Use Wi-Fi" are one.
func words(name string) []string {
	name = strings.ToLower(name)
	name = strings.ReplaceAll(strings.ReplaceAll(name, "wi-fi", "wifi"), "wi fi", "wifi")
	all := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(all, func(w string) bool { return slices.Contains(filler, w) })
}

// same reports whether two names mean the same thing.
func same(a, b string) bool {
	left, right := words(a), words(b)
	return len(left) > 0 && slices.Equal(left, right)
}

// mentions reports whether all words of name stand in text, in a row.
func mentions(text, name string) bool {
	inner := words(name)
	return len(inner) > 0 && strings.Contains(" "+strings.Join(words(text), " ")+" ", " "+strings.Join(inner, " ")+" ")
}

// joined is the name in the form in which tables hold it.
func joined(name string) string { return strings.Join(words(name), " ") }
