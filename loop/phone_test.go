package loop

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adroit/device"
	"adroit/loop/event"
	"adroit/tools"
)

// lost is what the runner makes of a phone that is not there.
func lost() tools.Result {
	return tools.Result{
		Status: tools.Error, Message: "no such phone", Idempotent: true, RetryAfterMS: 500,
		Data: map[string]any{"device_lost": true},
	}
}

// runWhileThere succeeds while the phone is there.
func runWhileThere(st **stage) func(context.Context, tools.Call) tools.Result {
	return func(ctx context.Context, c tools.Call) tools.Result {
		if state, err := (*st).phone.State(ctx); err != nil || state != device.StateDevice {
			return lost()
		}
		return (*st).runner.succeed(ctx, c)
	}
}

func TestLostPhonePausesTheTurn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var st *stage
		st = newStage(t, replies(wants(aCall("tap", "{}")), says("Done.")), runWhileThere(&st))
		st.phone.set("")
		st.lists <- []device.Info{}
		if _, err := st.Send("Go"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := len(st.journal.of(event.ToolFinished)); got != 0 {
			t.Fatal("the turn went on without a phone")
		}
		began := time.Now()
		st.phone.set(device.StateDevice)
		st.lists <- []device.Info{{Serial: "other", State: "offline"}, {Serial: "fake-1", State: device.StateDevice}}
		time.Sleep(time.Second)
		synctest.Wait()
		if end := st.journal.of(event.TurnCompleted); len(end) != 1 || end[0].Outcome != event.Done || end[0].Time.Sub(began) > time.Second {
			t.Errorf("ended with %+v", end)
		}
		states := st.journal.of(event.DeviceState)
		if len(states) != 2 || states[0].State != StateDisconnected || !strings.Contains(states[0].Reason, "plug it in") ||
			states[1].State != device.StateDevice || states[1].Reason != "" {
			t.Errorf("told %+v", states)
		}
		st.close(t)
	})
}

// What may not have reached a phone that was lost is no repetition when the
// model asks for it again.
func TestALostPhoneBeginsARepetitionAnew(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tap := wants(aCall("tap", "{}"))
		st, end := runTurn(t, replies(tap, tap, says("Done.")), func(st *stage) func(context.Context, tools.Call) tools.Result {
			return func(ctx context.Context, c tools.Call) tools.Result {
				if len(st.runner.calls()) > 1 {
					return st.runner.succeed(ctx, c)
				}
				cut := lost()
				cut.Idempotent = false
				return cut
			}
		})
		if end.Outcome != event.Done || len(st.runner.calls()) != 2 {
			t.Errorf("ended as %s after %d calls", end.Outcome, len(st.runner.calls()))
		}
	})
}

func TestLostPhoneFailsAnUnattendedTurn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var st *stage
		st = newStage(t, replies(wants(aCall("tap", "{}")), says("Done.")), runWhileThere(&st),
			func(c *Config) { c.Limits.DeviceWait = UnattendedDeviceWait })
		st.phone.set("offline")
		began := time.Now()
		end := st.RunTurn(t.Context(), "Go")
		if end.Outcome != event.Failed || !strings.Contains(end.Reason, "the phone was away for 1m0s") || time.Since(began) != time.Minute {
			t.Errorf("ended as %s after %v: %s", end.Outcome, time.Since(began), end.Reason)
		}
		// The adb server has told its trackers nothing.
		if states := st.journal.of(event.DeviceState); len(states) != 1 || states[0].State != "offline" || states[0].Time.Sub(began) > recheck {
			t.Errorf("told %+v, want offline at once", states)
		}
		st.close(t)
		if err := errors.Join(checkHistory(st.history.messages), checkEvents(st.journal.all())); err != nil {
			t.Error(err)
		}
	})
}

func TestConnection(t *testing.T) {
	tests := map[string]struct {
		infos []device.Info
		state string
		fault error
	}{
		"no server":    {nil, StateDisconnected, device.ErrNoServer},
		"not listed":   {[]device.Info{{Serial: "other", State: device.StateDevice}}, StateDisconnected, device.ErrNoDevice},
		"ready":        {[]device.Info{{Serial: "a", State: device.StateDevice}}, device.StateDevice, nil},
		"unauthorized": {[]device.Info{{Serial: "a", State: "unauthorized"}}, "unauthorized", device.ErrUnauthorized},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			state, fault := connection(test.infos, "a")
			if state != test.state || !errors.Is(fault, test.fault) {
				t.Errorf("got %q, %v", state, fault)
			}
		})
	}
}

