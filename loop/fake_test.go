package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/tools"
	"adroit/tools/skill"
)

// modelFunc is a scripted model.
type modelFunc func(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error)

func (f modelFunc) Reply(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
	return f(ctx, req, delta)
}

// replies answers the n-th request with the n-th reply, streaming its text in
// two pieces, and every later one with the last.
func replies(list ...model.Reply) modelFunc {
	n := 0
	return func(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
		r := list[min(n, len(list)-1)]
		n++
		half := len(r.Text) / 2
		delta(r.Text[:half])
		delta(r.Text[half:])
		return r, context.Cause(ctx)
	}
}

func says(text string) model.Reply { return model.Reply{Text: text, Stop: model.StopEnd} }

func wants(calls ...model.Call) model.Reply {
	return model.Reply{Calls: calls, Stop: model.StopToolCalls}
}

func aCall(name, arguments string) model.Call {
	return model.Call{ID: "call_" + name, Name: name, Arguments: arguments}
}

// fakeRunner carries out calls by a function, with the hooks of a session.
type fakeRunner struct {
	run   func(ctx context.Context, c tools.Call) tools.Result
	hooks tools.Hooks

	mu       sync.Mutex
	ran      []tools.Call
	shownAll int // how often ShowAll was called
	skills   skill.Set
	withheld string // package of an app; set before the session is used
}

func (r *fakeRunner) Run(ctx context.Context, c tools.Call) tools.Result {
	r.mu.Lock()
	r.ran = append(r.ran, c)
	r.mu.Unlock()
	return r.run(ctx, c)
}

func (r *fakeRunner) Label(c tools.Call) string { return c.Name }

// Shown keeps the app withheld from the model, if a test says so.
func (r *fakeRunner) Shown(c *screen.Context) *screen.Context {
	return c.Without(screen.Sight{
		App: func(pkg string) string {
			if r.withheld == "" || pkg != r.withheld {
				return ""
			}
			return "bank.toml:1"
		},
		Notice: func(string) string { return "" },
	})
}

// follow puts a skill in force.
func (r *fakeRunner) follow(s skill.Skill) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.skills = skill.Set{s}
}

// Skills are those that a test put in force.
func (r *fakeRunner) Skills() skill.Set {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.skills
}

func (r *fakeRunner) LeaveSkills() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.skills = nil
}

func (r *fakeRunner) ShowAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shownAll++
}

func (r *fakeRunner) calls() []tools.Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ran
}

// succeed is a run function that starts each call and reports success.
func (r *fakeRunner) succeed(_ context.Context, c tools.Call) tools.Result {
	r.hooks.Started(c, c.Name)
	return tools.Result{OK: true, Status: tools.Success, Message: "done"}
}

// fakePhone shows one screen after the other.
type fakePhone struct {
	mu     sync.Mutex
	state  string
	shown  *screen.Context // what its screen shows
	last   *screen.Context // what was observed
	probes int
	seen   int // observations
	fault  error
}

func newFakePhone() *fakePhone {
	return &fakePhone{state: device.StateDevice, shown: aScreen("Home")}
}

func aScreen(title string) *screen.Context {
	return &screen.Context{ObservationID: "o1", PackageName: "com.example", WindowTitle: title, Awake: true, Complete: true}
}

func (p *fakePhone) Serial() string { return "fake-1" }

func (p *fakePhone) State(context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == "" {
		return "", device.ErrNoDevice
	}
	return p.state, nil
}

func (p *fakePhone) Observe(ctx context.Context) (*screen.Context, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen++
	if err := errors.Join(p.fault, context.Cause(ctx)); err != nil {
		return nil, err
	}
	p.last = p.shown
	return p.last, nil
}

func (p *fakePhone) Last() *screen.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

func (p *fakePhone) Probe(ctx context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.probes++
	return p.shown.WindowTitle, context.Cause(ctx)
}

// counts are the probes and the observations so far.
func (p *fakePhone) counts() (probes, seen int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.probes, p.seen
}

func (p *fakePhone) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = err
}

func (p *fakePhone) show(title string) { p.put(aScreen(title)) }

func (p *fakePhone) put(c *screen.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = c
}

func (p *fakePhone) set(state string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = state
}

// journal collects the events of a session.
type journal struct {
	mu     sync.Mutex
	events []event.Event
}

func (j *journal) add(e event.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, e)
}

func (j *journal) all() []event.Event {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.events
}

// of returns the events of the given types, in order.
func (j *journal) of(types ...event.Type) []event.Event {
	var found []event.Event
	for _, e := range j.all() {
		for _, t := range types {
			if e.Type == t {
				found = append(found, e)
			}
		}
	}
	return found
}

// stage is a session among fakes.
type stage struct {
	*Session
	phone   *fakePhone
	runner  *fakeRunner
	journal *journal
	lists   chan []device.Info // what the adb server lists
}

// newStage starts a session of m. Without run every call succeeds.
func newStage(tb testing.TB, m model.Model, run func(context.Context, tools.Call) tools.Result, configure ...func(*Config)) *stage {
	tb.Helper()
	cfg := Config{Model: m, Registry: redact.NewRegistry(redact.Options{})}
	for _, f := range configure {
		f(&cfg)
	}
	st := &stage{phone: newFakePhone(), runner: &fakeRunner{run: run}, journal: &journal{}, lists: make(chan []device.Info)}
	st.Session = newSession(cfg, st.phone)
	st.runner.hooks = st.hooks()
	if run == nil {
		st.runner.run = func(ctx context.Context, c tools.Call) tools.Result {
			if now, err := st.phone.Observe(ctx); err == nil {
				st.runner.hooks.Screen(now)
			}
			return st.runner.succeed(ctx, c)
		}
	}
	st.Subscribe(st.journal.add)
	st.begin(st.runner, tools.Catalogue(tools.Options{}), func(context.Context) <-chan []device.Info { return st.lists })
	return st
}

