package device

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// connectTimeout covers the time that an adb server waits for what took its
// connection to answer as a phone: ten seconds (AOSP adb/transport.cpp,
// register_socket_transport).
const connectTimeout = 12 * time.Second

// connectPatience is how long a phone may take from "connected" until it can be
// used, and connectLook the time between two looks at it. connectDials is how
// often it is dialled: a dial fails that meets one which the server makes by
// itself.
const (
	connectPatience = time.Second
	connectLook     = 50 * time.Millisecond
	connectDials    = 4
)

// Connect makes the adb server connect to the phone that listens at hostPort,
// and waits until it can be used. A connection that the server still has of a
// phone which went away is made anew: the server alone would redial it every ten
// seconds, and answer until then that it is connected. It succeeds when the phone
// is connected already.
func (h *Hub) Connect(ctx context.Context, hostPort string) error {
	var err error
	for dial := range connectDials {
		var serial string
		var known bool
		if serial, known, err = h.connect(ctx, hostPort); err != nil {
			break
		}
		patience := connectPatience
		if known && dial == 0 {
			patience = 0
		}
		err = h.settled(ctx, serial, patience)
		if !errors.Is(err, ErrOffline) && !errors.Is(err, ErrNoDevice) {
			break
		}
		if _, failed := h.query(ctx, "host:disconnect:"+serial); failed != nil && !errors.Is(failed, ErrNoDevice) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("connect to %s: %w", hostPort, err)
	}
	return nil
}

// connect returns the serial under which the server lists the phone, and whether
// it had it in its list already.
func (h *Hub) connect(ctx context.Context, hostPort string) (serial string, known bool, err error) {
	answer, err := h.queryWithin(ctx, connectTimeout, "host:connect:"+hostPort)
	if err != nil {
		return "", false, err
	}
	serial, known, err = parseConnected(answer)
	if errors.Is(err, errNoPhone) {
		// The server would list it as offline, and dial it again and again.
		_, _ = h.query(ctx, "host:disconnect:"+hostPort)
	}
	return serial, known, err
}

var (
	errNoPhone error = &FaultError{"nothing there answers as a phone does",
		"wake the phone, check the port that it shows under Wireless debugging, and pair it first with `adb pair`"}
	errNobodyListens error = &FaultError{"nothing listens there",
		"switch on Wireless debugging on the phone and take the address that it shows, with a new port each time; pair it first with `adb pair`"}
	errNoConnection error = &FaultError{"adb cannot connect",
		"check the address, HOST:PORT, and that the phone is on the same network"}
)

// parseConnected reads the answer of an adb server, which is OKAY whether or not
// it could connect (AOSP adb/client/adb_wifi.cpp, transport_local.cpp).
func parseConnected(answer string) (serial string, known bool, err error) {
	answer = strings.TrimSpace(answer)
	if serial, known = strings.CutPrefix(answer, "already "); strings.HasPrefix(serial, "connected to ") {
		return strings.TrimPrefix(serial, "connected to "), known, nil
	}
	if strings.HasPrefix(answer, "failed to authenticate") {
		return "", false, ErrUnauthorized
	}
	// What failed to connect without a reason did take the connection, or a
	// network swallowed it.
	reason, ok := strings.CutPrefix(answer, "failed to connect to ")
	_, why, _ := strings.Cut(reason, ": ")
	switch {
	case ok && why == "":
		return "", false, errNoPhone
	case strings.Contains(answer, "refused"):
		return "", false, errNobodyListens
	}
	return "", false, fmt.Errorf("%s: %w", answer, errNoConnection)
}

// settled waits for the phone to be ready, and is the reason why it is not then.
func (h *Hub) settled(ctx context.Context, serial string, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, max(patience, hostTimeout))
	defer cancel()
	for began := time.Now(); ; {
		state, err := h.query(ctx, "host-serial:"+serial+":get-state")
		if err == nil {
			err = Info{Serial: serial, State: state}.Fault()
		}
		passing := errors.Is(err, ErrNotReady) || errors.Is(err, ErrOffline) || errors.Is(err, ErrNoDevice)
		if !passing || time.Since(began) >= patience {
			return err
		}
		select {
		case <-time.After(connectLook):
		case <-ctx.Done():
			return err
		}
	}
}
