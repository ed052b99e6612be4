package device

import (
	"context"
	"regexp"
	"sync"
	"time"
)

// About is what a phone is and how it is set up. What it does not tell is empty.
type About struct {
	Manufacturer string    `json:"manufacturer,omitempty"`
	Model        string    `json:"model,omitempty"`
	Release      string    `json:"release,omitempty"` // of Android, such as "14"
	SDK          int       `json:"sdk,omitempty"`     // Android's API level, such as 34
	Density      int       `json:"density,omitempty"` // dots per inch as apps see them
	Displays     []Display `json:"displays,omitempty"`
	WiFi         string    `json:"wifi,omitempty"` // its address in the wireless network
}

// aboutScript prints sections, each under a line of the mark and its name.
const aboutScript = `echo MARK properties
getprop
echo MARK density
wm density
echo MARK displays
` + displaysCommand + `
echo MARK viewports
dumpsys input | grep 'Viewport '
echo MARK routes
ip route
echo MARK end
`

// About asks the phone about itself, in one round trip.
func (p *Phone) About(ctx context.Context) (About, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	script, mark := newScript(aboutScript)
	result, err := p.script(ctx, script)
	if err != nil {
		return About{}, p.wrap("ask about", err)
	}
	part := sections(string(result.Stdout), mark)
	if _, ok := part["end"]; !ok {
		return About{}, p.wrap("ask about", ErrDeviceLost)
	}
	return parseAbout(part), nil
}

// aboutTimeout is how long one of several phones may take to tell about itself.
const aboutTimeout = 4 * time.Second

// About asks the phones that are ready about themselves, all at once. One that
// is not ready, or does not answer in time, has told nothing.
func (h *Hub) About(ctx context.Context, infos []Info) []About {
	ctx, cancel := context.WithTimeout(ctx, aboutTimeout)
	defer cancel()
	told := make([]About, len(infos))
	var asking sync.WaitGroup
	for i, info := range infos {
		if info.Fault() == nil {
			asking.Go(func() { told[i], _ = (&Phone{hub: h, info: info}).About(ctx) })
		}
	}
	asking.Wait()
	return told
}

func parseAbout(part map[string]string) About {
	a := parseProperties(part["properties"])
	a.Density = parseDensity(part["density"])
	a.Displays = parseDisplays(part["displays"])
	if a.Displays == nil {
		a.Displays = parseViewports(part["viewports"])
	}
	a.WiFi = parseWiFi(part["routes"])
	return a
}

var property = regexp.MustCompile(`(?m)^\[([\w.]+)\]: \[(.*)\]\r?$`)

// parseProperties reads what `getprop` lists, as android.os.Build does.
func parseProperties(list string) About {
	values := make(map[string]string)
	for _, m := range property.FindAllStringSubmatch(list, -1) {
		values[m[1]] = m[2]
	}
	return About{
		Manufacturer: values["ro.product.manufacturer"],
		Model:        values["ro.product.model"],
		Release:      values["ro.build.version.release"],
		SDK:          number(values["ro.build.version.sdk"]),
	}
}

var densityLine = regexp.MustCompile(`(Override|Physical) density: (\d+)`)

// parseDensity reads `wm density`; an override is what apps see. It is 0 where
// the phone does not know.
func parseDensity(text string) int {
	density := 0
	for _, m := range densityLine.FindAllStringSubmatch(text, -1) {
		if m[1] == "Override" || density == 0 {
			density = number(m[2])
		}
	}
	return density
}

var wirelessRoute = regexp.MustCompile(`(?m)^\S+ dev wlan\d+\s.*\bsrc (\S+)`)

// parseWiFi reads the phone's own address from `ip route`: that of the network
// behind the interface which Android calls wlan0.
func parseWiFi(routes string) string {
	if m := wirelessRoute.FindStringSubmatch(routes); m != nil {
		return m[1]
	}
	return ""
}
