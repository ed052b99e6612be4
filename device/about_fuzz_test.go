package device

import (
	"strings"
	"testing"
)

// Whatever a phone says of itself, reading it ends, and gives only what was said.
func FuzzParseAbout(f *testing.F) {
	f.Add("[ro.product.model]: [Pixel 9]\n[ro.build.version.sdk]: [99999999999999999999]\n", "Override density: 160\n",
		`mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0", real 1080 x 2400, rotation 1, state ON, uniqueId "local:1"}`,
		"Viewport INTERNAL: displayId=0, uniqueId=local:1, orientation=0, logicalFrame=[0, 0, 720, 1612], isActive=[1]",
		"192.0.2.0/24 dev wlan0 proto kernel scope link src 192.0.2.17\n")
	f.Fuzz(func(t *testing.T, properties, density, displays, viewports, routes string) {
		a := parseAbout(map[string]string{"properties": properties, "density": density, "displays": displays, "viewports": viewports, "routes": routes})
		for what, in := range map[string][2]string{
			"model": {a.Model, properties}, "maker": {a.Manufacturer, properties}, "release": {a.Release, properties}, "address": {a.WiFi, routes},
		} {
			if !strings.Contains(in[1], in[0]) {
				t.Errorf("%s %q is not in %q", what, in[0], in[1])
			}
		}
		for _, d := range append(parseViewports(viewports), a.Displays...) {
			if d.ID < 0 || d.Width < 0 || d.Height < 0 || d.Rotation < 0 || d.Density < 0 {
				t.Errorf("a display %+v", d)
			}
		}
	})
}

// Whatever the package manager prints, what is read in it are components and
// packages.
func FuzzParsePackages(f *testing.F) {
	f.Add("package:/data/app/a==/base.apk=com.example.app versionCode:7\npackage:com.example.b  installer=null uid:8\n")
	f.Add("ActivityInfo:\n  name=com.example.app.Main\n  packageName=com.example.app\npriority=0\n  com.example.app/.Main\n")
	f.Add("        5b4cba8 com.example.app/.Main filter 5ec9dcc\n          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, component := range append(parseComponents(text), parseResolvers(text)...) {
			if c := parseComponent(component); c.pkg == "" || c.class == "" || strings.ContainsAny(component, " '\"\n") {
				t.Errorf("a component %q", component)
			}
		}
		for _, app := range parsePackages(text) {
			if app.pkg == "" || strings.ContainsAny(app.pkg, " /='\n") || app.path != "" && !strings.HasPrefix(app.path, "/") {
				t.Errorf("an app %+v", app)
			}
		}
		for _, keyboard := range parseKeyboards(text) {
			if !strings.Contains(keyboard, "/") {
				t.Errorf("a keyboard %q", keyboard)
			}
		}
	})
}
