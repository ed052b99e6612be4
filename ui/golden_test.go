package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/charmbracelet/x/vt"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/theme"
	"adroit/tools"
	"adroit/tools/skill"
)

// scenes are the moments whose frames are kept, by name.
var scenes = map[string]func(*driver){
	"first sight": func(d *driver) { d.happen(d.settings(false)) },
	"scripts": func(d *driver) {
		d.happen(d.scripts(), turnStarted(greetings[0]), stepStarted(1), says(1, "**"+greetings[0]+"**\n\n- "+strings.Join(greetings, "\n- ")))
		d.write("सेटिंग्स क्षि น้ำ")
		d.press("left", "backspace")
	},
	"no screen yet": func(d *driver) { d.wait(4 * time.Second) },
	"streaming": func(d *driver) {
		d.happen(d.settings(false), turnStarted("Turn on Wi-Fi, bitte! 設定 ❤️"), stepStarted(1),
			says(1, "I look at the **settings** first.\n\n- then the `switch`\n- שלום \x1b[31mred\x1b]0;title\x07\n"))
		d.wait(3 * time.Second)
	},
	"tool running": func(d *driver) {
		d.happen(d.settings(false), turnStarted("Turn on Wi-Fi"), stepStarted(1), says(1, "I open the *settings*."),
			called(event.ToolProposed, "c0", "open_settings_panel", "Open the Wi-Fi settings"),
			called(event.ToolStarted, "c0", "open_settings_panel", "Open the Wi-Fi settings"))
		d.wait(2 * time.Second)
	},
	"observing": func(d *driver) {
		d.happen(turnStarted("Look 設定"), stepStarted(1), called(event.ToolStarted, "c0", "observe_screen_context", "Look at the screen"))
		d.wait(4 * time.Second)
	},
	"approval medium": func(d *driver) {
		d.asking(foreign(medium("q1")))
		d.wait(glance)
	},
	"approval not armed": func(d *driver) { d.asking(medium("q1")) },
	"approval high": func(d *driver) {
		d.asking(foreign(high("q1")))
		d.wait(glance)
	},
	"approval by word": func(d *driver) {
		d.asking(high("q1"))
		d.wait(glance)
		d.press("y")
		d.wait(settled)
		d.write("kay")
	},
	"approval edit": func(d *driver) {
		r := editableRequest("q1")
		r.Arguments = json.RawMessage(`{"strategy":"text","target":"設定 \u202e❤️"}`)
		d.asking(r)
		d.wait(glance)
		d.press("a")
		d.wait(settled)
	},
	"approval of a file": func(d *driver) {
		r := medium("q1")
		r.Tool, r.Risk, r.Word, r.Grantable, r.Action = "edit_file", permissions.High, "kayak", false, "Edit notes.txt"
		r.TargetID, r.TargetLine, r.TargetBounds, r.App, r.AppLabel, r.Window, r.Commands = "", "", nil, "", "", "", nil
		r.Diff = "@@ -1,3 +1,3 @@\n milk 設定\n-bread\n+tea ❤️ \x1b[2J\n coffee"
		d.asking(r)
		d.wait(glance)
	},
	"approval long": func(d *driver) {
		d.asking(foreign(long("q1")))
		d.wait(glance)
	},
	"approval waits for a pause": func(d *driver) {
		d.write("next, ")
		d.asking(medium("q1"))
	},
	"denied with words": func(d *driver) {
		r := medium("q1")
		d.asking(r)
		d.wait(glance)
		d.happen(decided(r, permissions.Denied, permissions.ByPerson, "use mobile data"),
			d.finished("c1", tools.Result{Status: tools.Error, Message: "permission denied"}),
			event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Denied, Text: "I was not allowed to."})
	},
	"done": func(d *driver) {
		r := medium("q1")
		d.asking(r)
		d.wait(glance)
		d.happen(decided(r, permissions.Once, permissions.ByPerson, ""), d.settings(true),
			d.finished("c1", ok(`Tapped switch "Wi-Fi"; 1 line changed`)), stepStarted(2),
			says(2, "Wi-Fi is **on**.\n\n| network | signal |\n|---|---|\n| Home | strong |\n"),
			event.Event{Type: event.Usage, TurnID: "t1", Tokens: &event.Tokens{Input: 900, Output: 80, TurnTotal: 2380}},
			event.Event{Type: event.TurnCompleted, TurnID: "t1", Outcome: event.Done, Verified: true, Text: "Wi-Fi is on."})
	},
	"redacted tree": func(d *driver) {
		d.happen(d.settings(false))
		d.press("tab", "tab", "end", "up", "up", "up")
	},
	"inspector": func(d *driver) {
		d.happen(d.settings(false))
		d.press("tab", "tab", "end", "up", "up", "i")
	},
	"map": func(d *driver) {
		d.happen(d.settings(false))
		d.press("shift+tab", "m", "down", "down", "down")
	},
	"map with keyboard": func(d *driver) {
		c := d.settingsScreen(false)
		c.KeyboardVisible, c.KeyboardBounds = true, &screen.Rect{Top: 1500, Right: 1080, Bottom: 2400}
		d.happen(event.Event{Type: event.ScreenObserved, Screen: asJSON(d.t, c)})
		d.press("shift+tab", "m")
	},
	"mention": func(d *driver) {
		d.happen(d.settings(false))
		d.write("tap @wi")
	},
	"typing by hand": func(d *driver) {
		d.happen(d.settings(false))
		d.press("shift+tab", "end", "e")
		d.write("設定 ok")
	},
	"entry read whole": func(d *driver) {
		d.asking(high("q1"))
		d.wait(glance)
		d.press("n")
		d.wait(settled)
		d.press("tab", "v")
	},
	"modes": func(d *driver) {
		d.happen(d.settings(false), turnStarted("Turn on Wi-Fi"), event.Event{Type: event.ModeChanged, Mode: string(permissions.ModeMedium)})
		d.press("ctrl+o")
	},
	"watching": func(d *driver) {
		d.happen(held(event.HeldElsewhere), d.settings(false), turnStarted("Turn on Wi-Fi"), stepStarted(1),
			event.Event{Type: event.ModeChanged, Mode: string(permissions.ModeReadOnly)},
			called(event.ToolProposed, "c1", "tap", "Tap switch"))
	},
	"notice": func(d *driver) {
		d.happen(d.settings(false))
		d.write("設定 ❤️")
		d.press("ctrl+c")
	},
	"replay": func(d *driver) {
		d.replay(&fakePlayback{length: 57})
		d.asking(high("q1"))
	},
	"errors": func(d *driver) {
		d.happen(event.Event{Type: event.DeviceState, State: "offline", Reason: "unplug the cable and plug it in again"},
			turnStarted("Turn on Wi-Fi"),
			event.Event{Type: event.TurnFailed, TurnID: "t1", Outcome: event.Failed, Reason: "\x1b[31m連接 failed: is the server running? \u202e❤️"})
		d.press("/")
		d.write("errors")
		d.press("enter")
	},
	"rules": func(d *driver) {
		rules, err := permissions.ParseRules("/home/anna/.config/adroit/rules.toml", []byte(ownRules), []string{"tap"})
		if err != nil {
			d.t.Fatal(err)
		}
		d.app.options.Rules = rules
		d.press("/")
		d.write("rules")
		d.press("enter")
	},
	"skills": func(d *driver) {
		d.app.options.Guidance = Guidance{Notes: "ADROIT.md", Skills: skill.Set{
			{ID: "pay", Title: "Buy \x1b[2J設定 \u202esomething", Risk: permissions.High, AllowedTools: []string{"tap"}, SuccessCriteria: []string{"app=Shop"}, Path: "/home/anna/.config/adroit/skills/pay.md"},
			{ID: "look", Title: "Look around", Path: ".adroit/skills/look.md"},
		}, Wrong: []string{
			".adroit/skills/go.md:2: unknown key \"titel\"; did you mean title?",
			".adroit/skills/go.md:4: allowed_tools: unknown tool \"\x1b[2Jfly\"; `adroit tools` lists them",
		}}
		read := d.finished("c1", tools.Result{OK: true, Status: tools.Success, Data: map[string]any{"id": "pay"}})
		read.Tool = "read_skill"
		d.happen(turnStarted("Buy milk"), read)
		d.press("/")
		d.write("skills")
		d.press("enter")
	},
	"help": func(d *driver) { d.press("f1") },
	"palette": func(d *driver) {
		d.press("/")
		d.write("th")
	},
	"lost phone": func(d *driver) {
		d.happen(d.settings(false), turnStarted("Turn on Wi-Fi"),
			event.Event{Type: event.DeviceState, State: "offline", Reason: "unplug the cable and plug it in again"})
	},
	"failed endpoint": func(d *driver) {
		d.happen(d.settings(false), turnStarted("Turn on Wi-Fi"), stepStarted(1),
			event.Event{Type: event.RetryScheduled, TurnID: "t1", DelayMS: 2000, Reason: "the endpoint answers 500"},
			event.Event{Type: event.TurnFailed, TurnID: "t1", Outcome: event.Failed, Reason: "connect to http://127.0.0.1:9/v1: connection refused: is the server running?"})
	},
	"queue": func(d *driver) {
		d.happen(d.settings(false), turnStarted("Turn on Wi-Fi"), stepStarted(1),
			event.Event{Type: event.TurnQueued, TurnID: "t2", Text: "Then Bluetooth"},
			event.Event{Type: event.TurnQueued, TurnID: "t3", Text: "Then\nhome"})
	},
}

