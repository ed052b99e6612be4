package device

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// labelCache holds the labels that the phone's launcher shows, by package. It
// is not changed once a Phone holds it.
type labelCache map[string][]string

// label fills in the labels of the apps: from what the launcher tells of
// itself, else as a guess. The launcher is asked again when an app is new.
func (p *Phone) label(ctx context.Context, apps []App) error {
	p.mu.Lock()
	known := p.labels
	p.mu.Unlock()
	isNew := func(app App) bool {
		_, ok := known[app.Package]
		return !ok
	}
	if slices.ContainsFunc(apps, isNew) {
		fresh, err := p.launcherLabels(ctx)
		if err != nil {
			return err
		}
		for _, app := range apps {
			if _, told := fresh[app.Package]; !told {
				fresh[app.Package] = nil // not to be asked for again
			}
		}
		known = fresh
		p.mu.Lock()
		p.labels = known
		p.mu.Unlock()
	}
	for i := range apps {
		apps[i].setLabel(known[apps[i].Package])
	}
	return nil
}

// appLabel is the label of the app pkg, "" where no listing of apps told it.
func (p *Phone) appLabel(pkg string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.labels[pkg]; len(known) == 1 {
		return known[0]
	}
	return ""
}

func (a *App) setLabel(known []string) {
	if len(known) == 1 {
		a.Label = known[0]
		return
	}
	// Of several entries of one package the launcher does not tell which is
	// which; the class name may.
	class := strings.ToLower(a.Activity)
	for _, label := range known {
		if strings.Contains(class, strings.ToLower(strings.ReplaceAll(label, " ", ""))) {
			a.Label = label
			return
		}
	}
	a.Label, a.Guessed = guessLabel(a.Package), true
}

// launcherLabels asks the launcher for its list of apps. Launchers derived
// from AOSP's Launcher3 print it when dumped with --all; others print nothing.
func (p *Phone) launcherLabels(ctx context.Context) (labelCache, error) {
	home, err := p.homeComponent(ctx)
	if err != nil {
		return nil, err
	}
	if home == "" {
		return labelCache{}, nil
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

func parseLauncher(dump string) labelCache {
	labels := make(labelCache)
	for _, m := range launcherApp.FindAllStringSubmatch(dump, -1) {
		labels[m[2]] = append(labels[m[2]], m[1])
	}
	return labels
}

// guessLabel makes a label of the last telling part of a package name.
func guessLabel(pkg string) string {
	parts := strings.Split(pkg, ".")
	name := parts[len(parts)-1]
	if len(parts) > 1 && (name == "android" || name == "app" || name == "mobile" || name == "client") {
		name = parts[len(parts)-2]
	}
	name = strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}
