package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"adroit/device"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// composing is a rig that shows a new message, with nothing in focus.
func composing(t testing.TB) *rig {
	t.Helper()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	r.must(t, "open_app", `{"target": "Messages"}`, "tap", `{"text": "Start chat"}`)
	r.asked = nil
	return r
}

const messageField = "compose_message_text"

// typing is the arguments of type_text.
func typing(text, viewID string) string {
	fields := map[string]string{"text": text}
	if viewID != "" {
		fields["target"], fields["strategy"] = viewID, "view_id"
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func TestTypedTextArrives(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Hello", " spaces  inside ", `it's "quoted" \ and $HOME`, "100%s of %d; rm -rf /", "a&&b||c|d>e<f`g`", "~#!*?[]{}()^", "00",
		strings.Repeat("long ", 60),
	} {
		t.Run(text, func(t *testing.T) {
			r := composing(t)
			result := r.call(t, "type_text", typing(text, messageField))
			if result.Status != tools.Success {
				t.Error(result.ForModel())
			}
			if got := r.sim.Snapshot().FocusedText; got != text {
				t.Errorf("the field holds %q, want %q", got, text)
			}
			q := r.asked[0]
			if q.Typing != text || !strings.HasPrefix(q.Action, fmt.Sprintf("Type %d characters into input", len(text))) {
				t.Errorf("request = %+v", q)
			}
			if strings.Contains(result.Message+q.Action+strings.Join(r.started, ""), strings.TrimSpace(text)) && len(text) > 1 {
				t.Errorf("the text is told in %q or %q", result.Message, q.Action)
			}
		})
	}
}

func TestTypingGoesOnAfterWhatIsThere(t *testing.T) {
	t.Parallel()
	r := composing(t)
	r.must(t, "type_text", typing("one", messageField), "type_text", typing(" two", ""))
	if got := r.sim.Snapshot().FocusedText; got != "one two" {
		t.Errorf("the field holds %q", got)
	}
	// The field had the focus already, so the second call did not touch it.
	if commands := r.asked[1].Commands; slices.ContainsFunc(commands, func(c string) bool { return strings.Contains(c, "tap") }) {
		t.Errorf("commands = %q", commands)
	}
}

func TestTextThatCannotBeTypedIsRefusedBeforeTheFieldIsTouched(t *testing.T) {
	t.Parallel()
	r := composing(t)
	for _, text := range []string{"Grüße", "hi 😀", "שלום", "日本"} {
		result := r.call(t, "type_text", typing(text, messageField))
		if result.OK || result.Stop || result.Data["characters"] == nil {
			t.Errorf("%q: %s", text, result.ForModel())
		}
	}
	if s := r.sim.Snapshot(); s.FocusedText != "" || s.KeyboardShown || len(r.asked) != 0 {
		t.Errorf("the phone was touched: %+v", s)
	}
}

func TestTypingNeedsAField(t *testing.T) {
	t.Parallel()
	r := composing(t)
	tests := []struct{ name, arguments, message, data string }{
		{"nothing has the focus", typing("x", ""), "No text field has the focus", "fields"},
		{"a button", `{"text": "x", "target": "Navigate up", "strategy": "text"}`, "is not a text field", "fields"},
		{"nothing at all", typing("x", "no_such_id"), "Target not found", "candidates"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := r.call(t, "type_text", tt.arguments)
			if result.OK || result.Data[tt.data] == nil {
				t.Error(result.ForModel())
			}
			contains(t, result.Message, tt.message)
		})
	}
	if len(r.asked) != 0 {
		t.Errorf("asked %+v", r.asked)
	}
}

func TestALineBreakIsAskedAboutAsSending(t *testing.T) {
	t.Parallel()
	r := composing(t)
	r.must(t, "type_text", typing("one\ntwo", messageField))
	if q := r.asked[0]; q.Risk != permissions.High || q.Word == "" || !slices.Contains(q.Classes, permissions.MessageSend) {
		t.Errorf("request = %+v", q)
	}
}

func TestFocusInput(t *testing.T) {
	t.Parallel()
	r := composing(t)
	r.must(t, "focus_input", `{"target": "`+messageField+`", "strategy": "view_id"}`)
	if !r.sim.Snapshot().KeyboardShown {
		t.Error("no keyboard came up")
	}
	result := r.call(t, "focus_input", `{"target": "Navigate up", "strategy": "text"}`)
	if result.OK {
		t.Error(result.ForModel())
	}
}

func TestClearText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a", "some words", strings.Repeat("x", 95)} {
		r := composing(t)
		r.must(t, "type_text", typing(text, messageField), "clear_text", ``)
		if got := r.sim.Snapshot().FocusedText; got != "" {
			t.Errorf("the field still holds %q", got)
		}
		asked := len(r.asked)
		result := r.call(t, "clear_text", `{"view_id": "`+messageField+`"}`)
		if result.Status != tools.Success || len(r.asked) != asked {
			t.Errorf("clearing an empty field: %s", result.ForModel())
		}
	}
}

