package record

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
)

// writeMaestro writes the run as a flow for Maestro. What Maestro has no
// command for, and what holds a secret, stands in it as a comment.
func writeMaestro(w io.Writer, r *report) error {
	f := flow{}
	for _, c := range r.story.Calls {
		f.call(c)
	}
	app := "com.android.settings"
	if c, ok := decodeScreen(r.ScreenRecords.Last); ok && c.PackageName != "" {
		app = c.PackageName
	}
	if f.app != "" {
		app = f.app
	}
	_, err := fmt.Fprintf(w, "# %s\n# Recorded as run %s.\nappId: %s\n---\n%s", r.title(), r.Run.RunID, yaml(app), f.String())
	return err
}

// flow is the list of commands of a Maestro flow.
type flow struct {
	strings.Builder
	app string // the first that is launched
}

// command appends a command with its fields, in the order of their pairs.
func (f *flow) command(name string, fields ...string) {
	if len(fields) == 0 {
		fmt.Fprintf(f, "- %s\n", name)
		return
	}
	fmt.Fprintf(f, "- %s:\n", name)
	for i := 0; i < len(fields); i += 2 {
		fmt.Fprintf(f, "    %s: %s\n", fields[i], fields[i+1])
	}
}

func (f *flow) comment(format string, args ...any) {
	fmt.Fprintf(f, "# %s\n", text.Line(fmt.Sprintf(format, args...)))
}

// maestroArgs are the arguments that the tools of the catalogue take, as far as
// a flow can use them.
type maestroArgs struct {
	Target      string
	Strategy    screen.Strategy
	Text        string
	Description string `json:"content_description"`
	Direction   string
	StartX      *int `json:"start_x"`
	StartY      *int `json:"start_y"`
	EndX        *int `json:"end_x"`
	EndY        *int `json:"end_y"`
	TimeoutMS   int  `json:"timeout_ms"`
}

// call appends what c did, where it was done and acted.
func (f *flow) call(c *Call) {
	if status, _ := c.Outcome(); status != "success" && status != "warning" {
		return
	}
	var a maestroArgs
	if json.Unmarshal(c.Arguments, &a) != nil {
		f.comment("%s: cannot be read", c.Label)
		return
	}
	if c.Masked() {
		f.comment("%s: not repeated, because it holds a secret", c.Label)
		return
	}
	switch c.Tool {
	case "open_app", "open_settings_panel":
		f.launch(c)
	case "tap", "focus_input":
		f.command("tapOn", c.selector(a)...)
	case "long_press":
		f.command("longPressOn", c.selector(a)...)
	case "double_tap":
		f.command("doubleTapOn", c.selector(a)...)
	case "type_text":
		if a.Target != "" {
			f.command("tapOn", c.selector(a)...)
		}
		f.command("inputText", "text", yaml(a.Text))
	case "clear_text":
		if a.Target != "" {
			f.command("tapOn", c.selector(a)...)
		}
		f.command("eraseText")
	case "press_back":
		f.command("back")
	case "press_home":
		f.command("pressKey", "key", "Home")
	case "dismiss_keyboard":
		f.command("hideKeyboard")
	case "scroll", "scroll_to_element":
		f.scroll(c, a)
	case "swipe":
		f.swipe(c, a)
	case "wait_for_ui", "wait_for_element":
		f.wait("visible", a)
	case "wait_for_element_gone":
		f.wait("notVisible", a)
	default:
		if len(c.Commands) > 0 {
			f.comment("%s: Maestro has no command for it; it was adb shell %s", c.Label, strings.Join(c.Commands, "; "))
		}
	}
}

func (f *flow) launch(c *Call) {
	after, ok := decodeScreen(c.After)
	if !ok || after.PackageName == "" {
		f.comment("%s: it is not recorded which app that was", c.Label)
		return
	}
	if f.app == "" {
		f.app = after.PackageName
	}
	if c.Tool != "open_app" {
		f.comment("%s: Maestro opens the app, not the page", c.Label)
	}
	f.command("launchApp", "appId", yaml(after.PackageName), "stopApp", "false")
}

func (f *flow) scroll(c *Call, a maestroArgs) {
	direction := "DOWN"
	if a.Direction == "backward" {
		direction = "UP"
	}
	wanted := wantedText(a)
	switch {
	case c.Tool == "scroll_to_element" && wanted == "":
		f.comment("%s: the flow cannot look for it", c.Label)
	case c.Tool == "scroll_to_element":
		f.command("scrollUntilVisible", "element", yaml(pattern(wanted)), "direction", direction)
	case direction == "DOWN":
		f.command("swipe", "direction", "UP") // the finger goes up, the list forward
	default:
		f.command("swipe", "direction", "DOWN")
	}
}