// greetings are sentences in scripts whose vowel signs and conjuncts have a cell
// each although they belong to the letter before them.
var greetings = []string{
	"हिन्दी: मेरी पुस्तक मेज़ पर रखी है।",
	"বাংলা: আজ বিকেলে বৃষ্টি হতে পারে, র\u200d্যাব।",
	"தமிழ்: நாளை காலை ஒன்பது மணிக்கு வாருங்கள்.",
	"മലയാളം: അവന്\u200d വീട്ടിലേക്ക് പോയി.",
	"తెలుగు: కొత్త సందేశం వచ్చింది.",
	"ಕನ್ನಡ: ಎಲ್ಲಾ ಸಂಪರ್ಕಗಳು ಇಲ್ಲಿವೆ.",
	"ગુજરાતી: ચાવી ટેબલ પર છે.",
	"ਪੰਜਾਬੀ: ਮੀਂਹ ਰੁਕ ਗਿਆ ਹੈ।",
	"ଓଡ଼ିଆ: ଘଣ୍ଟା ପାଞ୍ଚଟା ବାଜିଛି।",
	"සිංහල: ශ්\u200dරී ලංකාවේ කඳුකරය.",
	"ไทย: น้ำเย็นอยู่ในตู้",
	"ລາວ: ນ້ຳຢູ່ໃນຈອກ",
	"ខ្មែរ: ការ\u200bកំណត់\u200bថ្មី",
	"မြန်မာ: ကျောင်းသား ရောက်ပြီ။",
	"བོད་ཡིག: དེབ་འདི་གསར་པ་རེད།",
	"ꦗꦮ: ꦧꦸꦏꦸꦱꦏꦶꦁ",
}