// TestLiveInterval paces the looks as it is told, at first and later.
func TestLiveInterval(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil, func(c *Config) { c.LiveInterval = 10 * time.Second })
		looks := func() int {
			before, _ := st.phone.counts()
			time.Sleep(20 * time.Minute)
			synctest.Wait()
			after, _ := st.phone.counts()
			return after - before
		}
		st.Watch(true)
		if n := looks(); n < 12 || n > 20 {
			t.Errorf("%d looks in 20 minutes, up to 100 s apart", n)
		}
		st.SetLiveInterval(time.Second)
		if n := looks(); n < 120 || n > 130 {
			t.Errorf("%d looks in 20 minutes, up to 10 s apart", n)
		}
		st.close(t)
	})
}

func TestLiveScreenShowsWhatChanges(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		time.Sleep(time.Minute)
		if probes, _ := st.phone.counts(); probes != 0 {
			t.Fatal("it looks without being asked to")
		}
		st.Watch(true)
		time.Sleep(time.Minute)
		synctest.Wait()
		if probes, seen := st.phone.counts(); probes < 10 || probes > 30 || seen != 1 {
			t.Errorf("%d probes and %d observations in a minute in which nothing happened", probes, seen)
		}
		st.phone.show("Settings")
		time.Sleep(mostIntervals * LiveInterval)
		synctest.Wait()
		seen := st.journal.of(event.ScreenObserved)
		if len(seen) != 2 || !strings.Contains(string(seen[1].Screen), "Settings") {
			t.Errorf("told %d screens", len(seen))
		}
		st.Watch(false)
		before, _ := st.phone.counts()
		time.Sleep(time.Minute)
		if probes, _ := st.phone.counts(); probes != before {
			t.Error("it still looks when it is off")
		}
		st.close(t)
	})
}

func TestLiveScreenKeepsStillForATool(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		release := make(chan struct{})
		st := newStage(t, hanging, nil)
		st.runner.run = func(context.Context, tools.Call) tools.Result {
			<-release
			return tools.Result{OK: true, Status: tools.Success}
		}
		st.Watch(true)
		time.Sleep(time.Second)
		synctest.Wait()
		if err := st.Act(tools.Call{Name: "press_back"}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		before, _ := st.phone.counts()
		time.Sleep(time.Minute)
		if probes, _ := st.phone.counts(); probes != before {
			t.Error("it looks while a tool runs")
		}
		close(release)
		time.Sleep(time.Second)
		if probes, _ := st.phone.counts(); probes == before {
			t.Error("it does not look after the tool")
		}
		st.close(t)
	})
}

func TestLiveScreenSaysWhyItIsBlind(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		st.phone.fail(errors.New("the tree is not idle: stop the animation"))
		st.Watch(true)
		time.Sleep(time.Minute)
		st.phone.fail(nil)
		time.Sleep(time.Minute)
		st.close(t)
		told := st.journal.of(event.DeviceState)
		if len(told) != 2 || !strings.Contains(told[0].Reason, "stop the animation") || told[1].Reason != "" {
			t.Errorf("told %+v", told)
		}
	})
}

func TestActsByHand(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		release := make(chan struct{})
		st := newStage(t, replies(wants(aCall("press_home", "{}")), says("Done.")), nil)
		st.runner.run = func(ctx context.Context, c tools.Call) tools.Result {
			select {
			case <-release:
				return st.runner.succeed(ctx, c)
			case <-ctx.Done():
				return tools.Result{Status: tools.Error, Message: "cancelled", Idempotent: true}
			}
		}
		call := tools.Call{Name: "press_back", Arguments: json.RawMessage("{}")}
		for i, want := range []error{nil, nil, ErrBusy} {
			if err := st.Act(call); !errors.Is(err, want) {
				t.Errorf("act %d: %v", i, err)
			}
			synctest.Wait()
		}
		st.Cancel()
		synctest.Wait()
		close(release)
		synctest.Wait()
		st.close(t)
		var got []string
		for _, e := range st.journal.all() {
			if !e.ByPerson || e.TurnID != "" {
				t.Errorf("%s is not told as the person's", e.Type)
			}
			got = append(got, string(e.Type)+" "+e.CallID)
		}
		want := "tool_proposed h1, tool_finished h1, tool_proposed h2, tool_started h2, tool_finished h2"
		if strings.Join(got, ", ") != want {
			t.Errorf("got %v", got)
		}
		if first := st.journal.of(event.ToolFinished)[0]; !strings.Contains(string(first.Result), "cancelled by the person: nothing was done") {
			t.Errorf("the cancelled act: %s", first.Result)
		}
		if len(st.history.messages) != 0 {
			t.Error("the person's acts are in the model's history")
		}
	})
}

func TestReveal(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		st := newStage(t, hanging, nil)
		defer st.close(t)
		if text, ok := st.Reveal("7"); ok {
			t.Errorf("revealed %q of a node that is not there", text)
		}
	})
}
