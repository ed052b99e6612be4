package command

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/png"
	"io"
	"strings"
	"sync"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
	"adroit/device/sim/view"
)

// Pixel format and colour space of raw screenshots: RGBA_8888 of
// system/graphics.h, and the sRGB that releases from 9 add to the header.
const (
	formatRGBA = 1
	spaceSRGB  = 1
)

// camera draws the screen. A painter's fonts are not for two at once.
type camera struct {
	mu      sync.Mutex
	painter *view.Painter
}

// shoot draws what is on the screen: nothing while it is off or the window in
// front is protected.
func (cam *camera) shoot(sys *android.System) (*image.RGBA, error) {
	cam.mu.Lock()
	defer cam.mu.Unlock()
	if cam.painter == nil {
		p, err := view.NewPainter()
		if err != nil {
			return nil, err
		}
		cam.painter = p
	}
	if !sys.Awake() || !sys.Locked() && sys.Front().Secure {
		img := image.NewRGBA(sys.Screen())
		for i := 3; i < len(img.Pix); i += 4 {
			img.Pix[i] = 0xff
		}
		return img, nil
	}
	layers := sys.Layers()
	img, err := cam.painter.Paint(layers[0], sys.Screen())
	for _, layer := range layers[1:] {
		if err == nil {
			err = cam.painter.Over(img, layer)
		}
	}
	return img, err
}

// screencap writes a picture of the screen: a PNG with -p or to a file named
// so, else its raw pixels behind a header.
func (c *commands) screencap(_ context.Context, p *shell.Proc) int {
	name, asPNG := "", false
	for i := 1; i < len(p.Args); i++ {
		switch arg := p.Args[i]; {
		case arg == "-p":
			asPNG = true
		case arg == "-d":
			i++
		case !strings.HasPrefix(arg, "-"):
			name = arg
			asPNG = asPNG || strings.HasSuffix(arg, ".png")
		}
	}
	var img *image.RGBA
	var err error
	c.phone.Do(func(sys *android.System) { img, err = c.camera.shoot(sys) })
	if err != nil {
		return p.Fail("%v", err)
	}
	var picture bytes.Buffer
	if asPNG {
		encoder := png.Encoder{CompressionLevel: png.BestSpeed}
		err = encoder.Encode(&picture, img)
	} else {
		size := img.Bounds().Size()
		err = binary.Write(&picture, binary.LittleEndian, []uint32{uint32(size.X), uint32(size.Y), formatRGBA, spaceSRGB})
		picture.Write(img.Pix)
	}
	if err != nil {
		return p.Fail("%v", err)
	}
	var out io.WriteCloser = nopCloser{p.Stdout}
	if name != "" {
		if out, err = p.Create(name); err != nil {
			return p.Fail("Error opening file: %s (%v)", name, err)
		}
	}
	defer out.Close()
	if _, err := picture.WriteTo(out); err != nil {
		return 1
	}
	return 0
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
