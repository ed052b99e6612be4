package loop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
)

// wifiModel turns on Wi-Fi: it opens the panel, finds the switch on the screen
// it was given, taps it, and says what it saw.
type wifiModel struct{}

var wifiLine = regexp.MustCompile(`(?m)^(\d+) switch\b.*\[off\]`)

func (wifiModel) Reply(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
	call := func(id, name, arguments string) (model.Reply, error) {
		delta("One moment.\n")
		return model.Reply{
			Text: "One moment.\n", Stop: model.StopToolCalls,
			Calls: []model.Call{{ID: id, Name: name, Arguments: arguments}},
		}, context.Cause(ctx)
	}
	last := req.Messages[len(req.Messages)-1]
	switch last.CallID {
	case "":
		return call("open", "open_settings_panel", `{"panel":"wifi"}`)
	case "open":
		if m := wifiLine.FindStringSubmatch(last.Text); m != nil {
			return call("tap", "tap", fmt.Sprintf(`{"target":%q,"strategy":"node_id"}`, m[1]))
		}
	}
	delta(last.Text)
	return model.Reply{Text: last.Text, Stop: model.StopEnd}, context.Cause(ctx)
}

// cockpit is a session on a simulated phone, and what it told.
type cockpit struct {
	*loop.Session
	phone  *sim.Phone
	log    string
	events chan event.Event
}

// onSimulated is the configuration of a session on a simulated phone.
func onSimulated(t *testing.T, m model.Model, approver permissions.Approver, o sim.Options) (*sim.Phone, loop.Config) {
	t.Helper()
	simulated := sim.New(o)
	server, err := simulated.ServeServer(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	registry := redact.NewRegistry(redact.Options{})
	hub := device.NewHub(server.Addr())
	phone, err := hub.Open(t.Context(), "", registry)
	if err != nil {
		t.Fatal(err)
	}
	return simulated, loop.Config{Model: m, Phone: phone, Hub: hub, Registry: registry, Approver: approver}
}

func newCockpit(t *testing.T, m model.Model, approver permissions.Approver, o sim.Options, expect ...string) *cockpit {
	t.Helper()
	simulated, cfg := onSimulated(t, m, approver, o)
	log, err := record.Create(t.TempDir(), cfg.Phone.Serial(), "wifi", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range expect {
		e, err := loop.ParseExpectation(s)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Gate.Expect = append(cfg.Gate.Expect, e)
	}
	cfg.Record = log
	c := &cockpit{Session: loop.New(cfg), phone: simulated, log: log.Path(), events: make(chan event.Event, 10_000)}
	c.Subscribe(func(e event.Event) { c.events <- e })
	t.Cleanup(func() { c.close(t) })
	return c
}

func (c *cockpit) close(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := c.Close(ctx); err != nil {
		t.Error(err)
	}
}

// await returns the next event of a type.
func (c *cockpit) await(t *testing.T, want event.Type) event.Event {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		select {
		case e := <-c.events:
			if e.Type == want {
				return e
			}
			if e.Type.Terminal() {
				t.Fatalf("waiting for %s, the turn ended as %s: %s", want, e.Outcome, e.Reason)
			}
		case <-deadline:
			t.Fatalf("no %s came", want)
		}
	}
}

// A run that goes on gives no element a number that the model knows of another.
func TestNumbersGoOnWithTheRun(t *testing.T) {
	approver := permissions.Unattended{Medium: true}
	first := newCockpit(t, wifiModel{}, approver, sim.Options{})
	first.RunTurn(t.Context(), "Turn on Wi-Fi")
	first.close(t)
	log, run, err := record.Open(first.log)
	if err != nil {
		t.Fatal(err)
	}
	_, cfg := onSimulated(t, wifiModel{}, approver, sim.Options{})
	cfg.Record, cfg.Resume = log, run
	second := &cockpit{Session: loop.New(cfg)}
	defer second.close(t)
	given := map[string]bool{}
	for _, e := range run.Events {
		for _, id := range numbers(t, e) {
			given[id] = true
		}
	}
	anew := 0
	second.Subscribe(func(e event.Event) {
		for _, id := range numbers(t, e) {
			if anew++; given[id] {
				t.Errorf("the number %s is given again", id)
			}
		}
	})
	second.RunTurn(t.Context(), "Turn on Wi-Fi")
	if len(given) == 0 || anew == 0 {
		t.Errorf("%d numbers before, %d after", len(given), anew)
	}
}

// numbers are those of the elements on the screen that e shows.
func numbers(t *testing.T, e event.Event) (ids []string) {
	if e.Type != event.ScreenObserved {
		return nil
	}
	var shown screen.Context
	if err := json.Unmarshal(e.Screen, &shown); err != nil {
		t.Error(err)
	}
	for _, n := range shown.Nodes {
		ids = append(ids, n.ID)
	}
	return ids
}

func TestTaskOnASimulatedPhone(t *testing.T) {
	tests := map[string]struct {
		approver permissions.Approver
		outcome  event.Outcome
		wifi     bool
	}{
		"approved":     {permissions.Unattended{Medium: true}, event.Done, true},
		"not approved": {permissions.Unattended{}, event.Denied, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := newCockpit(t, wifiModel{}, test.approver, sim.Options{}, "app=com.android.settings", "checked=Wi-Fi")
			before := c.phone.WifiEnabled()
			end := c.RunTurn(t.Context(), "Turn on Wi-Fi")
			if end.Outcome != test.outcome || end.Verified != test.wifi || before || c.phone.WifiEnabled() != test.wifi {
				t.Errorf("ended as %s (%s %s), Wi-Fi was %v and is %v", end.Outcome, end.Reason, end.Text, before, c.phone.WifiEnabled())
			}
			c.close(t)
			run, err := record.Read(c.log)
			if err != nil || run.Cut {
				t.Fatalf("log: %+v, %v", run, err)
			}
			terminal := 0
			for i, e := range run.Events {
				if e.Seq != int64(i+1) {
					t.Errorf("event %d has number %d", i+1, e.Seq)
				}
				if e.Type.Terminal() {
					terminal++
				}
			}
			if terminal != 1 {
				t.Errorf("%d terminal events", terminal)
			}
		})
	}
}

