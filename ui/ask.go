package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/permissions"
)

// A question waits for a pause in typing before it takes the keys, so that
// what was meant for the composer still gets there; but not for ever.
const (
	holdFor  = time.Second
	holdMost = 5 * time.Second
)

// ask opens the oldest question, unless one is open or the person is typing.
func (a *app) ask() tea.Cmd {
	if len(a.pending) == 0 {
		a.heldFrom = time.Time{}
	}
	if a.dialog != nil || len(a.pending) == 0 {
		return nil
	}
	now := a.now()
	if a.heldFrom.IsZero() {
		a.heldFrom = now
	}
	if wait := a.lastTyped.Add(holdFor).Sub(now); wait > 0 && now.Sub(a.heldFrom) < holdMost {
		return a.after(wait, heldMsg{})
	}
	a.heldFrom = time.Time{}
	a.form, a.reader = nil, nil
	if a.picker != nil {
		a.leavePicker()
	}
	r := a.pending[0]
	a.dialog = newDialog(r, a.askedBy(r), a.phone.view, a.lastKey)
	a.dialog.shared = a.holder != ""
	a.phone.point(a.dialog.request.TargetID)
	a.relayout()
	return a.showing()
}

// askedBy is who wants the call that r is about.
func (a *app) askedBy(r permissions.Request) origin {
	if e, ok := a.calls[r.CallID]; ok {
		return e.block.(*card).origin()
	}
	return byModel
}

// held reports whether a question waits for the person to stop typing.
func (a *app) held() bool { return a.dialog == nil && len(a.pending) > 0 }

// showing follows the dialog to the screen: when viewedMsg arrives, View has
// been called with what Update did before, and within another frame it is
// written.
func (a *app) showing() tea.Cmd {
	id := a.dialog.request.ID
	return func() tea.Msg { return viewedMsg{id} }
}

func (a *app) viewed(msg viewedMsg) tea.Cmd {
	if !a.isOpen(msg.requestID) {
		return nil
	}
	a.dialog.paint(a.now().Add(frameTime))
	return a.arm(msg.requestID)
}

// arm waits until keys count, to show that they do. Whether a key counts is
// for the gate alone to say, at the time of the key.
func (a *app) arm(requestID string) tea.Cmd {
	if !a.isOpen(requestID) {
		return nil
	}
	opens := a.dialog.gate.opens()
	wait := opens.Sub(a.now())
	if opens.IsZero() || wait <= 0 {
		return nil
	}
	return a.after(wait, armMsg{requestID})
}

// isOpen reports whether the dialog on the screen is that of the request.
func (a *app) isOpen(requestID string) bool {
	return a.dialog != nil && a.dialog.request.ID == requestID
}

// disturb has the question seen anew after a resize or a change of focus.
func (a *app) disturb() tea.Cmd {
	if a.dialog == nil {
		return nil
	}
	a.dialog.disturb()
	return a.showing()
}

// placeDialog lays the dialog out for the present size and theme. Where there
// is room it stands at the end of the chat, above the line that says what is
// going on, and the chat moves up for it: nothing is covered. Beside the phone
// it takes the chat's width alone, so that its target stays in sight.
func (a *app) placeDialog() {
	taken := 0
	switch {
	case a.dialog == nil:
	case a.width < wholeScreenW || a.height < wholeScreenH || a.chatHeight() < lowestDialog:
		a.box = a.dialog.place(a.width, a.height, false, a.theme)
	default:
		a.box = a.dialog.place(a.chatWidth(), a.chatHeight(), true, a.theme)
		a.box.y = len(a.banners()) + a.chatHeight() - a.box.height
		taken = a.box.height
	}
	a.chat.resize(a.textWidth(), a.chatHeight()-taken)
	if taken > 0 && a.layout != split { // it stands over whichever pane is shown
		a.phone.resize(a.box.y - len(a.banners()))
	} else {
		a.phone.resize(a.bodyHeight())
	}
}

// pressDialog gives a key to the dialog.
func (a *app) pressDialog(msg tea.KeyPressMsg, now time.Time) tea.Cmd {
	if msg.String() == "ctrl+c" { // never a mistake: it only stops
		return a.answer(permissions.Answer{Verdict: permissions.StopTurn, By: permissions.ByPerson})
	}
	d := a.dialog
	d.press(msg, now)
	a.placeDialog()
	id := d.request.ID
	if answer, ok := d.settle(now); ok {
		return a.answer(answer)
	}
	if d.pressed != nil {
		return a.after(d.settling(), settleMsg{id})
	}
	return a.arm(id)
}

func (a *app) settle(msg settleMsg) tea.Cmd {
	if !a.isOpen(msg.requestID) {
		return nil
	}
	if answer, ok := a.dialog.settle(a.now()); ok {
		return a.answer(answer)
	}
	a.placeDialog()
	return nil
}

// answer gives the person's answer to the question on the screen, and closes
// it.
func (a *app) answer(answer permissions.Answer) tea.Cmd {
	r := a.dialog.request
	answer.ShownMS = a.dialog.shown(a.now()).Milliseconds()
	a.withdraw(r.ID)
	resolve := func() tea.Msg {
		if err := a.session.Resolve(r.ID, answer); err != nil {
			return refusedMsg{r, err}
		}
		return nil
	}
	return tea.Batch(resolve, a.ask())
}

// withdraw takes a question away.
func (a *app) withdraw(requestID string) {
	a.pending = slices.DeleteFunc(a.pending, func(r permissions.Request) bool { return r.ID == requestID })
	if a.isOpen(requestID) {
		a.dialog = nil
		a.phone.point("")
	}
	a.relayout()
}
