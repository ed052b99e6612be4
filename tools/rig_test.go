package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/skill"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a Runner on a simulated phone, reached over adb.
type rig struct {
	*tools.Runner
	sim      *sim.Phone
	phone    *device.Phone
	broker   *permissions.Broker
	registry *redact.Registry

	workspace string // a folder with nothing in it
	skills    skill.Set
	policy    permissions.Policy

	mu      sync.Mutex
	started []string // labels
	asked   []permissions.Request
	decided []permissions.Answer
	onAsked func(permissions.Request) // runs before the question can be answered

	onStarted func() // runs before the commands of an act
	onScreen  func() // runs after each look at the phone
}

// approve answers what is asked, the word of high risk included.
type approve struct{ verdict permissions.Verdict }

func (a approve) Ask(_ context.Context, r permissions.Request, answer func(permissions.Answer) error) {
	_ = answer(permissions.Answer{Verdict: a.verdict, By: permissions.ByPerson, Word: r.Word})
}

func newRig(t testing.TB, approver permissions.Approver, options sim.Options) *rig {
	t.Helper()
	r := &rig{sim: sim.New(options), registry: redact.NewRegistry(redact.Options{}), workspace: t.TempDir(), skills: someSkills}
	ctx, cancel := context.WithCancel(context.Background())
	server, err := r.sim.ServeServer(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		server.Close()
	})
	r.phone, err = device.NewHub(server.Addr()).Open(t.Context(), "", r.registry)
	if err != nil {
		t.Fatal(err)
	}
	r.Runner = r.runner(approver)
	return r
}

// runner is a new Runner on the rig's phone.
func (r *rig) runner(approver permissions.Approver) *tools.Runner {
	r.broker = permissions.NewBroker(r.policy, approver, permissions.Options{})
	return tools.NewRunner(r.phone, r.broker, r.registry, tools.Options{Images: true, Workspace: r.workspace, Skills: r.skills}, tools.Hooks{
		Started: func(_ tools.Call, label string) {
			r.note(func() { r.started = append(r.started, label) })
			if r.onStarted != nil {
				r.onStarted()
			}
		},
		Asked: func(q permissions.Request) {
			r.note(func() { r.asked = append(r.asked, q) })
			if r.onAsked != nil {
				r.onAsked(q)
			}
		},
		Decided: func(_ permissions.Request, a permissions.Answer) { r.note(func() { r.decided = append(r.decided, a) }) },
		Screen: func(*screen.Context) {
			if r.onScreen != nil {
				r.onScreen()
			}
		},
	})
}

// rule puts rules in force, in a session that begins anew on the same phone.
func (r *rig) rule(t testing.TB, toml string) {
	t.Helper()
	rules, err := permissions.ParseRules("bank.toml", []byte(toml), tools.Names())
	if err != nil {
		t.Fatal(err)
	}
	r.policy.Rules = rules
	r.Runner = r.runner(approve{permissions.Once})
}

func (r *rig) note(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// editFirst has the person answer the first question by other arguments, and what
// follows by then.
func (r *rig) editFirst(t testing.TB, arguments string, then permissions.Verdict) {
	r.onAsked = func(q permissions.Request) {
		answer := permissions.Answer{Verdict: then}
		if len(r.asked) == 1 {
			answer = permissions.Answer{Verdict: permissions.Edit, Arguments: json.RawMessage(arguments)}
		}
		r.answer(t, answer)(q)
	}
}

// call runs one tool. The arguments are JSON.
func (r *rig) call(t testing.TB, name, arguments string) tools.Result {
	t.Helper()
	return r.Run(t.Context(), tools.Call{ID: "c", Name: name, Arguments: json.RawMessage(arguments)})
}

// must runs calls that have to succeed: "tap" `{…}`, "press_back" “, …
func (r *rig) must(t testing.TB, namesAndArguments ...string) {
	t.Helper()
	for i := 0; i < len(namesAndArguments); i += 2 {
		result := r.call(t, namesAndArguments[i], namesAndArguments[i+1])
		if result.Status != tools.Success {
			t.Fatalf("%s %s: %s", namesAndArguments[i], namesAndArguments[i+1], result.ForModel())
		}
	}
}

func contains(t testing.TB, s string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(s, part) {
			t.Errorf("%q does not hold %q", s, part)
		}
	}
}
