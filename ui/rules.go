package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
)

// builtIn is what the policy does where no rule says otherwise.
var builtIn = [...]string{
	"Reading and waiting run without a question.",
	"Everything else that acts on the phone asks.",
	"What is hard to undo or reaches others asks as high risk, every time, and takes the word that is shown: " +
		"sending, paying, buying, deleting, accounts, permissions, security settings, secrets, installing apps.",
}

// openRules shows the rules in force: the mode, the person's file, and what is
// built in. Why a single act was decided as it was stands in its card.
func (a *app) openRules() tea.Cmd {
	return a.openReader("Rules in force", func(width int, th theme.Theme) []string {
		lines := []string{"", th.Strong.Render(margin + "Mode"), ""}
		lines = append(lines, hanging("·", th.Muted, modeWords(a.mode)+"; /mode changes it", th.Text, width)...)
		lines = append(lines, "", th.Strong.Render(margin+"Your rules, the first that fits counts"), "")
		for _, r := range a.options.Rules.List() {
			lines = append(lines, hanging("·", th.Muted, ruleWords(r), th.Text, width)...)
			lines = append(lines, hanging(" ", th.Muted, text.Line(a.options.Rules.Place(r)), th.Muted, width)...)
		}
		if len(a.options.Rules.List()) == 0 {
			lines = append(lines, th.Muted.Render(margin+"none"))
		}
		lines = append(lines, "", th.Strong.Render(margin+"Built in"), "")
		for _, s := range builtIn {
			lines = append(lines, hanging("·", th.Muted, s, th.Text, width)...)
		}
		return lines
	})
}

// ruleWords say what a rule matches and decides: "allow tool tap, app
// com.example.*: my own app".
func ruleWords(r permissions.Rule) string {
	var fits []string
	for _, f := range []struct{ name, value string }{
		{"tool", r.Tool}, {"app", r.App}, {"class", string(r.Class)}, {"target", r.Target},
	} {
		if f.value != "" {
			fits = append(fits, f.name+" "+text.Line(f.value))
		}
	}
	words := r.Decision.String() + " " + strings.Join(fits, ", ")
	if len(fits) == 0 {
		words = r.Decision.String() + " everything"
	}
	if r.Reason != "" {
		words += ": " + text.Line(r.Reason)
	}
	return words
}
