package device

import (
	"context"
	"strings"
)

// Home is the package of the app that shows the home screen, "" where the phone
// has several and no choice was made.
func (p *Phone) Home(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	component, err := p.homeComponent(ctx)
	home := parseComponent(component).pkg
	if home == "android" { // the system's own question which one to take
		home = ""
	}
	return home, p.wrap("find the home screen of", err)
}

// askHome asks the phone which component answers the home key. Before Android 7
// it has no such command.
const askHome = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"

// homeComponent is the component that answers the home key, "" where the phone
// does not say.
func (p *Phone) homeComponent(ctx context.Context) (string, error) {
	answer, err := p.shell(ctx, askHome, nil)
	if err != nil {
		return "", err
	}
	return p.learnHome(string(answer.Stdout)), nil
}

// learnHome keeps what the phone has answered to askHome, and returns the
// component.
func (p *Phone) learnHome(answer string) string {
	component := ""
	if components := parseComponents(answer); len(components) > 0 {
		component = components[0]
	}
	at := parseComponent(component)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case at.pkg == "android": // the system's own question which one to take
		p.home, p.homeAsked = "", true
	case strings.HasSuffix(at.class, ".FallbackHome"): // of Settings, until the phone is first unlocked
	default:
		p.home, p.homeAsked = at.pkg, true
	}
	return component
}

// knownHome is the package of the app that shows the home screen, "" where it
// has none or is not known, and whether the phone was asked.
func (p *Phone) knownHome() (home string, asked bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.home, p.homeAsked
}
