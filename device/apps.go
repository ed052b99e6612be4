package device

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// App is one entry of the phone's launcher. An app may have several.
type App struct {
	Package  string
	Activity string // the component that the entry starts, "package/.Class"
	Label    string // as the launcher shows it
	Guessed  bool   // Label was made up from the package name
	User     int    // Android user: 0 for the owner, 10 or more for a work profile
}

// AppNotFoundError says that no launcher entry has the given package or label.
type AppNotFoundError struct {
	Target     string
	Candidates []App // the most similar entries, best first, at most five
}

func (e *AppNotFoundError) Error() string {
	return fmt.Sprintf("no app %q on the phone%s", e.Target, candidates(e.Candidates))
}

// AmbiguousAppError says that several launcher entries fit.
type AmbiguousAppError struct {
	Target     string
	Candidates []App
}

func (e *AmbiguousAppError) Error() string {
	return fmt.Sprintf("more than one app is called %q%s", e.Target, candidates(e.Candidates))
}

// Package is that of all candidates, "" where they differ: then it is one app
// that several users have, or that has several entries.
func (e *AmbiguousAppError) Package() string {
	pkg := e.Candidates[0].Package
	if slices.ContainsFunc(e.Candidates, func(a App) bool { return a.Package != pkg }) {
		return ""
	}
	return pkg
}

func candidates(apps []App) string {
	if len(apps) == 0 {
		return ": look for its name in the list of apps"
	}
	names := make([]string, len(apps))
	for i, app := range apps {
		names[i] = fmt.Sprintf("%s (%s)", app.Label, app.Ref())
	}
	return ": name one of " + strings.Join(names, ", ")
}

// StartApp plans the start of a launcher entry, as the launcher does it
// (AOSP Launcher3: FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_RESET_TASK_IF_NEEDED).
func StartApp(app App) Command {
	user := ""
	if app.User != 0 {
		user = fmt.Sprintf("--user %d ", app.User)
	}
	return Command("am start " + user + "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n " + Quote(app.Activity))
}

// Apps lists the entries of the phone's launcher, of all users that adb may
// see, sorted by label.
func (p *Phone) Apps(ctx context.Context) ([]App, error) {
	apps, err := p.apps(ctx)
	return apps, p.wrap("list apps of", err)
}

func (p *Phone) apps(ctx context.Context) ([]App, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	apps, err := p.launchable(ctx)
	if err == nil {
		err = p.label(ctx, apps)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(apps, func(a, b App) int {
		return strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label))
	})
	return apps, nil
}

// launchable lists the entries without their labels.
func (p *Phone) launchable(ctx context.Context) ([]App, error) {
	users, err := p.shell(ctx, usersCommand, nil)
	if err != nil {
		return nil, err
	}
	var apps []App
	for _, user := range parseUsers(string(users.Stdout)) {
		entries, err := p.shell(ctx, queryLaunchable(user), nil)
		if err != nil {
			return nil, err
		}
		// A profile that adb may not enter (Samsung's Secure Folder) has no lines.
		for _, component := range parseComponents(string(entries.Stdout)) {
			pkg, _, _ := strings.Cut(component, "/")
			app := App{Package: pkg, Activity: component, User: user}
			if !slices.Contains(apps, app) { // one is listed for each of its filters that fits
				apps = append(apps, app)
			}
		}
	}
	if len(apps) > 0 {
		return apps, nil
	}
	// A maker's package manager may not answer queries; its dump tells the same.
	table, err := p.shell(ctx, "dumpsys package resolvers activity", nil)
	if err != nil {
		return nil, err
	}
	for _, component := range parseResolvers(string(table.Stdout)) {
		pkg, _, _ := strings.Cut(component, "/")
		apps = append(apps, App{Package: pkg, Activity: component})
	}
	if len(apps) == 0 {
		return nil, ErrSystemDown
	}
	return apps, nil
}

// resolverEntry is an activity in the table of intent filters, and the lines of
// its filter.
var resolverEntry = regexp.MustCompile(`(?m)^ +[0-9a-f]+ ([\w.]+/[\w.$]+) filter [0-9a-f]+\n((?: +\w+(?::|=).*\n?)*)`)

