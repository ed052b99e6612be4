package cli

import (
	"context"

	"adroit/device/sim"
	"adroit/loop/eval"
	"adroit/loop/model"
)

// evalStage opens the phones of attempts: a new simulated one for each, or the
// real one that the settings name.
func (a *app) evalStage(real bool) func(context.Context, eval.Phone) (eval.Stage, error) {
	if !real {
		return simulatedStage
	}
	return func(ctx context.Context, _ eval.Phone) (eval.Stage, error) {
		if _, err := a.openHub(ctx); err != nil { // it starts the server where there is none
			return eval.Stage{}, err
		}
		return eval.Stage{Addr: a.config.ADB, Serial: a.config.Device, Close: func() {}}, nil
	}
}

// simulatedStage is a new simulated phone behind an adb server of its own.
func simulatedStage(ctx context.Context, p eval.Phone) (eval.Stage, error) {
	phone := sim.New(sim.Options{Serial: demoName, AndroidVersion: p.Android, ADBKeyboard: p.ADBKeyboard})
	// It lives until the attempt is judged, also when ctx ends.
	server, err := phone.ServeServer(context.WithoutCancel(ctx), "127.0.0.1:0")
	if err != nil {
		return eval.Stage{}, err
	}
	return eval.Stage{
		Addr: server.Addr(), Sim: phone, State: func() any { return phone.Snapshot() },
		Close: func() { server.Close() },
	}, nil
}

// always gives the same model to every task.
func always(m model.Model) func(eval.Task) model.Model {
	return func(eval.Task) model.Model { return m }
}