func TestSendingAsksAsHighRisk(t *testing.T) {
	t.Parallel()
	r := composing(t)
	r.must(t,
		"type_text", typing("+15550100", "recipient_text_view"),
		"type_text", typing("On my way", messageField),
		"tap", `{"text": "Send SMS"}`)
	q := r.asked[len(r.asked)-1]
	if q.Risk != permissions.High || q.Word == "" || q.Grantable || !slices.Equal(q.Classes, []permissions.Class{permissions.MessageSend}) {
		t.Errorf("request = %+v", q)
	}
	if want := []string{"New conversation", "Type a name, phone number, or email: +15550100", "Text message: On my way"}; !slices.Equal(q.Stakes, want) {
		t.Errorf("it is about %q, want %q", q.Stakes, want)
	}
	messages := r.sim.Messages()
	if last := messages[len(messages)-1]; !last.Sent || last.To != "+15550100" || last.Body != "On my way" {
		t.Errorf("the last message is %+v", last)
	}
}

// TestWhatIsSentIsWhatWasApproved writes on in the message while the question
// whether to send it is on the screen.
func TestWhatIsSentIsWhatWasApproved(t *testing.T) {
	t.Parallel()
	r := composing(t)
	r.must(t, "type_text", typing("+15550100", "recipient_text_view"), "type_text", typing("On my way", messageField))
	asked := len(r.asked)
	r.onAsked = func(permissions.Request) {
		if len(r.asked) > asked+1 {
			return
		}
		if err := r.phone.Run(t.Context(), "input text home"); err != nil {
			t.Error(err)
		}
	}
	r.must(t, "tap", `{"text": "Send SMS"}`)
	if len(r.asked) != asked+2 {
		t.Fatalf("asked %d times, want twice", len(r.asked)-asked)
	}
	contains(t, r.asked[asked+1].Changed, "On my way → ", "On my wayhome")
	messages := r.sim.Messages()
	if last := messages[len(messages)-1]; last.Body != "On my wayhome" {
		t.Errorf("the last message is %+v", last)
	}
}

func TestDismissKeyboard(t *testing.T) {
	t.Parallel()
	r := composing(t)
	page := r.sim.Snapshot().ForegroundClass
	asked := len(r.asked)
	result := r.call(t, "dismiss_keyboard", ``)
	if result.Status != tools.Success || result.Data["was_visible_before"] != false || len(r.asked) != asked {
		t.Errorf("without a keyboard: %s", result.ForModel())
	}
	r.must(t, "focus_input", `{"view_id": "`+messageField+`"}`)
	result = r.call(t, "dismiss_keyboard", ``)
	if result.Status != tools.Success || result.Data["was_visible_before"] != true {
		t.Errorf("with a keyboard: %s", result.ForModel())
	}
	if s := r.sim.Snapshot(); s.KeyboardShown || s.ForegroundClass != page {
		t.Errorf("after it: %+v", s)
	}

	// A keyboard that goes away by itself at the last moment takes no page along.
	fails := func(name string) {
		if err := r.sim.SetFault(name); err != nil {
			t.Error(err)
		}
	}
	fails("keyboard-shown")
	r.onStarted = func() { fails("keyboard-hidden") }
	r.must(t, "dismiss_keyboard", ``)
	if got := r.sim.Snapshot().ForegroundClass; got != page {
		t.Errorf("%s is in front, not %s", got, page)
	}
}

// Older Androids show the hint of an empty field as its text.
func TestAHintIsNoContentOnOlderAndroids(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{AndroidVersion: 10})
	r.must(t, "open_app", `{"target": "Messages"}`, "tap", `{"text": "Start chat"}`,
		"type_text", typing("Hello", messageField))
	if got := r.sim.Snapshot().FocusedText; got != "Hello" {
		t.Errorf("the field holds %q", got)
	}
	r.must(t, "clear_text", ``)
	if got := r.sim.Snapshot().FocusedText; got != "" {
		t.Errorf("the field holds %q", got)
	}
	result := r.call(t, "clear_text", ``)
	if result.Status != tools.Warning {
		t.Error(result.ForModel())
	}
	contains(t, result.Message, "may be its hint")
}

// An approval for the session is for the field, whatever the text, and the
// question says so.
func TestTheQuestionSaysThatASessionCoversAnyText(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Session}, sim.Options{})
	r.must(t, newMessage...)
	r.asked = nil
	for _, text := range []string{"abc", "another"} { // into the same empty field
		r.must(t, "type_text", `{"text": "`+text+`", "view_id": "compose_message_text"}`)
		r.person(t, slices.Repeat([]device.Command{device.Keys(device.KeyDelete)}, len(text))...)
		r.must(t, "observe_screen_context", ``)
	}
	if len(r.asked) != 1 {
		t.Fatalf("asked %s", actions(r.asked))
	}
	contains(t, r.asked[0].Covers, "type_text on input ", " in Messages, with any text")
}
