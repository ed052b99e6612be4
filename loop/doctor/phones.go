package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adroit/device"
	"adroit/device/text"
)

// examinePhones examines the list of phones, and the one that a run would use.
func examinePhones(ctx context.Context, s *Subject, tell func(Finding)) {
	const check = "phone.list"
	listing, cancel := context.WithTimeout(ctx, hostTimeout)
	defer cancel()
	phones, err := s.ADB.Hub.Devices(listing)
	if err != nil {
		tell(fromError(check, "the adb server does not list its phones", err))
		return
	}
	ready := slices.DeleteFunc(slices.Clone(phones), func(i device.Info) bool { return i.Fault() != nil })
	for _, phone := range phones {
		if fault := phone.Fault(); fault != nil {
			f := fromError("phone.state", text.Line(phone.Serial), fault)
			if len(ready) > 0 && phone.Serial != s.Phone.Serial {
				f.Severity = Note // another one can be used
			}
			tell(f)
		}
	}
	chosen := choose(phones, ready, s.Phone.Serial)
	tell(chosen)
	if chosen.Severity != OK {
		tell(skipped("phone.open", "no phone was chosen"))
		return
	}
	examinePhone(ctx, s, tell)
}

// choose says which of the phones that are ready a run would use.
func choose(phones, ready []device.Info, serial string) Finding {
	const check = "phone.list"
	named := func(i device.Info) bool {
		return i.Serial == serial || slices.Contains(strings.Split(i.Also, ", "), serial)
	}
	switch {
	case serial != "" && slices.ContainsFunc(ready, named):
		return ok(check, text.Line(serial)+" is ready, and chosen by its serial")
	case serial != "":
		state := "not ready"
		if !slices.ContainsFunc(phones, named) {
			state = "not connected"
		}
		return failure(check, fmt.Sprintf("the chosen phone %s is %s", text.Line(serial), state),
			"`adroit devices` lists the phones with what to do; the setting is --device")
	case len(ready) == 0:
		return failure(check, "no phone is ready",
			"plug one in with USB debugging on, connect to one with `adroit devices --connect HOST:PORT`, or try the simulated one: `adroit demo`")
	case len(ready) > 1:
		serials := make([]string, len(ready))
		for i, phone := range ready {
			serials[i] = text.Line(phone.Serial)
		}
		return failure(check, "more than one phone is ready: "+strings.Join(serials, ", "), "choose one with --device SERIAL")
	}
	return ok(check, "one phone is ready: "+text.Line(ready[0].Serial))
}
