// Package skill reads skills: Markdown files in which a person writes down how
// something is done in an app, for the model to read when it is asked for that.
//
// A file begins with front matter in YAML, between two lines of "---":
//
//	---
//	id: send-message
//	title: Send a message in Messages
//	description: Finds the contact, types the text, and stops before sending.
//	risk: high
//	allowed_tools: [open_app, tap, type_text, scroll_to_element]
//	success_criteria: ["app=com.google.android.apps.messaging"]
//	aliases: [text, sms]
//	examples: ["Text Ada that I am late"]
//	---
//
//	1. Open the app …
//
// Only id and title are required. A skill can take away and never give:
// allowed_tools names the acting tools that are left while the skill is in
// force (what only looks or waits is always there), and risk is the least that
// an act counts as meanwhile. success_criteria are conditions that must hold
// before a turn in which the skill was read counts as done, in the form that
// `adroit run --expect` takes.
package skill

import (
	"fmt"
	"slices"
	"strings"

	"adroit/permissions"
)

// Skill is one file of instructions.
type Skill struct {
	ID          string // letters, digits, "-" and "_", at most 64
	Title       string // one line
	Description string // one line, "" where there is none
	Risk        permissions.Risk
	// AllowedTools are the acting tools that are left while the skill is in
	// force; empty leaves all.
	AllowedTools    []string
	SuccessCriteria []string // conditions such as "app=Messages"
	Aliases         []string // other names that the model may use for ID
	Examples        []string // requests that the skill is for
	Body            string   // the instructions, Markdown
	Path            string   // where the file is
}

// Set is the skills of a session, sorted by id. The zero value has none.
type Set []Skill

// Find returns the skill with the given id or alias, in any case.
func (s Set) Find(name string) (Skill, bool) {
	is := func(other string) bool { return strings.EqualFold(other, name) }
	for _, sk := range s {
		if is(sk.ID) {
			return sk, true
		}
	}
	for _, sk := range s {
		if slices.ContainsFunc(sk.Aliases, is) {
			return sk, true
		}
	}
	return Skill{}, false
}

// IDs are the ids of the skills.
func (s Set) IDs() []string {
	ids := make([]string, len(s))
	for i, sk := range s {
		ids[i] = sk.ID
	}
	return ids
}

// Cautions are what the skills in s demand of an act by the tool of that name.
func (s Set) Cautions(tool string) []permissions.Caution {
	var demands []permissions.Caution
	for _, sk := range s {
		if len(sk.AllowedTools) > 0 && !slices.Contains(sk.AllowedTools, tool) {
			demands = append(demands, permissions.Caution{
				Deny: true, Why: fmt.Sprintf("the skill %s leaves only %s", sk.ID, strings.Join(sk.AllowedTools, ", ")),
			})
		}
		if sk.Risk > permissions.Low {
			demands = append(demands, permissions.Caution{
				Risk: sk.Risk, Why: fmt.Sprintf("the skill %s counts every act as one of %s risk", sk.ID, sk.Risk),
			})
		}
	}
	return demands
}
