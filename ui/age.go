package ui

import "time"

// age says how old the observation is, in steps that grow: see nextAge.
func (p *phone) age(now time.Time) string {
	if p.view == nil || p.view.screen.CapturedAt.IsZero() || p.replay {
		return ""
	}
	age := now.Sub(p.view.screen.CapturedAt)
	if age < freshFor {
		return "just now"
	}
	return spell(ageStep(age)) + " ago"
}

// freshFor is how long an observation counts as of just now.
const freshFor = 5 * time.Second

// ageStep rounds an age down to 5 s, 10 s, 30 s and whole minutes, so that the
// header changes rarely and no ticker is needed.
func ageStep(age time.Duration) time.Duration {
	switch {
	case age >= time.Minute:
		return age.Truncate(time.Minute)
	case age >= 30*time.Second:
		return 30 * time.Second
	case age >= 10*time.Second:
		return 10 * time.Second
	default:
		return freshFor
	}
}

// nextAge is how long it takes until age says something else; 0 for never.
func (p *phone) nextAge(now time.Time) time.Duration {
	if p.view == nil && p.lost == "" && !p.absent && !p.replay {
		return progressStep - now.Sub(p.since)%progressStep
	}
	if p.view == nil || p.view.screen.CapturedAt.IsZero() || p.replay {
		return 0
	}
	age := now.Sub(p.view.screen.CapturedAt)
	for _, step := range []time.Duration{freshFor, 10 * time.Second, 30 * time.Second} {
		if age < step {
			return step - age
		}
	}
	return time.Minute - age%time.Minute
}
