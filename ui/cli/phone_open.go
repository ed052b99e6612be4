package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
)

// demoName is the name under which the simulated phone and the scripted model
// are chosen.
const demoName = "demo"

// openDeadline bounds the start: finding the adb server and the phone.
const openDeadline = 20 * time.Second

// openPhone opens the phone that the settings name, and the hub that knows it.
// closePhone ends what was started for it.
func (a *app) openPhone(ctx context.Context, secrets *redact.Registry) (hub *device.Hub, phone *device.Phone, closePhone func(), err error) {
	if a.config.Device == demoName {
		return openSimulated(ctx, secrets, sim.Options{Serial: demoName})
	}
	ctx, cancel := context.WithTimeout(ctx, openDeadline)
	defer cancel()
	hub, err = a.openHub(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	phone, err = hub.Open(ctx, a.config.Device, secrets)
	if err != nil {
		return nil, nil, nil, unreachable(noPhone(err))
	}
	return hub, phone, func() {}, nil
}

// findPhone looks whether the phone that the settings name can be used, before
// much is begun for it.
func (a *app) findPhone(ctx context.Context) error {
	_, _, closePhone, err := a.openPhone(ctx, nil)
	if err == nil {
		closePhone()
	}
	return err
}

// simulatedInstead ends errors of phones that are not there.
const simulatedInstead = "; or use the simulated phone: --device demo"

// noPhone adds to err that there is a phone for everybody.
func noPhone(err error) error {
	if errors.Is(err, device.ErrNoDevice) || errors.Is(err, device.ErrNoneConnected) {
		return fmt.Errorf("%w"+simulatedInstead, err)
	}
	return err
}

// openSimulated starts a simulated phone behind an adb server of its own on a
// loopback port, so that everything above speaks real adb to it.
func openSimulated(ctx context.Context, secrets *redact.Registry, options sim.Options) (_ *device.Hub, _ *device.Phone, closePhone func(), err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("simulated phone: %w", err)
		}
	}()
	// The phone lives until closePhone: the session that uses it ends first,
	// also when ctx ends.
	server, err := sim.New(options).ServeServer(context.WithoutCancel(ctx), "127.0.0.1:0")
	if err != nil {
		return nil, nil, nil, err
	}
	closePhone = func() { server.Close() }
	hub := device.NewHub(server.Addr())
	phone, err := hub.Open(ctx, options.Serial, secrets)
	if err != nil {
		closePhone()
		return nil, nil, nil, err
	}
	return hub, phone, closePhone, nil
}
