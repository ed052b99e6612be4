package device

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"adroit/device/loopback"
	"adroit/device/redact"
	"adroit/device/screen"
)

// DefaultAddr is where an adb server listens unless told otherwise (AOSP
// adb/adb.h, DEFAULT_ADB_PORT).
const DefaultAddr = "127.0.0.1:5037"

// Hub is one adb server and the phones it knows. It holds no connection, so
// there is nothing to close, and it is safe for concurrent use.
type Hub struct {
	server server
	// changes counts the changes of the device list that Track saw. What a
	// Phone remembers of its phone is good for one count.
	changes atomic.Uint64
	numbers sync.Map // the phones' own serial numbers by transport id; strings
}

// NewHub returns the Hub for the adb server at addr, "host:port"; "" means
// DefaultAddr. It does not connect: a wrong address fails at the first call.
func NewHub(addr string) *Hub {
	return &Hub{server: server{addr: cmp.Or(addr, DefaultAddr)}}
}

// query asks the adb server one question, within hostTimeout.
func (h *Hub) query(ctx context.Context, service string) (string, error) {
	return h.queryWithin(ctx, hostTimeout, service)
}

func (h *Hub) queryWithin(ctx context.Context, limit time.Duration, service string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c, err := h.server.dial(ctx)
	if err != nil {
		return "", err
	}
	defer c.Close()
	return c.query(service)
}

// Devices lists the phones, ready or not, in the server's order. A phone that
// adb reaches in several ways, over USB and Wi-Fi, is listed once, by the best
// of them.
func (h *Hub) Devices(ctx context.Context) ([]Info, error) {
	infos, err := h.list(ctx)
	if err != nil {
		return nil, err
	}
	return h.once(ctx, infos), nil
}

// list lists the phones as the adb server does.
func (h *Hub) list(ctx context.Context) ([]Info, error) {
	list, err := h.query(ctx, "host:devices-l")
	if err != nil {
		return nil, fmt.Errorf("list phones: %w", err)
	}
	return parseDevices(list), nil
}

// Version is the internal version of the adb server, 41 for any since 2019.
func (h *Hub) Version(ctx context.Context) (int, error) {
	answer, err := h.query(ctx, "host:version")
	if err != nil {
		return 0, fmt.Errorf("adb server version: %w", err)
	}
	version, err := strconv.ParseInt(answer, 16, 32)
	if err != nil {
		return 0, fmt.Errorf("adb server version %q: %w", answer, errGarbled)
	}
	return int(version), nil
}

// StartServer starts the adb server with the adb program that PATH holds. It
// does nothing when one is running: the program would end a server of another
// version, which others may be using. It returns ErrNoADB where adb is not
// installed. The server outlives this program, as every adb server does.
func (h *Hub) StartServer(ctx context.Context) error {
	host, port, err := h.server.split()
	if err != nil {
		return err
	}
	// adb refuses to start a server on anything but "localhost" or a bare port.
	if !loopback.Host(host) {
		return fmt.Errorf("start adb server on %s: %w", host, errRemoteServer)
	}
	if _, err := h.Version(ctx); !errors.Is(err, ErrNoServer) {
		return err
	}
	path, err := exec.LookPath("adb")
	if err != nil {
		return fmt.Errorf("start adb server: %w", ErrNoADB)
	}
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	socket := fmt.Sprintf("tcp:localhost:%d", port)
	start := exec.CommandContext(ctx, path, "-L", socket, "start-server")
	start.WaitDelay = time.Second // the server may keep what it inherited open
	out, err := start.CombinedOutput()
	if err != nil {
		return startFailure(err, string(out))
	}
	return nil
}

// StartCommand is the command by which a person starts an adb server at addr,
// "host:port" of this computer.
func StartCommand(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return "adb -L tcp:localhost:" + port + " start-server"
}

var errRemoteServer error = &FaultError{"an adb server on another computer cannot be started from here",
	"start it there"}

// Open returns the phone with the given serial, or the only phone that is
// ready when serial is "". What the phone's screen shows is masked with reg
// before anything is returned.
func (h *Hub) Open(ctx context.Context, serial string, reg *redact.Registry) (*Phone, error) {
	infos, err := h.list(ctx)
	if err != nil {
		return nil, err
	}
	if serial == "" {
		infos = h.once(ctx, infos)
	}
	info, err := choose(infos, serial)
	if err != nil {
		return nil, fmt.Errorf("open phone: %w", err)
	}
	return &Phone{
		hub: h, info: info, tracker: screen.NewTracker(reg), registry: reg,
		learning: make(chan struct{}, 1),
	}, nil
}

// choose picks the phone called serial, or the only one that can be used.
func choose(infos []Info, serial string) (Info, error) {
	if serial != "" {
		i := slices.IndexFunc(infos, func(info Info) bool { return info.Serial == serial })
		if i < 0 {
			return Info{}, fmt.Errorf("%s: %w%s", serial, ErrNoDevice, listed("; connected: ", infos))
		}
		return infos[i], ready(infos[i])
	}
	usable := slices.DeleteFunc(slices.Clone(infos), func(info Info) bool { return info.State != StateDevice })
	switch {
	case len(usable) == 1:
		return usable[0], nil
	case len(usable) > 1:
		return Info{}, fmt.Errorf("%w%s", ErrAmbiguous, listed(": ", usable))
	case len(infos) == 1:
		return Info{}, ready(infos[0])
	case len(infos) > 1:
		return Info{}, fmt.Errorf("none of %d phones is ready, the first: %w", len(infos), ready(infos[0]))
	}
	return Info{}, ErrNoneConnected
}

// ready is the error of a phone that cannot be used.
func ready(info Info) error {
	if fault := info.Fault(); fault != nil {
		return fmt.Errorf("%s: %w", info.Serial, fault)
	}
	return nil
}

// listed names phones by serial and model, with a word before them; "" for none.
func listed(before string, infos []Info) string {
	if len(infos) == 0 {
		return ""
	}
	names := make([]string, len(infos))
	for i, info := range infos {
		names[i] = info.Serial
		if info.Model != "" {
			names[i] += " (" + strings.ReplaceAll(info.Model, "_", " ") + ")"
		}
	}
	return before + strings.Join(names, ", ")
}
