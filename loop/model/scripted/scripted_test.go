package scripted_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(scripted.New(scripted.Options{}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

// catalogue declares the tools of a phone.
func catalogue(names ...string) []model.Tool {
	if names == nil {
		names = []string{"observe_screen_context", "open_app", "open_settings_panel", "tap", "long_press", "type_text", "scroll_to_element", "press_back", "press_home", "wait_for_idle", "wait_for_element"}
	}
	tools := make([]model.Tool, len(names))
	for i, name := range names {
		tools[i] = model.Tool{Name: name}
	}
	return tools
}

// did is a call that the model is expected to make, and what it is told.
type did struct {
	call   string // name and arguments
	result string
}

const observe = `observe_screen_context {}`

func tap(id string) string { return fmt.Sprintf(`tap {"strategy":"node_id","target":%q}`, id) }

func typed(id, text string) string {
	return fmt.Sprintf(`type_text {"strategy":"node_id","target":%q,"text":%q}`, id, text)
}

// ok, warning and failed are results of tools, with lines of the screen.
func ok(message, screen string) string {
	return fmt.Sprintf(`{"ok":true,"status":"success","message":%q,"data":{},"next_actions":[],"artifacts":[]}`+"\n%s", message, screen)
}

func warning(message, screen string) string {
	return fmt.Sprintf(`{"ok":true,"status":"warning","message":%q,"data":{},"next_actions":[],"artifacts":[]}`+"\n%s", message, screen)
}

func failed(message, data string, retryMS int) string {
	return fmt.Sprintf(`{"ok":false,"status":"error","message":%q,"data":%s,"next_actions":[],"artifacts":[],"retry_after_ms":%d,"idempotent":true,"stop":false}`, message, data, retryMS)
}

const (
	home = `home screen (Pixel Launcher)
1 list
2 Contacts
3 Messages
4 Settings
- Sun, Nov 29`

	wifiOff = `Settings: Internet
10 Navigate up
11 list
12 switch Wi-Fi [off]
- Network preferences | Wi-Fi turns back on automatically`

	settingsHome = `Settings
30 list
31 Network & internet | Mobile, Wi-Fi, hotspot
32 Connected devices | Bluetooth, pairing
33 Display | Dark theme, font size, brightness`

	networkPage = `Settings: Network & internet
40 Navigate up
41 Internet | Networks available
42 Airplane mode
43 switch [off]
44 switch Data Saver [off focused]`

	contacts = `Contacts
80 list
81 Ada Berg
82 Ben Costa`

	conversations = `Messages
50 list
51 Mia Berg | Are we still on for Friday? | 10:00
52 Start chat`

	compose = `Messages: New conversation
60 Navigate up
- New conversation
- To
61 input Type a name, phone number, or email
62 input Text message
63 Send SMS [disabled]`
)

func TestTasks(t *testing.T) {
	tests := []struct {
		name  string
		task  string
		steps []did
		says  string // a part of the last words
		stop  model.StopReason
	}{
		{
			name: "turn on Wi-Fi", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"wifi"}`, ok("Opened the settings page wifi", wifiOff)},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]\n13 AndroidWifi | Connected")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "scroll to what is not on the screen", task: "Open Contacts and tap Uwe Berg",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"Contacts"}`, ok("Opened Contacts", contacts)},
				{observe, ok("Observed", contacts)},
				{`scroll_to_element {"max_scrolls":"30","text":"Uwe Berg"}`, ok("Found", "changed: 1, new: 1\n90 Uwe Berg")},
				{tap("90"), ok("Tapped", "new page\n91 Call")},
			},
			says: "Done: Opened Contacts. Done: Tapped.", stop: model.StopEnd,
		},
		{
			name: "it is nowhere in the list", task: "tap Nobody",
			steps: []did{
				{observe, ok("Observed", contacts)},
				{`scroll_to_element {"max_scrolls":"30","text":"Nobody"}`, failed("Not found after 8 scrolls", "{}", 0)},
				{observe, ok("Observed", contacts)},
			},
			says: "I see nothing named", stop: model.StopRefusal,
		},
		{
			name: "type into a field, then back past the keyboard", task: `Type "Dentist" into Title and go back`,
			steps: []did{
				{observe, ok("Observed", "Notes\n70 Navigate up\n71 input Title\n72 input Note")},
				{typed("71", "Dentist"), ok("Typed", "keyboard shown; changed: 1\n71 input Title: Dentist [focused]")},
				{observe, ok("Observed", "Notes; keyboard shown\n71 input Title: Dentist [focused]")},
				{`press_back {}`, ok("Went back", "keyboard hidden; changed: 1\n71 input Title: Dentist")},
				{`press_back {}`, ok("Went back", "window Notes; gone: 2\n73 Dentist")},
			},
			says: "Done: I pressed back.", stop: model.StopEnd,
		},
		{
			name: "two fields may be meant", task: `type "Milk"`,
			steps: []did{{observe, ok("Observed", "Notes\n71 input Title\n72 input Note")}},
			says:  "more than one field", stop: model.StopRefusal,
		},
		{
			name: "hold something in an app", task: "In the app Notes, long-press Groceries and nothing else.",
			steps: []did{
				{observe, ok("Observed", "Notes\n70 Groceries | Milk\n71 Router")},
				{observe, ok("Observed", "Notes\n70 Groceries | Milk\n71 Router")},
				{`long_press {"strategy":"node_id","target":"70"}`, ok("Held", "changed: 1\n70 Groceries | Milk [selected]\n74 Delete")},
			},
			says: "Notes is open already. Done: Held.", stop: model.StopEnd,
		},
		{
			name: "wait for something", task: "wait until Order sent appears",
			steps: []did{{`wait_for_element {"text":"Order sent"}`, ok("It is there", "new: 1\n- Order sent")}},
			says:  "is on the screen", stop: model.StopEnd,
		},
		{
			name: "it does not come", task: "wait for Order sent",
			steps: []did{
				{`wait_for_element {"text":"Order sent"}`, failed("It did not appear", "{}", 0)},
				{observe, ok("Observed", home)},
			},
			says: "it did not come", stop: model.StopRefusal,
		},
		{
			name: "the change alone shows the switch", task: "please switch the wifi on!",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"wifi"}`, ok("Opened", "12 switch Wi-Fi [off]")},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "it is on already", task: "enable Wi-Fi",
			steps: []did{{observe, ok("Observed", strings.Replace(wifiOff, "[off]", "[on]", 1))}},
			says:  "already", stop: model.StopEnd,
		},
		{
			name: "Bluetooth under another name", task: "Can you turn Bluetooth off, please?",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"bluetooth"}`, ok("Opened", "20 switch Use Bluetooth [on]")},
				{tap("20"), ok("Tapped", "20 switch Use Bluetooth [off]")},
			},
			says: "Done: Bluetooth is off now.", stop: model.StopEnd,
		},
		{
			name: "a switch behind a page, named by its row", task: "turn on airplane mode",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)},
				{observe, ok("Observed", settingsHome)},
				{tap("31"), ok("Tapped", networkPage)},
				{tap("43"), ok("Tapped", "43 switch [on]")},
				{observe, ok("Observed", strings.Replace(networkPage, "[off]", "[on]", 1))},
			},
			says: "Airplane mode is on now", stop: model.StopEnd,
		},
		{
			name: "a page whose summary names the switch", task: "disable dark mode",
			steps: []did{
				{observe, ok("Observed", settingsHome)},
				{`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)},
				{observe, ok("Observed", settingsHome)},
				{tap("33"), ok("Tapped", "Settings: Display\n70 switch Dark theme [on]")},
				{tap("70"), ok("Tapped", "70 switch Dark theme [off]")},
			},
			says: "Dark theme is off now", stop: model.StopEnd,
		},
		{
			name: "no such switch", task: "turn on the flux capacitor",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"system_settings"}`, ok("Opened", settingsHome)},
				{observe, ok("Observed", settingsHome)},
			},
			says: `no switch named "flux capacitor"`, stop: model.StopRefusal,
		},
		{
			name: "tap without effect, then with", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), warning("Tapped, but it is still off", "screen unchanged")},
				{observe, ok("Observed", wifiOff)},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "tap without effect again and again", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), warning("it is still off", "screen unchanged")},
				{observe, ok("Observed", wifiOff)},
				{tap("12"), warning("it is still off", "screen unchanged")},
				{observe, ok("Observed", wifiOff)},
				{`press_back {}`, ok("Pressed back", home)},
				{observe, ok("Observed", home)},
				{`open_settings_panel {"panel":"wifi"}`, ok("Opened", "12 switch Wi-Fi [off]")},
			},
			says: `could not tap "Wi-Fi". it is still off`, stop: model.StopRefusal,
		},
		{
			name: "the element has gone", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), failed("Target not found", `{"target":"12","candidates":["80 switch Wi-Fi [off]"]}`, 500)},
				{observe, ok("Observed", strings.Replace(wifiOff, "12 ", "80 ", 1))},
				{tap("80"), ok("Tapped", "80 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on now", stop: model.StopEnd,
		},
		{
			name: "the element is covered: the candidate", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), failed("Covered", `{"candidates":["13 Wi-Fi row"]}`, 0)},
				{observe, ok("Observed", wifiOff)},
				{tap("13"), ok("Tapped", "12 switch Wi-Fi [on]")},
			},
			says: "Wi-Fi is on", stop: model.StopEnd,
		},
		{
			name: "denied with words", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{tap("12"), failed("permission denied: not at night", `{"denied":true,"by":"person"}`, 0)},
			},
			says: `not allowed to tap "Wi-Fi" (not at night)`, stop: model.StopEnd,
		},
		{
			name: "only a person can go on", task: "Turn on Wi-Fi",
			steps: []did{
				{observe, `{"ok":false,"status":"error","message":"the phone is locked: unlock it","data":{},"idempotent":true,"stop":true}`},
			},
			says: "the phone is locked: unlock it", stop: model.StopRefusal,
		},
		{
			name: "no screen at first", task: "turn off wifi",
			steps: []did{
				{observe, failed("the screen never came to rest", `{}`, 500)},
				{`wait_for_idle {}`, warning("The screen did not come to rest", "screen unchanged (ignored: clock \"12:42\")")},
				{observe, ok("Observed", strings.Replace(wifiOff, "[off]", "[on]", 1))},
				{tap("12"), ok("Tapped", "12 switch Wi-Fi [off]")},
			},
			says: "Wi-Fi is off now", stop: model.StopEnd,
		},
		{
			name: "no screen at all", task: "what is on the screen?",
			steps: []did{
				{observe, failed("null root node", `{}`, 500)},
				{`wait_for_idle {}`, failed("null root node", `{}`, 500)},
				{observe, failed("null root node", `{}`, 500)},
			},
			says: "I cannot see the screen. null root node.", stop: model.StopRefusal,
		},
		{
			name: "open an app", task: "Open Messages",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"Messages"}`, ok("Opened Messages (com.google.android.apps.messaging)", conversations)},
			},
			says: "Done: Opened Messages", stop: model.StopEnd,
		},
		{
			name: "the app is open", task: "launch the Messages app",
			steps: []did{{observe, ok("Observed", conversations)}},
			says:  "open already", stop: model.StopEnd,
		},
		{
			name: "an app by a candidate", task: "start contact",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"contact"}`, failed("App not found", `{"target":"contact","candidates":["Contact com.acme.contact/.Main","Notes com.acme.notes/.Main"]}`, 0)},
				{observe, ok("Observed", home)},
				{`open_app {"target":"com.acme.contact/.Main"}`, ok("Opened Contact", "Contact\n90 list")},
			},
			says: "Opened Contact", stop: model.StopEnd,
		},
		{
			name: "no such app", task: "open Frobnicator",
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"Frobnicator"}`, failed("App not found", `{"candidates":["Notes com.acme.notes/.Main"]}`, 0)},
				{observe, ok("Observed", home)},
			},
			says: `could not open "Frobnicator". App not found`, stop: model.StopRefusal,
		},
		{
			name: "a message to somebody new", task: `Send a message "On my way" to Jonas`,
			steps: []did{
				{observe, ok("Observed", home)},
				{`open_app {"target":"Messages"}`, ok("Opened", conversations)},
				{observe, ok("Observed", conversations)},
				{tap("52"), ok("Tapped", "61 input")},
				{observe, ok("Observed", compose)},
				{typed("61", "Jonas"), ok("Typed", "61 input Jonas [focused]")},
				{observe, ok("Observed", strings.Replace(compose, "Type a name, phone number, or email", "Jonas [focused]", 1))},
				{typed("62", "On my way"), ok("Typed", "62 input On my way [focused]")},
				{observe, ok("Observed", "Messages: New conversation; keyboard shown\n- To\n61 input Jonas\n62 input On my way [focused]\n63 Send SMS")},
				{tap("63"), ok("Tapped", "- On my way")},
				{observe, ok("Observed", "Messages: Jonas\n60 Navigate up\n- Jonas\n64 list\n- On my way\n65 input Text message")},
			},
			says: `I sent "On my way" to Jonas`, stop: model.StopEnd,
		},
		{
			name: "a message in a conversation", task: "text mia: “See you at 8”",
			steps: []did{
				{observe, ok("Observed", conversations)},
				{tap("51"), ok("Tapped", "55 input Text message")},
				{observe, ok("Observed", "Messages\n53 Navigate up\n- Mia Berg\n54 list\n- Are we still on for Friday?\n55 input Text message\n56 Send SMS [disabled]")},
				{typed("55", "See you at 8"), ok("Typed", "55 input See you at 8 [focused]")},
				{observe, ok("Observed", "Messages\n53 Navigate up\n- Mia Berg\n54 list\n55 input See you at 8\n56 Send SMS")},
				{tap("56"), ok("Tapped", "- See you at 8")},
				{observe, ok("Observed", "Messages\n53 Navigate up\n- Mia Berg\n54 list\n- See you at 8\n55 input Text message")},
			},
			says: `I sent "See you at 8" to mia`, stop: model.StopEnd,
		},
		{
			name: "the message is not to be seen afterwards", task: `tell Mia "Hi"`,
			steps: []did{
				{observe, ok("Observed", "Messages\n- Mia Berg\n54 list\n55 input Text message\n56 Send SMS")},
				{typed("55", "Hi"), ok("Typed", "")},
				{observe, ok("Observed", "Messages\n- Mia Berg\n55 input Hi\n56 Send SMS")},
				{tap("56"), ok("Tapped", "")},
				{observe, ok("Observed", "Messages\n- Mia Berg\n55 input Text message")},
			},
			says: "I do not see the message", stop: model.StopRefusal,
		},
		{
			name: "in another conversation", task: `send "Hi" to Jonas`,
			steps: []did{
				{observe, ok("Observed", "Messages\n53 Navigate up\n- Mia Berg\n54 list\n- Jonas says hi\n55 input Text message")},
				{`press_back {}`, ok("Pressed back", "")},
				{observe, ok("Observed", conversations)},
				{tap("52"), failed("permission denied", `{"denied":true}`, 0)},
			},
			says: `not allowed to tap "Start chat". I did nothing`, stop: model.StopEnd,
		},
		{
			name: "read the screen", task: "What's on my screen?",
			steps: []did{{observe, ok("Observed", wifiOff)}},
			says:  "The screen shows Settings, Internet: Navigate up; Wi-Fi (off); Network preferences; Wi-Fi turns back on automatically.", stop: model.StopEnd,
		},
		{
			name: "read a screen without a title", task: "what do you see?",
			steps: []did{{observe, ok("Observed", "Settings: .Settings\n32 Display")}},
			says:  "The screen shows Settings: Display.", stop: model.StopEnd,
		},
		{
			name: "go home", task: "go to the home screen",
			steps: []did{
				{observe, ok("Observed", wifiOff)},
				{`press_home {}`, ok("Pressed home: now in Pixel Launcher", home)},
			},
			says: "Done: I pressed home", stop: model.StopEnd,
		},
		{
			name: "at home already", task: "Press home",
			steps: []did{{observe, ok("Observed", home)}},
			says:  "in front already", stop: model.StopEnd,
		},
		{
			name: "at home already, on any launcher", task: "home",
			steps: []did{{observe, ok("Observed", "home screen (com.miui.home)\n1 list")}},
			says:  "in front already", stop: model.StopEnd,
		},
		{
			name: "the app is open, by its package", task: "open contacts",
			steps: []did{{observe, ok("Observed", "com.google.android.contacts\n1 list")}},
			says:  "open already", stop: model.StopEnd,
		},
		{
			name: "back without effect", task: "go back",
			steps: []did{
				{observe, ok("Observed", home)},
				{`press_back {}`, warning("Pressed back, but the screen did not change", "screen unchanged")},
				{observe, ok("Observed", home)},
			},
			says: "did not change", stop: model.StopRefusal,
		},
		{
			name: "tap a label", task: "tap on Contacts",
			steps: []did{
				{observe, ok("Observed", home)},
				{tap("2"), ok("Tapped Contacts: now in Contacts", "Contacts\n95 list")},
			},
			says: "Done: Tapped Contacts", stop: model.StopEnd,
		},
		{name: "an unknown task", task: "Book a flight to Oslo", says: "I am a scripted model, not a language model", stop: model.StopRefusal},
		{name: "who are you", task: "What can you do?", says: "scripted model of Adroit", stop: model.StopEnd},
	}
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := model.Request{System: "You work a phone.", Tools: catalogue(), Messages: []model.Message{{Role: model.RoleUser, Text: tt.task}}}
			follow(t, m, &req, tt.steps...)
			got := reply(t, m, req)
			if len(got.Calls) != 0 || got.Stop != tt.stop || !strings.Contains(got.Text, tt.says) {
				t.Errorf("at the end: %q, %s, calls %q; want %q, %s", got.Text, got.Stop, got.Calls, tt.says, tt.stop)
			}
		})
	}
}

// follow wants these calls of m, and adds them and their results to req.
func follow(t *testing.T, m model.Model, req *model.Request, steps ...did) {
	t.Helper()
	for i, step := range steps {
		got := reply(t, m, *req)
		if len(got.Calls) != 1 {
			t.Fatalf("step %d: %q with calls %q, want %s", i+1, got.Text, got.Calls, step.call)
		}
		call := got.Calls[0]
		if made := call.Name + " " + call.Arguments; made != step.call {
			t.Fatalf("step %d: %q and %s, want %s", i+1, got.Text, made, step.call)
		}
		if got.Text == "" {
			t.Errorf("step %d: a call without words", i+1)
		}
		req.Messages = append(req.Messages,
			model.Message{Role: model.RoleAssistant, Text: got.Text, Calls: got.Calls},
			model.Message{Role: model.RoleTool, CallID: call.ID, Text: step.result})
	}
}

func reply(t *testing.T, m model.Model, req model.Request) model.Reply {
	t.Helper()
	got, err := m.Reply(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestOnlyThisTurnCounts makes it look again for a new task: what was on the
// screen during the task before may have gone.
func TestOnlyThisTurnCounts(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	req := model.Request{Tools: catalogue(), Messages: []model.Message{
		{Role: model.RoleUser, Text: "turn off wifi"},
		{Role: model.RoleAssistant, Calls: []model.Call{{ID: "call_1", Name: "observe_screen_context", Arguments: "{}"}}},
		{Role: model.RoleTool, CallID: "call_1", Text: ok("Observed", wifiOff)},
		{Role: model.RoleAssistant, Text: "Wi-Fi is off already."},
		{Role: model.RoleUser, Text: "turn on wifi"},
	}}
	got := reply(t, m, req)
	if len(got.Calls) != 1 || got.Calls[0].Name != "observe_screen_context" || got.Calls[0].ID == "call_1" {
		t.Errorf("calls %q, want a new look at the screen", got.Calls)
	}
}

func TestWithoutTools(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	req := model.Request{Tools: catalogue(), NoTools: true, Messages: []model.Message{{Role: model.RoleUser, Text: "turn on wifi"}}}
	if got := reply(t, m, req); len(got.Calls) != 0 || !strings.Contains(got.Text, "the task is not done yet") || got.Stop != model.StopEnd {
		t.Errorf("forbidden: %q, calls %q", got.Text, got.Calls)
	}
	req.NoTools, req.Tools = false, nil
	if got := reply(t, m, req); len(got.Calls) != 0 || !strings.Contains(got.Text, "no tools") {
		t.Errorf("none declared: %q, calls %q", got.Text, got.Calls)
	}
	req.Tools = catalogue("observe_screen_context")
	req.Messages = append(req.Messages,
		model.Message{Role: model.RoleAssistant, Calls: []model.Call{{ID: "a", Name: "observe_screen_context", Arguments: "{}"}}},
		model.Message{Role: model.RoleTool, CallID: "a", Text: ok("Observed", wifiOff)})
	if got := reply(t, m, req); len(got.Calls) != 0 || !strings.Contains(got.Text, "need the tool tap") {
		t.Errorf("one is missing: %q, calls %q", got.Text, got.Calls)
	}
}

func TestWholeReplies(t *testing.T) {
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name, NoStream: true})
	got := reply(t, m, model.Request{Tools: catalogue(), Messages: []model.Message{{Role: model.RoleUser, Text: "turn on wifi"}}})
	if len(got.Calls) != 1 || got.Text == "" || got.Usage.Estimated || got.Usage.Input == 0 {
		t.Errorf("got %+v", got)
	}
	got = reply(t, m, model.Request{Messages: []model.Message{{Role: model.RoleUser, Text: "fly"}}})
	if got.Stop != model.StopRefusal {
		t.Errorf("stop %q, want a refusal", got.Stop)
	}
}

// TestStream looks at the bytes: words one by one, usage where it was asked
// for, the mark of the end.
func TestStream(t *testing.T) {
	body := `{"model":"adroit-scripted","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":[{"type":"text","text":"help"}]}]}`
	res, err := http.Post(serve(t)+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("content type %q", got)
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	events := strings.Split(strings.TrimSuffix(string(raw), "\n\n"), "\n\n")
	if n := len(events); n < 20 || events[n-1] != "data: [DONE]" || !strings.Contains(events[n-2], `"usage":{"prompt_tokens":`) {
		t.Errorf("%d events, the last:\n%s", len(events), strings.Join(events[max(0, len(events)-3):], "\n"))
	}
	for _, event := range events[:len(events)-1] {
		if data, ok := strings.CutPrefix(event, "data: "); !ok || !json.Valid([]byte(data)) {
			t.Errorf("not an event with JSON: %q", event)
		}
	}
}

func TestBadRequests(t *testing.T) {
	url := serve(t)
	for _, tt := range []struct {
		method, path, body string
		status             int
	}{
		{http.MethodPost, "/chat/completions", `{"messages":`, http.StatusBadRequest},
		{http.MethodPost, "/chat/completions", `{"messages":[]}`, http.StatusBadRequest},
		{http.MethodPost, "/chat/completions", `{"messages":[{"role":"user","content":7}]}`, http.StatusBadRequest},
		{http.MethodGet, "/chat/completions", "", http.StatusNotFound},
		{http.MethodPost, "/embeddings", "{}", http.StatusNotFound},
	} {
		req, err := http.NewRequestWithContext(t.Context(), tt.method, url+tt.path, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != tt.status || !strings.Contains(string(page), `"error":{"message":"`) {
			t.Errorf("%s %s %s: %d %s", tt.method, tt.path, tt.body, res.StatusCode, page)
		}
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := scripted.Serve(ctx, listen(t), scripted.Options{Pace: time.Microsecond})
	names, err := model.ListModels(t.Context(), model.Config{BaseURL: s.BaseURL})
	if err != nil || strings.Join(names, " ") != scripted.Name {
		t.Errorf("models %q, %v", names, err)
	}
	got := reply(t, model.NewChat(model.Config{BaseURL: s.BaseURL, Model: scripted.Name}), model.Request{Messages: []model.Message{{Role: model.RoleUser, Text: "help"}}})
	if !strings.Contains(got.Text, "scripted model") {
		t.Errorf("text %q", got.Text)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}

	again := scripted.Serve(ctx, listen(t), scripted.Options{})
	cancel()
	if err := again.Wait(); err != nil {
		t.Errorf("ended by its context: %v", err)
	}
}
