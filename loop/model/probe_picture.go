package model

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// pictured is the number that a probe shows in a picture.
const pictured = "7305"

// numberPicture is a PNG file with digits in black on white, large enough for
// small models: 7 by 13 pixels a digit, eightfold.
func numberPicture(digits string) []byte {
	const zoom = 8
	small := image.NewGray(image.Rect(0, 0, 7*len(digits)+8, 13+8))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: small, Src: image.NewUniform(color.Black), Face: basicfont.Face7x13, Dot: fixed.P(4, 15)}
	pen.DrawString(digits)
	large := image.NewGray(image.Rect(0, 0, small.Rect.Dx()*zoom, small.Rect.Dy()*zoom))
	draw.NearestNeighbor.Scale(large, large.Bounds(), small, small.Bounds(), draw.Src, nil)
	var file bytes.Buffer
	_ = png.Encode(&file, large) // to memory, of a picture that has a size
	return file.Bytes()
}
