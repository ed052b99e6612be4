package view

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Colours of the drawn screen.
var (
	paper  = color.RGBA{0xfa, 0xfa, 0xfa, 0xff}
	ink    = color.RGBA{0x20, 0x21, 0x24, 0xff}
	faint  = color.RGBA{0x80, 0x86, 0x8b, 0xff}
	edge   = color.RGBA{0xda, 0xdc, 0xe0, 0xff}
	accent = color.RGBA{0x0b, 0x57, 0xd0, 0xff}
)

// Painter draws screens. It is for one goroutine at a time.
type Painter struct {
	font  *opentype.Font
	faces map[int]font.Face // by size in pixels
}

// NewPainter loads the font.
func NewPainter() (*Painter, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("load font: %w", err)
	}
	return &Painter{font: f, faces: map[int]font.Face{}}, nil
}

// Paint draws a laid-out tree on a picture the size of screen: the boxes of
// its views and their texts.
func (p *Painter) Paint(root *View, screen image.Rectangle) (*image.RGBA, error) {
	img := image.NewRGBA(screen)
	draw.Draw(img, screen, image.NewUniform(paper), image.Point{}, draw.Src)
	if root == nil {
		return img, nil
	}
	return img, p.paint(img, root)
}

// Over draws another laid-out tree on top of a picture.
func (p *Painter) Over(img *image.RGBA, root *View) error {
	draw.Draw(img, root.Visible, image.NewUniform(paper), image.Point{}, draw.Src)
	return p.paint(img, root)
}

func (p *Painter) paint(img *image.RGBA, v *View) error {
	if v.Visible.Empty() {
		return nil
	}
	if v.Background != nil {
		draw.Draw(img, v.Visible, image.NewUniform(v.Background), image.Point{}, draw.Src)
	}
	switch {
	case v.Checkable:
		p.toggle(img, v)
	case v.Clickable || v.Field != nil:
		outline(img, v.Visible, edge)
	}
	if err := p.text(img, v); err != nil {
		return err
	}
	for _, child := range v.Children {
		if err := p.paint(img, child); err != nil {
			return err
		}
	}
	return nil
}

// toggle draws a switch or checkbox: a knob to the right and filled when on.
func (p *Painter) toggle(img *image.RGBA, v *View) {
	outline(img, v.Visible, ink)
	knob := v.Visible.Inset(6)
	if v.Checked {
		knob.Min.X = knob.Max.X - knob.Dx()/2
		draw.Draw(img, knob, image.NewUniform(accent), image.Point{}, draw.Src)
		return
	}
	knob.Max.X = knob.Min.X + knob.Dx()/2
	draw.Draw(img, knob, image.NewUniform(faint), image.Point{}, draw.Src)
}

func outline(img *image.RGBA, r image.Rectangle, c color.Color) {
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+2)}, {image.Pt(r.Min.X, r.Max.Y-2), r.Max},
		{r.Min, image.Pt(r.Min.X+2, r.Max.Y)}, {image.Pt(r.Max.X-2, r.Min.Y), r.Max},
	} {
		draw.Draw(img, side.Intersect(r), image.NewUniform(c), image.Point{}, draw.Src)
	}
}

func (p *Painter) text(img *image.RGBA, v *View) error {
	if v.shown() == "" {
		return nil
	}
	face, err := p.face(v.textSize())
	if err != nil {
		return err
	}
	var c color.Color = ink
	switch {
	case v.TextColor != nil:
		c = v.TextColor
	case v.Field != nil && v.Field.Text() == "", v.Disabled:
		c = faint
	}
	inner := v.Bounds.Inset(v.Pad)
	d := font.Drawer{Dst: img.SubImage(v.Visible).(*image.RGBA), Src: image.NewUniform(c), Face: face}
	for i, line := range v.wrapText(inner.Dx()) {
		d.Dot = fixed.P(inner.Min.X, inner.Min.Y+v.lineHeight()*i+v.textSize())
		d.DrawString(line)
	}
	return nil
}

func (p *Painter) face(size int) (font.Face, error) {
	if face, ok := p.faces[size]; ok {
		return face, nil
	}
	face, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: float64(size), DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("font at %d px: %w", size, err)
	}
	p.faces[size] = face
	return face, nil
}
