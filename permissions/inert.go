package permissions

import (
	"fmt"
	"slices"
	"strings"
)

// Inert is a rule that cannot do what it says, and why.
type Inert struct {
	Rule Rule
	Why  string // "it never lets a payment pass: it names no app"
}

// Inert returns the rules that can never do what they say, in the order of the
// file: those that allow a class of act without the app that this takes, and
// those behind another one that fits everything that they fit.
func (r Rules) Inert() []Inert {
	var found []Inert
	for i, rule := range r.list {
		if rule.Decision == Allow && rule.Class != "" && !rule.exact(rule.Class) {
			found = append(found, Inert{rule, fmt.Sprintf("it never lets a %s pass: %s", rule.Class, rule.lacks(rule.Class))})
			continue
		}
		for _, earlier := range r.list[:i] {
			if earlier.covers(rule) {
				found = append(found, Inert{rule, fmt.Sprintf("it is never reached: %s fits everything that it fits", r.Place(earlier))})
				break
			}
		}
	}
	return found
}

// lacks says what a rule must name to let a high risk of class pass.
func (r Rule) lacks(class Class) string {
	switch {
	case class == "":
		return "it names no tool"
	case r.Class == "":
		return "it names no class"
	case r.App == "":
		return "it names no app"
	}
	return "its app has a wildcard before the second dot, as com.example.* has not"
}

// fallsShort is what a reason says of a rule that is not exact enough.
const fallsShort = "fits, but does not let a high risk pass"

// FellShort is the first of a ruling's reasons that says of a rule of the person's
// that it fits and yet lets no high risk pass, "" where there is none.
func FellShort(reasons []string) string {
	i := slices.IndexFunc(reasons, func(reason string) bool {
		return strings.HasPrefix(reason, "rule ") && strings.Contains(reason, fallsShort)
	})
	if i < 0 {
		return ""
	}
	return reasons[i]
}

// covers reports whether r fits everything that later fits. A rule that allows
// must fit all that an act touches, one that restricts only a part of it.
func (r Rule) covers(later Rule) bool {
	named := r.App != "" || r.Target != ""
	return (r.Tool == "" || r.Tool == later.Tool) &&
		(r.Class == "" || r.Class == later.Class) &&
		(r.App == "" || globCovers(r.App, later.App)) &&
		(r.Target == "" || globCovers(fold(r.Target), fold(later.Target))) &&
		(r.Decision != Allow || later.Decision == Allow || !named)
}

// globCovers reports whether what fits the pattern narrow also fits wide, as
// far as that shows with nothing, or with something, in the place of each star.
func globCovers(wide, narrow string) bool {
	if narrow == "" { // which fits everything
		return strings.Trim(wide, "*") == ""
	}
	const something = "\x00\x00\x00"
	return glob(wide, strings.ReplaceAll(narrow, "*", "")) && glob(wide, strings.ReplaceAll(narrow, "*", something))
}
