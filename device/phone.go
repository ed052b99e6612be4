package device

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"adroit/device/redact"
	"adroit/device/screen"
)

// Phone is one phone, named by its serial in every call. It is safe for
// concurrent use.
type Phone struct {
	hub      *Hub
	info     Info
	tracker  *screen.Tracker
	registry *redact.Registry

	mu        sync.Mutex
	features  features
	acts      uint64 // counts acts, so that an observation can be told from an older one
	flight    *flight
	last      *screen.Context
	labels    labels
	home      string        // package of the app that shows the home screen, "" where it is not known
	homeAsked bool          // the phone has been asked for it
	pressed   string        // label of the icon that the last act pressed there, "" for none
	longPress int           // milliseconds, 0 until it is known
	learning  chan struct{} // holds a token while labels are learnt
}

// Serial names the phone to the adb server.
func (p *Phone) Serial() string { return p.info.Serial }

// Model is the phone's model, or its serial where that is unknown.
func (p *Phone) Model() string {
	if p.info.Model == "" {
		return p.info.Serial
	}
	return strings.ReplaceAll(p.info.Model, "_", " ")
}

// NumberAfter gives elements of the screen numbers above last from now on, for
// a session that goes on with an earlier one.
func (p *Phone) NumberAfter(last int) { p.tracker.NumberAfter(last) }

// State is the phone's connection state now, StateDevice when it is ready.
func (p *Phone) State(ctx context.Context) (string, error) {
	state, err := p.hub.query(ctx, "host-serial:"+p.info.Serial+":get-state")
	return state, p.wrap("state of", err)
}

// features is what the phone's adb daemon can do, as of one state of the
// device list.
type features struct {
	names   map[string]bool
	changes uint64
}

// Features lists what the phone's adb daemon can do, such as "shell_v2". It is
// asked once, and again after the device list changed or the phone was lost.
func (p *Phone) Features(ctx context.Context) (map[string]bool, error) {
	names, err := p.knownFeatures(ctx)
	return names, p.wrap("features of", err)
}

func (p *Phone) knownFeatures(ctx context.Context) (map[string]bool, error) {
	changes := p.hub.changes.Load()
	p.mu.Lock()
	known := p.features
	p.mu.Unlock()
	if known.names != nil && known.changes == changes {
		return known.names, nil
	}
	list, err := p.hub.query(ctx, "host-serial:"+p.info.Serial+":features")
	if err != nil {
		return nil, err
	}
	known = features{names: make(map[string]bool), changes: changes}
	for name := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		known.names[name] = true
	}
	p.mu.Lock()
	p.features = known
	p.mu.Unlock()
	return known.names, nil
}

// open starts a service on the phone; the connection is its stream then. Until
// the service was asked for, nothing has reached the phone.
func (p *Phone) open(ctx context.Context, service string) (*conn, error) {
	if len(service) > maxService {
		return nil, notSentError{fmt.Errorf("%d bytes: %w", len(service), ErrCommandTooLong)}
	}
	c, err := p.hub.server.dial(ctx)
	if err != nil {
		return nil, notSentError{err}
	}
	// Each request waits for its OKAY: a server drops one that comes early.
	if err := c.request("host:transport:" + p.info.Serial); err != nil {
		c.Close()
		return nil, notSentError{err}
	}
	if err := c.request(service); err != nil {
		c.Close()
		if errors.Is(err, ErrRefused) {
			return nil, notSentError{err}
		}
		return nil, err
	}
	return c, nil
}

// maxService keeps a service name below the smallest payload that an adb
// daemon announces (AOSP adb/adb.h, MAX_PAYLOAD_V1 = 4096): an adb server
// aborts on a longer one.
const maxService = 4000

// wrap says on which phone an operation failed, and forgets what was known of
// a phone that went away.
func (p *Phone) wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	if lost(err) {
		p.forget()
	}
	return fmt.Errorf("%s %s: %w", operation, p.info.Serial, err)
}

// forget makes the phone be asked again for what may be different when it is
// back: its daemon, and what a person has set meanwhile.
func (p *Phone) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.features = features{}
	p.longPress = 0
}
