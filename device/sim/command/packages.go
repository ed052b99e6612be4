package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
)

// pm is the package manager's command (AOSP PackageManagerShellCommand).
func (c *commands) pm(_ context.Context, p *shell.Proc) int {
	if len(p.Args) < 2 {
		fmt.Fprintln(p.Stderr, "Package manager (package) commands:")
		return exitException
	}
	args := p.Args[2:]
	switch p.Args[1] {
	case "list":
		return c.pmList(p, args)
	case "path":
		return c.pmPath(p, args)
	case "resolve-activity", "query-activities":
		return c.pmResolve(p, args, p.Args[1] == "query-activities")
	case "dump":
		p.Printf("%s", read(c, func(sys *android.System) string { return dumpPackage(sys, args) }))
		return 0
	case "clear":
		return c.pmClear(p, args)
	case "has-feature", "get-max-users":
		p.Printf("false\n")
		return 0
	}
	fmt.Fprintf(p.Stderr, "Unknown command: %s\n", p.Args[1])
	return exitException
}

// pmClear ends an app and makes it as new.
func (c *commands) pmClear(p *shell.Proc, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(p.Stderr, "Error: no package specified")
		return 1
	}
	cleared := read(c, func(sys *android.System) bool {
		app := sys.App(args[len(args)-1])
		if app == nil {
			return false
		}
		sys.Stop(app.Package)
		if app.Clear != nil {
			app.Clear()
		}
		return true
	})
	if !cleared {
		p.Printf("Failed\n")
		return 1
	}
	p.Printf("Success\n")
	return 0
}

// APK is where the file of an app lies.
func APK(app *android.App) string {
	if app.Preloaded {
		return "/system/app/" + app.Package + "/" + app.Package + ".apk"
	}
	return "/data/app/~~c2ltdWxhdGVk==/" + app.Package + "-c2ltdWxhdGVk==/base.apk"
}

func (c *commands) pmList(p *shell.Proc, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(p.Stderr, "Error: didn't specify type of data to list")
		return 1
	}
	switch args[0] {
	case "users":
		p.Printf("Users:\n\tUserInfo{0:Owner:c13} running\n")
		if read(c, func(sys *android.System) bool { return sys.HasWorkProfile }) {
			p.Printf("\tUserInfo{%d:Work profile:1030} running\n", android.WorkProfile)
		}
		return 0
	case "features", "libraries", "instrumentation", "permissions", "permission-groups":
		return 0
	case "packages", "package":
	default:
		fmt.Fprintf(p.Stderr, "Error: unknown list type '%s'\n", args[0])
		return exitException
	}
	flags := map[string]bool{}
	filter, user := "", android.Owner
	for i := 1; i < len(args); i++ {
		switch {
		case args[i] == "--user" && i+1 < len(args):
			i++
			var err error
			user, err = parseUser(args[i])
			if err != nil || !read(c, func(sys *android.System) bool { return sys.HasUser(user) }) {
				fmt.Fprintf(p.Stderr, "Error: java.lang.SecurityException: Shell does not have permission to access user %s\n", args[i])
				return exitException
			}
		case strings.HasPrefix(args[i], "-"):
			flags[args[i]] = true
		default:
			filter = args[i]
		}
	}
	for _, app := range read(c, func(sys *android.System) []*android.App { return sys.InstalledFor(user) }) {
		if flags["-3"] && app.Preloaded || flags["-s"] && !app.Preloaded || flags["-d"] || !strings.Contains(app.Package, filter) {
			continue
		}
		p.Printf("%s\n", packageLine(app, flags))
	}
	return 0
}

func packageLine(app *android.App, flags map[string]bool) string {
	line := "package:"
	if flags["-f"] {
		line += APK(app) + "="
	}
	line += app.Package
	if flags["--show-versioncode"] {
		line += fmt.Sprintf(" versionCode:%d", app.VersionCode)
	}
	if flags["-i"] {
		line += "  installer=null"
	}
	if flags["-U"] {
		line += fmt.Sprintf(" uid:%d", app.UID)
	}
	return line
}

