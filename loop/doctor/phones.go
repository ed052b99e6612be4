package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"adroit/device"
	"adroit/device/text"
)

// examinePhones examines the list of phones, and the one that a run would use.
func examinePhones(ctx context.Context, s *Subject, tell func(Finding)) (left string) {
	listing, cancel := s.within(ctx, hostTimeout)
	defer cancel()
	phones, err := s.ADB.Hub.Devices(listing)
	if err != nil {
		tell(fromError("phone.list", "the adb server does not list its phones", err))
		return "the adb server does not list its phones"
	}
	for _, phone := range phones {
		s.private = append(s.private, serials(phone)...)
	}
	ready := slices.DeleteFunc(slices.Clone(phones), func(i device.Info) bool { return i.Fault() != nil })
	tellStates(s, phones, ready, tell)
	chosen := choose(phones, ready, s)
	tell(chosen)
	if chosen.Severity != OK {
		return "no phone was chosen"
	}
	return examinePhone(ctx, s, tell)
}

// serials are all the names under which the adb server knows the phone.
func serials(i device.Info) []string {
	return slices.DeleteFunc(append(strings.Split(i.Also, ", "), i.Serial), func(serial string) bool { return serial == "" })
}

// tellStates tells of each phone that is not ready, and what to do.
func tellStates(s *Subject, phones, ready []device.Info, tell func(Finding)) {
	const check = "phone.state"
	for _, phone := range phones {
		fault := phone.Fault()
		if fault == nil {
			continue
		}
		f := fromError(check, text.Line(phone.Serial), fault)
		if errors.Is(fault, device.ErrNoPermissions) {
			f.Cure = allowUSB.on(s.System)
		}
		if len(ready) > 0 && phone.Serial != s.Phone.Serial {
			f.Severity = Note // another one can be used
		}
		tell(f)
	}
	switch {
	case len(phones) == 0:
		tell(skipped(check, "no phone is connected"))
	case len(phones) == len(ready):
		tell(ok(check, "every phone that is connected is ready"))
	}
}

// choose says which of the phones that are ready a run would use.
func choose(phones, ready []device.Info, s *Subject) Finding {
	const check = "phone.list"
	serial := s.Phone.Serial
	named := func(i device.Info) bool { return slices.Contains(serials(i), serial) }
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
	case len(phones) == 0:
		return failure(check, "no phone is connected",
			plugIn.on(s.System)+"; over Wi-Fi: `adroit devices --connect HOST:PORT`; without a phone: `adroit demo`")
	case len(ready) == 0:
		return failure(check, "no phone is ready", "do what stands above, or try the simulated one: `adroit demo`")
	case len(ready) > 1:
		names := make([]string, len(ready))
		for i, phone := range ready {
			names[i] = text.Line(phone.Serial)
		}
		return failure(check, "more than one phone is ready: "+strings.Join(names, ", "), "choose one with --device SERIAL")
	}
	return ok(check, "one phone is ready: "+text.Line(ready[0].Serial))
}
