package eval_test

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"adroit/device/sim"
	"adroit/loop/eval"
	"adroit/loop/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open gives a new simulated phone.
func open(ctx context.Context, p eval.Phone) (eval.Stage, error) {
	phone := sim.New(sim.Options{AndroidVersion: p.Android, ADBKeyboard: p.ADBKeyboard})
	server, err := phone.ServeServer(context.WithoutCancel(ctx), "127.0.0.1:0")
	if err != nil {
		return eval.Stage{}, err
	}
	return eval.Stage{
		Addr: server.Addr(), Sim: phone, State: func() any { return phone.Snapshot() },
		Close: func() { server.Close() },
	}, nil
}

// options are those of a run of tasks on simulated phones.
func options(t *testing.T, m func(eval.Task) model.Model, tasks ...eval.Task) eval.Options {
	return eval.Options{
		Suite: eval.Suite{Name: "test", Tasks: tasks}, Parallel: 8,
		Open: open, Simulated: true, Model: m, ModelName: "solution", StateDir: t.TempDir(),
	}
}
