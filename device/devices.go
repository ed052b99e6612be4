package device

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// StateDevice is the state of a phone that is ready for use. Other states are
// kept as the adb server words them, for instance "unauthorized", "offline",
// "authorizing", "recovery" or "no permissions (…)"; AOSP's
// adb/adb.cpp (connection state names) lists most of them.
const StateDevice = "device"

// Info is one phone as the adb server lists it. Everything but Serial and
// State is empty for a phone that is not ready.
type Info struct {
	Serial      string // names the phone in every call; "host:port" for one over TCP
	State       string
	Product     string
	Model       string // with "_" for every character but letters and digits
	Device      string
	TransportID string
	Also        string // the other serials of the same phone, separated by ", "
}

// Fault is the reason why the phone cannot be used, nil when it can.
func (i Info) Fault() error {
	state := i.State
	switch {
	case state == StateDevice:
		return nil
	case state == "unauthorized":
		return ErrUnauthorized
	case state == "offline":
		return ErrOffline
	case state == "authorizing", state == "connecting":
		return ErrNotReady
	case strings.Contains(state, "permissions"):
		return ErrNoPermissions
	case slices.Contains([]string{"recovery", "sideload", "bootloader", "rescue", "host"}, state):
		return ErrNotAndroid
	}
	return &FaultError{"the phone is in the state " + state, "plug it in again, or restart it"}
}

// Cure says what to do about a phone that is not ready, "" for one that is.
func (i Info) Cure() string {
	if fault := new(FaultError); errors.As(i.Fault(), &fault) {
		return fault.Cure
	}
	return ""
}

var (
	attribute = regexp.MustCompile(`^([a-z_]+):(\S*)$`)
	// A serial without a tab behind it has a space at most where mDNS made its
	// name unique: "adb-1A2B (2)._adb-tls-connect._tcp". A bare USB path may
	// follow the state, as macOS has it.
	deviceRow = regexp.MustCompile(`^(.+\t|\S+(?: \(\d+\)\S*)? )\s*((?:no|insufficient) permissions\b.*|[a-z]+)(?: \d+-[\d.]+)?$`)
)

// parseDevices reads the answer to host:devices-l: a line is a serial, padded
// to 22 columns, a state, and attributes "key:value" (AOSP adb/transport.cpp,
// append_transport). Serials and states may contain spaces. Lines of any other
// shape are skipped, so that the output of `adb devices -l` is read as well.
func parseDevices(list string) []Info {
	infos := []Info{}
	for line := range strings.Lines(list) {
		if info, ok := parseDevice(strings.TrimRight(line, " \r\n")); ok {
			infos = append(infos, info)
		}
	}
	return infos
}

func parseDevice(line string) (Info, bool) {
	if strings.HasPrefix(line, "*") || strings.HasPrefix(line, "List of devices") {
		return Info{}, false
	}
	var info Info
	for {
		cut := strings.LastIndexAny(line, " \t")
		m := attribute.FindStringSubmatch(line[cut+1:])
		if cut < 0 || m == nil {
			break
		}
		info.set(m[1], m[2])
		line = strings.TrimRight(line[:cut], " \t")
	}
	m := deviceRow.FindStringSubmatch(line)
	if m == nil {
		return Info{}, false
	}
	info.Serial, info.State = strings.TrimSpace(m[1]), m[2]
	return info, true
}

func (i *Info) set(key, value string) {
	switch key {
	case "product":
		i.Product = value
	case "model":
		i.Model = value
	case "device":
		i.Device = value
	case "transport_id":
		i.TransportID = value
	}
}