func (c *commands) pmPath(p *shell.Proc, args []string) int {
	if len(args) == 0 {
		return 1
	}
	app := read(c, func(sys *android.System) *android.App { return sys.App(args[len(args)-1]) })
	if app == nil {
		return 1
	}
	p.Printf("package:%s\n", APK(app))
	return 0
}

// pmResolve finds the activities that answer an intent. Where several answer
// and one is asked for, it is the system's chooser.
func (c *commands) pmResolve(p *shell.Proc, args []string, all bool) int {
	brief := slices.Contains(args, "--brief")
	in, _, err := parseIntent(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "--brief" || a == "--components" }))
	if err != nil {
		fmt.Fprintf(p.Stderr, "Error: %v\n", err)
		return 1
	}
	found := read(c, func(sys *android.System) []android.Match { return sys.Resolve(in) })
	if len(found) == 0 {
		p.Printf("%s\n", map[bool]string{true: "No activities found", false: "No activity found"}[all])
		return 0
	}
	if all {
		if !brief {
			p.Printf("%d activities found:\n", len(found))
		}
		for i, m := range found {
			if !brief {
				p.Printf("  Activity #%d:\n", i)
			}
			printMatch(p, m, brief)
		}
		return 0
	}
	if len(found) > 1 && in.Component == "" {
		found[0] = android.Match{
			App:      &android.App{Package: "android", UID: 1000},
			Activity: &android.Activity{Class: "com.android.internal.app.ResolverActivity"},
		}
	}
	printMatch(p, found[0], brief)
	return 0
}

func printMatch(p *shell.Proc, m android.Match, brief bool) {
	p.Printf("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n")
	if brief {
		p.Printf("  %s\n", android.Component(m.App.Package, m.Activity.Class))
		return
	}
	p.Printf("ActivityInfo:\n  name=%s\n  packageName=%s\n  labelRes=0x7f110029 nonLocalizedLabel=null icon=0x0 banner=0x0\n"+
		"  enabled=true exported=true directBootAware=false\n  ApplicationInfo:\n    packageName=%s\n    uid=%d\n",
		m.Activity.Class, m.App.Package, m.App.Package, m.App.UID)
}

// dumpPackage is the package manager's dump of one package, as far as version,
// user and launcher activity go.
func dumpPackage(sys *android.System, args []string) string {
	if len(args) == 0 {
		return "Packages:\n"
	}
	if args[0] == "r" || args[0] == "resolvers" {
		return resolverTable(sys.Apps)
	}
	app := sys.App(args[len(args)-1])
	if app == nil {
		return fmt.Sprintf("Unable to find package: %s\n", args[len(args)-1])
	}
	var out strings.Builder
	out.WriteString(resolverTable([]*android.App{app}))
	fmt.Fprintf(&out, "\nPackages:\n  Package [%s] (%s):\n    userId=%d\n    pkg=Package{%s %s}\n    codePath=%s\n    versionCode=%d minSdk=26 targetSdk=34\n    versionName=%s\n    firstInstallTime=2026-01-01 12:00:00\n    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=0 instant=false virtual=false\n",
		app.Package, handle(app.Package), app.UID, handle(app.Package), app.Package, APK(app), app.VersionCode, app.VersionName)
	return out.String()
}

// resolverTable lists the launcher entries of apps by their intent filters.
func resolverTable(apps []*android.App) string {
	var out strings.Builder
	out.WriteString("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n")
	for _, app := range apps {
		for _, a := range app.Activities {
			if a.Launcher {
				name := android.Component(app.Package, a.Class)
				fmt.Fprintf(&out, "        %s %s filter %s\n          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n",
					handle(name), name, handle(name+"filter"))
			}
		}
	}
	return out.String()
}