// scripts is a screen with labels in many scripts.
func (d *driver) scripts() event.Event {
	c := screen.Context{ObservationID: "o1", AppLabel: greetings[0], Width: 1080, Height: 2400, Awake: true, Complete: true, CapturedAt: d.now}
	for i, label := range greetings {
		c.Nodes = append(c.Nodes, screen.Node{
			ID: strconv.Itoa(i + 1), Role: screen.Item, Label: label, Clickable: true, Enabled: true,
			Bounds: screen.Rect{Top: i * 150, Right: 1080, Bottom: (i + 1) * 150},
		})
	}
	return event.Event{Type: event.ScreenObserved, Screen: asJSON(d.t, c)}
}

// foreign is r about an element whose label has wide, joined and right-to-left
// characters in it, and some that would drive a terminal.
func foreign(r permissions.Request) permissions.Request {
	r.TargetLine += " 設定 ❤️ 🏳️‍🌈 שלום \x1b[2J\u202e"
	return r
}

// ownRules is a file of rules.
const ownRules = `
[[rule]]
tool = "tap"
app = "com.example.*"
decision = "allow"
reason = "my own app 設定"

[[rule]]
class = "payment"
decision = "deny"
`

// offers are the scenes in which something else is offered.
var offers = map[string]func(*driver){
	"missing": func(*driver) {},
	"phones":  func(d *driver) { d.command("phones") },
	"runs":    func(d *driver) { d.command("runs"); d.press("enter") },
}

