package tools

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"adroit/permissions"
)

// situation is the act for the policy, which looks at it as it is.
func (a act) situation(ctx context.Context, s scene, p plan) permissions.Situation {
	about := permissions.Situation{
		Tool: a.tool.Name, Risk: a.tool.Risk, ByPerson: a.call.ByPerson,
		Screen: s.screen, Object: p.object, Opens: p.opens, Open: p.open, Wireless: wireless(a.phone.Serial()),
		Presses: p.presses, Types: p.types, Secret: p.secret, Enter: p.enter,
		Origin: a.origin(ctx, s, p), Cautions: a.cautions(a.tool, a.call),
	}
	if !p.anywhere {
		about.Target = p.target
	}
	about.From = p.from
	if _, ruling := a.broker.Preview(about, permissions.Request{}); !p.gripped && len(ruling.Classes) == 0 {
		about.From = nil // a row like any other: what is granted for one holds for all
	}
	return about
}

// changed says why the act that was asked about as p on s has to be asked about
// anew as q on now: it has become another one, or may do what nobody was asked
// about. "" means that it has not.
func (a act) changed(ctx context.Context, asked permissions.Request, s scene, p plan, now scene, q plan) string {
	if d := difference(p, s.screen, q, now.screen); d != "" {
		return d
	}
	return a.graver(ctx, now, q, asked)
}

// graver says what p may do on s that nobody was asked about, "" for nothing:
// an act of another class, or one that hands on something else.
func (a act) graver(ctx context.Context, s scene, p plan, asked permissions.Request) string {
	now, _ := a.broker.Preview(a.situation(ctx, s, p), permissions.Request{})
	for _, class := range now.Classes {
		if !slices.Contains(asked.Classes, class) {
			return strings.Join(now.Reasons, "\n")
		}
	}
	if now.Risk >= permissions.High && !slices.Equal(now.Stakes, asked.Stakes) {
		return "it is about something else now: " + strings.Join(asked.Stakes, ", ") + " → " + strings.Join(now.Stakes, ", ")
	}
	return ""
}

// wireless reports whether a serial is that of a phone that adb reaches over
// the network: an address, or the name of an mDNS service (AOSP
// adb/adb_mdns.h).
func wireless(serial string) bool {
	return strings.Contains(serial, ":") || strings.Contains(serial, "._adb-tls-connect._tcp")
}

// request is the act for the person who is asked, redacted. changed says how
// it differs from what they were asked before.
func (a act) request(s scene, p plan, changed string) permissions.Request {
	request := permissions.Request{
		CallID: a.call.ID, Tool: a.tool.Name,
		Action: a.registry.Text(p.action), Arguments: a.maskedArguments(p),
		Typing: p.typing, Changed: a.registry.Text(changed),
		ObservationID: s.screen.ObservationID, App: s.screen.PackageName,
		AppLabel: appLabel(s.screen), Window: s.screen.WindowTitle, Commands: a.maskedCommands(p),
	}
	if p.target != nil {
		bounds := p.target.Bounds
		request.TargetID, request.TargetLine, request.TargetBounds = p.target.ID, p.target.Line(), &bounds
	}
	return request
}

// maskedCommands are the commands as a person and a log may see them.
func (a act) maskedCommands(p plan) []string {
	lines := p.visible()
	for i, line := range lines {
		lines[i] = a.registry.Text(line)
	}
	return lines
}

// maskedArguments are the arguments as a person and a log may see them.
func (a act) maskedArguments(p plan) json.RawMessage {
	arguments := a.args
	if p.types {
		arguments = maps.Clone(arguments)
		arguments["text"] = p.typing
	}
	return a.registry.JSON(mustJSON(arguments))
}

// denied tells the model that the act may not be, and why where that was said.
func denied(request permissions.Request, answer permissions.Answer) Result {
	message := "permission denied"
	if answer.By == permissions.ByRule && answer.Rule != "" {
		message += ": by the person's rule " + answer.Rule
	}
	unasked := answer.Unasked(request)
	switch {
	case answer.Message != "":
		message += ": " + answer.Message
	case unasked != "":
		message += ": " + unasked
	case answer.By == permissions.ByTimeout:
		message += ": nobody answered in time"
	case answer.By == permissions.ByInputEnd:
		message += ": nobody can answer any more"
	case answer.By == permissions.ByCancel:
		message += ": the turn ended before the answer"
	}
	f := fail(message).with(map[string]any{
		"denied": true, "by": answer.By, "reason": answer.Reason,
		"risk": request.Risk.String(), "classes": classNames(request.Classes),
	})
	f.Stop = answer.Verdict == permissions.StopTurn
	return f.Result
}

func classNames(classes []permissions.Class) []string {
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = string(c)
	}
	return names
}
