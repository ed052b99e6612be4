package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/theme"
	"adroit/tools/skill"
)

// Guidance is what the person has written down for the model.
type Guidance struct {
	Skills skill.Set // that it may read
	Notes  string    // the file of notes that it is given; "" where there is none
	Wrong  []string  // the mistakes that keep files of skills out of force, a line each
}

// words say what there is, "" for nothing: "the notes in ADROIT.md and the
// skills pay, send".
func (g Guidance) words() string {
	var parts []string
	if g.Notes != "" {
		parts = append(parts, "the notes in "+text.Line(g.Notes))
	}
	if len(g.Skills) > 0 {
		parts = append(parts, "the skills "+text.Line(strings.Join(g.Skills.IDs(), ", ")))
	}
	return strings.Join(parts, " and ")
}

// notInForce says that files of skills are not in force, "" where all are.
func (g Guidance) notInForce() string {
	if len(g.Wrong) == 0 {
		return ""
	}
	return "Skills with mistakes are not in force"
}

// openSkills shows the skills that the model may read, which of them are in
// force, and the notes that it is given.
func (a *app) openSkills() tea.Cmd {
	g := a.options.Guidance
	return a.openReader("Skills and notes", func(width int, th theme.Theme) []string {
		lines := []string{"", th.Strong.Render(margin + "Skills, which the model reads when it needs them"), ""}
		for _, s := range g.Skills {
			words := s.ID + ": " + text.Line(s.Title)
			if a.turn.busy && a.turn.skills[s.ID] {
				words += " (in force until the turn ends)"
			}
			lines = append(lines, hanging("·", th.Muted, words, th.Text, width)...)
			for _, detail := range append(skillDemands(s), text.Line(s.Path)) {
				lines = append(lines, hanging(" ", th.Muted, detail, th.Muted, width)...)
			}
		}
		if len(g.Skills) == 0 {
			lines = append(lines, th.Muted.Render(margin+"none; `adroit skills --help` shows one"))
		}
		if says := g.notInForce(); says != "" {
			lines = append(lines, "", th.Danger.Render(margin+says), "")
			for _, mistake := range g.Wrong {
				lines = append(lines, hanging("✗", th.Danger, text.Line(mistake), th.Text, width)...)
			}
		}
		lines = append(lines, "", th.Strong.Render(margin+"Notes, which the model is always given"), "")
		if g.Notes == "" {
			return append(lines, th.Muted.Render(margin+"none; they would stand in ADROIT.md"))
		}
		return append(lines, hanging("·", th.Muted, text.Line(g.Notes), th.Text, width)...)
	})
}

// skillDemands are what a skill demands while it is in force, a line each.
func skillDemands(s skill.Skill) []string {
	var lines []string
	if s.Risk > permissions.Low {
		lines = append(lines, "every act counts as one of "+s.Risk.String()+" risk, or more")
	}
	if len(s.AllowedTools) > 0 {
		lines = append(lines, "leaves only "+strings.Join(s.AllowedTools, ", "))
	}
	if len(s.SuccessCriteria) > 0 {
		lines = append(lines, "done when "+text.Line(strings.Join(s.SuccessCriteria, ", ")))
	}
	return lines
}
