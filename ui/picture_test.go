//go:build unix

package ui_test

import (
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// fonts is where Debian, Ubuntu and Arch keep DejaVu Sans Mono; the flag is for
// other places.
var fonts = flag.String("fonts", "/usr/share/fonts/truetype/dejavu", "folder of DejaVuSansMono.ttf and DejaVuSansMono-Bold.ttf, for the pictures")

// TestPictures takes the pictures of the README from the demo, as it is at the
// question about the Wi-Fi switch:
//
//	go test ./ui -run TestPictures -update
//
// Without -update it only looks whether the demo still comes to that point.
func TestPictures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, theme string
		page        page
	}{
		{"cockpit.png", "dark", page{back: rgb(0x16181d), text: rgb(0xd6dae3)}},
		{"cockpit-light.png", "light", page{back: rgb(0xffffff), text: rgb(0x1a1c20)}},
	} {
		t.Run(c.theme, func(t *testing.T) {
			t.Parallel()
			d := startDemo(t, "--theme", c.theme)
			d.await("Try one", "Messages")
			d.press("1\r")
			d.answer("y", "Open the Wi-Fi settings")
			d.asked(`Tap switch "Wi-Fi"`)
			if !updating() {
				return
			}
			c.page.open(t)
			d.mu.Lock()
			defer d.mu.Unlock()
			save(t, filepath.Join("testdata", c.file), c.page.draw(d.em))
		})
	}
}

// The size of a cell in the pictures, and the font size at which the
// characters of DejaVu Sans Mono are as wide, in pixels.
const (
	cellW, cellH = 12, 24
	fontSize     = 19.93
	baseline     = 19
	padding      = 18
)

// page is what a terminal is drawn on.
type page struct {
	back, text    color.RGBA
	regular, bold font.Face
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

func (p *page) open(t *testing.T) {
	t.Helper()
	load := func(name string) font.Face {
		raw, err := os.ReadFile(filepath.Join(*fonts, name))
		if err != nil {
			t.Fatalf("%v: name the folder of the fonts with -fonts", err)
		}
		parsed, err := opentype.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: fontSize, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			t.Fatal(err)
		}
		return face
	}
	p.regular, p.bold = load("DejaVuSansMono.ttf"), load("DejaVuSansMono-Bold.ttf")
}

// draw draws the cells of a terminal.
func (p *page) draw(term uv.Screen) image.Image {
	bounds := term.Bounds()
	img := image.NewRGBA(image.Rect(0, 0, bounds.Dx()*cellW+2*padding, bounds.Dy()*cellH+2*padding))
	draw.Draw(img, img.Bounds(), image.NewUniform(p.back), image.Point{}, draw.Src)
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			if c := term.CellAt(x, y); c != nil && c.Width > 0 {
				p.cell(img, c, image.Pt(padding+x*cellW, padding+y*cellH))
			}
		}
	}
	return img
}

// cell draws one cell with its upper left corner at the given point.
func (p *page) cell(img draw.Image, c *uv.Cell, at image.Point) {
	text := cmp.Or(c.Style.Fg, color.Color(p.text))
	back := cmp.Or(c.Style.Bg, color.Color(p.back))
	if c.Style.Attrs&uv.AttrReverse != 0 {
		text, back = back, text
	}
	area := image.Rectangle{Min: at, Max: at.Add(image.Pt(c.Width*cellW, cellH))}
	draw.Draw(img, area, image.NewUniform(back), image.Point{}, draw.Src)
	r := []rune(c.Content)
	if r[0]&^0xff == 0x2800 { // a Braille pattern, which the font does not have
		dots(img, r[0], at, text)
		return
	}
	face := p.regular
	if c.Style.Attrs&uv.AttrBold != 0 {
		face = p.bold
	}
	pen := font.Drawer{Dst: img, Src: image.NewUniform(text), Face: face, Dot: fixed.P(at.X, at.Y+baseline)}
	pen.DrawString(c.Content)
}

// dots draws the dots of a Braille pattern: bit n-1 is dot n, and the dots are
// numbered down the left column, down the right one, then in the last row.
func dots(img draw.Image, pattern rune, at image.Point, ink color.Color) {
	for i, dot := range []image.Point{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		if pattern&(1<<i) != 0 {
			corner := at.Add(image.Pt(2+dot.X*cellW/2, 2+dot.Y*cellH/4))
			draw.Draw(img, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(2, 2))}, image.NewUniform(ink), image.Point{}, draw.Src)
		}
	}
}

func save(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
