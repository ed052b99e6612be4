package cli

import (
	"fmt"

	"adroit/loop/event"
	"adroit/loop/model/scripted"
	"adroit/loop/record"
)

// reopenLog opens the log of the run that ref names for s to go on with. Phone
// and model are those of the run where the settings name no others. Without
// ref there is nothing to go on with, and no log yet.
func (a *app) reopenLog(s *session, ref string) (*record.Writer, error) {
	if ref == "" {
		return nil, nil
	}
	path, err := record.Find(a.config.StateDir, ref)
	if err != nil {
		return nil, usage(err)
	}
	log, run, err := record.Open(path)
	if err != nil {
		return nil, err
	}
	// The session closes it first; this is for a session that never begins.
	s.closers = append(s.closers, func() { log.Close() })
	s.resumed = run
	if a.config.Device == "" {
		a.config.Device = run.Header.Device
	}
	if a.config.Model == "" {
		a.config.Model = run.Header.Model
	}
	if a.config.Model == scripted.Name {
		a.config.Model = demoName
		a.config.origins["model"] = origin{byEndpoint, "of the run to go on with"}
		if err := a.config.demoElsewhere(); err != nil {
			return nil, usage(err)
		}
	}
	return log, nil
}

// resumedTask is what a run, which ref names, goes on with where the person says
// nothing new.
func resumedTask(run *record.Run, ref string) (string, error) {
	last := run.Story().Last()
	switch {
	case last == nil:
		return "", fmt.Errorf("nothing was asked for in that run: say what to do, `adroit run --resume %s \"TASK\"`", ref)
	case last.End != nil && last.End.Outcome == event.Done:
		return "", fmt.Errorf("that run was done: say what to do next, `adroit run --resume %s \"TASK\"`", ref)
	}
	return "Go on with what I asked for.", nil
}
