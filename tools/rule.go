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

// paired: an element and its strategy are both given, or neither.
func paired(element, strategy string) rule {
	return rule{
		says: "An element and its strategy go together.",
		check: func(a args) *ArgumentError {
			missing := element
			if a.has(element) {
				missing = strategy
			}
			if a.has(element) == a.has(strategy) {
				return nil
			}
			return &ArgumentError{Field: missing, Got: "missing", Want: element + " and " + strategy + " together, or neither"}
		},
	}
}

// atLeastOne of the parameters.
func atLeastOne(names ...string) rule {
	list := strings.Join(names, ", ")
	return rule{
		says: "A query has at least one field besides match.",
		check: func(a args) *ArgumentError {
			if !slices.ContainsFunc(names, a.has) {
				return &ArgumentError{Field: names[0], Got: "missing", Want: "at least one of " + list}
			}
			return nil
		},
	}
}

// either: all of one group of parameters and none of the others; optional
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
		says: "Coordinates come all together, instead of elements and direction.",
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
