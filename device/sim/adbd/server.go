package adbd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// serverVersion is ADB_SERVER_VERSION (adb.h) of platform-tools 29 to 35. A
// client of another version would try to kill this server.
const serverVersion = 41

// lingerTime bounds the wait for a client to close after its service ended.
const lingerTime = time.Second

// Server is an adb server with one phone attached.
type Server struct {
	addr   string
	cancel context.CancelFunc
	done   chan struct{}
}

// ServeServer starts an adb server for dev on addr, a loopback address, until
// ctx ends or it is closed.
func ServeServer(ctx context.Context, dev Device, addr string) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("serve adb on %q: not a loopback address", addr)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("serve adb: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{addr: l.Addr().String(), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		_ = serveConns(ctx, l, func(ctx context.Context, conn net.Conn) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			context.AfterFunc(ctx, func() { conn.Close() })
			c := &client{dev: dev, conn: conn}
			// What a client did wrong it has been told; then it is gone.
			_ = c.serve(ctx)
		})
	}()
	return s, nil
}

// Addr returns the host:port the server listens on.
func (s *Server) Addr() string { return s.addr }

// Close stops the server and returns when all it started has ended.
func (s *Server) Close() error {
	s.cancel()
	<-s.done
	return nil
}

// client is one connection to the server: a chain of requests, of which the
// last may turn it into a service's stream (OVERVIEW.TXT, SERVICES.TXT).
type client struct {
	dev      Device
	conn     net.Conn
	attached bool // to the phone, by a transport request
}

func (c *client) serve(ctx context.Context) error {
	for {
		request, err := c.request()
		if err != nil {
			return err
		}
		if more, err := c.answer(ctx, request); !more || err != nil {
			return err
		}
	}
}

func (c *client) request() (string, error) {
	var length [4]byte
	if _, err := io.ReadFull(c.conn, length[:]); err != nil {
		return "", err
	}
	n, err := strconv.ParseUint(string(length[:]), 16, 16)
	if err != nil {
		return "", c.fail("protocol fault (bad length)")
	}
	body := make([]byte, n)
	_, err = io.ReadFull(c.conn, body)
	return string(body), err
}

func (c *client) okay() error {
	_, err := io.WriteString(c.conn, "OKAY")
	return err
}

// payload sends text behind its length in four hexadecimal digits.
func (c *client) payload(text string) error {
	_, err := fmt.Fprintf(c.conn, "%04x%s", len(text), text)
	return err
}

func (c *client) reply(text string) error { return errors.Join(c.okay(), c.payload(text)) }

// fail refuses the request. It returns an error, for nothing follows it.
func (c *client) fail(message string) error {
	_, err := fmt.Fprintf(c.conn, "FAIL%04x%s", len(message), message)
	return errors.Join(errors.New(message), err)
}

// answer serves one request and reports whether another may follow.
func (c *client) answer(ctx context.Context, request string) (more bool, err error) {
	if c.attached {
		return false, c.open(ctx, request)
	}
	scope, name, ok := c.scope(request)
	if !ok {
		return false, c.fail("unknown host service")
	}
	switch {
	case name == "version":
		return false, c.reply(fmt.Sprintf("%04x", serverVersion))
	case name == "host-features":
		return false, c.reply(strings.Join(c.dev.Identity().Features, ","))
	case name == "devices" || name == "devices-l":
		return false, c.reply(c.list(name == "devices-l"))
	case name == "track-devices" || name == "track-devices-l":
		return false, c.track(ctx, name == "track-devices-l")
	case name == "kill":
		return false, c.fail("the embedded server ends with its program")
	case strings.HasPrefix(name, "transport"):
		if err := c.attach(strings.TrimPrefix(name, "transport")); err != nil {
			return false, err
		}
		return true, c.okay()
	case strings.HasPrefix(name, "tport:"):
		if err := c.attach(":" + strings.TrimPrefix(strings.TrimPrefix(name, "tport:"), "serial:")); err != nil {
			return false, err
		}
		_, err := c.conn.Write(append([]byte("OKAY"), transportID, 0, 0, 0, 0, 0, 0, 0))
		return true, err
	case strings.HasPrefix(name, "connect:"):
		return false, c.reply("failed to connect to '" + strings.TrimPrefix(name, "connect:") + "': the embedded server dials no one")
	}
	return false, c.query(ctx, scope, name)
}

// scope splits host-serial:S:name and its kin into the phone meant ("" is any)
// and the request. A serial may itself hold a colon and a port.
func (c *client) scope(request string) (serial, name string, ok bool) {
	kind, rest, ok := strings.Cut(request, ":")
	switch kind {
	case "host", "host-usb", "host-local":
		return "", rest, ok
	case "host-serial":
		serial := c.dev.Identity().Serial
		if name, ours := strings.CutPrefix(rest, serial+":"); ours {
			return "", name, true
		}
		at := strings.LastIndex(rest, ":")
		if at < 0 {
			return "", "", false
		}
		return rest[:at], rest[at+1:], true
	case "host-transport-id":
		id, name, ok := strings.Cut(rest, ":")
		if id != strconv.Itoa(transportID) {
			return "#" + id, name, ok
		}
		return "", name, ok
	}
	return "", "", false
}

