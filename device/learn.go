package device

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adroit/device/apk"
)

// LearnLabels finds out how the apps are called that the launcher does not
// tell, from the apps themselves, which may take seconds. Until it has, Apps
// guesses these labels, and an observation has none for their app. It is for
// whoever opens the phone to call once, in the background.
//
// What it learns is kept in the file cache, if that is not "", for as long as
// the app stays the same version.
func (p *Phone) LearnLabels(ctx context.Context, cache string) error {
	known, err := loadLabels(cache)
	if err != nil {
		return p.wrap("learn labels on", err)
	}
	learnt, err := p.learn(ctx, known)
	if len(learnt) > 0 {
		maps.Copy(known, learnt)
		err = errors.Join(err, saveLabels(cache, known))
	}
	return p.wrap("learn labels on", err)
}

// learnSome learns what can be learnt while a caller waits.
func (p *Phone) learnSome(ctx context.Context) error {
	some, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	_, err := p.learn(some, nil)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil
	}
	return err
}

// learn reads the labels of the apps that are only guessed, except those that
// are known already, and returns the new ones.
func (p *Phone) learn(ctx context.Context, known labelFile) (labelFile, error) {
	select {
	case p.learning <- struct{}{}:
		defer func() { <-p.learning }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	apps, err := p.unlabelled(ctx)
	if err != nil || len(apps) == 0 {
		return nil, err
	}
	languages, err := p.languages(ctx)
	if err != nil {
		return nil, err
	}
	learnt := labelFile{}
	for _, app := range apps {
		key := labelKey(app.pkg, app.version, languages)
		found, ok := known[key]
		if !ok {
			found, err = p.readLabels(ctx, app.path, languages)
			switch {
			case ctx.Err() != nil || lost(err):
				return learnt, err
			case err == nil: // else this app cannot be read, and stays a guess
				learnt[key] = found
			}
		}
		p.addLabels(app.pkg, found)
	}
	return learnt, nil
}

// addLabels must keep what others hold as it is.
func (p *Phone) addLabels(pkg string, found apk.Labels) {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := maps.Clone(p.labels.own)
	if own == nil {
		own = make(map[string]apk.Labels)
	}
	own[pkg] = found
	p.labels.own = own
}

// installed is an app on the phone.
type installed struct {
	pkg, path string
	version   int64
}

// unlabelled are the apps of which the label is a guess and the file was not
// looked into.
func (p *Phone) unlabelled(ctx context.Context) ([]installed, error) {
	apps, err := p.apps(ctx)
	if err != nil {
		return nil, err
	}
	own := p.knownLabels().own
	wanted := make(map[int][]string) // packages by user
	for _, app := range apps {
		if _, read := own[app.Package]; app.Guessed && !read {
			wanted[app.User] = append(wanted[app.User], app.Package)
		}
	}
	found := make(map[string]installed)
	for _, user := range slices.Sorted(maps.Keys(wanted)) {
		list, err := p.shell(ctx, "pm list packages -f --show-versioncode --user "+strconv.Itoa(user), nil)
		if err != nil {
			return nil, err
		}
		for _, app := range parsePackages(string(list.Stdout)) {
			if app.path != "" && slices.Contains(wanted[user], app.pkg) {
				found[app.pkg] = app
			}
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b installed) int { return strings.Compare(a.pkg, b.pkg) }), nil
}

var packageLine = regexp.MustCompile(`^package:(?:(/.*)=)?([\w.]+)(?: versionCode:(\d+))?(?:\s+\w+[=:]\S+)*$`)

// parsePackages reads `pm list packages`; -f adds the path, which may hold equals
// signs, and --show-versioncode the version. What else stands in a line or
// between them is skipped.
func parsePackages(list string) []installed {
	var apps []installed
	for line := range strings.Lines(list) {
		if m := packageLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			version, _ := strconv.ParseInt(m[3], 10, 64)
			apps = append(apps, installed{pkg: m[2], path: m[1], version: version})
		}
	}
	return apps
}

var languageTag = regexp.MustCompile(`[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*`)

// languages are the languages that the person has chosen on the phone, the
// preferred one first. A phone where nobody has chosen has that of its maker.
func (p *Phone) languages(ctx context.Context) ([]string, error) {
	answer, err := p.shell(ctx, "settings get system system_locales; getprop persist.sys.locale; getprop ro.product.locale", nil)
	for line := range strings.Lines(string(answer.Stdout)) {
		if line = strings.TrimSpace(line); line != "null" && languageTag.MatchString(line) {
			return languageTag.FindAllString(line, -1), nil
		}
	}
	return nil, err
}

func (p *Phone) readLabels(ctx context.Context, path string, languages []string) (apk.Labels, error) {
	f, err := p.openFile(ctx, path)
	if err != nil {
		return apk.Labels{}, err
	}
	return apk.ReadLabels(f, f.size, languages...)
}
