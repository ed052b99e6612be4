package apps

import (
	"slices"
	"strings"
	"time"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// MessagesPackage is the package of the messages app.
const MessagesPackage = "com.google.android.apps.messaging"

// Message is a text message.
type Message struct {
	To   string // the other person: who it went to, or came from
	Body string
	Sent bool // by this phone
	Time time.Time
}

// Messages is the messages app and its messages, the oldest first.
type Messages struct {
	sys *android.System
	All []Message
}

// NewMessages returns the app with some messages received.
func NewMessages(sys *android.System) *Messages {
	now := sys.Now()
	return &Messages{sys: sys, All: []Message{
		{To: "Mia Berg", Body: "Are we still on for Friday?", Time: now.Add(-3 * time.Hour)},
		{To: "Parcel Service", Body: "Your parcel arrives between 14:00 and 16:00.", Time: now.Add(-2 * time.Hour)},
		{To: "Northbank", Body: "482913 is your verification code. Do not share it.", Time: now.Add(-time.Hour)},
	}}
}

// App returns the installed app.
func (m *Messages) App() *android.App {
	return &android.App{
		Package: MessagesPackage, Label: "Messages", VersionName: "20260901", VersionCode: 20260901, UID: 10142, Preloaded: true,
		Activities: []*android.Activity{
			{
				Class: MessagesPackage + ".ui.ConversationListActivity", Launcher: true,
				Open: func(android.Intent) *android.Window { return m.conversations() },
			},
			{
				Class: MessagesPackage + ".ui.conversation.LaunchConversationActivity", Actions: []string{"android.intent.action.SENDTO"},
				Open: func(in android.Intent) *android.Window { return m.compose(recipient(in), in.Extras["sms_body"]) },
			},
		},
	}
}

// recipient reads the number out of an smsto: intent.
func recipient(in android.Intent) string {
	for _, scheme := range []string{"smsto:", "sms:"} {
		if to, ok := strings.CutPrefix(in.Data, scheme); ok {
			return to
		}
	}
	return ""
}

func (m *Messages) conversations() *android.Window {
	scroll := &view.Scroll{}
	return &android.Window{Build: func() *view.View {
		var rows []*view.View
		seen := map[string]bool{}
		for _, last := range slices.Backward(m.All) { // the newest first
			if seen[last.To] {
				continue
			}
			seen[last.To] = true
			rows = append(rows, m.conversationRow(last))
		}
		start := button(MessagesPackage+":id/start_new_conversation_button", "Start chat", func() {
			m.open(m.compose("", ""))
		})
		start.Class = "com.google.android.material.floatingactionbutton.ExtendedFloatingActionButton"
		return screen(MessagesPackage, "Messages", nil,
			list("android:id/list", scroll, rows...),
			&view.View{Pad: margin, Width: view.Fill, Height: 230, Children: []*view.View{start}})
	}}
}

func (m *Messages) conversationRow(last Message) *view.View {
	body := last.Body
	if last.Sent {
		body = "You: " + body
	}
	return &view.View{
		Width: view.Fill, Height: 210, Pad: margin, Clickable: true, LongClickable: true,
		ID:      MessagesPackage + ":id/swipeableContainer",
		OnClick: func() { m.open(m.conversation(last.To)) },
		Children: []*view.View{
			text(MessagesPackage+":id/conversation_name", last.To),
			text(MessagesPackage+":id/conversation_snippet", body),
			text(MessagesPackage+":id/conversation_timestamp", last.Time.Format("15:04")),
		},
	}
}

func (m *Messages) open(w *android.Window) {
	push(m.sys, m.sys.App(MessagesPackage), MessagesPackage+".ui.conversation.ConversationActivity", w)
}

// compose is a new message: whom to, and what.
func (m *Messages) compose(to, body string) *android.Window {
	whom, what := &view.Field{}, &view.Field{Multiline: true}
	whom.SetText(to)
	what.SetText(body)
	return &android.Window{Resizes: true, Build: func() *view.View {
		recipient := field(MessagesPackage+":id/recipient_text_view", "Type a name, phone number, or email", whom)
		recipient.Class = "android.widget.MultiAutoCompleteTextView"
		return screen(MessagesPackage, "New conversation", m.sys.Back,
			&view.View{Axis: view.Across, Center: true, Width: view.Fill, Height: 160, Pad: 6, Children: []*view.View{
				text("", "To"), recipient,
			}},
			&view.View{Width: view.Fill, Height: view.Fill, Class: "android.view.View"},
			m.editor(whom.Text(), what))
	}}
}

// conversation shows what passed between the phone and one other, with room to
// write.
func (m *Messages) conversation(with string) *android.Window {
	what, scroll := &view.Field{Multiline: true}, &view.Scroll{}
	return &android.Window{Resizes: true, Build: func() *view.View {
		var bubbles []*view.View
		for _, message := range m.All {
			if message.To == with {
				bubble := text(MessagesPackage+":id/message_text", message.Body)
				bubble.Pad, bubble.Width, bubble.LongClickable = 30, view.Fill, true
				bubbles = append(bubbles, bubble)
			}
		}
		return screen(MessagesPackage, with, m.sys.Back,
			list(MessagesPackage+":id/message_list", scroll, bubbles...), m.editor(with, what))
	}}
}

// editor is the line at the bottom in which a message is written and sent.
func (m *Messages) editor(to string, what *view.Field) *view.View {
	send := iconButton("Compose:Draft:Send", "Send SMS", func() { m.send(to, what) })
	send.Disabled = to == "" || what.Text() == ""
	return &view.View{
		ID: MessagesPackage + ":id/compose_message_view", Axis: view.Across, Center: true,
		Width: view.Fill, Height: 200, Pad: 20, Gap: 20,
		Children: []*view.View{field(MessagesPackage+":id/compose_message_text", "Text message", what), send},
	}
}

func (m *Messages) send(to string, what *view.Field) {
	m.All = append(m.All, Message{To: to, Body: what.Text(), Sent: true, Time: m.sys.Now()})
	what.SetText("")
	m.sys.Pop()
	m.open(m.conversation(to))
}
