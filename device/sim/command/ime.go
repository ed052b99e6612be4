package command

import (
	"context"
	"fmt"
	"slices"

	"adroit/device/sim/android"
	"adroit/device/sim/shell"
)

// ime lists and switches keyboards (AOSP
// InputMethodManagerService.handleShellCommand*).
func (c *commands) ime(_ context.Context, p *shell.Proc) int {
	verb := ""
	if len(p.Args) > 1 {
		verb = p.Args[1]
	}
	id := p.Args[len(p.Args)-1]
	switch verb {
	case "list":
		c.imeList(p)
		return 0
	case "enable", "disable", "set":
		return c.imeChange(p, verb, id)
	case "reset":
		c.phone.Do(func(sys *android.System) {
			for _, id := range sys.Keyboards() {
				sys.EnableKeyboard(id, true)
			}
			sys.UseKeyboard(android.LatinKeyboard)
		})
		p.Printf("Reset current and enabled IMEs for user #0\n  Newly selected IME: %s\n", android.LatinKeyboard)
		return 0
	}
	fmt.Fprintf(p.Stderr, "Unknown command: %s\n", verb)
	return exitException
}

// imeList lists the keyboards that can be used, with -a all of them, with -s
// only their ids.
func (c *commands) imeList(p *shell.Proc) {
	which := (*android.System).EnabledKeyboards
	if slices.Contains(p.Args, "-a") {
		which = (*android.System).Keyboards
	}
	for _, id := range read(c, which) {
		if slices.Contains(p.Args, "-s") {
			p.Printf("%s\n", id)
			continue
		}
		pkg, class := android.SplitComponent(id)
		p.Printf("%s:\n  mId=%s mSettingsActivityName=null mIsVrOnly=false\n  mIsDefaultResId=0x0\n"+
			"  Service:\n    ServiceInfo:\n      name=%s\n      packageName=%s\n", id, id, class, pkg)
	}
}

func (c *commands) imeChange(p *shell.Proc, verb, id string) int {
	past := map[string]string{"enable": "enabled", "disable": "disabled", "set": "selected"}[verb]
	known, already := true, false
	c.phone.Do(func(sys *android.System) {
		enabled := slices.Contains(sys.EnabledKeyboards(), id)
		switch {
		case !slices.Contains(sys.Keyboards(), id), verb == "set" && !enabled:
			known = false
		case verb == "set":
			sys.UseKeyboard(id)
		default:
			already = enabled == (verb == "enable")
			sys.EnableKeyboard(id, verb == "enable")
		}
	})
	switch {
	case !known:
		fmt.Fprintf(p.Stderr, "Unknown input method %s cannot be %s for user #0\n", id, past)
		return exitException
	case verb == "set":
		p.Printf("Input method %s selected for user #0\n", id)
	case already:
		p.Printf("Input method %s: already %s for user #0\n", id, past)
	default:
		p.Printf("Input method %s: now %s for user #0\n", id, past)
	}
	return 0
}
