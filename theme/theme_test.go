package theme

import (
	"image/color"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
)

// minContrast is what WCAG 2.2 asks of text, success criterion 1.4.3 (AA).
const minContrast = 4.5

func TestTextIsReadableOnUsualBackgrounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name Name
		dark bool
		back []string // popular backgrounds of terminals
	}{
		{Dark, true, []string{"#000000", "#1e1e1e", "#282c34", "#002b36", "#282a36"}},
		{Light, false, []string{"#ffffff", "#fdf6e3", "#f5f5f5", "#eff1f5"}},
		{ANSI16, true, []string{"#000000"}},
		{ANSI16, false, []string{"#ffffff"}},
	} {
		th := New(c.name, c.dark)
		for token, style := range map[string]lipgloss.Style{
			"muted": th.Muted, "accent": th.Accent, "person": th.Person, "code": th.Code, "good": th.Good,
			"warn": th.Warn, "danger": th.Danger, "changed": th.Changed, "masked": th.Masked,
		} {
			fg := style.GetForeground()
			if _, own := fg.(lipgloss.NoColor); own {
				continue // the terminal's own colour on its own background
			}
			for depth, shown := range depths {
				for _, back := range c.back {
					if got := contrast(shown(fg), lipgloss.Color(back)); got < minContrast {
						t.Errorf("%s (dark %v), %s: %s on %s has contrast %.2f, want ≥ %.1f", c.name, c.dark, depth, token, back, got, minContrast)
					}
				}
			}
		}
		for token, style := range map[string]lipgloss.Style{"selected": th.Selected, "alert": th.Alert} {
			if got := contrast(style.GetForeground(), style.GetBackground()); got < minContrast {
				t.Errorf("%s (dark %v): %s has contrast %.2f, want ≥ %.1f", c.name, c.dark, token, got, minContrast)
			}
		}
	}
}

func TestNoneHasNoColour(t *testing.T) {
	t.Parallel()
	th := New(None, true)
	for _, s := range []lipgloss.Style{th.Text, th.Strong, th.Muted, th.Accent, th.Danger, th.Selected, th.Alert} {
		_, noFG := s.GetForeground().(lipgloss.NoColor)
		_, noBG := s.GetBackground().(lipgloss.NoColor)
		if !noFG || !noBG {
			t.Errorf("style %v has a colour", s)
		}
	}
}

func TestOnlySelectionAndAlertPaintABackground(t *testing.T) {
	t.Parallel()
	for _, name := range []Name{Dark, Light, ANSI16} {
		th := New(name, name != Light)
		for _, s := range []lipgloss.Style{th.Text, th.Strong, th.Muted, th.Rule, th.Accent, th.Person, th.Code, th.Good, th.Warn, th.Danger, th.Changed, th.Masked} {
			if _, none := s.GetBackground().(lipgloss.NoColor); !none {
				t.Errorf("%s: a text style paints its background", name)
			}
		}
	}
}

func TestPick(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    Name
		colours int
		want    Name
	}{
		{Auto, 1 << 24, Auto}, {Auto, 256, Auto}, {Auto, 16, ANSI16}, {Auto, 0, None},
		{Light, 16, Light}, {Dark, 2, None}, {ANSI16, 256, ANSI16}, {None, 256, None},
	} {
		if got := Pick(c.name, c.colours); got != c.want {
			t.Errorf("Pick(%s, %d) = %s, want %s", c.name, c.colours, got, c.want)
		}
	}
}

// contrast is the contrast ratio of WCAG 2.2, between 1 and 21.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2. The sixteen colours of the
// terminal are taken as xterm draws them by default (XTerm-col.ad).
func luminance(c color.Color) float64 {
	rgb := linearRGB(c)
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
}

// linearRGB takes the gamma of sRGB out of a colour (IEC 61966-2-1).
func linearRGB(c color.Color) [3]float64 {
	r, g, b, _ := c.RGBA()
	var linear [3]float64
	for i, v := range []uint32{r, g, b} {
		s := float64(v) / 0xffff
		if linear[i] = s / 12.92; s > 0.04045 {
			linear[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return linear
}
