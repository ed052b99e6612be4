// Package tasks_test carries out whole tasks on the simulated phone: each with
// its own solution, a list of calls that name their targets by label, run
// through the loop without a screen and judged by what the phone holds then. What
// they show is what becomes of single calls; the tasks by which models are
// measured are those of loop/eval.
package tasks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// step is one call of a solution.
type step struct {
	tool      string
	arguments string // JSON
	want      tools.Status
}

func does(tool, arguments string) step  { return step{tool, arguments, tools.Success} }
func fails(tool, arguments string) step { return step{tool, arguments, tools.Error} }

// solution is a model that makes its calls one after the other, whatever comes
// of them.
type solution struct {
	mu    sync.Mutex
	steps []step
}

func (s *solution) Reply(ctx context.Context, req model.Request, _ func(string)) (model.Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.steps) == 0 || req.NoTools {
		return model.Reply{Text: "Done.", Stop: model.StopEnd}, ctx.Err()
	}
	next := s.steps[0]
	s.steps = s.steps[1:]
	return model.Reply{
		Calls: []model.Call{{ID: "1", Name: next.tool, Arguments: next.arguments}}, Stop: model.StopToolCalls,
	}, ctx.Err()
}

// person answers every question at once, after doing what comes to mind.
type person struct {
	verdict permissions.Verdict
	first   func(permissions.Request)
}

func (p *person) Ask(_ context.Context, r permissions.Request, answer func(permissions.Answer) error) {
	if p.first != nil {
		p.first(r)
	}
	_ = answer(permissions.Answer{Verdict: p.verdict, By: permissions.ByPerson, Word: r.Word})
}

// stage is a phone with a session on it.
type stage struct {
	sim       *sim.Phone
	phone     *device.Phone
	workspace string
	person    *person // who answers; nil for nobody, where medium risk is approved beforehand
	onEvent   func(event.Event)

	mu     sync.Mutex
	events []event.Event
	debug  bytes.Buffer // the debug log
	seen   []sim.State  // after each call
}

func newStage(t *testing.T, options sim.Options) (*stage, *device.Hub, *redact.Registry) {
	t.Helper()
	st := &stage{sim: sim.New(options), workspace: t.TempDir(), person: &person{verdict: permissions.Once}}
	ctx, cancel := context.WithCancel(context.Background())
	server, err := st.sim.ServeServer(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		server.Close()
	})
	hub, registry := device.NewHub(server.Addr()), redact.NewRegistry(redact.Options{})
	if st.phone, err = hub.Open(t.Context(), "", registry); err != nil {
		t.Fatal(err)
	}
	return st, hub, registry
}

// run carries out a task, and returns the event that ended it.
func (st *stage) run(t *testing.T, hub *device.Hub, registry *redact.Registry, words string, steps []step) event.Event {
	t.Helper()
	var approver permissions.Approver = permissions.Unattended{Medium: true}
	if st.person != nil {
		approver = st.person
	}
	debug := slog.New(slog.NewJSONHandler(&st.debug, &slog.HandlerOptions{Level: slog.LevelDebug}))
	session := loop.New(loop.Config{
		Model: &solution{steps: slices.Clone(steps)}, Phone: st.phone, Hub: hub, Registry: registry,
		Tools: tools.Options{Images: true, Workspace: st.workspace, Log: debug}, Approver: approver,
		Limits: loop.Limits{Steps: len(steps) + 2},
	})
	defer session.Subscribe(func(e event.Event) {
		st.mu.Lock()
		defer st.mu.Unlock()
		st.events = append(st.events, e)
		if e.Type == event.ToolFinished {
			st.seen = append(st.seen, st.sim.Snapshot())
		}
		if st.onEvent != nil {
			st.onEvent(e)
		}
	})()
	defer session.Subscribe(loop.LogEvents(debug))()
	end := session.RunTurn(t.Context(), words)
	if err := session.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	return end
}

// results are what came of the calls, in order.
func (st *stage) results(t *testing.T) []tools.Result {
	t.Helper()
	st.mu.Lock()
	defer st.mu.Unlock()
	var results []tools.Result
	for _, e := range st.events {
		if e.Type != event.ToolFinished {
			continue
		}
		var r tools.Result
		if err := json.Unmarshal(e.Result, &r); err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}