// parseResolvers reads the launcher entries from the activities' table of `dumpsys
// package` (AOSP ComponentResolver.dump, IntentFilter.dump).
func parseResolvers(dump string) []string {
	var components []string
	for _, m := range resolverEntry.FindAllStringSubmatch(strings.ReplaceAll(dump, "\r", ""), -1) {
		launcher := strings.Contains(m[2], `"android.intent.action.MAIN"`) && strings.Contains(m[2], `"android.intent.category.LAUNCHER"`)
		if launcher && !slices.Contains(components, m[1]) {
			components = append(components, m[1])
		}
	}
	return components
}

func queryLaunchable(user int) string {
	return fmt.Sprintf("cmd package query-activities --user %d --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", user)
}

var componentLine = regexp.MustCompile(`^[\w.]+/[\w.$]+$`)

// activityInfo begins an activity as a phone tells it that does not know --brief.
var activityInfo = regexp.MustCompile(`ActivityInfo:\s+name=([\w.$]+)\s+packageName=([\w.]+)`)

// parseComponents reads the component lines of `cmd package query-activities
// --brief` and resolve-activity --brief, skipping their other lines.
func parseComponents(list string) []string {
	var components []string
	for _, m := range activityInfo.FindAllStringSubmatch(list, -1) {
		components = append(components, m[2]+"/"+shortClass(m[2], m[1]))
	}
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); componentLine.MatchString(line) {
			components = append(components, line)
		}
	}
	return components
}

// FindApp finds the launcher entry with the given package, component or label
// (upper and lower case are the same). " of user N" behind it asks for that of a
// profile; a component without is the phone's own. A package or label that
// several entries have, of one user or of several, is ambiguous: personal and
// work data lie behind the same name. Where none has it, labels that are only
// guessed are learnt first. The error is an *AppNotFoundError or an
// *AmbiguousAppError, with candidates that [App.Ref] tells apart.
func (p *Phone) FindApp(ctx context.Context, target string) (App, error) {
	apps, err := p.Apps(ctx)
	if err != nil {
		return App{}, err
	}
	app, err := findApp(apps, target)
	missing := new(AppNotFoundError)
	if !errors.As(err, &missing) || !slices.ContainsFunc(apps, func(a App) bool { return a.Guessed }) {
		return app, err
	}
	if err := p.learnSome(ctx); err != nil {
		return App{}, p.wrap("learn labels on", err)
	}
	if apps, err = p.Apps(ctx); err != nil {
		return App{}, err
	}
	return findApp(apps, target)
}

func findApp(apps []App, target string) (App, error) {
	target = strings.TrimSpace(target)
	app, err := findEntry(apps, target)
	rest, user, ok := splitUser(target)
	if missing := new(AppNotFoundError); !ok || !errors.As(err, &missing) {
		return app, err
	}
	app, err = findEntry(slices.DeleteFunc(slices.Clone(apps), func(a App) bool { return a.User != user }), rest)
	if missing := new(AppNotFoundError); errors.As(err, &missing) {
		return App{}, &AppNotFoundError{target, similarApps(apps, rest)}
	}
	return app, err
}

// findEntry finds the entry that the whole of target names.
func findEntry(apps []App, target string) (App, error) {
	// The phone's own comes first: its number is the least.
	if own := entriesWith(apps, func(a App) bool { return a.Activity == target }); len(own) > 0 {
		return slices.MinFunc(own, func(a, b App) int { return a.User - b.User }), nil
	}
	for _, match := range []func(App) bool{
		func(a App) bool { return a.Package == target },
		func(a App) bool { return !a.Guessed && strings.EqualFold(a.Label, target) },
		func(a App) bool { return strings.EqualFold(a.Label, target) },
	} {
		switch found := entriesWith(apps, match); len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return App{}, &AmbiguousAppError{target, found}
		}
	}
	return App{}, &AppNotFoundError{target, similarApps(apps, target)}
}

func entriesWith(apps []App, match func(App) bool) []App {
	return slices.DeleteFunc(slices.Clone(apps), func(a App) bool { return !match(a) })
}

// similarApps are the entries whose label or package contains a word of target.
func similarApps(apps []App, target string) []App {
	const most = 5
	var similar []App
	for _, app := range apps {
		text := strings.ToLower(app.Label + " " + app.Package)
		for word := range strings.FieldsSeq(strings.ToLower(target)) {
			if len(similar) < most && strings.Contains(text, word) {
				similar = append(similar, app)
				break
			}
		}
	}
	return similar
}
