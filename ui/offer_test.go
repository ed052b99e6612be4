package ui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"adroit/loop/event"
)

// offering is a driver to which everything is offered; chosen is what the
// person went on with.
func offering(t *testing.T, width, height int, missing ...Missing) (d *driver, chosen *[]Next) {
	t.Helper()
	chosen = &[]Next{}
	list := func(offers ...Offer) func(context.Context) ([]Offer, error) {
		return func(context.Context) ([]Offer, error) { return offers, nil }
	}
	connected := false
	d = newDriverWith(t, width, height, Options{
		Theme: "dark", Device: "Pixel 8", Model: "scripted", Missing: missing,
		Offers: Offers{
			Phones: func(context.Context) ([]Offer, string, error) {
				offers := []Offer{
					{Name: "emulator-5554", What: "Pixel 8", Note: "ready"},
					{Name: "R5CT\x1b[2J1", What: "設定 ❤️", Note: "unauthorized", Cure: "accept the question on the phone's screen"},
				}
				if connected {
					offers = append(offers, Offer{Name: "10.0.0.7:5555", Note: "ready"})
				}
				return offers, "", nil
			},
			Connect: func(_ context.Context, address string) error {
				if address != "10.0.0.7:5555" {
					return errors.New("connect to " + address + ": nobody answers there")
				}
				connected = true
				return nil
			},
			Models: list(Offer{Name: "qwen3:8b"}, Offer{Name: "gpt-5", Note: "now", Now: true}),
			Runs:   list(Offer{Name: "20260301-090000", What: "Turn on Wi-Fi", Note: "done"}),
			Export: func(_ context.Context, run string) (string, error) { return run + ".md", nil },
			Go:     func(n Next) { *chosen = append(*chosen, n) },
		},
	})
	return d, chosen
}

func (d *driver) command(name string) {
	d.press("/")
	d.write(name)
	d.press("enter")
}

// TestNamesOfAListAreToldApart holds that names give way to descriptions only as
// far as no two of them look alike.
func TestNamesOfAListAreToldApart(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long description ", 5)
	d, chosen := offering(t, 80, 24)
	d.app.options.Offers.Models = func(context.Context) ([]Offer, error) {
		return []Offer{{Name: "qwen3-coder:8b", What: long, Note: "now"}, {Name: "qwen3-coder:32b", What: long, Note: "ready"}}, nil
	}
	d.command("models")
	d.sees("qwen3-coder:8b", "qwen3-coder:3…  a long")
	d.press("down", "enter")
	if want := (Next{Model: "qwen3-coder:32b"}); len(*chosen) != 1 || (*chosen)[0] != want {
		t.Errorf("chose %+v, want %+v", *chosen, want)
	}
}

// TestWhatALookTookIsSaid holds that a server which was started for the list of
// phones is told beside it.
func TestWhatALookTookIsSaid(t *testing.T) {
	t.Parallel()
	d, _ := offering(t, 100, 30)
	d.app.options.Offers.Phones = func(context.Context) ([]Offer, string, error) {
		return []Offer{{Name: "emulator-5554"}}, "started the adb server at 127.0.0.1:5038", nil
	}
	d.command("phones")
	d.sees("emulator-5554")
	d.press("esc")
	d.sees("started the adb server at 127.0.0.1:5038")
}

