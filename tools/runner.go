package tools

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"time"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
	"adroit/tools/skill"
)

// Runner carries out calls on one phone. It is safe for concurrent use: a call
// of the person's hand may run while another waits for its approval, but no
// two act at once.
type Runner struct {
	phone    *device.Phone
	broker   *permissions.Broker
	registry *redact.Registry
	tools    []Tool
	hooks    Hooks

	log       *slog.Logger
	whole     bool        // the model gets whole screens, as JSON
	workspace workspace   // "" where there is none
	secrets   SecretStore // nil where there is none

	acting chan struct{} // holds a token while something acts

	mu   sync.Mutex
	acts int             // so far, to tell whether an observation is older than the last one
	told *screen.Context // what the model was shown last

	followed map[string]skill.Set // the skills in force, by the Call.Program that read them
}

// NewRunner returns a Runner for phone whose acts are ruled upon by broker.
// What its results hold is masked by registry.
func NewRunner(phone *device.Phone, broker *permissions.Broker, registry *redact.Registry, o Options, hooks Hooks) *Runner {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	o.Skills = masked(o.Skills, registry)
	return &Runner{
		log:   log,
		phone: phone, broker: broker, registry: registry, tools: Catalogue(o), hooks: hooks.filled(),
		followed: map[string]skill.Set{},
		whole:    o.ScreenJSON, workspace: workspace(o.Workspace), secrets: o.Secrets, acting: make(chan struct{}, 1),
	}
}

// Tools is the catalogue that the Runner offers.
func (r *Runner) Tools() []Tool { return r.tools }

// progressKeys are what a result tells of how far a long call came.
var progressKeys = []string{"scrolls", "waited_ms"}

// Run carries out one call. It always returns a Result: what failed, and how
// to go on, is in it. Where the end of ctx cut the call short, Data has
// "cancelled".
func (r *Runner) Run(ctx context.Context, c Call) Result {
	began := time.Now()
	result := r.run(ctx, c)
	if ctx.Err() != nil && result.Status == Error && result.Data["denied"] == nil {
		// Whatever it was that failed first, it did so because the call was over.
		cancelled := map[string]any{"cancelled": true}
		for _, key := range progressKeys {
			if v, ok := result.Data[key]; ok {
				cancelled[key] = v
			}
		}
		result.Message, result.Data = "cancelled", cancelled
		result.RetryAfterMS, result.Stop = 0, false
	}
	result = r.finish(result)
	r.logged(c, result, time.Since(began))
	return result
}

func (r *Runner) run(ctx context.Context, c Call) Result {
	t, ok := r.tool(c.Name)
	if !ok {
		return r.unknownTool(c.Name)
	}
	a, err := t.validate(c.Arguments)
	switch {
	case err != nil:
		return failed(t, err, false)
	case t.read != nil:
		return (&reading{use: use{r, t, c}}).run(ctx, a)
	case t.lookUp != nil:
		return r.lookUp(ctx, t, c, a)
	case t.change != nil:
		return r.change(ctx, t, c, a)
	}
	return act{use{r, t, c}, a}.run(ctx)
}

// Label says what a call would do, in words: `Tap switch "Wi-Fi"`. The target
// is looked up on the last observed screen; where that fails, or the call is
// not valid, the words say less.
func (r *Runner) Label(c Call) string {
	t, ok := r.tool(c.Name)
	if !ok {
		return r.unknown(c.Name)
	}
	a, err := t.validate(c.Arguments)
	if err != nil {
		return t.Name
	}
	var target *screen.Node
	if last := r.phone.Last(); last != nil && a.has("target") && a.has("strategy") {
		target, _ = use{r, t, c}.shown(last).Resolve(a.text("target"), screen.Strategy(a.text("strategy")))
	}
	return r.words(t, a, target)
}

// words says what a call of t would do, masked. The arguments are masked first:
// words may cut them short, and of half a secret nobody could tell what it is. Of
// what is typed they say the length alone.
func (r *Runner) words(t Tool, a args, target *screen.Node) string {
	shown := maps.Clone(a)
	for name, value := range a {
		if s, ok := value.(string); ok && (t.Name != "type_text" || name != "text") {
			shown[name] = r.registry.Text(s)
		}
	}
	return r.registry.Text(t.words(shown, target))
}

// ShowAll makes the next result tell the model the whole screen instead of
// what changed: the model no longer knows the screens that it was shown.
func (r *Runner) ShowAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = nil
}

func (r *Runner) tool(name string) (Tool, bool) {
	for _, t := range r.tools {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

func (r *Runner) unknownTool(name string) Result {
	names := make([]string, len(r.tools))
	for i, t := range r.tools {
		names[i] = t.Name
	}
	return fail(fmt.Sprintf("no tool is called %q; there are %s", r.unknown(name), strings.Join(names, ", "))).Result
}

// unknown is what a call names that is no tool: a model may say anything.
func (r *Runner) unknown(name string) string {
	return text.Truncate(text.Line(r.registry.Text(name)), 40)
}

// finish masks what may not leave the device layer: a value may have become
// known as secret after the screen that the result speaks of was observed.
func (r *Runner) finish(result Result) Result {
	if r.whole && result.seen != nil {
		result.Whole = r.registry.JSON(result.InJSON().Whole)
	}
	result.seen = nil // the screen would stay in memory
	return result.masked(r.registry)
}

// masked is the result with every secret in its texts masked.
func (result Result) masked(registry *redact.Registry) Result {
	result.OK = result.Status != Error
	result.Message = registry.Text(text.VisibleLine(result.Message))
	result.Screen = registry.Text(result.Screen)
	result.Content = registry.Text(result.Content)
	for key, value := range result.Data {
		switch v := value.(type) {
		case string:
			result.Data[key] = registry.Text(text.VisibleLine(v))
		case []string:
			masked := make([]string, len(v))
			for i, s := range v {
				masked[i] = registry.Text(text.VisibleLine(s))
			}
			result.Data[key] = masked
		}
	}
	return result
}

// tell puts into result what the model is shown of now: what changed since it
// was told last, and that something is withheld from it each time. The person's
// own acts tell the model nothing.
func (u use) tell(now *screen.Context, result *Result) {
	u.mu.Lock()
	defer u.mu.Unlock()
	result.Screen, result.seen = now.ModelChange(u.told), now
	if now.Withheld() != "" {
		result.Screen = now.Model()
		u.mark(now, result)
	}
	u.broker.Origins().Seen(now) // the live screen may have observed it
	if !u.call.ByPerson {
		u.told = now
	}
}

// lastShown is the screen that the model was told last, nil before the first.
func (r *Runner) lastShown() *screen.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.told
}

// actCount is how often something has acted so far.
func (r *Runner) actCount() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.acts
}

func (r *Runner) countAct() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.acts++
}