func TestOffers(t *testing.T) {
	t.Parallel()
	for name, play := range offers {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				d, _ := offering(t, size[0], size[1], Missing{
					What: "No phone is connected 設定.", Cure: "Plug one in with USB debugging on, or use `adroit devices --connect HOST:PORT`.",
				})
				play(d)
				d.straight()
				golden.RequireEqual(t, d.screen()+"\n")
			})
		}
	}
}

// sizes are the terminals for which frames are kept.
var sizes = [][2]int{{200, 60}, {120, 30}, {100, 30}, {80, 24}, {60, 20}, {39, 9}}

func TestFrames(t *testing.T) {
	t.Parallel()
	for name, play := range scenes {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				d := newDriver(t, size[0], size[1])
				play(d)
				d.straight()
				golden.RequireEqual(t, d.screen()+"\n")
			})
		}
	}
}

// TestThemes keeps three scenes with their styles, in every theme.
func TestThemes(t *testing.T) {
	t.Parallel()
	for _, scene := range []string{"approval high", "redacted tree", "help"} {
		for _, name := range []theme.Name{theme.Dark, theme.Light, theme.ANSI16, theme.None} {
			t.Run(scene+"/"+string(name), func(t *testing.T) {
				t.Parallel()
				d := newDriverWith(t, 80, 24, Options{Theme: name, Device: "Pixel 8", Model: "scripted"})
				scenes[scene](d)
				golden.RequireEqual(t, d.terminal().Render()+"\n")
			})
		}
	}
}

// TestFramesAreComplete demands a frame of every state that a person can come
// to, at every size, and no frame of a state that is no more.
func TestFramesAreComplete(t *testing.T) {
	t.Parallel()
	states := map[string]bool{}
	for _, state := range []string{
		"first sight", "no screen yet", "streaming", "tool running", "observing", "approval medium", "approval high",
		"approval long", "denied with words", "done", "redacted tree", "inspector", "map", "palette", "help",
		"lost phone", "failed endpoint", "queue", "replay", "missing", "phones", "runs",
	} {
		states[state] = false
	}
	for test, played := range map[string]map[string]func(*driver){"TestFrames": scenes, "TestOffers": offers} {
		for state := range played {
			states[state] = true
			for _, size := range sizes {
				file := filepath.Join("testdata", test, strings.ReplaceAll(state, " ", "_"), fmt.Sprintf("%dx%d.golden", size[0], size[1]))
				if _, err := os.Stat(file); err != nil {
					t.Errorf("there is no frame of %q at %v: %v", state, size, err)
				}
			}
		}
		kept, err := os.ReadDir(filepath.Join("testdata", test))
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range kept {
			if _, ok := played[strings.ReplaceAll(dir.Name(), "_", " ")]; !ok {
				t.Errorf("%s/%s: no such state is played", test, dir.Name())
			}
		}
	}
	for state, played := range states {
		if !played {
			t.Errorf("no frame shows %q", state)
		}
	}
}

// straight fails the test unless every line of the frame is as wide as the
// terminal, however one measures, the frame is as high, and the border between
// the panes stands in one column.
func (d *driver) straight() {
	d.t.Helper()
	content := d.app.View().Content
	lines := strings.Split(content, "\n")
	if len(lines) > d.app.height {
		d.t.Errorf("the frame has %d lines, the terminal %d", len(lines), d.app.height)
	}
	for _, line := range lines {
		if w := widths(line); w[0] > d.app.width || w[0] != w[1] {
			d.t.Errorf("widths %v of %d: %q", w, d.app.width, line)
		}
	}
	const beyond = 8
	em := vt.NewEmulator(d.app.width+beyond, max(len(lines), 1))
	if _, err := em.WriteString(strings.ReplaceAll(content, "\n", "\r\n")); err != nil {
		d.t.Fatal(err)
	}
	covered := d.app.picker != nil || d.app.form != nil || d.app.reader != nil
	for y := range lines {
		for x := d.app.width; x < d.app.width+beyond; x++ {
			if c := em.CellAt(x, y); c != nil && strings.TrimSpace(c.Content) != "" {
				d.t.Errorf("line %d reaches beyond the terminal: %q", y, lines[y])
				break
			}
		}
		body := y >= len(d.app.banners()) && y < len(d.app.banners())+d.app.bodyHeight()
		if c := em.CellAt(d.app.chatWidth(), y); d.app.layout == split && body && !covered && (c == nil || c.Content != "│") {
			d.t.Errorf("line %d has no border at column %d: %q", y, d.app.chatWidth(), lines[y])
		}
	}
}