func (f *flow) swipe(c *Call, a maestroArgs) {
	switch {
	case a.Direction != "":
		f.command("swipe", "direction", strings.ToUpper(a.Direction))
	case a.StartX != nil && a.StartY != nil && a.EndX != nil && a.EndY != nil:
		f.command("swipe", "start", fmt.Sprintf(`"%d, %d"`, *a.StartX, *a.StartY), "end", fmt.Sprintf(`"%d, %d"`, *a.EndX, *a.EndY))
	default:
		f.comment("%s: its way is not recorded", c.Label)
	}
}

func (f *flow) wait(state string, a maestroArgs) {
	wanted := wantedText(a)
	if wanted == "" {
		f.command("waitForAnimationToEnd")
		return
	}
	timeout := a.TimeoutMS
	if timeout == 0 {
		timeout = 5000
	}
	f.command("extendedWaitUntil", state, yaml(pattern(wanted)), "timeout", fmt.Sprint(timeout))
}

func wantedText(a maestroArgs) string {
	if a.Text != "" {
		return a.Text
	}
	return a.Description
}

// selector names the target of c for Maestro: by what is written on it, else by
// its view id where that is the only one, else by its place.
func (c *Call) selector(a maestroArgs) []string {
	before, _ := decodeScreen(c.Before)
	if before == nil {
		before = &screen.Context{}
	}
	n := target(before, a)
	switch {
	case n == nil && a.Strategy == screen.ByViewID:
		return []string{"id", yaml(pattern(a.Target))}
	case n == nil:
		return []string{"text", yaml(pattern(a.Target))}
	case readable(n.Text):
		return []string{"text", yaml(pattern(n.Text))}
	case readable(n.Description):
		return []string{"text", yaml(pattern(n.Description))}
	case n.ViewID != "" && sharing(before, n) == 1:
		return []string{"id", yaml(pattern(n.ViewID))}
	}
	at := n.Bounds.Center()
	return []string{"point", fmt.Sprintf(`"%d,%d"`, at.X, at.Y)}
}

// readable reports whether s can be found on a screen.
func readable(s string) bool { return s != "" && !strings.Contains(s, redact.Mask) }

// target is the element that the arguments name by its number or its bounds.
func target(c *screen.Context, a maestroArgs) *screen.Node {
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if a.Strategy == screen.ByNodeID && n.ID == a.Target || a.Strategy == screen.ByBounds && n.Bounds.String() == a.Target {
			return n
		}
	}
	return nil
}

// sharing counts the elements that have the view id of n.
func sharing(c *screen.Context, n *screen.Node) int {
	count := 0
	for i := range c.Nodes {
		if c.Nodes[i].ViewID == n.ViewID {
			count++
		}
	}
	return count
}

// pattern is a regular expression, as Maestro takes texts and ids, for s alone.
func pattern(s string) string { return regexp.QuoteMeta(s) }

// surrogates matches a character beyond the BMP as JSON escapes it.
var surrogates = regexp.MustCompile(`(?i)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})`)

// yaml is s as a double-quoted YAML scalar. JSON's strings are some, but for the
// pairs of escapes that YAML 1.2, 5.7, writes as one.
func yaml(s string) string {
	quoted, err := text.JSON(s)
	if err != nil {
		panic("record: " + err.Error()) // no string has no JSON
	}
	return surrogates.ReplaceAllStringFunc(string(quoted), func(pair string) string {
		return `\U` + beyond(pair)
	})
}

// decodeScreen reads a recorded ScreenContext.
func decodeScreen(raw json.RawMessage) (*screen.Context, bool) {
	var c screen.Context
	if len(raw) == 0 || json.Unmarshal(raw, &c) != nil {
		return nil, false
	}
	return &c, true
}

// beyond is the code point of a pair of escapes, in eight hexadecimal digits.
func beyond(pair string) string {
	m := surrogates.FindStringSubmatch(pair)
	high, _ := strconv.ParseUint(m[1], 16, 16)
	low, _ := strconv.ParseUint(m[2], 16, 16)
	return fmt.Sprintf("%08X", utf16.DecodeRune(rune(high), rune(low)))
}
