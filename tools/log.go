package tools

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"
	"unicode/utf8"
)

// logged writes a line about a call that has ended into the debug log. It
// holds names that this program gave out, numbers and lengths, and no text of
// a model, a person or a screen.
func (r *Runner) logged(c Call, result Result, took time.Duration) {
	if !r.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	attributes := []slog.Attr{
		slog.String("tool", KnownName(c.Name)), slog.Bool("by_person", c.ByPerson),
		slog.Int64("duration_ms", took.Milliseconds()), slog.String("status", string(result.Status)),
		slog.Any("argument_lengths", r.argumentLengths(c)),
		slog.Int("message_length", utf8.RuneCountInString(result.Message)),
		slog.Int("screen_length", utf8.RuneCountInString(result.Screen+result.Content)),
	}
	if result.Status == Error {
		attributes = append(attributes,
			slog.String("error", errorKind(result)), slog.Bool("stop", result.Stop),
			slog.Bool("idempotent", result.Idempotent), slog.Int("retry_after_ms", result.RetryAfterMS))
	}
	r.log.LogAttrs(context.Background(), slog.LevelDebug, "call", attributes...)
}

// KnownName is the name of a tool that there is, else "unknown": a model may
// say anything.
func KnownName(name string) string {
	if slices.Contains(Names(), name) {
		return name
	}
	return "unknown"
}

// argumentLengths are the lengths of the arguments in characters, by name;
// those that the tool does not have count together.
func (r *Runner) argumentLengths(c Call) map[string]int {
	lengths := map[string]int{}
	t, _ := r.tool(c.Name)
	fields, err := decodeObject(c.Arguments)
	if err != nil {
		lengths["unreadable"] = len(c.Arguments)
	}
	for name, value := range fields {
		if _, ok := t.param(name); !ok {
			name = "other"
		}
		s, ok := value.(string)
		if !ok {
			raw, _ := json.Marshal(value) // of a decoded value, which encodes
			s = string(raw)
		}
		lengths[name] += utf8.RuneCountInString(s)
	}
	return lengths
}

// errorKinds tell kinds of failures apart by what their results hold.
var errorKinds = []struct{ key, kind string }{
	{"cancelled", "cancelled"}, {"denied", "denied"}, {"device_lost", "device lost"}, {"cause", "observation"},
	{"field", "argument"}, {"candidates", "target"}, {"covered_by", "covered"}, {"waited_ms", "in vain"},
}

func errorKind(result Result) string {
	for _, e := range errorKinds {
		if result.Data[e.key] != nil {
			return e.kind
		}
	}
	return "other"
}
