package permissions

import (
	"fmt"
	"slices"
	"strings"

	"adroit/device/screen"
	"adroit/device/text"
)

// Rule is one entry of a person's rules file. It matches an act that fits all
// of its fields; an empty field fits every act. In App and Target * stands for
// any characters and ? for one.
type Rule struct {
	Tool   string // name of a tool
	App    string // package of the app in front
	Class  Class
	Target string // label of the target, else what the act names: a component, a settings panel

	Decision Decision
	Reason   string // the person's own words; may be empty

	Line int // of the file, counted from 1
}

// Rules are a person's rules file, as ParseRules reads it. For each class of an
// act, and for an act without one, the first rule that matches counts. The zero
// value has no rule.
type Rules struct {
	file string
	list []Rule
}

// List returns the rules in the order of the file.
func (r Rules) List() []Rule { return slices.Clone(r.list) }

// Place is where a rule stands, as reasons, answers and logs name it:
// "rules.toml:12".
func (r Rules) Place(rule Rule) string { return fmt.Sprintf("%s:%d", r.file, rule.Line) }

// Said are the person's own words with the rule that stands at place, "" where
// they said none.
func (r Rules) Said(place string) string {
	i := slices.IndexFunc(r.list, func(rule Rule) bool { return r.Place(rule) == place })
	if i < 0 {
		return ""
	}
	return text.Line(r.list[i].Reason)
}

// apply lets the rules speak on s, of which the built-in policy thinks ruling.
// The strictest decision wins. Only an act of medium risk is allowed outright:
// at the keyboard a high risk asks all the same, and Ruling.Permit tells those
// who run without a person that a rule has answered.
func (r Rules) apply(s Situation, ruling *Ruling) {
	classes := ruling.Classes
	if len(classes) == 0 {
		classes = []Class{""}
	}
	strictest, place, allowed := Allow, "", 0
	for _, class := range classes {
		rule, ok := r.first(s, class)
		if !ok {
			continue
		}
		ruling.Reasons = append(ruling.Reasons, rule.says(r.Place(rule), ruling.Risk, class))
		if rule.Decision == Allow && (ruling.Risk <= Medium || rule.exact(class)) {
			allowed++
		}
		if rule.Decision > strictest || place == "" {
			strictest, place = rule.Decision, r.Place(rule)
		}
	}
	switch {
	case strictest > Allow && strictest >= ruling.Decision:
		ruling.Decision, ruling.By, ruling.Rule = strictest, ByRule, place
	case strictest > Allow || allowed < len(classes) || ruling.Decision != Ask:
	case ruling.Risk <= Medium:
		ruling.Decision, ruling.By, ruling.Rule = Allow, ByRule, place
	default:
		ruling.Permit = place
	}
}

// first is the first rule that matches s as an act of class.
func (r Rules) first(s Situation, class Class) (Rule, bool) {
	i := slices.IndexFunc(r.list, func(rule Rule) bool { return rule.matches(s, class) })
	if i < 0 {
		return Rule{}, false
	}
	return r.list[i], true
}

// exact reports whether the rule says enough to let a high risk pass without a
// person: class and app, or where the act has no class, the tool.
func (r Rule) exact(class Class) bool {
	if class == "" {
		return r.Tool != ""
	}
	return r.Class != "" && namesApp(r.App)
}

// namesApp reports whether a pattern for packages means the apps of somebody in
// particular. Packages begin with a domain of their maker's, so that no wildcard
// may come before the second dot: com.example.* will do, com.* and com.ex* not
// (https://developer.android.com/build/configure-app-module#set-application-id).
func namesApp(pattern string) bool {
	segments := strings.SplitN(pattern, ".", 3)
	maker := strings.Join(segments[:min(2, len(segments))], "")
	return maker != "" && !strings.ContainsAny(maker, "*?")
}

func (r Rule) matches(s Situation, class Class) bool {
	return (r.Tool == "" || r.Tool == s.Tool) &&
		(r.Class == "" || r.Class == class) &&
		(r.App == "" || r.matchesApp(s)) &&
		(r.Target == "" || r.matchesTarget(s))
}

// matchesTarget holds what the act is about against the rule, and what its
// finger starts from: where it allows, both must fit; where it restricts, one
// is enough.
func (r Rule) matchesTarget(s Situation) bool {
	fits := func(name string) bool { return glob(fold(r.Target), fold(name)) }
	if s.From == nil {
		return fits(s.object())
	}
	if r.Decision == Allow {
		return fits(s.object()) && fits(s.From.Label)
	}
	return fits(s.object()) || fits(s.From.Label)
}

// matchesApp holds every app that the act touches against the rule: where it
// allows, all must fit; where it restricts, one is enough.
func (r Rule) matchesApp(s Situation) bool {
	apps := s.apps()
	fits := func(app string) bool { return glob(r.App, app) }
	if r.Decision == Allow {
		return len(apps) > 0 && !slices.ContainsFunc(apps, func(app string) bool { return !fits(app) })
	}
	if s.Opens != "" {
		apps = append(apps, s.Opens)
	}
	return slices.ContainsFunc(apps, fits)
}

// says is the rule as a reason, for an act of a risk and a class.
func (r Rule) says(place string, risk Risk, class Class) string {
	words := fmt.Sprintf("rule %s says %s", place, r.Decision)
	switch {
	case r.Decision == Allow && risk >= High && !r.exact(class):
		words = fmt.Sprintf("rule %s %s: %s", place, fallsShort, r.lacks(class))
	case r.Class != "":
		words += " to " + string(r.Class)
	}
	if r.Reason != "" {
		words += ": " + r.Reason
	}
	return words
}

// apps are the packages that an act touches: the one in front, and that of a
// target in another's window. An act beside the phone touches the one that its
// text was taken from.
func (s Situation) apps() []string {
	var apps []string
	if s.Screen != nil && s.Screen.PackageName != "" {
		apps = append(apps, s.Screen.PackageName)
	}
	for _, n := range []*screen.Node{s.Target, s.From} {
		if n != nil && n.PackageName != "" && !slices.Contains(apps, n.PackageName) {
			apps = append(apps, n.PackageName)
		}
	}
	if len(apps) == 0 && s.Origin != nil && s.Origin.App != "" {
		apps = append(apps, s.Origin.App)
	}
	return apps
}

// object is what an act is about, for the field Target of a rule.
func (s Situation) object() string {
	if s.Target != nil {
		return s.Target.Label
	}
	return s.Object
}

// glob reports whether all of s fits pattern, in which * stands for any
// characters and ? for one.
func glob(pattern, s string) bool {
	p, t := []rune(pattern), []rune(s)
	star, from := -1, 0 // the last star, and what it has taken up to
	i, j := 0, 0
	for j < len(t) {
		switch {
		case i < len(p) && p[i] == '*':
			star, from = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == t[j]):
			i++
			j++
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
