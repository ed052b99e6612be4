package device

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"adroit/device/screen"
)

func encoded(t testing.TB, width, height int, c color.Color) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		picture.Set(i%width, i/width, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDevelop(t *testing.T) {
	white := encoded(t, 90, 200, color.White)
	const warning = "[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found.\n"
	for name, test := range map[string]struct {
		out  []byte
		says string // of the error
	}{
		"a picture":                     {white, ""},
		"behind a warning":              {append([]byte(warning), white...), ""},
		"before more":                   {append(slices.Clone(white), "\r\n"...), ""},
		"cut off":                       {white[:len(white)-5], "cut off"},
		"broken":                        {append(slices.Clone(white[:40]), white[len(white)-12:]...), ErrNoPicture.Error()},
		"nothing":                       {nil, ErrNoPicture.Error()},
		"words instead":                 {[]byte("\x1b[2JCapturing failed.\n"), `printed "⟨U+001B⟩[2JCapturing failed."`},
		"black":                         {encoded(t, 90, 200, color.Black), ErrBlack.Error()},
		"of a display of another shape": {encoded(t, 200, 90, color.White), ErrOtherDisplay.Error()},
		"of a phone with another resolution in use": {encoded(t, 180, 400, color.White), ""},
	} {
		t.Run(name, func(t *testing.T) {
			shot, err := develop(test.out, &screen.Context{Width: 90, Height: 200}, []screen.Rect{{Right: 90, Bottom: 20}})
			if test.says != "" {
				if err == nil || !strings.Contains(err.Error(), test.says) || shot.PNG != nil {
					t.Fatalf("error = %v, want one that says %q", err, test.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(bytes.NewReader(shot.PNG))
			if err != nil {
				t.Fatal(err)
			}
			bounds := picture.Bounds()
			if got := picture.At(bounds.Max.X-1, bounds.Max.Y/10-1); color.RGBAModel.Convert(got) != paint {
				t.Errorf("what is to be painted over is %v", got)
			}
			if got := picture.At(0, bounds.Max.Y/10); color.RGBAModel.Convert(got) == paint {
				t.Error("more is painted over than that")
			}
		})
	}
}

func TestShrink(t *testing.T) {
	for _, test := range []struct{ in, want image.Point }{
		{image.Pt(1080, 2400), image.Pt(705, 1568)},
		{image.Pt(2400, 1080), image.Pt(1568, 705)},
		{image.Pt(1568, 10), image.Pt(1568, 10)},
		{image.Pt(4000, 1), image.Pt(1568, 1)},
	} {
		if got := shrink(image.NewRGBA(image.Rectangle{Max: test.in})).Bounds().Size(); got != test.want {
			t.Errorf("%v becomes %v, want %v", test.in, got, test.want)
		}
	}
}

// Notifications and the like lie over the app and are not in its tree.
func TestWhatLiesAboveAWindow(t *testing.T) {
	found := parseWindows(`WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 Window{d9bb5eb u0 ScreenDecorOverlay}:
    touchable region=SkRegion()
    Frames: frame=[0,0][1080,196]
    isOnScreen=true
  Window #1 Window{aab2485 u0 NotificationShade}:
    touchable region=SkRegion((0,0,1080,420))
    isOnScreen=true
  Window #2 Window{aab2486 u0 Bubbles}:
    touchable region=SkRegion((0,0,200,200))
    isOnScreen=false
  Window #3 Window{7a6b78e u0 com.example/com.example.Main}:
    fl=LAYOUT_IN_SCREEN
    touchable region=SkRegion((0,0,1080,2400))
    isOnScreen=true
  Window #4 Window{7a6b78f u0 com.example/com.example.Other}:
    touchable region=SkRegion((0,0,1080,2400))
    isOnScreen=true
  mCurrentFocus=Window{7a6b78e u0 com.example/com.example.Main}
`)
	focus, ok := found.focus()
	if !ok || focus.secure {
		t.Fatalf("focus = %+v, %v", focus, ok)
	}
	if got, want := found.above(focus), []screen.Rect{{Right: 1080, Bottom: 420}}; !slices.Equal(got, want) {
		t.Errorf("above = %v, want %v", got, want)
	}
}

func FuzzCutPNG(f *testing.F) {
	white := encoded(f, 2, 2, color.White)
	f.Add(white)
	f.Add(append([]byte("warning\n"), white...))
	f.Add(slices.Concat(pngEnd, pngSignature))
	f.Fuzz(func(t *testing.T, out []byte) {
		cut, err := cutPNG(out)
		if err == nil && (!bytes.HasPrefix(cut, pngSignature) || !bytes.HasSuffix(cut, pngEnd) || !bytes.Contains(out, cut)) {
			t.Errorf("%q became %q", out, cut)
		}
	})
}
