package scripted_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

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

// task is what a person asks for, the steps that follow, and how it ends.
type task struct {
	name  string
	task  string
	steps []did
	says  string // a part of the last words
	stop  model.StopReason
}

func perform(t *testing.T, tasks []task) {
	t.Helper()
	m := model.NewChat(model.Config{BaseURL: serve(t), Model: scripted.Name})
	for _, tt := range tasks {
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
