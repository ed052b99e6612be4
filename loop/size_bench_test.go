package loop

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// busyScreen is a screen of a hundred rows, another one each time.
func busyScreen(n int) *screen.Context {
	c := aScreen("List " + strconv.Itoa(n))
	for i := range 100 {
		c.Nodes = append(c.Nodes, screen.Node{
			ID: strconv.Itoa(n*100 + i), Role: screen.Item, Label: fmt.Sprintf("Entry %d of list %d", i, n),
			Text: fmt.Sprintf("Entry %d of list %d", i, n), PackageName: "com.example", Clickable: true, Enabled: true,
		})
	}
	return c
}

// BenchmarkThousandSteps takes a thousand steps over a thousand screens, with
// compaction, and reports the memory that is held after them. A log holds none. An
// operation is all of the thousand.
func BenchmarkThousandSteps(b *testing.B) {
	const steps = 1000
	for range b.N {
		n := 0
		m := modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
			if req.NoTools {
				return says("Enough."), nil
			}
			n++
			return wants(aCall("wait_for_idle", `{"stable_ms":`+strconv.Itoa(n)+`}`)), nil
		})
		st := newStage(b, m, nil, func(c *Config) { c.Limits = Limits{Steps: steps, Tokens: 1 << 40} })
		st.events.subscribers = nil // the journal of tests keeps everything
		st.runner.run = func(_ context.Context, c tools.Call) tools.Result {
			st.runner.hooks.Started(c, c.Name)
			now := busyScreen(n)
			st.broker.Origins().Seen(now)
			st.runner.hooks.Screen(now)
			return tools.Result{OK: true, Status: tools.Success, Message: "idle", Screen: now.Model()}
		}
		if end := st.RunTurn(b.Context(), "Go"); end.Outcome != event.OutOfTurns {
			b.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
		}
		var held runtime.MemStats
		debug.FreeOSMemory()
		runtime.ReadMemStats(&held)
		b.ReportMetric(float64(held.HeapAlloc)/(1<<20), "MB-held")
		b.ReportMetric(residentMB(), "MB-resident")
		st.close(b)
	}
}

// residentMB is the memory of this process, in MB, where Linux tells it: the
// second number of /proc/self/statm counts pages (proc_pid_statm(5)).
func residentMB() float64 {
	statm, _ := os.ReadFile("/proc/self/statm")
	fields := bytes.Fields(statm)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(string(fields[1]))
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// way are the calls of a task of thirty steps, the last of which is the answer.
func way() []model.Call {
	round := []model.Call{
		aCall("open_settings_panel", `{"panel":"wifi"}`), aCall("observe_screen_context", "{}"),
		aCall("find_element", `{"text":"Wi-Fi"}`), aCall("press_back", "{}"),
		aCall("open_app", `{"target":"Messages"}`), aCall("observe_screen_context", "{}"),
		aCall("press_home", "{}"), aCall("open_app", `{"target":"Contacts"}`),
		aCall("scroll", `{"direction":"forward"}`), aCall("press_home", "{}"),
	}
	return append(append(append([]model.Call{}, round...), round...), round[:9]...)
}

// BenchmarkBytesToTheModel counts the bytes of the conversation in all requests
// of a task of thirty steps on the simulated phone, and how many times as many
// they would be with the whole screen in canonical JSON after every step. An
// operation is the task.
func BenchmarkBytesToTheModel(b *testing.B) {
	for range b.N {
		sent, whole := 0, 0 // bytes of the conversation, in all requests
		screens := 0        // bytes of a whole screen for every step so far
		var results int     // bytes of the results so far
		last := 0           // bytes of the screen observed last
		calls := way()
		n := 0
		m := modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
			h := history{messages: req.Messages}
			sent += h.bytes()
			whole += h.bytes() - results + screens
			if n == len(calls) {
				return says("Done."), nil
			}
			n++
			return wants(calls[n-1]), nil
		})
		registry := redact.NewRegistry(redact.Options{})
		server, err := sim.New(sim.Options{}).ServeServer(context.WithoutCancel(b.Context()), "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		hub := device.NewHub(server.Addr())
		phone, err := hub.Open(b.Context(), "", registry)
		if err != nil {
			b.Fatal(err)
		}
		s := New(Config{Model: m, Phone: phone, Hub: hub, Registry: registry, Approver: permissions.Unattended{Medium: true}})
		s.Subscribe(func(e event.Event) {
			switch e.Type {
			case event.ScreenObserved:
				last = len(e.Screen)
			case event.ToolFinished:
				screens += last
			}
		})
		s.runner = countingRunner{s.runner, func(r tools.Result) { results += len(r.ForModel()) }}
		end := s.RunTurn(b.Context(), "Look around")
		if end.Outcome != event.Done {
			b.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
		}
		b.ReportMetric(float64(sent), "bytes-sent")
		b.ReportMetric(float64(whole)/float64(sent), "times-with-whole-screens")
		if err := s.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
		server.Close()
	}
}

// countingRunner sees the results that the model gets.
type countingRunner struct {
	runner
	count func(tools.Result)
}

func (r countingRunner) Run(ctx context.Context, c tools.Call) tools.Result {
	result := r.runner.Run(ctx, c)
	r.count(result)
	return result
}
