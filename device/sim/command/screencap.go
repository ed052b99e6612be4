package command

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
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

// ready makes the painter at its first use. The caller holds cam.mu.
func (cam *camera) ready() (err error) {
	if cam.painter == nil {
		cam.painter, err = view.NewPainter()
	}
	return err
}

// shootSecond draws what is on the second display.
func (cam *camera) shootSecond(sys *android.System) (*image.RGBA, error) {
	cam.mu.Lock()
	defer cam.mu.Unlock()
	if err := cam.ready(); err != nil {
		return nil, err
	}
	return cam.painter.Paint(sys.RootOf(sys.Second.Window), android.SecondFrame)
}

// shoot draws what is on the screen: nothing while it is off or the window in
// front is protected.
func (cam *camera) shoot(sys *android.System) (*image.RGBA, error) {
	cam.mu.Lock()
	defer cam.mu.Unlock()
	if err := cam.ready(); err != nil {
		return nil, err
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
	name, display, asPNG := "", "", false
	for i := 1; i < len(p.Args); i++ {
		switch arg := p.Args[i]; {
		case arg == "-p":
			asPNG = true
		case arg == "-d" && i+1 < len(p.Args):
			i++
			display = p.Args[i]
		case !strings.HasPrefix(arg, "-"):
			name = arg
			asPNG = asPNG || strings.HasSuffix(arg, ".png")
		}
	}
	var img *image.RGBA
	var err error
	var warning string
	c.phone.Do(func(sys *android.System) {
		all := displays(sys)
		last := all[len(all)-1]
		if display == "" && len(all) > 1 && sys.Release >= 10 {
			display, warning = last.physical, severalDisplays
		}
		if len(all) > 1 && display == last.physical {
			img, err = c.camera.shootSecond(sys)
		} else {
			img, err = c.camera.shoot(sys)
		}
	})
	fmt.Fprint(p.Stderr, warning)
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

// severalDisplays is what screencap says since Android 10 where it is told no
// display and there are several (AOSP frameworks/base/cmds/screencap). Which it takes is not promised:
// here the last, so that whoever counts on the first is found out.
const severalDisplays = `[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, however this default is not guaranteed to be consistent across captures. A display id should be specified.
A display ID can be specified with the [-d display-id] option.
See "dumpsys SurfaceFlinger --display-id" for valid display IDs.
`

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
