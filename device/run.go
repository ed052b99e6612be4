package device

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// actTime is what one command may take beyond commandTimeout. Before Android 11
// each starts a virtual machine, which takes about a second.
const actTime = 2 * time.Second

// Run carries out the commands in order, in one shell, and stops at the first
// that fails. What a phone says instead of acting becomes an error with its
// cure, also where it ends with status 0. An error that is ErrNotSent proves
// that nothing was done; after any other the effect is unknown until the
// screen is observed.
func (p *Phone) Run(ctx context.Context, commands ...Command) error {
	if len(commands) == 0 {
		return nil
	}
	lines := make([]string, len(commands))
	for i, command := range commands {
		lines[i] = string(command)
	}
	ctx, cancel := context.WithTimeout(ctx, commandTimeout+time.Duration(len(commands))*actTime)
	defer cancel()
	p.notePress(commands)
	p.Touch()
	defer p.Touch()
	result, err := p.script(ctx, "set -e\n"+strings.Join(lines, "\n"))
	if err == nil {
		err = p.refused(result)
	}
	return p.wrap("act on", err)
}

// The ways in which a phone refuses an act.
var (
	ErrInjection error = &FaultError{"the phone does not let adb touch its screen",
		"switch on \"USB debugging (Security settings)\" in Developer options, then plug the phone in again"}
	ErrNotExported error = &FaultError{"the app does not let others open this screen",
		"open the app itself and go there by hand"}
	ErrNoActivity error = &FaultError{"nothing on the phone opens this",
		"check the name; the app may have been removed or disabled"}
	ErrTextLost error = &FaultError{"the phone's keyboard could not type the text",
		"use other characters; the part of the text that they stand in was not typed"}
	ErrKeyboardRefused error = &FaultError{"the phone does not change to ADBKeyboard",
		"switch it on under the phone's on-screen keyboards, or use printable ASCII characters"}
	ErrSettingsDenied error = &FaultError{"the phone does not let adb change its settings",
		"switch on \"USB debugging (Security settings)\" in Developer options"}
	ErrOtherProfile error = &FaultError{"adb may not enter this profile of the phone",
		"work in the phone's own profile, or open the app by hand"}
	ErrSystemDown error = &FaultError{"the phone's system is not answering",
		"wait until it has started, or restart it"}
)

// refusals maps what Android's commands print to the sentinel, first match
// wins. The texts are those of AOSP's InputManagerService, ActivityStarter,
// ActivityManagerShellCommand, SettingsProvider and cmd.
var refusals = []struct {
	text string
	err  error
}{
	{"INJECT_EVENTS", ErrInjection},
	{"Attempt to get length of null array", ErrTextLost},
	{"cannot be selected for user", ErrKeyboardRefused}, // AOSP InputMethodManagerService, ime set
	{"WRITE_SECURE_SETTINGS", ErrSettingsDenied},
	{"not exported from uid", ErrNotExported},
	{"does not have permission to access user", ErrOtherProfile},
	{"unable to resolve Intent", ErrNoActivity},
	{"does not exist.", ErrNoActivity}, // "Activity class {…} does not exist."
	{"No activity found", ErrNoActivity},
	{"Can't find service", ErrSystemDown},
	{"Failed transaction", ErrSystemDown},
}

// sentText is a text that am sends to a keyboard, and to whose: an argument that
// fell apart at a space names another app.
var sentText = regexp.MustCompile(`Intent \{ act=ADB_INPUT_\w+ .*\bpkg=(\S+)`)

// refused is the error in what a phone printed, nil when it did as told.
func (p *Phone) refused(result Result) error {
	text := string(result.Stderr) + string(result.Stdout)
	joined := strings.ReplaceAll(text, "\n", "") // old phones wrap at 80 columns
	for _, known := range refusals {
		if strings.Contains(text, known.text) || strings.Contains(joined, known.text) {
			return known.err
		}
	}
	if m := sentText.FindStringSubmatch(text); m != nil && m[1] != adbKeyboardPackage {
		return ErrTextLost
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Error") || strings.Contains(line, "Exception") {
			return unknownRefusal("the phone answered", p.registry.Text(line))
		}
	}
	if result.Exit != 0 {
		return unknownRefusal(fmt.Sprintf("the phone ended the command with status %d and said", result.Exit), p.registry.Text(firstLine(result)))
	}
	return nil
}

// unknownRefusal is the error of an answer that none of the refusals is.
func unknownRefusal(what, said string) error {
	return &FaultError{fmt.Sprintf("%s %q", what, said), "look at the screen before trying again: a part may have been done"}
}

// firstLine is the first line that a command printed, complaints first.
func firstLine(result Result) string {
	text := strings.TrimSpace(string(result.Stderr) + string(result.Stdout))
	first, _, _ := strings.Cut(text, "\n")
	return first
}
