package tools

import (
	"log/slog"

	"adroit/tools/skill"
)

// Options choose what the catalogue offers. The zero value is the tools that
// every phone and every model can use.
type Options struct {
	Images    bool   // the model takes images
	Workspace string // the folder in which files may be read and edited; "" means none

	// ScreenJSON gives the model each screen as its whole canonical JSON,
	// instead of as compact lines of what changed. Logs keep the lines.
	ScreenJSON bool

	Skills skill.Set // that the model may read

	Secrets SecretStore // for {{secret:NAME}} in a text to type; nil means none

	Log *slog.Logger // hears of every call, without its texts; nil means nobody does
}

// Names returns the names of all tools that any options offer.
func Names() []string {
	var names []string
	for _, t := range Catalogue(Options{Images: true, Workspace: ".", Skills: make(skill.Set, 1)}) {
		names = append(names, t.Name)
	}
	return names
}

// Catalogue returns the tools, in the order in which they are listed.
func Catalogue(o Options) []Tool {
	catalogue := []Tool{
		observeScreen(),
		observeScreenContext(),
		findElement(),
		openApp(),
		openSettingsPanel(),
		tap(),
		longPress(),
		doubleTap(),
		focusInput(),
		clearText(),
		typeText(),
		scroll(),
		scrollToElement(),
		swipe(),
		dragAndDrop(),
		pressBack(),
		pressHome(),
		recentApps(),
		dismissKeyboard(),
		waitForUI(),
		waitForIdle(),
		waitForApp(),
		waitForElement(),
		waitForElementGone(),
	}
	if o.Images {
		catalogue = append(catalogue, screenshot())
	}
	if o.Workspace != "" {
		catalogue = append(catalogue, listFiles(), readFile(), editFile())
	}
	if len(o.Skills) > 0 {
		catalogue = append(catalogue, readSkill(o.Skills))
	}
	return catalogue
}
