package device_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/sim"
)

// shoot takes a picture of the screen and decodes it.
func shoot(t *testing.T, p *device.Phone) (device.Screenshot, image.Image) {
	t.Helper()
	shot, err := p.Screenshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot.PNG))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != shot.Width || size.Y != shot.Height || max(size.X, size.Y) > 1568 {
		t.Errorf("the picture is %v, said to be %dx%d", size, shot.Width, shot.Height)
	}
	return shot, picture
}

// covered reports whether the picture is all magenta within the bounds of n,
// and whether it is so anywhere.
func covered(picture image.Image, n *screen.Node, of *screen.Context) (wholly, partly bool) {
	size := picture.Bounds().Size()
	wholly = true
	const edge = 2 // pixels that scaling mixes
	for y := n.Bounds.Top*size.Y/of.Height + edge; y < n.Bounds.Bottom*size.Y/of.Height-edge; y++ {
		for x := n.Bounds.Left*size.X/of.Width + edge; x < n.Bounds.Right*size.X/of.Width-edge; x++ {
			hit := color.RGBAModel.Convert(picture.At(x, y)) == color.RGBA{R: 0xff, B: 0xff, A: 0xff}
			wholly, partly = wholly && hit, partly || hit
		}
	}
	return wholly, partly
}

func open(t *testing.T, p *device.Phone, label string) {
	t.Helper()
	app, err := p.FindApp(t.Context(), label)
	if err != nil {
		t.Fatal(err)
	}
	run(t, p, device.StartApp(app))
}

// Every place in which something is masked is painted over, and no other.
func TestAPictureGivesNoSecretAway(t *testing.T) {
	p, _ := openSim(t, sim.Options{})
	open(t, p, "Notes")
	shot, picture := shoot(t, p)
	masked, shown := 0, 0
	for i := range shot.Screen.Nodes {
		n := &shot.Screen.Nodes[i]
		if n.Bounds.Height() > 1000 {
			continue // holds all the others
		}
		wholly, partly := covered(picture, n, shot.Screen)
		switch {
		case len(n.Redacted) > 0 && n.Clickable:
			masked++
			if !partly { // a row whose text is masked
				t.Errorf("it shows %s", n.Line())
			}
		case len(n.Redacted) > 0:
			masked++
			if !wholly {
				t.Errorf("it shows %s", n.Line())
			}
		default:
			shown++
			if partly {
				t.Errorf("it does not show %s", n.Line())
			}
		}
	}
	if masked == 0 || shown == 0 || shot.Covered == 0 {
		t.Errorf("%d masked, %d shown, %d covered", masked, shown, shot.Covered)
	}
}

func TestAPasswordFieldIsPaintedOver(t *testing.T) {
	p, _ := openSim(t, sim.Options{})
	open(t, p, "Northbank")
	shot, picture := shoot(t, p)
	i := slices.IndexFunc(shot.Screen.Nodes, func(n screen.Node) bool { return n.Password })
	if i < 0 {
		t.Fatal("there is no password field")
	}
	if wholly, _ := covered(picture, &shot.Screen.Nodes[i], shot.Screen); !wholly {
		t.Error("it shows the password field")
	}
}

func TestTheKeyboardIsPaintedOver(t *testing.T) {
	p, phone := openSim(t, sim.Options{})
	open(t, p, "Messages")
	start, err := observe(t, p).Resolve("Start chat", screen.ByText)
	if err != nil {
		t.Fatal(err)
	}
	run(t, p, device.Tap(start.Bounds.Center()))
	if err := phone.SetFault("keyboard-shown"); err != nil {
		t.Fatal(err)
	}
	shot, picture := shoot(t, p)
	if shot.Screen.KeyboardBounds == nil {
		t.Fatal("there is no keyboard")
	}
	keys := screen.Node{Bounds: *shot.Screen.KeyboardBounds}
	if wholly, _ := covered(picture, &keys, shot.Screen); !wholly {
		t.Error("it shows the keyboard")
	}
}

func TestNoPicture(t *testing.T) {
	for name, test := range map[string]struct {
		prepare func(t *testing.T, p *device.Phone, phone *sim.Phone)
		want    error // nil: an *ObserveError
	}{
		"of a truncated tree": {func(t *testing.T, _ *device.Phone, phone *sim.Phone) { set(t, phone, "truncated") }, device.ErrUnread},
		"of another app": {func(t *testing.T, p *device.Phone, phone *sim.Phone) {
			open(t, p, "Settings")
			set(t, phone, "stale-tree")
		}, device.ErrUnread},
		"of a protected window": {func(t *testing.T, p *device.Phone, _ *sim.Phone) { signIn(t, p) }, device.ErrProtected},
		"of what is off":        {func(t *testing.T, _ *device.Phone, phone *sim.Phone) { phone.ScreenOff() }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, phone := openSim(t, sim.Options{})
			test.prepare(t, p, phone)
			shot, err := p.Screenshot(t.Context())
			if len(shot.PNG) > 0 || err == nil {
				t.Fatal("there is one")
			}
			if _, unseen := errors.AsType[*device.ObserveError](err); test.want != nil && !errors.Is(err, test.want) || test.want == nil && !unseen {
				t.Errorf("error = %v, want %v", err, test.want)
			}
		})
	}
}

// signIn opens the accounts of the bank, whose window is protected.
func signIn(t *testing.T, p *device.Phone) {
	t.Helper()
	open(t, p, "Northbank")
	for _, step := range [][2]string{
		{"username", "robin"}, {"password", "hunter22"}, {"sign_in", ""}, {"otp", "482913"}, {"verify", ""},
	} {
		n, err := observe(t, p).Resolve(step[0], screen.ByViewID)
		if err != nil {
			t.Fatal(err)
		}
		commands := []device.Command{device.Tap(n.Bounds.Center())}
		if step[1] != "" {
			typing, err := device.TypeText(step[1])
			if err != nil {
				t.Fatal(err)
			}
			commands = append(append(commands, typing...), device.Keys(device.KeyEscape))
		}
		run(t, p, commands...)
	}
}

func set(t *testing.T, phone *sim.Phone, fault string) {
	t.Helper()
	if err := phone.SetFault(fault); err != nil {
		t.Fatal(err)
	}
}

// A game has no text, so that a picture is all there is to see.
func TestAPictureOfAGame(t *testing.T) {
	p, _ := openSim(t, sim.Options{})
	open(t, p, "Blocks")
	if shot, _ := shoot(t, p); shot.Screen.PackageName != "com.example.blocks" {
		t.Errorf("a picture of %s", shot.Screen.PackageName)
	}
}