func TestPersonApprovesEachAct(t *testing.T) {
	c := newCockpit(t, wifiModel{}, nil, sim.Options{})
	if _, err := c.Send("Turn on Wi-Fi"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		asked := c.await(t, event.ApprovalRequested)
		var request permissions.Request
		if err := json.Unmarshal(asked.Request, &request); err != nil || request.ID != asked.RequestID || len(request.Commands) == 0 {
			t.Fatalf("asked %s: %v", asked.Request, err)
		}
		if c.phone.WifiEnabled() {
			t.Fatal("it acted before the answer")
		}
		if err := c.Resolve(request.ID, permissions.Answer{Verdict: permissions.Once, By: permissions.ByPerson, Word: request.Word}); err != nil {
			t.Fatal(err)
		}
	}
	if end := c.await(t, event.TurnCompleted); end.Outcome != event.Done || !c.phone.WifiEnabled() {
		t.Errorf("ended as %s, Wi-Fi is %v", end.Outcome, c.phone.WifiEnabled())
	}
}

func TestTurnOutlivesAnUnpluggedPhone(t *testing.T) {
	c := newCockpit(t, wifiModel{}, nil, sim.Options{})
	if _, err := c.Send("Turn on Wi-Fi"); err != nil {
		t.Fatal(err)
	}
	asked := c.await(t, event.ApprovalRequested)
	c.phone.Unplug()
	if gone := c.await(t, event.DeviceState); gone.State == device.StateDevice || gone.Reason == "" {
		t.Errorf("told %+v", gone)
	}
	if err := c.Resolve(asked.RequestID, permissions.Answer{Verdict: permissions.Once}); err != nil {
		t.Fatal(err)
	}
	c.phone.Plug()
	if back := c.await(t, event.DeviceState); back.State != device.StateDevice {
		t.Errorf("told %+v", back)
	}
	c.Subscribe(func(e event.Event) { // approves the rest
		if e.Type == event.ApprovalRequested {
			go func() { _ = c.Resolve(e.RequestID, permissions.Answer{Verdict: permissions.Once}) }()
		}
	})
	if end := c.await(t, event.TurnCompleted); end.Outcome != event.Done || !c.phone.WifiEnabled() {
		t.Errorf("ended as %s (%s), Wi-Fi is %v", end.Outcome, end.Text, c.phone.WifiEnabled())
	}
}

func TestCancelReachesThePhone(t *testing.T) {
	c := newCockpit(t, wifiModel{}, permissions.Unattended{Medium: true}, sim.Options{Latency: time.Hour})
	if _, err := c.Send("Turn on Wi-Fi"); err != nil {
		t.Fatal(err)
	}
	c.awaitServices(t, 1)
	c.Cancel()
	c.await(t, event.TurnCancelled)
	c.awaitServices(t, 0)
}

// awaitServices waits until so many services are open on the phone.
func (c *cockpit) awaitServices(t *testing.T, want int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if c.phone.Counters().Running == want {
			return
		}
	}
	t.Fatalf("%d services are open on the phone, want %d", c.phone.Counters().Running, want)
}

func TestPersonActsByHandAndSeesIt(t *testing.T) {
	c := newCockpit(t, wifiModel{}, nil, sim.Options{})
	c.Watch(true)
	first := c.await(t, event.ScreenObserved)
	if err := c.Act(tools.Call{Name: "open_app", Arguments: json.RawMessage(`{"target":"Settings"}`)}); err != nil {
		t.Fatal(err)
	}
	done := c.await(t, event.ToolFinished)
	var result tools.Result
	if err := json.Unmarshal(done.Result, &result); err != nil || !result.OK || !done.ByPerson {
		t.Errorf("told %s by person %v: %v", done.Result, done.ByPerson, err)
	}
	if c.phone.ForegroundPackage() != "com.android.settings" {
		t.Errorf("in front is %s", c.phone.ForegroundPackage())
	}
	c.phone.Lock() // nobody told the session
	for {
		seen := c.await(t, event.ScreenObserved)
		if string(seen.Screen) == string(first.Screen) {
			t.Error("the same screen is told again")
		}
		var now struct{ Locked bool }
		if err := json.Unmarshal(seen.Screen, &now); err != nil {
			t.Fatal(err)
		}
		if now.Locked {
			return
		}
	}
}
