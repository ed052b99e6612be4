package apps

import "adroit/device/sim/android"

// Set is every app of the phone, with the state that tasks are checked by.
type Set struct {
	Messages *Messages
	Contacts *Contacts
	Notes    *Notes
	Shop     *Shop
	Bank     *Bank
	Gallery  *Gallery
	Browser  *Browser
	List     *LongList
	Panels   *Panels
	Game     *Game
	Clock    *Clock
	Prize    *Prize
}

// New makes the apps for a phone. They are not on it yet.
func New(sys *android.System) *Set {
	return &Set{
		Messages: NewMessages(sys),
		Contacts: NewContacts(sys),
		Notes:    NewNotes(sys),
		Shop:     NewShop(sys),
		Bank:     NewBank(sys),
		Gallery:  NewGallery(sys),
		Browser:  NewBrowser(sys),
		List:     NewLongList(),
		Panels:   NewPanels(),
		Game:     NewGame(),
		Clock:    NewClock(sys),
		Prize:    NewPrize(sys),
	}
}

// Install puts the apps on a phone, which then shows its launcher.
func (s *Set) Install(sys *android.System) {
	sys.Install(Launcher(sys), Settings(sys), s.Messages.App(), s.Contacts.App(), s.Notes.App(), s.Shop.App(), s.Bank.App(),
		s.Gallery.App(), s.Browser.App(), s.List.App(), s.Panels.App(), s.Game.App(), s.Clock.App(), s.Prize.App())
	for pkg, clear := range s.clears(sys) {
		sys.App(pkg).Clear = clear
	}
}

// clears are what makes the data of each app as it was at first. The apps
// themselves stay: windows and intents know them.
func (s *Set) clears(sys *android.System) map[string]func() {
	return map[string]func(){
		MessagesPackage: func() { s.Messages.All = NewMessages(sys).All },
		ContactsPackage: func() { s.Contacts.All = NewContacts(sys).All },
		NotesPackage:    func() { s.Notes.All = NewNotes(sys).All },
		ShopPackage:     func() { s.Shop.Cart, s.Shop.Orders = nil, nil },
		BankPackage:     func() { s.Bank.User = "" },
		GalleryPackage:  func() { s.Gallery.Albums, s.Gallery.photos.Offset = NewGallery(sys).Albums, 0 },
		BrowserPackage:  func() { s.Browser.Visited, s.Browser.Paid = nil, false },
		ListPackage:     func() { s.List.Chosen = "" },
		PanelsPackage:   func() { s.Panels.Pressed = nil },
		GamePackage:     func() { s.Game.Score = 0 },
		ClockPackage:    func() { s.Clock.Alarms, s.Clock.ticking = NewClock(sys).Alarms, false },
		PrizePackage:    func() { s.Prize.Pressed = nil },
	}
}

// launchable is an app with one activity, which its icon opens.
func launchable(pkg, class, label string, uid int, open func(android.Intent) *android.Window) *android.App {
	return &android.App{
		Package: pkg, Label: label, VersionName: "1.0", VersionCode: 1, UID: uid,
		Activities: []*android.Activity{{
			Class: class, Launcher: true, Open: open,
		}},
	}
}