// transportID is the number of the one phone.
const transportID = 1

// refusal is an error in the server's own words.
type refusal string

func (r refusal) Error() string { return string(r) }

const errUnauthorized = refusal("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\n" +
	"Try 'adb kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your device.")

// find returns an error in the server's words unless serial ("" or "any": the
// only one) names the phone and, with ready, it can serve.
func (c *client) find(serial string, ready bool) (State, error) {
	state, _ := c.dev.Link()
	unnamed := serial == "" || serial == "any"
	switch {
	case state == StateAbsent && unnamed:
		return state, errors.New("no devices/emulators found")
	case state == StateAbsent || !unnamed && serial != c.dev.Identity().Serial:
		return state, fmt.Errorf("device '%s' not found", strings.TrimPrefix(serial, "#"))
	case ready && state == StateUnauthorized:
		return state, errUnauthorized
	case ready && state == StateOffline:
		return state, errors.New("device offline")
	}
	return state, nil
}

// attach serves the transport requests; which is what follows "transport".
func (c *client) attach(which string) error {
	serial := strings.TrimPrefix(which, ":")
	switch {
	case which == "-any" || which == "-usb" || which == "-local":
		serial = ""
	case which == "-id:"+strconv.Itoa(transportID):
		serial = ""
	case strings.HasPrefix(which, "-id:"):
		serial = "#" + strings.TrimPrefix(which, "-id:")
	}
	if _, err := c.find(serial, true); err != nil {
		return c.fail(err.Error())
	}
	c.attached = true
	return nil
}

// query serves what asks about one phone.
func (c *client) query(ctx context.Context, serial, name string) error {
	if states, ok := strings.CutPrefix(name, "wait-for-"); ok {
		return c.waitFor(ctx, states[strings.LastIndex(states, "-")+1:])
	}
	id := c.dev.Identity()
	answers := map[string]func(State) string{
		"get-state":    func(s State) string { return string(s) },
		"get-serialno": func(State) string { return id.Serial },
		"get-devpath":  func(State) string { return "simulated" },
		"features":     func(State) string { return strings.Join(id.Features, ",") },
	}
	answer, ok := answers[name]
	if !ok {
		return c.fail("unknown host service")
	}
	state, err := c.find(serial, name == "features")
	if err != nil {
		return c.fail(err.Error())
	}
	return c.reply(answer(state))
}

// list writes the device list, one line a phone.
func (c *client) list(long bool) string {
	state, _ := c.dev.Link()
	id := c.dev.Identity()
	switch {
	case state == StateAbsent:
		return ""
	case !long:
		return fmt.Sprintf("%s\t%s\n", id.Serial, state)
	case state != StateDevice:
		return fmt.Sprintf("%-22s %s transport_id:%d\n", id.Serial, state, transportID)
	}
	return fmt.Sprintf("%-22s %s product:%s model:%s device:%s transport_id:%d\n", id.Serial, state,
		listed(id.Product), listed(id.Model), listed(id.Device), transportID)
}

// listed spells a property as the list does: what is not alphanumeric becomes _.
func listed(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// track sends the list now and after every change.
func (c *client) track(ctx context.Context, long bool) error {
	if err := c.okay(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // a tracker says nothing more: its reads end when it goes
		_, _ = io.Copy(io.Discard, c.conn)
		cancel()
	}()
	for {
		_, changed := c.dev.Link()
		if err := c.payload(c.list(long)); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// waitFor answers twice: that the wait began, and that the phone is in state.
func (c *client) waitFor(ctx context.Context, state string) error {
	if err := c.okay(); err != nil {
		return err
	}
	for {
		now, changed := c.dev.Link()
		if string(now) == state || state == "any" && now != StateAbsent {
			return c.okay()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// open turns the connection into a service's stream.
func (c *client) open(ctx context.Context, name string) error {
	serve, ok := serviceFor(c.dev, name)
	if !ok {
		return c.fail("closed")
	}
	state, down := c.dev.Link()
	if state != StateDevice {
		return c.fail("closed")
	}
	if err := c.okay(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-down:
			c.conn.Close()
			cancel()
		case <-ctx.Done():
		}
	}()
	c.run(ctx, name, serve)
	return c.linger(ctx)
}

func (c *client) run(ctx context.Context, name string, serve service) {
	defer c.dev.Serving(name)()
	serve(ctx, connStream{c.conn})
}

// connStream is a service's stream that is a connection of its own.
type connStream struct{ net.Conn }

func (s connStream) stopReading() {
	// A connection that takes no deadline is closed already.
	_ = s.SetReadDeadline(time.Now())
}

// linger closes the stream so that the client still gets all of it: closing
// with its bytes unread would reset the connection.
func (c *client) linger(ctx context.Context) error {
	tcp, ok := c.conn.(*net.TCPConn)
	if !ok || ctx.Err() != nil {
		return ctx.Err()
	}
	if err := tcp.CloseWrite(); err != nil {
		return err
	}
	if err := tcp.SetReadDeadline(time.Now().Add(lingerTime)); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, tcp)
	return err
}
