package theme

import (
	"image/color"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// blindness are the matrices by which linear RGB looks to people without one of
// the three kinds of cones (Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", 2009,
// severity 1).
var blindness = map[string][3][3]float64{
	"full sight":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// depths are how terminals show a colour, as the renderer gives it to them.
var depths = map[string]func(color.Color) color.Color{
	"true colour": func(c color.Color) color.Color { return c },
	"256 colours": func(c color.Color) color.Color { return ansi.Convert256(c) },
}

// leastApart is the least distance in CIELAB (CIE76) of two colours that mean
// different things; 2.3 is just noticeable.
const leastApart = 10

func TestStatesStayApartForTheColourBlind(t *testing.T) {
	t.Parallel()
	for _, name := range []Name{Dark, Light} {
		th := New(name, name == Dark)
		states := map[string]lipgloss.Style{"good": th.Good, "warn": th.Warn, "danger": th.Danger}
		for depth, shown := range depths {
			for sight, matrix := range blindness {
				for a, one := range states {
					for b, other := range states {
						if a < b {
							if d := apart(seen(shown(one.GetForeground()), matrix), seen(shown(other.GetForeground()), matrix)); d < leastApart {
								t.Errorf("%s, %s, %s: %s and %s are %.1f apart, want at least %d", name, depth, sight, a, b, d, leastApart)
							}
						}
					}
				}
			}
		}
	}
}

// seen is a colour in CIELAB as it looks through a matrix.
func seen(c color.Color, matrix [3][3]float64) [3]float64 {
	rgb := linearRGB(c)
	var out [3]float64
	for i, row := range matrix {
		for j, v := range row {
			out[i] += v * rgb[j]
		}
		out[i] = min(max(out[i], 0), 1)
	}
	return lab(out)
}

// lab turns linear sRGB into CIELAB with the white point D65 (IEC 61966-2-1, CIE
// 15).
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func apart(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
