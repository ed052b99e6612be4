package command

import (
	"context"
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
)

func (c *commands) getprop(_ context.Context, p *shell.Proc) int {
	properties := c.phone.Properties()
	switch len(p.Args) {
	case 1:
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			p.Printf("[%s]: [%s]\n", name, properties[name])
		}
	case 2:
		p.Printf("%s\n", properties[p.Args[1]])
	default:
		value, ok := properties[p.Args[1]]
		if !ok {
			value = p.Args[2]
		}
		p.Printf("%s\n", value)
	}
	return 0
}

// settings reads and writes the settings store.
func (c *commands) settings(_ context.Context, p *shell.Proc) int {
	args := p.Args[1:]
	if len(args) > 1 && args[0] == "--user" {
		args = args[2:]
	}
	if len(args) > 2 && args[1] == "--user" {
		args = append(args[:1:1], args[3:]...)
	}
	if len(args) < 2 {
		fmt.Fprintln(p.Stderr, "Settings provider (settings) commands:")
		return exitException
	}
	verb, namespace, rest := args[0], args[1], args[2:]
	if namespace != android.Global && namespace != android.Secure && namespace != android.SystemSpace {
		fmt.Fprintf(p.Stderr, "Invalid namespace '%s'\n", namespace)
		return exitException
	}
	need := map[string]int{"get": 1, "put": 2, "delete": 1, "list": 0}
	if n, known := need[verb]; !known || len(rest) < n {
		fmt.Fprintf(p.Stderr, "Bad arguments\n")
		return exitException
	}
	p.Printf("%s", read(c, func(sys *android.System) string { return applySetting(sys.Settings, verb, namespace, rest) }))
	return 0
}

// applySetting does what a settings command asks and returns what it prints.
func applySetting(store android.Settings, verb, namespace string, args []string) string {
	switch verb {
	case "get":
		value, ok := store.Get(namespace, args[0])
		if !ok {
			value = "null"
		}
		return value + "\n"
	case "put":
		store.Put(namespace, args[0], args[1])
		return ""
	case "delete":
		return fmt.Sprintf("Deleted %d rows\n", store.Delete(namespace, args[0]))
	}
	var list strings.Builder
	for _, key := range store.Keys(namespace) {
		value, _ := store.Get(namespace, key)
		fmt.Fprintf(&list, "%s=%s\n", key, value)
	}
	return list.String()
}

// wm is the window manager's command. Its -d names a display.
func (c *commands) wm(_ context.Context, p *shell.Proc) int {
	verb, args := "", p.Args[1:]
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	switch verb {
	case "size":
		return c.wmSize(p, args)
	case "density":
		second, args := onSecond(args)
		switch {
		case len(args) > 0:
			fmt.Fprintln(p.Stderr, "Error: the density of the simulated phone stays as it is")
			return exitException
		case second:
			p.Printf("Physical density: %d\n", secondDensity)
		default:
			p.Printf("Physical density: %d\n", android.Density)
		}
	case "dismiss-keyguard":
		c.phone.Do((*android.System).DismissLock)
	case "user-rotation", "set-user-rotation":
		return c.wmRotation(p, args)
	default:
		fmt.Fprintf(p.Stderr, "Unknown command: %s\n", verb)
		return exitException
	}
	return 0
}

// onSecond takes the display from a command's arguments, and reports whether it
// is the second.
func onSecond(args []string) (second bool, rest []string) {
	if len(args) > 1 && args[0] == "-d" {
		return args[1] == strconv.Itoa(android.SecondID), args[2:]
	}
	return false, args
}

// wmSize tells, sets or resets the size of a display (AOSP
// WindowManagerShellCommand.runDisplaySize).
func (c *commands) wmSize(p *shell.Proc, args []string) int {
	second, args := onSecond(args)
	var size image.Point
	switch {
	case second:
		if !read(c, func(sys *android.System) bool { return sys.Second != nil }) {
			fmt.Fprintf(p.Stderr, "Error: unknown display %d\n", android.SecondID)
			return exitException
		}
		p.Printf("Physical size: %dx%d\n", android.SecondFrame.Dx(), android.SecondFrame.Dy())
		return 0
	case len(args) == 0:
		p.Printf("Physical size: %dx%d\n", android.ScreenWidth, android.ScreenHeight)
		if now := read(c, (*android.System).NaturalSize); now != image.Pt(android.ScreenWidth, android.ScreenHeight) {
			p.Printf("Override size: %dx%d\n", now.X, now.Y)
		}
		return 0
	case args[0] == "reset":
	default:
		if n, err := fmt.Sscanf(args[0]+"\n", "%dx%d\n", &size.X, &size.Y); n != 2 || err != nil {
			fmt.Fprintf(p.Stderr, "Error: bad size %s\n", args[0])
			return exitException
		}
		if size.X < smallestDisplay || size.Y < smallestDisplay {
			fmt.Fprintf(p.Stderr, "Error: display sizes must be at least %d\n", smallestDisplay)
			return exitException
		}
	}
	c.phone.Do(func(sys *android.System) { sys.Override = size })
	return 0
}

// smallestDisplay is the least width and height of an override, in pixels
// (WindowManagerService.setForcedDisplaySize).
const smallestDisplay = 200