func TestGoingOnWithSomethingElse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		play func(*driver)
		sees string
		want Next // the zero value: nothing was chosen
	}{
		"a phone":           {func(d *driver) { d.command("phones"); d.write("emu"); d.press("enter") }, "", Next{Phone: "emulator-5554"}},
		"a phone not ready": {func(d *driver) { d.command("phones"); d.write("R5CT"); d.press("enter") }, "accept the question on the phone's screen", Next{}},
		"a phone by address": {func(d *driver) {
			d.command("phones")
			d.write("connect")
			d.press("enter")
			d.write("10.0.0.7:5555")
			d.press("enter")
			d.write("10.0")
			d.press("enter")
		}, "", Next{Phone: "10.0.0.7:5555"}},
		"a wrong address": {func(d *driver) {
			d.command("phones")
			d.write("connect")
			d.press("enter")
			d.write("x")
			d.press("enter")
		}, "nobody answers there", Next{}},
		"a model": {func(d *driver) { d.command("models"); d.write("qwen"); d.press("enter") }, "", Next{Model: "qwen3:8b"}},
		"an endpoint": {func(d *driver) {
			d.app.options.Offers.Endpoints = endpoints
			d.command("models")
			d.write("endpoint")
			d.press("enter", "enter")
		}, "", Next{Endpoint: "ollama"}},
		"what is in use":               {func(d *driver) { d.command("models"); d.press("enter") }, "gpt-5 is in use", Next{}},
		"the first that can be chosen": {func(d *driver) { d.command("phones"); d.press("enter") }, "", Next{Phone: "emulator-5554"}},
		"an endpoint without its key": {func(d *driver) {
			d.app.options.Offers.Endpoints = endpoints
			d.command("models")
			d.write("endpoint")
			d.press("enter")
			d.write("groq")
			d.press("enter")
		}, "set GROQ_API_KEY", Next{}},
		"an endpoint where this one is down": {func(d *driver) {
			d.app.options.Offers.Models, d.app.options.Offers.Endpoints = broken, endpoints
			d.command("models")
			d.press("enter", "enter")
		}, "", Next{Endpoint: "ollama"}},
		"a run to watch":       {func(d *driver) { d.command("runs"); d.press("enter", "enter") }, "", Next{Replay: "20260301-090000"}},
		"a run to go on with":  {func(d *driver) { d.command("runs"); d.press("enter", "down", "enter") }, "", Next{Resume: "20260301-090000"}},
		"a run to export":      {func(d *driver) { d.command("runs"); d.press("enter"); d.write("export"); d.press("enter") }, "exported to 20260301-090000.md", Next{}},
		"the demo":             {func(d *driver) { d.command("demo") }, "", Next{Demo: true}},
		"anew":                 {func(d *driver) { d.command("again") }, "", Next{Again: true}},
		"never from a running": {func(d *driver) { d.happen(turnStarted("x")); d.command("demo") }, "stop it first", Next{}},
		"an error":             {func(d *driver) { d.app.options.Offers.Models = broken; d.command("models") }, "no route to host", Next{}},
		"not offered":          {func(d *driver) { d.app.options.Offers.Models = nil; d.command("models") }, "nothing to choose from", Next{}},
		"a question first": {func(d *driver) {
			d.happen(d.asks(medium("q1")), event.Event{Type: event.TurnCompleted})
			d.wait(holdFor)
			d.send(offersMsg{picker: picker{items: []item{{name: "x"}}}})
			d.press("enter")
		}, "The model asks", Next{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, chosen := offering(t, 120, 35)
			c.play(d)
			d.sees(c.sees)
			if c.want == (Next{}) {
				if len(*chosen) > 0 {
					t.Errorf("went on with %+v", *chosen)
				}
			} else if len(*chosen) != 1 || (*chosen)[0] != c.want {
				t.Errorf("went on with %+v, want %+v\n%s", *chosen, c.want, d.screen())
			}
		})
	}
}

func endpoints(context.Context) ([]Offer, error) {
	return []Offer{{Name: "ollama", What: "http://127.0.0.1:11434/v1"}, {Name: "groq", Cure: "set GROQ_API_KEY"}}, nil
}

func broken(context.Context) ([]Offer, error) {
	return nil, errors.New("list the models: no route to host")
}

func TestWhatIsMissingCanBeMended(t *testing.T) {
	t.Parallel()
	missing := Missing{What: "No phone is connected.", Cure: "Plug one in with USB debugging on."}
	for digit, want := range map[string]Next{"1": {Again: true}, "4": {Demo: true}} {
		d, chosen := offering(t, 80, 24, missing)
		d.sees("✗ No phone is connected.", "Plug one in", "Try the demo")
		d.misses("Looking at the phone")
		d.press(digit)
		if len(*chosen) != 1 || (*chosen)[0] != want {
			t.Errorf("%s went on with %+v, want %+v", digit, *chosen, want)
		}
	}
	d, _ := offering(t, 80, 24, missing)
	d.press("2")
	d.sees("Phones", "emulator-5554")
}

// TestWhatIsInUseIsSelected, and where it comes from stands above.
func TestWhatIsInUseIsSelected(t *testing.T) {
	t.Parallel()
	d, _ := offering(t, 80, 24)
	d.app.options.Offers.Endpoint, d.app.options.Offers.Endpoints = "http://127.0.0.1:9000/v1", endpoints
	d.command("models")
	d.sees("Models of http://127.0.0.1:9000/v1", "another endpoint, with its models")
	if p := d.app.picker; p.items[p.found[p.selected]].name != "gpt-5" {
		t.Errorf("selected is %q", p.items[p.found[p.selected]].name)
	}
}

func TestALongRowKeepsItsNote(t *testing.T) {
	t.Parallel()
	th := newDriver(t, 80, 24).app.theme
	p := picker{items: []item{{name: "20260301-090000-abcdef01", what: "Turn on Wi-Fi and then read the newest mail", note: "Mar  1 09:00, done"}}}
	row := ansi.Strip(p.item(p.items[0], false, p.nameColumn(66), 66, th))
	for _, want := range []string{"20260301", "Turn on Wi-Fi and then", "Mar  1 09:00, done"} {
		if !strings.Contains(row, want) {
			t.Errorf("%q is not in the row %q", want, row)
		}
	}
}
