package permissions

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"adroit/device/text"
)

// RulesError says what is wrong with a rules file, and where.
type RulesError struct {
	File string
	Line int // counted from 1; 0 where the file as a whole is meant
	Err  error
}

func (e *RulesError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("rules %s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("rules %s, line %d: %v", e.File, e.Line, e.Err)
}

func (e *RulesError) Unwrap() error { return e.Err }

// ParseRules reads a rules file: TOML (https://toml.io/en/v1.0.0) with a table
// [[rule]] for each rule, whose keys are tool, app, class, target, decision and
// reason, all strings; decision is required. tools are the names that there
// are: a rule that could never match is an error, as is every unknown key. All
// errors are *RulesError.
func ParseRules(file string, data []byte, tools []string) (Rules, error) {
	var content map[string]any
	if _, err := toml.Decode(string(data), &content); err != nil {
		if syntax, ok := errors.AsType[toml.ParseError](err); ok {
			return Rules{}, &RulesError{file, syntax.Position.Line, errors.New(syntax.Message)}
		}
		return Rules{}, &RulesError{file, 0, err}
	}
	tables, _ := content["rule"].([]map[string]any)
	if _, given := content["rule"]; given && tables == nil {
		return Rules{}, &RulesError{file, 0, errors.New("rule is not a table: begin each rule with a line [[rule]]")}
	}
	for key := range content {
		if key != "rule" {
			return Rules{}, &RulesError{file, rulesText(data).line(0, key), fmt.Errorf("unknown key %q: there are only tables [[rule]]", shown(key))}
		}
	}
	starts := rulesText(data).headers()
	if len(starts) != len(tables) {
		return Rules{}, &RulesError{file, 0, errors.New("begin each rule with [[rule]] on a line of its own, and nothing else with it")}
	}
	rules := Rules{file: filepath.Base(file)}
	for i, table := range tables {
		rule, err := parseRule(table, tools)
		if err != nil {
			return Rules{}, &RulesError{file, rulesText(data).line(starts[i], err.key), err}
		}
		rule.Line = starts[i]
		rules.list = append(rules.list, rule)
	}
	return rules, nil
}

// ruleError is what is wrong with one key of a rule.
type ruleError struct {
	key  string
	says string
}

func (e *ruleError) Error() string { return e.says }

var ruleKeys = []string{"tool", "app", "class", "target", "decision", "reason"}

func parseRule(table map[string]any, tools []string) (Rule, *ruleError) {
	fields := map[string]string{}
	for key, value := range table {
		if !slices.Contains(ruleKeys, key) {
			return Rule{}, &ruleError{key, fmt.Sprintf("unknown key %q: want one of %s", shown(key), strings.Join(ruleKeys, ", "))}
		}
		s, ok := value.(string)
		if !ok || s == "" {
			return Rule{}, &ruleError{key, key + " is not a text with at least one character: leave the key out where it does not matter"}
		}
		fields[key] = s
	}
	rule := Rule{
		Tool: fields["tool"], App: fields["app"], Class: Class(fields["class"]), Target: fields["target"],
		Reason: text.Line(fields["reason"]),
	}
	if rule.Tool != "" && !slices.Contains(tools, rule.Tool) {
		return Rule{}, &ruleError{"tool", fmt.Sprintf("no tool is called %q: `adroit tools` lists them", shown(rule.Tool))}
	}
	if rule.Class != "" && !slices.Contains(Classes(), rule.Class) {
		return Rule{}, &ruleError{"class", fmt.Sprintf("no class is called %q: want one of %s", shown(string(rule.Class)), text.Join(Classes(), ", "))}
	}
	if fields["decision"] == "" {
		return Rule{}, &ruleError{"", "a rule without a decision: want one of " + strings.Join(decisionNames, ", ")}
	}
	if err := rule.Decision.UnmarshalText([]byte(fields["decision"])); err != nil {
		return Rule{}, &ruleError{"decision", text.Line(err.Error())}
	}
	return rule, nil
}

func shown(s string) string { return text.Truncate(text.Line(s), 40) }

// rulesText is a rules file, to find lines in it: the TOML library tells the lines
// of syntax errors, but not those of the tables of an array.
type rulesText string

func (s rulesText) lines() []string { return strings.Split(string(s), "\n") }

// headers are the lines on which a rule begins, counted from 1.
func (s rulesText) headers() []int {
	var found []int
	for i, line := range s.lines() {
		line, _, _ = strings.Cut(line, "#")
		if strings.Join(strings.Fields(line), "") == "[[rule]]" {
			found = append(found, i+1)
		}
	}
	return found
}

// line is where key is set in the table that begins at line start, else start.
func (s rulesText) line(start int, key string) int {
	lines := s.lines()
	for i := start; key != "" && i < len(lines); i++ {
		name, _, ok := strings.Cut(lines[i], "=")
		switch {
		case ok && strings.Trim(strings.TrimSpace(name), `"'`) == key:
			return i + 1
		case strings.HasPrefix(strings.TrimSpace(lines[i]), "["):
			return start
		}
	}
	return start
}
