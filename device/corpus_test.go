package device

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adroit/device/screen"
)

// corpusReaders say in words what the product reads in each kind of recorded
// output, with the functions that it reads a phone's answers with.
func corpusReaders(p *Phone) map[string]func(text string) string {
	state := func(sections ...string) func(string) string {
		return func(text string) string {
			part := make(map[string]string)
			for _, name := range sections {
				part[name] = text
			}
			return inWords(parseState(part))
		}
	}
	refused := func(text string) string {
		if err := p.refused(Result{Stderr: []byte(text)}); err != nil {
			return err.Error()
		}
		return ""
	}
	return map[string]func(text string) string{
		"adb-devices": func(text string) string {
			var rows []string
			for _, info := range parseDevices(text) {
				rows = append(rows, info.Serial+" "+info.State)
			}
			said := lines(text)
			last := said[len(said)-1]
			if serial, _, err := parseConnected(last); err == nil {
				return "connected to " + serial
			}
			if fault := new(FaultError); len(rows) == 0 && errors.As(serverError(text), &fault) && !strings.HasPrefix(text, "List of") {
				return fault.Error()
			}
			return strings.Join(rows, ", ")
		},
		"am-broadcast":                 refused,
		"am-start":                     refused,
		"cmd-package-resolve-activity": func(text string) string { return strings.Join(parseComponents(text), " ") },
		"dumpsys-activity-activities":  state("activity", "window"), // some hold both
		"dumpsys-activity-starter":     state("activity", "window"),
		"dumpsys-display":              func(text string) string { return displaysInWords(parseDisplays(text)) },
		"dumpsys-input":                func(text string) string { return displaysInWords(parseViewports(text)) },
		"dumpsys-input-method":         state("input"),
		"dumpsys-package":              func(text string) string { return strings.Join(parseResolvers(text), " ") },
		"dumpsys-power":                state("power"),
		"dumpsys-window":               state("window"),
		"getprop": func(text string) string {
			a := parseProperties(text)
			return fmt.Sprintf("%s %s, Android %s, API level %d", a.Manufacturer, a.Model, a.Release, a.SDK)
		},
		"ime-list": func(text string) string { return strings.Join(parseKeyboards(text), " ") },
		"input":    refused,
		"ip-route": parseWiFi,
		"pm-list-packages": func(text string) string {
			return packagesInWords(parsePackages(text)) + refused(text)
		},
		"pm-list-users":  func(text string) string { return fmt.Sprint(parseUsers(text)) },
		"service-errors": refused,
		"settings": func(text string) string {
			if said := refused(text); said != "" {
				return said
			}
			return strings.Join(lines(storedSetting(text)), ", ")
		},
		"wm-density": func(text string) string { return fmt.Sprint(parseDensity(text)) },
		"wm-size":    state("size"),
	}
}

// Every file that was recorded from a phone is read to what a person reads in it.
func TestCorpus(t *testing.T) {
	root := os.Getenv("ADROIT_CORPUS")
	if root == "" {
		t.Skip("ADROIT_CORPUS names no folder of recordings")
	}
	readers := corpusReaders(openPhone(t, startADB(t)))
	left := make(map[string]bool)
	for name := range corpusValues() {
		left[name] = true
	}
	adb := filepath.Join(root, "adb")
	err := filepath.WalkDir(adb, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(adb, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		kind, _, _ := strings.Cut(name, "/")
		want, known := corpusValues()[name]
		delete(left, name)
		switch read := readers[kind]; {
		case read == nil:
			t.Errorf("%s: nothing reads this kind of file", name)
		case !known:
			t.Errorf("%s: it is not written down what stands in it; read %q", name, read(string(text)))
		case read(string(text)) != want:
			t.Errorf("%s: read %q, want %q", name, read(string(text)), want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range left {
		t.Errorf("%s: there is no such file", name)
	}
}

func inWords(s screen.State) string {
	words := s.PackageName + " " + s.Activity
	if s.WindowTitle != "" {
		words += " [" + s.WindowTitle + "]"
	}
	if s.Width != 0 {
		words += fmt.Sprintf(" %dx%d", s.Width, s.Height)
	}
	for _, flag := range []struct {
		set  bool
		word string
	}{{s.KeyboardVisible, "keyboard"}, {s.Locked, "locked"}, {s.LockSecure, "by a PIN or the like"}, {!s.Awake, "asleep"}, {s.Secure, "secure"}} {
		if flag.set {
			words += " " + flag.word
		}
	}
	return words
}

func displaysInWords(displays []Display) string {
	var words []string
	for _, d := range displays {
		said := fmt.Sprintf("%d: %dx%d", d.ID, d.Width, d.Height)
		if d.Density != 0 {
			said += fmt.Sprintf(" at %d dpi", d.Density)
		}
		if d.Rotation != 0 {
			said += fmt.Sprintf(" turned by %d", d.Rotation*90)
		}
		if !d.On {
			said += " off"
		}
		if d.Physical != 0 {
			said += fmt.Sprintf(" panel %d", d.Physical)
		}
		words = append(words, said)
	}
	return strings.Join(words, ", ")
}

// packagesInWords are the first and the last of the packages, and how many there
// are.
func packagesInWords(apps []installed) string {
	if len(apps) == 0 {
		return ""
	}
	said := fmt.Sprintf("%d from %s", len(apps), apps[0].pkg)
	if last := apps[len(apps)-1]; len(apps) > 1 {
		said += " to " + last.pkg
		if last.version != 0 {
			said += fmt.Sprintf(" version %d", last.version)
		}
	}
	return said + " "
}
