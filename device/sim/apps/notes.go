package apps

import (
	"slices"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// NotesPackage is the package of the notes app.
const NotesPackage = "com.google.android.keep"

// Note is a note.
type Note struct {
	Title, Body string
}

// Notes is the notes app. A note is kept when its editor is left, and deleted
// by a long press and a button.
type Notes struct {
	sys *android.System
	app *android.App
	All []Note // the newest first
}

// NewNotes returns the app with two notes.
func NewNotes(sys *android.System) *Notes {
	n := &Notes{sys: sys, All: []Note{
		{"Groceries", "Milk\nBread\nCoffee"},
		{"Router", "Wi-Fi password: correct-horse-battery"},
	}}
	n.app = launchable(NotesPackage, NotesPackage+".activities.BrowseActivity", "Notes", 10151, n.list)
	return n
}

// App returns the installed app.
func (n *Notes) App() *android.App { return n.app }

func (n *Notes) list(android.Intent) *android.Window {
	scroll := &view.Scroll{}
	selected := -1
	return &android.Window{
		Back: func() bool {
			had := selected >= 0
			selected = -1
			return had
		},
		Build: func() *view.View {
			var cards []*view.View
			for i, note := range n.All {
				cards = append(cards, &view.View{
					ID: NotesPackage + ":id/browse_note_interior_content", Width: view.Fill, Pad: margin, Gap: 10,
					Clickable: true, LongClickable: true, Selected: i == selected,
					OnClick:     func() { n.edit(i) },
					OnLongClick: func() { selected = i },
					Children: []*view.View{
						text(NotesPackage+":id/index_note_title", note.Title),
						text(NotesPackage+":id/index_note_text_description", note.Body),
					},
				})
			}
			action := iconButton(NotesPackage+":id/new_note_button", "New text note", func() { n.edit(-1) })
			if selected >= 0 {
				action = iconButton(NotesPackage+":id/menu_delete", "Delete", func() {
					n.All = slices.Delete(n.All, selected, selected+1)
					selected = -1
				})
			}
			return screen(NotesPackage, "Notes", nil, list(NotesPackage+":id/notes_content", scroll, cards...),
				&view.View{Width: view.Fill, Height: 200, Pad: margin, Children: []*view.View{action}})
		},
	}
}

// edit opens note i, or a new one for -1.
func (n *Notes) edit(i int) {
	title, body := &view.Field{}, &view.Field{Multiline: true}
	if i >= 0 {
		title.SetText(n.All[i].Title)
		body.SetText(n.All[i].Body)
	}
	keep := func() {
		note := Note{title.Text(), body.Text()}
		switch {
		case i >= 0:
			n.All[i] = note
		case note != Note{}:
			n.All = append([]Note{note}, n.All...)
		}
	}
	push(n.sys, n.app, NotesPackage+".activities.EditorActivity", &android.Window{
		Resizes: true, Closed: keep,
		Build: func() *view.View {
			content := field(NotesPackage+":id/edit_note_text", "Note", body)
			content.Height = view.Fill
			return screen(NotesPackage, "", n.sys.Back, field(NotesPackage+":id/editable_title", "Title", title), content)
		},
	})
}
