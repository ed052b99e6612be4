package tasks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/sim"
	"adroit/loop"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/loop/record"
	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/skill"
)

const wifiSkill = `---
id: turn-on-wifi
title: Turn on Wi-Fi
risk: high
allowed_tools: [open_settings_panel, tap]
success_criteria: [checked=Wi-Fi]
aliases: [wlan]
---

Open the panel, then touch the switch.
`

// conversation is a model that says one reply after the other, and remembers
// what it was asked last.
type conversation struct {
	mu      sync.Mutex
	replies []model.Reply
	asked   []model.Message
}

func (c *conversation) Reply(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = req.Messages
	reply := c.replies[0]
	c.replies = c.replies[1:]
	delta(reply.Text)
	return reply, ctx.Err()
}

func calls(tool, arguments string) model.Reply {
	return model.Reply{Calls: []model.Call{{ID: "1", Name: tool, Arguments: arguments}}, Stop: model.StopToolCalls}
}

func says(text string) model.Reply { return model.Reply{Text: text, Stop: model.StopEnd} }

// skilled opens a session with a skill from a file, recorded in the log.
func (st *stage) skilled(t *testing.T, hub *device.Hub, registry *redact.Registry, m model.Model, log *record.Writer, resume *record.Run) *loop.Session {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "wifi.md"), []byte(wifiSkill), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := skill.Load(skill.Limits{Tools: tools.Names(), Criterion: func(s string) error {
		_, err := loop.ParseExpectation(s)
		return err
	}}, dir)
	if err != nil {
		t.Fatal(err)
	}
	session := loop.New(loop.Config{
		Model: m, Phone: st.phone, Hub: hub, Registry: registry, Tools: tools.Options{Skills: set}, Approver: st.person,
		Record: log, Resume: resume,
	})
	session.Subscribe(func(e event.Event) {
		st.mu.Lock()
		defer st.mu.Unlock()
		st.events = append(st.events, e)
	})
	return session
}

// TestASkillIsFollowed has a model read a skill by its alias, try what the skill
// does not leave, and claim too early; the turn after it is free again.
func TestASkillIsFollowed(t *testing.T) {
	t.Parallel()
	st, hub, registry := newStage(t, sim.Options{})
	var words []string
	st.person.first = func(r permissions.Request) { words = append(words, r.Tool+" "+r.Risk.String()+" "+r.Word) }
	m := &conversation{replies: []model.Reply{
		calls("read_skill", `{"id":"WLAN"}`), calls("press_home", `{}`), calls("open_settings_panel", `{"panel":"wifi"}`),
		says("It is on."), calls("tap", `{"target":"android:id/switch_widget","strategy":"view_id"}`), says("Now it is."),
		calls("press_home", `{}`), says("At home."),
	}}
	log, err := record.Create(t.TempDir(), "sim", "scripted", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	session := st.skilled(t, hub, registry, m, log, nil)
	first := session.RunTurn(t.Context(), "Turn on Wi-Fi")
	second := session.RunTurn(t.Context(), "Go home")
	if err := session.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}

	if first.Outcome != event.Done || !first.Verified || !st.sim.WifiEnabled() {
		t.Errorf("ended as %s, verified %v: %s", first.Outcome, first.Verified, first.Reason)
	}
	if second.Outcome != event.Done || second.Verified {
		t.Errorf("the next turn ended as %s, verified %v: %s", second.Outcome, second.Verified, second.Reason)
	}
	results := st.results(t)
	read, denied, home := results[0], results[1], results[len(results)-1]
	if read.Content != "Open the panel, then touch the switch." || read.Data["id"] != "turn-on-wifi" {
		t.Errorf("read %s", read.ForModel())
	}
	if denied.OK || denied.Message != "permission denied: the skill turn-on-wifi leaves only open_settings_panel, tap" {
		t.Errorf("what it does not leave: %s", denied.ForModel())
	}
	if !home.OK {
		t.Errorf("in the next turn: %s", home.ForModel())
	}
	if len(words) != 3 || !strings.HasPrefix(words[0], "open_settings_panel high ") || !strings.HasPrefix(words[1], "tap high ") ||
		len(words[1]) == len("tap high ") || words[2] != "press_home medium " {
		t.Errorf("asked were %q", words)
	}
	run, err := record.Read(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loop.Verify(t.Context(), run); err != nil {
		t.Errorf("run again: %v", err)
	}
}

// TestNoSkillOutlivesTheProgram takes up a run that was cut off while a skill
// was in force: with the program the turn ended, and with it the skill.
func TestNoSkillOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	st, hub, registry := newStage(t, sim.Options{})
	log, err := record.Create(t.TempDir(), "sim", "scripted", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	session := st.skilled(t, hub, registry, &conversation{replies: []model.Reply{calls("read_skill", `{"id":"wlan"}`), says("Done.")}}, log, nil)
	session.RunTurn(t.Context(), "Turn on Wi-Fi")
	if err := session.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	cutAfter(t, log.Path(), event.ToolFinished)

	again, run, err := record.Open(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	m := &conversation{replies: []model.Reply{calls("press_home", `{}`), says("At home.")}}
	session = st.skilled(t, hub, registry, m, again, run)
	end := session.RunTurn(t.Context(), "Go home")
	if err := session.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	results := st.results(t)
	if last := results[len(results)-1]; end.Outcome != event.Done || end.Verified || !last.OK {
		t.Errorf("ended as %s, verified %v: %s", end.Outcome, end.Verified, last.ForModel())
	}
	var remembered bool
	for _, message := range m.asked {
		remembered = remembered || strings.Contains(message.Text, "Open the panel, then touch the switch.")
	}
	if !remembered {
		t.Error("the model no longer knows what it has read")
	}
}

// cutAfter cuts a log behind its first event of a type.
func cutAfter(t *testing.T, path string, last event.Type) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept []byte
	for line := range bytes.Lines(whole) {
		kept = append(kept, line...)
		var e event.Event
		if json.Unmarshal(line, &e) == nil && e.Type == last {
			if err := os.WriteFile(path, kept, 0o600); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("the log holds no %s", last)
}
