package tools

import (
	"context"
	"slices"
	"strings"

	"adroit/device/screen"
	"adroit/permissions"
)

// Tool is one thing that can be done, in one definition.
type Tool struct {
	Name    string // stable: models, rules files and run logs name it
	Summary string // what it does and when to use it, for a model and for people
	Risk    permissions.Risk
	Params  []Param

	// Idempotent: running it again after an unclear failure does no harm.
	Idempotent bool

	rules []rule // what must hold between parameters

	// words say what a call does, given its target where one is known.
	words func(args, *screen.Node) string

	// Exactly one of these is set. A reading tool runs without asking; one that
	// reads something else than the phone looks it up; one that acts on the phone
	// plans, and the Runner carries the plan out; one that changes something else
	// prepares it.
	read   func(context.Context, *reading, args) (Result, error)
	lookUp func(*Runner, Call, args) (Result, error)
	plan   func(context.Context, scene, args) (plan, error)
	change func(*Runner, args) (change, error)
}

// Description is what a model reads about the tool: the summary and what a
// JSON Schema cannot say about its parameters.
func (t Tool) Description() string {
	return strings.Join(append([]string{t.Summary}, t.Rules()...), " ")
}

// Rules are what must hold between the parameters, a sentence each. Tools with
// the same parameters have the same ones.
func (t Tool) Rules() []string {
	var sentences []string
	for _, r := range t.rules {
		sentences = append(sentences, r.says)
	}
	return sentences
}

func (t Tool) param(name string) (Param, bool) {
	i := slices.IndexFunc(t.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}, false
	}
	return t.Params[i], true
}

func (t Tool) paramNames() []string {
	names := make([]string, len(t.Params))
	for i, p := range t.Params {
		names[i] = p.Name
	}
	return names
}
