package tools

import (
	"slices"
	"strings"
)

// rule is what must hold between the parameters of one tool: a schema without
// combinators cannot say it.
type rule struct {
	says  string                    // for the model
	check func(args) *ArgumentError // nil where it holds
}

// together: all of the parameters, or none of them.
func together(names ...string) rule {
	list := strings.Join(names, " and ")
	return rule{
		says: "Give " + list + " together, or neither.",
		check: func(a args) *ArgumentError {
			given := slices.IndexFunc(names, a.has) >= 0
			missing := slices.IndexFunc(names, func(n string) bool { return !a.has(n) })
			if given && missing >= 0 {
				return &ArgumentError{Field: names[missing], Got: "missing", Want: list + " together, or neither"}
			}
			return nil
		},
	}
}

// atLeastOne of the parameters.
func atLeastOne(names ...string) rule {
	list := strings.Join(names, ", ")
	return rule{
		says: "Give at least one of " + list + ".",
		check: func(a args) *ArgumentError {
			if !slices.ContainsFunc(names, a.has) {
				return &ArgumentError{Field: names[0], Got: "missing", Want: "at least one of " + list}
			}
			return nil
		},
	}
}

// eitherAll: all of one group of parameters and none of the others; optional
// ones may come with the group that they belong to.
func either(groups ...group) rule {
	forms := make([]string, len(groups))
	for i, g := range groups {
		forms[i] = strings.Join(g.all, ", ")
		if len(g.optional) > 0 {
			forms[i] += " (and perhaps " + strings.Join(g.optional, ", ") + ")"
		}
	}
	want := "either " + strings.Join(forms, " or ") + ", not both"
	return rule{
		says: "Give " + want + ".",
		check: func(a args) *ArgumentError {
			chosen := slices.IndexFunc(groups, func(g group) bool { return slices.ContainsFunc(g.all, a.has) })
			if chosen < 0 {
				return &ArgumentError{Field: groups[0].all[0], Got: "missing", Want: want}
			}
			for i, g := range groups {
				for _, name := range g.all {
					if i == chosen && !a.has(name) {
						return &ArgumentError{Field: name, Got: "missing", Want: want}
					}
				}
				for _, name := range slices.Concat(g.all, g.optional) {
					if i != chosen && a.has(name) {
						return &ArgumentError{Field: name, Got: "mixed with " + groups[chosen].all[0], Want: want}
					}
				}
			}
			return nil
		},
	}
}

// group is one of the forms in which a call can be made.
type group struct{ all, optional []string }