// close ends the session; that must take no time at all.
func (st *stage) close(tb testing.TB) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := st.Close(ctx); err != nil {
		tb.Errorf("close: %v", err)
	}
}

// checkHistory applies the rules that endpoints have for a conversation. It
// knows nothing of how the loop keeps them.
func checkHistory(messages []model.Message) error {
	var due []string // ids of calls without a result
	previous := model.Role("")
	for i, m := range messages {
		if len(due) > 0 && m.Role != model.RoleTool {
			return fmt.Errorf("message %d is of role %s, but call %s has no result", i, m.Role, due[0])
		}
		if len(m.Images) > 0 && m.Role != model.RoleUser {
			return fmt.Errorf("message %d: images in a message of role %s", i, m.Role)
		}
		switch m.Role {
		case model.RoleUser:
			ofResults := previous == model.RoleTool && strings.Contains(m.Text, ".png")
			if previous == model.RoleUser || previous == model.RoleTool && !ofResults {
				return fmt.Errorf("message %d: user after %s", i, previous)
			}
			if len(m.Images) > 0 && !ofResults {
				return fmt.Errorf("message %d: images after %s", i, previous)
			}
			if m.Text == "" {
				return fmt.Errorf("message %d: an empty user message", i)
			}
		case model.RoleAssistant:
			if previous == model.RoleAssistant || previous == "" {
				return fmt.Errorf("message %d: assistant after %q", i, previous)
			}
			if m.Text == "" && len(m.Calls) == 0 {
				return fmt.Errorf("message %d: an empty assistant message", i)
			}
			for _, c := range m.Calls {
				var object map[string]any
				if err := json.Unmarshal([]byte(c.Arguments), &object); err != nil || object == nil {
					return fmt.Errorf("message %d: arguments %q are no object", i, c.Arguments)
				}
				due = append(due, c.ID)
			}
		case model.RoleTool:
			if len(due) == 0 || due[0] != m.CallID {
				return fmt.Errorf("message %d: a result of %q where %q are due", i, m.CallID, due)
			}
			if m.Text == "" {
				return fmt.Errorf("message %d: an empty result", i)
			}
			due = due[1:]
		default:
			return fmt.Errorf("message %d: role %q", i, m.Role)
		}
		previous = m.Role
	}
	if len(due) > 0 {
		return fmt.Errorf("call %s has no result", due[0])
	}
	return nil
}

// documented demands that e has no field but those that its type has in the
// schema of the run log, which is what other programs rely on.
func documented(e event.Event) error {
	fields, err := documentedFields()
	if err != nil {
		return err
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal(raw, &got); err != nil {
		return err
	}
	for name := range got {
		if !fields[string(e.Type)][name] && !fields[""][name] {
			return fmt.Errorf("the schema does not give %s the field %s", e.Type, name)
		}
	}
	return nil
}

// documentedFields are the fields of each type of event, and under "" those of
// all.
var documentedFields = sync.OnceValues(func() (map[string]map[string]bool, error) {
	data, err := os.ReadFile("record/schema.json")
	if err != nil {
		return nil, err
	}
	type fields struct {
		Required   []string
		Properties map[string]struct{ Const any }
	}
	var root struct {
		Defs struct {
			Event struct {
				fields
				AllOf []struct{ If, Then fields }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &root); err != nil {
		return nil, err
	}
	all := map[string]map[string]bool{}
	add := func(kind string, f fields) {
		all[kind] = map[string]bool{}
		for _, name := range append(slices.Collect(maps.Keys(f.Properties)), f.Required...) {
			all[kind][name] = true
		}
	}
	add("", fields{Required: root.Defs.Event.Required})
	for _, rule := range root.Defs.Event.AllOf {
		add(fmt.Sprint(rule.If.Properties["type"].Const), rule.Then)
	}
	return all, nil
})

// checkEvents applies the rules for the events of a closed session.
func checkEvents(events []event.Event) error {
	running := "" // id of the turn that runs
	finished := map[string]int{}
	for i, e := range events {
		if e.Seq != int64(i+1) || e.V != event.Version || e.Time.IsZero() {
			return fmt.Errorf("event %d: seq %d, v %d, time %v", i, e.Seq, e.V, e.Time)
		}
		if err := documented(e); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		switch {
		case e.Type == event.TurnStarted && running != "":
			return fmt.Errorf("turn %s starts while %s runs", e.TurnID, running)
		case e.Type == event.TurnStarted:
			running = e.TurnID
		case e.Type.Terminal() && e.TurnID != running:
			return fmt.Errorf("%s of turn %q while %q runs", e.Type, e.TurnID, running)
		case e.Type.Terminal():
			running = ""
			if len(finished) != 0 {
				return fmt.Errorf("turn %s ended with open calls: %v", e.TurnID, finished)
			}
		case e.Type == event.StepStarted, e.Type == event.AssistantText, e.Type == event.Usage:
			if e.TurnID != running || running == "" {
				return fmt.Errorf("%s of turn %q while %q runs", e.Type, e.TurnID, running)
			}
		case e.ByPerson:
		case e.Type == event.ToolProposed:
			finished[e.CallID] = 1
		case e.Type == event.ToolStarted && finished[e.CallID] == 0:
			return fmt.Errorf("call %s started and was not proposed", e.CallID)
		case e.Type == event.ToolFinished:
			if finished[e.CallID] != 1 {
				return fmt.Errorf("call %s finished and was not proposed", e.CallID)
			}
			delete(finished, e.CallID)
		}
	}
	if running != "" {
		return fmt.Errorf("turn %s has no terminal event", running)
	}
	return nil
}
