package device

import "context"

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

// homeComponent is the component that answers the home key, "" where the phone
// does not say.
func (p *Phone) homeComponent(ctx context.Context) (string, error) {
	home, err := p.shell(ctx, "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME", nil)
	if err != nil {
		return "", err
	}
	components := parseComponents(string(home.Stdout))
	if len(components) == 0 {
		return "", nil
	}
	return components[0], nil
}
