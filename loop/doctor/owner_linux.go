package doctor

import (
	"bufio"
	"net"
	"os"
	"strconv"
	"strings"

	"adroit/device/loopback"
)

// listening is the state of a socket that waits for connections (Linux
// include/net/tcp_states.h, TCP_LISTEN).
const listening = "0A"

// listenerOwner is the user id of the program that listens at addr, where that
// is a port of this machine (proc_net_tcp in the kernel's documentation).
func listenerOwner(addr string) (uid int, known bool) {
	host, port, err := net.SplitHostPort(addr)
	number, portErr := strconv.ParseUint(port, 10, 16)
	if err != nil || portErr != nil || !loopback.Host(host) {
		return 0, false
	}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		if uid, known := ownerIn(table, number); known {
			return uid, true
		}
	}
	return 0, false
}

func ownerIn(table string, port uint64) (uid int, known bool) {
	f, err := os.Open(table)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		// sl local_address rem_address st tx:rx tr:when retrnsmt uid …
		fields := strings.Fields(lines.Text())
		if len(fields) < 8 || fields[3] != listening {
			continue
		}
		_, hex, _ := strings.Cut(fields[1], ":")
		if at, err := strconv.ParseUint(hex, 16, 16); err != nil || at != port {
			continue
		}
		uid, err := strconv.Atoi(fields[7])
		return uid, err == nil
	}
	return 0, false
}
