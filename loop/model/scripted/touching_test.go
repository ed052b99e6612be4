package scripted_test

import (
	"testing"

	"adroit/loop/model"
)

func TestElements(t *testing.T) {
	perform(t, []task{
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
			name: "tap a label", task: "tap on Contacts",
			steps: []did{
				{observe, ok("Observed", home)},
				{tap("2"), ok("Tapped Contacts: now in Contacts", "Contacts\n95 list")},
			},
			says: "Done: Tapped Contacts", stop: model.StopEnd,
		},
	})
}
