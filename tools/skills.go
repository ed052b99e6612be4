package tools

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
	"adroit/tools/skill"
)

// What every request tells of the skills, in characters.
const (
	longestTitle = 80
	mostTitles   = 2_000
)

// readSkill gives the model a skill, which is in force from then on.
func readSkill(skills skill.Set) Tool {
	aliases := map[string]string{}
	for _, s := range skills {
		for _, alias := range s.Aliases {
			aliases[strings.ToLower(alias)] = s.ID
		}
	}
	return Tool{
		Name:    "read_skill",
		Summary: "Read the person's instructions for a task before you begin it. " + titles(skills),
		Risk:    permissions.Low, Idempotent: true,
		Params: []Param{{
			Name: "id", Kind: String, Required: true, NonEmpty: true, Enum: skills.IDs(), Aliases: aliases, Doc: "which",
		}},
		words: func(a args, _ *screen.Node) string { return fmt.Sprintf("Read the skill %q", a.text("id")) },
		lookUp: func(r *Runner, c Call, a args) (Result, error) {
			s, ok := skills.Find(a.text("id"))
			if !ok {
				return Result{}, fail("no skill is called that")
			}
			r.follow(s, c)
			return Result{
				Status: Success, Message: "The person's instructions: " + s.Title,
				Data: skillData(s), Content: text.Visible(s.Body),
			}, nil
		},
	}
}

// titles are the skills by id and title, as many as there is room for: the ids
// of the others are in the schema.
func titles(skills skill.Set) string {
	var listed []string
	room := mostTitles
	for _, s := range skills {
		entry := s.ID + ": " + text.Truncate(text.VisibleLine(s.Title), longestTitle)
		if room -= utf8.RuneCountInString(entry); room < 0 {
			break
		}
		listed = append(listed, entry)
	}
	return strings.Join(listed, "; ")
}

// skillData is what a skill demands, for the model to know beforehand.
func skillData(s skill.Skill) map[string]any {
	data := map[string]any{"id": s.ID}
	if len(s.AllowedTools) > 0 {
		data["allowed_tools"] = slices.Clone(s.AllowedTools)
	}
	if len(s.SuccessCriteria) > 0 {
		data["success_criteria"] = slices.Clone(s.SuccessCriteria)
	}
	if s.Risk > permissions.Low {
		data["risk"] = s.Risk.String()
	}
	return data
}

// masked is skills with what is secret in their titles masked: they stand in
// every request, and no result passes there.
func masked(skills skill.Set, registry *redact.Registry) skill.Set {
	skills = slices.Clone(skills)
	for i := range skills {
		skills[i].Title = registry.Text(skills[i].Title)
	}
	return skills
}

// follow puts a skill in force for whoever has read it by c. The person's own
// hand follows none.
func (r *Runner) follow(s skill.Skill, c Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, already := r.followed[c.Program].Find(s.ID); !already && !c.ByPerson {
		r.followed[c.Program] = append(r.followed[c.Program], s)
	}
}

// Skills are those in force for the model: which it has read since LeaveSkills.
func (r *Runner) Skills() skill.Set { return r.followedBy("") }

func (r *Runner) followedBy(program string) skill.Set {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.followed[program])
}

// LeaveSkills ends the force of the skills that the model has read. Whoever runs
// turns calls it between two of them. Other programs have no turns: what one of
// them has read binds it to the end, because no word of a program's may lift
// what a person has laid down.
func (r *Runner) LeaveSkills() {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.followed, "")
}

// cautions are what the skills in force demand of an act.
func (r *Runner) cautions(t Tool, c Call) []permissions.Caution {
	if c.ByPerson {
		return nil
	}
	return r.followedBy(c.Program).Cautions(t.Name)
}
