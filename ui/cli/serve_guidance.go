package cli

import (
	"adroit/device/redact"
	"adroit/loop/remote"
	"adroit/tools/skill"
	"adroit/ui"
)

// forClients is g as a server tells it, with what is secret masked: programs
// hear it as well as people.
func (g guidance) forClients(secrets *redact.Registry) remote.Guidance {
	told := remote.Guidance{Notes: g.forCockpit().Notes}
	for _, s := range g.skills {
		told.Skills = append(told.Skills, remote.Skill{
			ID: s.ID, Title: secrets.Text(s.Title), Risk: s.Risk, Tools: s.AllowedTools, Criteria: s.SuccessCriteria, Path: s.Path,
		})
	}
	return told
}

// guidanceOf is what a server told, for the cockpit.
func guidanceOf(w remote.Welcome) ui.Guidance {
	shown := ui.Guidance{Notes: w.Notes}
	for _, s := range w.Skills {
		shown.Skills = append(shown.Skills, skill.Skill{
			ID: s.ID, Title: s.Title, Risk: s.Risk, AllowedTools: s.Tools, SuccessCriteria: s.Criteria, Path: s.Path,
		})
	}
	return shown
}