// wmRotation tells or sets whether the screen turns by itself.
func (c *commands) wmRotation(p *shell.Proc, args []string) int {
	if len(args) > 1 && args[0] == "-d" {
		args = args[2:]
	}
	lock := ""
	switch {
	case len(args) == 0:
		p.Printf("%s\n", read(c, func(sys *android.System) string {
			if sys.Settings.On(android.SystemSpace, "accelerometer_rotation") {
				return "free"
			}
			return fmt.Sprintf("lock %d", sys.Rotation())
		}))
		return 0
	case args[0] == "free":
		c.phone.Do(func(sys *android.System) { sys.Settings.Put(android.SystemSpace, "accelerometer_rotation", "1") })
		return 0
	case args[0] == "lock" && len(args) > 1:
		lock = args[1]
	case args[0] == "lock":
		lock = read(c, func(sys *android.System) string { return fmt.Sprint(sys.Rotation()) })
	}
	if len(lock) != 1 || lock < "0" || lock > "3" {
		fmt.Fprintln(p.Stderr, "Error: expecting rotation from 0 to 3")
		return exitException
	}
	c.phone.Do(func(sys *android.System) {
		sys.Settings.Put(android.SystemSpace, "accelerometer_rotation", "0")
		sys.Settings.Put(android.SystemSpace, "user_rotation", lock)
	})
	return 0
}

// svc switches radios, as the person's own settings do.
func (c *commands) svc(_ context.Context, p *shell.Proc) int {
	settings := map[string]string{"wifi": "wifi_on", "bluetooth": "bluetooth_on", "data": "mobile_data"}
	if len(p.Args) < 3 {
		fmt.Fprintln(p.Stderr, "Available commands:\n    help     Show information about the subcommands")
		return 1
	}
	key, known := settings[p.Args[1]]
	value, ok := map[string]string{"enable": "1", "disable": "0"}[p.Args[2]]
	if known && ok {
		c.phone.Do(func(sys *android.System) { sys.Settings.Put(android.Global, key, value) })
	}
	return 0
}

func (c *commands) cmdWifi(_ context.Context, p *shell.Proc) int {
	if len(p.Args) == 3 && p.Args[1] == "set-wifi-enabled" {
		value := map[string]string{"enabled": "1", "disabled": "0"}[p.Args[2]]
		c.phone.Do(func(sys *android.System) { sys.Settings.Put(android.Global, "wifi_on", value) })
		return 0
	}
	on := read(c, func(sys *android.System) bool { return sys.Settings.On(android.Global, "wifi_on") })
	p.Printf("Wifi is %s\n", map[bool]string{true: "enabled", false: "disabled"}[on])
	return 0
}

func (c *commands) cmdDisplay(_ context.Context, p *shell.Proc) int {
	if len(p.Args) > 1 && p.Args[1] == "get-displays" {
		p.Printf("Displays:\n")
		for _, d := range read(c, displays) {
			p.Printf("Display id %d: %s, isValid=true\n", d.id, d.info(d.app))
		}
	}
	return 0
}

// locksettings asks about the lock screen and changes its PIN (AOSP
// LockSettingsShellCommand).
func (c *commands) locksettings(_ context.Context, p *shell.Proc) int {
	args := p.Args[1:]
	if len(args) == 0 {
		fmt.Fprintln(p.Stderr, "lockSettings service commands:")
		return exitException
	}
	verb, old := args[0], ""
	args = args[1:]
	if len(args) > 1 && args[0] == "--old" {
		old, args = args[1], args[2:]
	}
	if verb == "get-disabled" {
		p.Printf("false\n")
		return 0
	}
	done := "Lock credential verified successfully\n"
	right := read(c, func(sys *android.System) bool {
		right := sys.IsPIN(old)
		switch {
		case !right:
		case verb == "set-pin" && len(args) > 0:
			sys.SetPIN(args[0])
			done = "Pin set to '" + args[0] + "'\n"
		case verb == "clear":
			sys.SetPIN("")
			done = "Lock credential cleared\n"
		}
		return right
	})
	if !right {
		fmt.Fprintf(p.Stderr, "Old password '%s' didn't match\n", old)
		return exitException
	}
	p.Printf("%s", done)
	return 0
}

func (c *commands) service(_ context.Context, p *shell.Proc) int {
	switch {
	case len(p.Args) > 2 && p.Args[1] == "check":
		found := slices.Contains(serviceNames(), p.Args[2])
		p.Printf("Service %s: %s\n", p.Args[2], map[bool]string{true: "found", false: "not found"}[found])
	case len(p.Args) > 1 && p.Args[1] == "list":
		p.Printf("Found %d services:\n", len(serviceNames()))
		for i, name := range serviceNames() {
			p.Printf("%d\t%s: []\n", i, name)
		}
	}
	return 0
}

// ip shows addresses of the documentation's range (RFC 5737), Wi-Fi's when it
// is on.
func (c *commands) ip(_ context.Context, p *shell.Proc) int {
	if read(c, func(sys *android.System) bool { return sys.Settings.On(android.Global, "wifi_on") }) && slices.ContainsFunc(p.Args, func(a string) bool { return strings.HasPrefix(a, "r") }) {
		p.Printf("192.0.2.0/24 dev wlan0 proto kernel scope link src 192.0.2.17 \n")
	}
	return 0
}
