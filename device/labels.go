package device

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"adroit/device/apk"
)

// labels is what is known of the names of apps. It is not changed once a Phone
// holds it.
type labels struct {
	shown map[string][]string   // by the launcher, by package; empty where it tells none
	own   map[string]apk.Labels // in the app itself, by package
	seen  map[string]string     // on the icon that was pressed to open it, by package
}

// of is the label of a launcher entry. The launcher's own word counts most. Of
// several entries of one package it does not tell which is which; the app does,
// and perhaps the name of the class.
func (l labels) of(app App) (label string, known bool) {
	shown := l.shown[app.Package]
	if len(shown) == 1 {
		return shown[0], true
	}
	c := parseComponent(app.Activity)
	if label := l.own[app.Package].Of(c.fullClass()); label != "" {
		return label, true
	}
	class := strings.ToLower(c.class)
	for _, label := range shown {
		if strings.Contains(class, strings.ToLower(strings.ReplaceAll(label, " ", ""))) {
			return label, true
		}
	}
	if len(shown) > 0 {
		return "", false // an icon does not tell which of several entries it is
	}
	label, known = l.seen[app.Package]
	return label, known
}

// app is the label of the app pkg as a whole, "" where it is not known.
func (l labels) app(pkg string) string {
	if shown := l.shown[pkg]; len(shown) == 1 {
		return shown[0]
	}
	return cmp.Or(l.own[pkg].App, l.seen[pkg])
}

// Labelled are the packages of the apps that are known by a name so far; the
// phone is not asked. A nil Phone knows none.
func (p *Phone) Labelled(name string) []string {
	if p == nil || name == "" {
		return nil
	}
	known := p.knownLabels()
	var found []string
	for _, packages := range []iter.Seq[string]{maps.Keys(known.shown), maps.Keys(known.own), maps.Keys(known.seen)} {
		for pkg := range packages {
			if known.app(pkg) == name && !slices.Contains(found, pkg) {
				found = append(found, pkg)
			}
		}
	}
	return found
}

func (p *Phone) knownLabels() labels {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.labels
}

// label fills in the labels of the apps that are known, and guesses those of
// the others. The launcher is asked when an app is new.
func (p *Phone) label(ctx context.Context, apps []App) error {
	known := p.knownLabels()
	if slices.ContainsFunc(apps, func(app App) bool {
		_, asked := known.shown[app.Package]
		return !asked
	}) {
		shown, err := p.launcherLabels(ctx)
		if err != nil {
			return err
		}
		for _, app := range apps {
			if _, told := shown[app.Package]; !told {
				shown[app.Package] = nil // not to be asked for again
			}
		}
		p.mu.Lock()
		p.labels.shown = shown
		known = p.labels
		p.mu.Unlock()
	}
	for i := range apps {
		if label, ok := known.of(apps[i]); ok {
			apps[i].Label, apps[i].Guessed = label, false
		} else {
			apps[i].Label, apps[i].Guessed = guessLabel(apps[i].Package), true
		}
	}
	return nil
}

// launcherLabels asks the launcher for its list of apps. Launchers derived
// from AOSP's Launcher3 print it when dumped with --all; others print nothing.
func (p *Phone) launcherLabels(ctx context.Context) (map[string][]string, error) {
	home, err := p.homeComponent(ctx)
	if home == "" || err != nil {
		return map[string][]string{}, err
	}
	dump, err := p.shell(ctx, "dumpsys activity "+Quote(home)+" --all", nil)
	if err != nil {
		return nil, err
	}
	return parseLauncher(string(dump.Stdout)), nil
}

// launcherApp is a line of AOSP Launcher3's AllAppsList.dump, whose
// "componentName" is a package.
var launcherApp = regexp.MustCompile(`title="(.*)" (?:bitmapIcon|iconBitmap)=.* componentName=([\w.]+)`)

// parseLauncher reads the labels of each package. A work profile repeats them.
func parseLauncher(dump string) map[string][]string {
	shown := make(map[string][]string)
	for _, m := range launcherApp.FindAllStringSubmatch(dump, -1) {
		if label, pkg := m[1], m[2]; !slices.Contains(shown[pkg], label) {
			shown[pkg] = append(shown[pkg], label)
		}
	}
	return shown
}

// guessLabel makes a label of the last telling part of a package name.
func guessLabel(pkg string) string {
	parts := strings.FieldsFunc(pkg, func(r rune) bool { return r == '.' })
	if len(parts) == 0 {
		return pkg
	}
	name := parts[len(parts)-1]
	if len(parts) > 1 && (name == "android" || name == "app" || name == "mobile" || name == "client") {
		name = parts[len(parts)-2]
	}
	name = strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}