// TestScriptsAreReadAndWritten demands that every letter is on the screen, and
// that what the person writes is sent as it was written.
func TestScriptsAreReadAndWritten(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 200, 60)
	d.happen(d.scripts())
	shown := text.Unparted(d.app.View().Content)
	for _, words := range greetings {
		if !strings.Contains(shown, words) {
			t.Errorf("%q is not on the screen: %q", words, shown)
		}
		d.write(words)
		d.straight()
		d.press("enter")
		if got := d.session.sent[len(d.session.sent)-1]; got != words {
			t.Errorf("sent %q, want %q", got, words)
		}
	}
	d.write("मी पुस्तक")
	for range 6 {
		d.press("left")
	}
	d.press("backspace", "backspace")
	d.write("ाली")
	d.straight()
	d.press("enter")
	if got := d.session.sent[len(d.session.sent)-1]; !strings.HasPrefix(got, "म") || strings.ContainsAny(got, "◌⟨\ufffd") {
		t.Errorf("sent %q", got)
	}
}

// TestNoFrameDrivesTheTerminal puts hostile text everywhere and looks at the
// bytes of the frame: styles and printable characters, nothing else.
func TestNoFrameDrivesTheTerminal(t *testing.T) {
	t.Parallel()
	const hostile = "\x1b]52;c;aGk=\x07\x1b[2J\u009b31m\u202eabc\u200b\r\x00\x7f\U000e0100\u2028"
	for _, size := range [][2]int{{160, 45}, {80, 24}, {39, 9}} {
		d := newDriverWith(t, size[0], size[1], Options{Theme: "dark", Device: hostile, Model: hostile, SuggestedTasks: []string{hostile}})
		d.harmless()
		r := high("q1")
		r.Action, r.Typing, r.TargetLine, r.App, r.AppLabel, r.Window, r.Changed = hostile, hostile, hostile, hostile, hostile, hostile, hostile
		r.Reasons, r.Commands, r.Tool = []string{hostile}, []string{hostile}, hostile
		start := called(event.ToolStarted, "c1", hostile, hostile)
		start.Arguments = asJSON(t, map[string]string{"text": hostile})
		d.happen(d.settings(false), turnStarted(hostile), stepStarted(1), says(1, hostile+"\n\n`"+hostile+"`"), start, d.asks(r))
		d.wait(glance)
		d.harmless()
		d.press("n")
		d.wait(settled)
		d.happen(decided(r, permissions.Denied, hostile, hostile),
			d.finished("c1", tools.Result{Status: tools.Error, Message: hostile}),
			event.Event{Type: event.TurnQueued, TurnID: "t2", Text: hostile},
			event.Event{Type: event.GateChecked, TurnID: "t1", Text: hostile},
			event.Event{Type: event.DeviceState, Device: hostile, State: hostile, Reason: hostile},
			event.Event{Type: event.TurnFailed, TurnID: "t1", Outcome: event.Failed, Reason: hostile, Text: hostile})
		d.send(tea.PasteMsg{Content: hostile})
		d.harmless()
		d.press("tab")
		d.press("enter")
		d.harmless()
		d.press("v")
		d.harmless()
		d.press("esc", "shift+tab", "m")
		d.harmless()
		d.command("errors")
		d.harmless()
		d.press("esc", "shift+tab", "shift+tab")
		d.press("@")
		d.harmless()
		d.openForm(hostile)
		d.harmless()
		d.offered(hostile)
		d.harmless()
	}
}

// openForm opens a form about what is hostile.
func (d *driver) openForm(s string) {
	d.app.picker = nil
	d.app.openForm("Type into "+text.Line(s), "", false, nil)
	d.send(tea.PasteMsg{Content: s})
}

// offered offers what is hostile.
func (d *driver) offered(s string) {
	d.app.form = nil
	hostile := func(context.Context) ([]Offer, error) { return []Offer{{Name: s, What: s, Note: s, Cure: s}}, nil }
	d.run(d.app.offer(picker{title: "Offers"}, hostile, nil))
	d.press("enter")
}
