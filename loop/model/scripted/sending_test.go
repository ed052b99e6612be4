package scripted_test

import (
	"strings"
	"testing"

	"adroit/loop/model"
)

func TestMessages(t *testing.T) {
	perform(t, []task{
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
	})
}
