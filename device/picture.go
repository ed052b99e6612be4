package device

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"

	"adroit/device/screen"
	"adroit/device/text"

	scale "golang.org/x/image/draw"
)

// longestSide is how many pixels the longer side of a picture may have: models
// scale what is larger down before they look at it, to 1568 at the least
// (https://platform.claude.com/docs/en/build-with-claude/vision; OpenAI's
// https://platform.openai.com/docs/guides/images-vision takes 2048).
const longestSide = 1568

// paint covers what may not be seen: no theme has large areas of magenta, so
// that nobody takes it for a part of the app.
var paint = color.RGBA{R: 0xff, B: 0xff, A: 0xff}

// mostPixels bounds the pictures that are decoded: 8K is 33 million.
const mostPixels = 64 << 20

var (
	pngSignature = []byte("\x89PNG\r\n\x1a\n")
	pngEnd       = []byte("IEND\xaeB`\x82") // the last chunk's type and checksum, always the same
)

// cutPNG finds the picture in what screencap printed: a phone with several
// displays prints a warning before it.
func cutPNG(out []byte) ([]byte, error) {
	start := bytes.Index(out, pngSignature)
	if start < 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(string(out[:min(len(out), 200)])), "\n")
		return nil, fmt.Errorf("%w (screencap printed %q)", ErrNoPicture, text.Line(first))
	}
	end := bytes.LastIndex(out, pngEnd)
	if end < start {
		return nil, fmt.Errorf("%w (it was cut off)", ErrNoPicture)
	}
	return out[start : end+len(pngEnd)], nil
}

// decode reads the picture of a screen of the given size, which is unknown
// where it is 0.
func decode(raw []byte, width, height int) (*image.RGBA, error) {
	head, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoPicture, err)
	}
	if head.Width*head.Height > mostPixels {
		return nil, fmt.Errorf("%w (%dx%d pixels are too many)", ErrNoPicture, head.Width, head.Height)
	}
	if width > 0 && height > 0 {
		across, down := float64(head.Width)/float64(width), float64(head.Height)/float64(height)
		if math.Abs(across/down-1) > 0.01 {
			return nil, fmt.Errorf("%w (%dx%d, not %dx%d)", ErrOtherDisplay, head.Width, head.Height, width, height)
		}
	}
	decoded, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoPicture, err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, head.Width, head.Height))
	draw.Draw(picture, picture.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	return picture, nil
}

// isBlack reports whether nothing but black is to be seen.
func isBlack(picture *image.RGBA) bool {
	for i := 0; i < len(picture.Pix); i += 4 {
		if picture.Pix[i]|picture.Pix[i+1]|picture.Pix[i+2] != 0 {
			return false
		}
	}
	return true
}

// cover paints over regions of a screen of the given width and height.
func cover(picture *image.RGBA, regions []screen.Rect, width, height int) {
	size := picture.Bounds().Size()
	if width <= 0 || height <= 0 {
		width, height = size.X, size.Y
	}
	for _, r := range regions {
		// Rounded outwards.
		at := image.Rect(r.Left*size.X/width, r.Top*size.Y/height,
			(r.Right*size.X+width-1)/width, (r.Bottom*size.Y+height-1)/height)
		draw.Draw(picture, at, image.NewUniform(paint), image.Point{}, draw.Src)
	}
}

// shrink scales a picture down to longestSide.
func shrink(picture *image.RGBA) *image.RGBA {
	size := picture.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer <= longestSide {
		return picture
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, size.X*longestSide/longer), max(1, size.Y*longestSide/longer)))
	scale.ApproxBiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), scale.Src, nil)
	return small
}
