package device

import (
	"cmp"
	"context"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// propertyTimeout is how long a phone in the network may take to tell who it
// is, before it counts as a phone of its own.
const propertyTimeout = 2 * time.Second

// wirelessName is the serial of a phone that adb found by mDNS: the phone's own
// serial number, and six characters that are random (AOSP adb/daemon/mdns.cpp).
// A name that was taken already has a number in brackets behind it.
var wirelessName = regexp.MustCompile(`^adb-(.+?)(?:-[[:alnum:]]{6})?(?: \(\d+\))?\._adb-tls-connect\._tcp\.?$`)

// way is how adb reaches a phone, the best first.
type way int

const (
	byCable   way = iota
	byName        // by mDNS
	byAddress     // "host:port"
)

// wayOf tells how adb reaches the phone with the given serial, and the phone's
// own serial number, which an address does not tell.
func wayOf(serial string) (w way, number string) {
	if m := wirelessName.FindStringSubmatch(serial); m != nil {
		return byName, m[1]
	}
	if _, _, err := net.SplitHostPort(serial); err == nil {
		return byAddress, ""
	}
	return byCable, serial
}

// once lists each phone once, by the best way to it: one that is ready before
// one that is not, a cable before the network.
func (h *Hub) once(ctx context.Context, infos []Info) []Info {
	numbers := h.serialNumbers(ctx, infos)
	rank := func(i int) int {
		w, _ := wayOf(infos[i].Serial)
		if infos[i].State != StateDevice {
			w += byAddress + 1
		}
		return int(w)
	}
	best := make(map[string]int) // index by serial number
	for i, number := range numbers {
		if j, ok := best[number]; number != "" && (!ok || rank(i) < rank(j)) {
			best[number] = i
		}
	}
	also := make(map[int][]string)
	for i, number := range numbers {
		if j := best[number]; number != "" && i != j {
			also[j] = append(also[j], infos[i].Serial)
		}
	}
	list := []Info{}
	for i, info := range infos {
		if number := numbers[i]; number == "" || best[number] == i {
			info.Also = strings.Join(also[i], ", ")
			list = append(list, info)
		}
	}
	return list
}

// serialNumbers are the phones' own serial numbers, "" for one that is not
// known. A phone at an address is asked for it where it may be another's.
func (h *Hub) serialNumbers(ctx context.Context, infos []Info) []string {
	numbers := make([]string, len(infos))
	for i, info := range infos {
		_, numbers[i] = wayOf(info.Serial)
	}
	if !slices.ContainsFunc(numbers, func(n string) bool { return n != "" }) {
		return numbers
	}
	told := slices.Clone(numbers)
	var asking sync.WaitGroup
	for i, info := range infos {
		if numbers[i] == "" && info.State == StateDevice {
			asking.Go(func() {
				// Many phones are sold with one and the same number: only that of
				// a phone which is listed besides tells anything.
				if n := h.serialNumber(ctx, info); slices.Contains(told, n) {
					numbers[i] = n
				}
			})
		}
	}
	asking.Wait()
	return numbers
}

// serialNumber asks a phone for its own serial number, once for each connection
// of the adb server to it. It is "" where the phone does not tell.
func (h *Hub) serialNumber(ctx context.Context, info Info) string {
	connection := cmp.Or(info.TransportID, info.Serial)
	if number, ok := h.numbers.Load(connection); ok {
		return number.(string)
	}
	ctx, cancel := context.WithTimeout(ctx, propertyTimeout)
	defer cancel()
	p := &Phone{hub: h, info: info}
	result, err := p.shell(ctx, "getprop ro.serialno", nil)
	if err != nil {
		return ""
	}
	number := strings.TrimSpace(string(result.Stdout))
	h.numbers.Store(connection, number)
	return number
}
