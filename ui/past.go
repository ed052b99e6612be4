package ui

import "adroit/loop/event"

// recall shows what happened in the run that the session goes on with. Nothing
// of it is asked, awaited or alarming any more.
func (a *app) recall(past []event.Event) {
	if len(past) == 0 {
		return
	}
	a.recalling = true
	l := &listener{}
	for _, e := range past {
		switch e.Type {
		case event.ScreenObserved, event.DeviceState, event.ModeChanged, event.TurnQueued:
			continue // what was true then
		}
		h := l.decode(e)
		if h.broken != nil {
			continue
		}
		a.apply(h)
		if h.Type == event.TurnStarted {
			a.composer.remember(h.Text)
		}
	}
	a.recalling = false
	a.finishAnswer()
	for _, e := range a.calls { // the session may still tell how they ended
		e.block.(*card).state = abandoned
		e.changed()
	}
	a.turn, a.modelTrouble, a.troubles, a.phone.touched = turn{}, "", nil, ""
	a.note("↑", muted, "all this was in the recorded run, which goes on here")
}
