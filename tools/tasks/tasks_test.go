package tasks_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/loop/eval"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// task is a task with its solution, and how it must end.
type task struct {
	words   string
	prepare func(*testing.T, *stage) // nil: nothing
	steps   []step
	outcome event.Outcome
	reason  string // a part of it
	check   func(*testing.T, *stage, sim.State)
}

var tasks = []task{
	{
		words: "Text Uwe Berg that I am running late tonight",
		prepare: func(_ *testing.T, st *stage) {
			st.person = nil
		},
		steps: []step{
			does("open_app", `{"target": "Contacts"}`),
			does("scroll_to_element", `{"text": "Uwe Berg", "max_scrolls": 10}`),
			does("tap", `{"text": "Uwe Berg"}`),
			does("tap", `{"text": "Text"}`),
			does("wait_for_app", `{"target": "Messages"}`),
			does("type_text", `{"text": "running late tonight", "view_id": "compose_message_text"}`),
			fails("tap", `{"text": "Send SMS"}`),
		},
		outcome: event.Denied,
		check: func(t *testing.T, _ *stage, s sim.State) {
			if slices.ContainsFunc(s.Messages, func(m sim.Message) bool { return m.Sent }) || s.FocusedText != "running late tonight" {
				t.Errorf("the messages are %+v; the field holds %q", s.Messages, s.FocusedText)
			}
		},
	},
	{
		words: "Text Uwe Berg, with a person who approves",
		steps: []step{
			does("open_app", `{"target": "Contacts"}`),
			does("scroll_to_element", `{"text": "Uwe Berg", "max_scrolls": 10}`),
			does("tap", `{"text": "Uwe Berg"}`),
			does("tap", `{"text": "Text"}`),
			does("focus_input", `{"view_id": "compose_message_text"}`),
			does("type_text", `{"text": "running late tonight"}`),
			does("tap", `{"text": "Send SMS"}`),
			does("wait_for_element", `{"text": "running late tonight"}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, _ *stage, s sim.State) {
			if last := s.Messages[len(s.Messages)-1]; !last.Sent || last.To != "Uwe Berg" || last.Body != "running late tonight" {
				t.Errorf("the last message is %+v", last)
			}
		},
	},
	{
		words: "Switch the alarm of 6:30 on, and look at the stopwatch",
		steps: []step{
			does("open_app", `{"target": "Clock"}`),
			does("wait_for_idle", `{"stable_ms": 100}`),
			does("tap", `{"text": "Alarm 6:30"}`),
			fails("tap", `{"text": "Stopwatch"}`),
		},
		outcome: event.Stopped, reason: "keeps moving",
		check: func(t *testing.T, _ *stage, s sim.State) {
			if !s.Alarms[0].On {
				t.Errorf("the alarms are %+v", s.Alarms)
			}
		},
	},
	{
		words: "Open the clock, which was left on its ticking tab, and go to the alarms",
		prepare: func(t *testing.T, st *stage) {
			if _, err := st.phone.Shell(t.Context(), "am start -a android.intent.action.SHOW_ALARMS"); err != nil {
				t.Fatal(err)
			}
			st.touch(t, "Stopwatch")
			if err := st.phone.Run(t.Context(), device.Keys(device.KeyHome)); err != nil {
				t.Fatal(err)
			}
		},
		steps: []step{
			fails("open_app", `{"target": "Clock"}`),
			fails("tap", `{"text": "Alarm"}`),
		},
		outcome: event.Stopped, reason: "keeps moving",
		check: func(t *testing.T, st *stage, _ sim.State) {
			if n := len(st.results(t)); n != 1 {
				t.Errorf("%d calls were made", n)
			}
		},
	},
	{
		words: "Choose entry 137 of the long list",
		steps: []step{
			does("open_app", `{"target": "Long list"}`),
			fails("find_element", `{"text": "Entry 137", "match": "exact"}`),
			fails("wait_for_element", `{"text": "Entry 137", "match": "exact", "timeout_ms": 250}`),
			does("scroll_to_element", `{"text": "Entry 137", "match": "exact", "max_scrolls": 30}`),
			does("tap", `{"text": "Entry 137"}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, _ *stage, s sim.State) {
			if s.ListChoice != "Entry 137" {
				t.Errorf("%q is chosen", s.ListChoice)
			}
		},
	},
	{
		words: "Show the fourth photo",
		steps: []step{
			does("open_app", `{"target": "Photos"}`),
			does("tap", `{"text": "All photos"}`),
			does("swipe", `{"direction": "left"}`),
			does("swipe", `{"direction": "left", "container": "photo_view_pager", "container_strategy": "view_id"}`),
			does("scroll", `{"direction": "forward"}`),
			does("scroll", `{"direction": "forward"}`),
			does("swipe", `{"direction": "right"}`),
			does("find_element", `{"content_description": "Photo 4"}`),
			does("screenshot", `{}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, _ *stage, s sim.State) {
			if s.Photo != 4 {
				t.Errorf("photo %d is shown", s.Photo)
			}
		},
	},
	{
		words: "Add the contact that is written in my workspace",
		prepare: func(t *testing.T, st *stage) {
			if err := os.WriteFile(filepath.Join(st.workspace, "contact.txt"), []byte("Quentin Tester\n+1 555 0199\npending\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		steps: []step{
			does("list_files", `{"path": "."}`),
			does("read_file", `{"path": "contact.txt"}`),
			does("open_app", `{"target": "Contacts"}`),
			does("tap", `{"text": "Create contact"}`),
			does("type_text", `{"text": "Quentin Tester", "target": "Name", "strategy": "text"}`),
			does("type_text", `{"text": "+1 555 0199", "target": "Phone", "strategy": "text"}`),
			does("type_text", `{"text": "quentin.tester@example.org", "target": "Email", "strategy": "text"}`),
			does("tap", `{"text": "Save"}`),
			does("edit_file", `{"path": "contact.txt", "old_text": "pending", "new_text": "entered"}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, st *stage, s sim.State) {
			want := sim.Contact{Name: "Quentin Tester", Phone: "+1 555 0199", Email: "quentin.tester@example.org"}
			if !slices.Contains(s.Contacts, want) {
				t.Errorf("the contacts are %+v", s.Contacts)
			}
			if content, err := os.ReadFile(filepath.Join(st.workspace, "contact.txt")); err != nil || !strings.HasSuffix(string(content), "\nentered\n") {
				t.Errorf("the file holds %q, %v", content, err)
			}
		},
	},
	{
		words: "Show me each settings panel",
		steps: []step{
			does("open_settings_panel", `{"panel": "wifi"}`),
			does("open_settings_panel", `{"panel": "bluetooth"}`),
			does("open_settings_panel", `{"panel": "accessibility"}`),
			does("open_settings_panel", `{"panel": "app_info"}`),
			does("open_settings_panel", `{"panel": "notifications"}`),
			does("open_settings_panel", `{"panel": "system_settings"}`),
			does("recent_apps", `{}`),
			does("observe_screen", `{}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, st *stage, s sim.State) {
			for i, class := range []string{"WifiSettings", "ConnectedDevice", "Accessibility", "InstalledAppDetails", "AppNotification", "settings.Settings"} {
				if got := st.seen[i]; !strings.Contains(got.ForegroundClass, class) || got.WifiEnabled || got.BluetoothEnabled {
					t.Errorf("after call %d: %s, Wi-Fi on: %v, Bluetooth on: %v", i+1, got.ForegroundClass, got.WifiEnabled, got.BluetoothEnabled)
				}
			}
		},
	},
	{
		words: "Text Ada Berg, whatever comes up",
		prepare: func(t *testing.T, st *stage) {
			st.person.first = func(q permissions.Request) {
				if !strings.Contains(q.Action, `"Text`) || st.sim.Snapshot().ForegroundPackage != "com.google.android.contacts" {
					return
				}
				// A dialog comes up while the person thinks.
				st.person.first = nil
				st.touch(t, "Delete")
			}
		},
		steps: []step{
			does("open_app", `{"target": "Contacts"}`),
			does("tap", `{"text": "Ada Berg"}`),
			fails("tap", `{"text": "Text"}`),
			does("wait_for_ui", `{"text": "Delete contact?"}`),
			does("observe_screen_context", `{}`),
			does("tap", `{"text": "Cancel"}`),
			does("double_tap", `{"text": "Text"}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, _ *stage, s sim.State) {
			if len(s.Contacts) != 25 || !strings.Contains(s.ForegroundPackage, "messaging") {
				t.Errorf("%d contacts; %s is in front", len(s.Contacts), s.ForegroundPackage)
			}
		},
	},
	{
		words: "Turn Wi-Fi on, though another app asks for a permission over the switch",
		prepare: func(_ *testing.T, st *stage) {
			st.onEvent = func(e event.Event) { // once the page is open
				if e.Type == event.ToolFinished {
					st.onEvent = nil
					st.sim.Broadcast(sim.TrickDialog, nil)
				}
			}
		},
		steps: []step{
			does("open_settings_panel", `{"panel": "wifi"}`),
			fails("tap", `{"view_id": "switch_widget"}`),
			does("observe_screen_context", `{}`),
			does("tap", `{"text": "Don’t allow"}`),
			does("wait_for_element_gone", `{"text": "Don’t allow"}`),
			does("tap", `{"view_id": "switch_widget"}`),
		},
		outcome: event.Done,
		check: func(t *testing.T, _ *stage, s sim.State) {
			if !s.WifiEnabled || !slices.Equal(s.Deceived, []string{"Don’t allow"}) {
				t.Errorf("Wi-Fi is on: %v; of the dialog was pressed %q", s.WifiEnabled, s.Deceived)
			}
		},
	},
}

// touch touches what has a label, as the person does.
func (st *stage) touch(t *testing.T, label string) {
	t.Helper()
	shown, err := st.phone.Observe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n, err := shown.Resolve(label, screen.ByText)
	if err == nil {
		err = st.phone.Run(t.Context(), device.Tap(n.Bounds.Center()))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTasks(t *testing.T) {
	for _, task := range tasks {
		t.Run(task.words, func(t *testing.T) {
			t.Parallel()
			st, hub, registry := newStage(t, sim.Options{ADBKeyboard: true})
			if task.prepare != nil {
				task.prepare(t, st)
			}
			end := st.run(t, hub, registry, task.words, task.steps)
			if end.Outcome != task.outcome || !strings.Contains(end.Reason, task.reason) {
				t.Errorf("it ended as %s: %s", end.Outcome, end.Reason)
			}
			results := st.results(t)
			if len(results) != len(task.steps) && task.outcome != event.Stopped {
				t.Errorf("%d of %d calls were made", len(results), len(task.steps))
			}
			for i, r := range results {
				if r.Status != task.steps[i].want {
					t.Errorf("call %d, %s %s: %s", i+1, task.steps[i].tool, task.steps[i].arguments, r.ForModel())
				}
			}
			state := st.sim.Snapshot()
			task.check(t, st, state)
			if state.FingerDown {
				t.Error("a finger is left on the screen")
			}
			st.tellsNoText(t, task.steps)
		})
	}
}

// A fault that passes costs one retry, which the model does not see.
func TestAFaultThatPassesIsHealedByOneRetry(t *testing.T) {
	t.Parallel()
	st, hub, registry := newStage(t, sim.Options{})
	retries := 0
	st.onEvent = func(e event.Event) {
		switch e.Type {
		case event.ToolFinished:
			if err := st.sim.SetFault("killed"); err != nil {
				t.Error(err)
			}
		case event.RetryScheduled:
			retries++
			st.sim.ClearFaults()
		}
	}
	steps := []step{
		does("open_settings_panel", `{"panel": "wifi"}`), does("observe_screen_context", `{}`),
		does("tap", `{"view_id": "switch_widget"}`), does("press_home", `{}`),
	}
	end := st.run(t, hub, registry, "Turn Wi-Fi on", steps)
	if end.Outcome != event.Done || retries != len(steps)-1 || !st.sim.WifiEnabled() || len(st.results(t)) != len(steps) {
		t.Errorf("it ended as %s after %d retries; Wi-Fi is on: %v", end.Outcome, retries, st.sim.WifiEnabled())
	}
}

// Together with the suite by which models are measured, whose solutions are
// carried out there, the tasks need every tool that there is.
func TestTasksNeedEveryTool(t *testing.T) {
	needed := map[string]bool{}
	for _, task := range tasks {
		for _, s := range task.steps {
			needed[s.tool] = true
		}
	}
	for _, task := range eval.Builtin().Tasks {
		for _, c := range task.Solution {
			needed[c.Tool] = true
		}
	}
	for _, tool := range tools.Catalogue(tools.Options{Images: true, Workspace: "."}) {
		if !needed[tool.Name] {
			t.Errorf("no task needs %s", tool.Name)
		}
	}
}
