package permissions

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"adroit/device/text"
	"adroit/device/text/userfile"
)

// ParseRules reads a rules file: TOML (https://toml.io/en/v1.0.0) with a table
// [[rule]] for each rule, whose keys are tool, app, class, target, decision and
// reason, all strings; decision is required. tools are the names that there
// are: a rule that could never match is a mistake, as is every unknown key. The
// error is a *userfile.Error.
func ParseRules(file string, data []byte, tools []string) (Rules, error) {
	d := userfile.TOML(file, data)
	rules := Rules{file: filepath.Base(file)}
	d.Read(d.Root, userfile.Keys{
		"rule": d.List("tables, each of which begins with a line [[rule]]", d.Table(func(t *userfile.Table) {
			rules.list = append(rules.list, parseRule(d, t, tools))
		})),
	})
	if err := d.Err(); err != nil {
		return Rules{}, err
	}
	return rules, nil
}

// appPattern is what a pattern for package names can hold
// (https://developer.android.com/build/configure-app-module#set-application-id).
var appPattern = regexp.MustCompile(`^[A-Za-z0-9_.*?]+$`)

func parseRule(d *userfile.Document, t *userfile.Table, tools []string) Rule {
	rule := Rule{Line: t.Line}
	into := func(p *string) func(userfile.Entry) {
		return d.Text(func(s string) error {
			*p = s
			return nil
		})
	}
	d.Read(t, userfile.Keys{
		"target": into(&rule.Target),
		"app": d.Text(func(s string) error {
			rule.App = s
			if !appPattern.MatchString(s) {
				return errors.New("no package is called so; want one such as com.example.shop or com.example.*")
			}
			return nil
		}),
		"tool": d.Text(func(s string) error {
			rule.Tool = s
			return userfile.OneOf("tool", s, tools, "`adroit tools` lists them")
		}),
		"class": d.Text(func(s string) error {
			rule.Class = Class(s)
			return userfile.OneOf("class", s, Classes(), "")
		}),
		"decision": d.Text(func(s string) error {
			rule.Decision = Decision(slices.Index(decisionNames, s))
			return userfile.OneOf("decision", s, decisionNames, "")
		}),
		"reason": d.Text(func(s string) error {
			rule.Reason = text.Line(s)
			return nil
		}),
	})
	if _, said := t.Get("decision"); !said {
		d.Lacking(t.Line, "a rule without a decision; want one of %s", strings.Join(decisionNames, ", "))
	}
	return rule
}
