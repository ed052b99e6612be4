// Package theme holds the styles of the cockpit: one Theme is a set of named
// tokens, and everything that draws asks for a token, never for a colour.
//
// Four themes exist. Dark and light use 24-bit colours, which the renderer
// reduces to what the terminal can show; ansi16 uses the terminal's own
// palette; none uses no colour at all, only bold, underline and reverse. No
// theme paints the background of the page, and no token's meaning is carried
// by its colour alone: whoever uses Danger also writes a word or a sign. The
// colours of good, warn and danger are apart for the colour-blind too.
//
// The package knows nothing of what is drawn.
package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Name names a theme, as a person writes it.
type Name string

// The themes. Auto is resolved by Pick once the terminal has said what it is.
const (
	Auto   Name = "auto"
	Dark   Name = "dark"
	Light  Name = "light"
	ANSI16 Name = "ansi16"
	None   Name = "none"
)

// Names lists the themes in the order in which they are offered.
func Names() []Name { return []Name{Auto, Dark, Light, ANSI16, None} }

// Theme is a set of styles by meaning.
type Theme struct {
	Name Name // never Auto

	Text     lipgloss.Style // ordinary text, in the terminal's own colour
	Strong   lipgloss.Style // headings and what must be read first
	Emphasis lipgloss.Style // stressed words in the model's answers
	Muted    lipgloss.Style // secondary text; still readable
	Rule     lipgloss.Style // lines that only divide
	Accent   lipgloss.Style // focus, keys, links
	Person   lipgloss.Style // the person's own words and acts
	Code     lipgloss.Style // commands, identifiers, code
	Good     lipgloss.Style // success
	Warn     lipgloss.Style // medium risk, attention
	Danger   lipgloss.Style // high risk, failure
	Changed  lipgloss.Style // what is new since the last look
	Masked   lipgloss.Style // the place of a hidden secret
	Selected lipgloss.Style // the row under the selection
	Alert    lipgloss.Style // a banner that must not be overlooked
}

// New is the named theme. Auto is Dark or Light after the background; so is
// ANSI16, which takes the bright half of the palette on a dark background.
func New(name Name, darkBackground bool) Theme {
	switch {
	case name == None:
		return plain()
	case name == ANSI16:
		return styled(ANSI16, ansiPalette(darkBackground))
	case name == Light || name == Auto && !darkBackground:
		return styled(Light, lightPalette())
	default:
		return styled(Dark, darkPalette())
	}
}

// Pick resolves Auto for a terminal with the given number of colours: 0 or 2
// for none, 16, 256, or 1<<24. Another name is kept, except that a terminal
// without colours gets None.
func Pick(name Name, colours int) Name {
	switch {
	case colours <= 2:
		return None
	case name == Auto && colours <= 16:
		return ANSI16
	default:
		return name
	}
}

// palette holds the colours of a theme; a nil colour is the terminal's own.
type palette struct {
	muted, rule, accent, person, code, good, warn, danger, changed color.Color
	selectedText, selectedBack                                     color.Color
	alertText, alertBack                                           color.Color
}

// The colours are such that a terminal of 256 colours, to which the renderer
// takes the nearest of its own by hue, saturation and lightness, shows no grey in
// their place.
func darkPalette() palette {
	return palette{
		muted:        lipgloss.Color("#a0a8b7"),
		rule:         lipgloss.Color("#4b5263"),
		accent:       lipgloss.Color("#79c0ff"),
		person:       lipgloss.Color("#cbb2ff"),
		code:         lipgloss.Color("#a5d6d0"),
		good:         lipgloss.Color("#6fd6c5"),
		warn:         lipgloss.Color("#f5c26b"),
		danger:       lipgloss.Color("#ff7f8f"),
		changed:      lipgloss.Color("#f5c26b"),
		selectedText: lipgloss.Color("#ffffff"),
		selectedBack: lipgloss.Color("#264f78"),
		alertText:    lipgloss.Color("#1d1300"),
		alertBack:    lipgloss.Color("#f5c26b"),
	}
}

func lightPalette() palette {
	return palette{
		muted:        lipgloss.Color("#565d6b"),
		rule:         lipgloss.Color("#b8bfcc"),
		accent:       lipgloss.Color("#0a56a3"),
		person:       lipgloss.Color("#6a3ba8"),
		code:         lipgloss.Color("#0f5f63"),
		good:         lipgloss.Color("#00655c"),
		warn:         lipgloss.Color("#824c00"),
		danger:       lipgloss.Color("#b00050"),
		changed:      lipgloss.Color("#824c00"),
		selectedText: lipgloss.Color("#0b1b33"),
		selectedBack: lipgloss.Color("#d3e3f8"),
		alertText:    lipgloss.Color("#ffffff"),
		alertBack:    lipgloss.Color("#824c00"),
	}
}

// ansiPalette keeps to those of the sixteen colours that stay readable on the
// given background in xterm's default palette; the others fall back to the
// terminal's own text colour, since bold and signs already carry the meaning.
func ansiPalette(darkBackground bool) palette {
	if darkBackground {
		return palette{
			rule: lipgloss.Color("8"), accent: lipgloss.Color("14"), person: lipgloss.Color("13"),
			code: lipgloss.Color("14"), good: lipgloss.Color("10"), warn: lipgloss.Color("11"),
			danger: lipgloss.Color("9"), changed: lipgloss.Color("11"),
			selectedText: lipgloss.Color("0"), selectedBack: lipgloss.Color("14"),
			alertText: lipgloss.Color("0"), alertBack: lipgloss.Color("11"),
		}
	}
	return palette{
		rule: lipgloss.Color("8"), accent: lipgloss.Color("4"), person: lipgloss.Color("5"),
		code: lipgloss.Color("4"), danger: lipgloss.Color("1"), changed: lipgloss.Color("5"),
		selectedText: lipgloss.Color("15"), selectedBack: lipgloss.Color("4"),
		alertText: lipgloss.Color("15"), alertBack: lipgloss.Color("1"),
	}
}

func styled(name Name, p palette) Theme {
	style := func(c color.Color) lipgloss.Style {
		if c == nil {
			return lipgloss.NewStyle()
		}
		return lipgloss.NewStyle().Foreground(c)
	}
	return Theme{
		Name:     name,
		Text:     lipgloss.NewStyle(),
		Strong:   lipgloss.NewStyle().Bold(true),
		Emphasis: lipgloss.NewStyle().Italic(true),
		Muted:    style(p.muted),
		Rule:     style(p.rule),
		Accent:   style(p.accent).Bold(true),
		Person:   style(p.person).Bold(true),
		Code:     style(p.code),
		Good:     style(p.good),
		Warn:     style(p.warn).Bold(true),
		Danger:   style(p.danger).Bold(true),
		Changed:  style(p.changed),
		Masked:   style(p.muted).Italic(true),
		Selected: style(p.selectedText).Background(p.selectedBack),
		Alert:    style(p.alertText).Background(p.alertBack).Bold(true),
	}
}

func plain() Theme {
	none, bold := lipgloss.NewStyle(), lipgloss.NewStyle().Bold(true)
	reverse := lipgloss.NewStyle().Reverse(true)
	return Theme{
		Name: None,
		Text: none, Strong: bold, Emphasis: none.Underline(true), Muted: none, Rule: none,
		Accent: bold, Person: bold, Code: none, Good: none, Warn: bold, Danger: bold,
		Changed: bold, Masked: none, Selected: reverse, Alert: reverse.Bold(true),
	}
}
