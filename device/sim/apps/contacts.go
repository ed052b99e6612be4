package apps

import (
	"cmp"
	"slices"
	"strings"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// ContactsPackage is the package of the contacts app.
const ContactsPackage = "com.google.android.contacts"

// Contact is a person in the address book.
type Contact struct {
	Name, Phone, Email string
}

// Contacts is the contacts app: a list longer than the screen, an editor, and
// a deletion that asks first.
type Contacts struct {
	sys *android.System
	app *android.App
	All []Contact // by name
}

// NewContacts returns the app with a full address book.
func NewContacts(sys *android.System) *Contacts {
	c := &Contacts{sys: sys}
	first := strings.Fields("Ada Ben Cleo Dan Eva Finn Gia Hugo Ines Jon Kai Lea Mia Nils Olga Pia Quin Rosa Sam Tia Uwe Vera Wim Yara Zoe")
	last := strings.Fields("Berg Costa Dahl Egede Frost")
	for i, name := range first {
		c.All = append(c.All, Contact{
			Name:  name + " " + last[i%len(last)],
			Phone: "+1 555 01" + string(rune('0'+i/10)) + string(rune('0'+i%10)),
			Email: strings.ToLower(name) + "@example.com",
		})
	}
	c.app = launchable(ContactsPackage, "com.android.contacts.activities.PeopleActivity", "Contacts", 10150, c.list)
	c.app.Work = true
	return c
}

// App returns the installed app.
func (c *Contacts) App() *android.App { return c.app }

func (c *Contacts) open(class string, w *android.Window) {
	push(c.sys, c.app, "com.google.android.apps.contacts."+class, w)
}

func (c *Contacts) list(android.Intent) *android.Window {
	scroll := &view.Scroll{}
	return &android.Window{Build: func() *view.View {
		var rows []*view.View
		for _, contact := range c.All {
			rows = append(rows, &view.View{
				ID: ContactsPackage + ":id/contact_list_item", Width: view.Fill, Height: 168, Pad: margin,
				Clickable: true, LongClickable: true,
				OnClick:  func() { c.open("quickcontact.QuickContactActivity", c.detail(contact)) },
				Children: []*view.View{text(ContactsPackage+":id/cliv_name_textview", contact.Name)},
			})
		}
		create := iconButton(ContactsPackage+":id/floating_action_button", "Create contact", func() {
			c.open("editor.ContactEditorActivity", c.editor())
		})
		return screen(ContactsPackage, "Contacts", nil,
			list("android:id/list", scroll, rows...),
			&view.View{Width: view.Fill, Height: 200, Pad: margin, Children: []*view.View{create}})
	}}
}

func (c *Contacts) detail(contact Contact) *android.Window {
	return &android.Window{Build: func() *view.View {
		return screen(ContactsPackage, contact.Name, c.sys.Back,
			row("Call", contact.Phone, func() {}),
			row("Text", contact.Phone, func() {
				// The messages app answers this action.
				_, _ = c.sys.Start(android.Intent{Action: "android.intent.action.SENDTO", Data: "smsto:" + contact.Name})
			}),
			row("Email", contact.Email, func() {}),
			button(ContactsPackage+":id/menu_delete", "Delete", func() { c.askDelete(contact) }))
	}}
}

func (c *Contacts) askDelete(contact Contact) {
	confirm(c.sys, "Delete contact?", contact.Name+" will be removed from this phone.", "Delete", func() {
		c.All = slices.DeleteFunc(c.All, func(other Contact) bool { return other == contact })
		c.sys.Pop()
	})
}

func (c *Contacts) editor() *android.Window {
	name, phone, email := &view.Field{}, &view.Field{}, &view.Field{}
	return &android.Window{Resizes: true, Build: func() *view.View {
		save := button(ContactsPackage+":id/toolbar_button", "Save", func() {
			c.All = append(c.All, Contact{Name: name.Text(), Phone: phone.Text(), Email: email.Text()})
			slices.SortStableFunc(c.All, func(a, b Contact) int { return cmp.Compare(a.Name, b.Name) })
			c.sys.Pop()
		})
		save.Disabled = name.Text() == ""
		// The fields have no ids, as in the real editor.
		return screen(ContactsPackage, "Create contact", c.sys.Back, save,
			field("", "Name", name), field("", "Phone", phone), field("", "Email", email))
	}}
}
