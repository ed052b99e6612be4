package loop

import (
	"context"
	"log/slog"
	"unicode/utf8"

	"adroit/loop/event"
	"adroit/tools"
)

// LogEvents returns what Session.Subscribe takes, to write a line about each
// event into a debug log. It holds names that this program gave out, numbers
// and lengths, and no text of a model, a person or a screen.
func LogEvents(log *slog.Logger) func(event.Event) {
	return func(e event.Event) {
		attributes := []slog.Attr{slog.Int64("seq", e.Seq), slog.String("turn", e.TurnID)}
		name := func(key, value string) {
			if value != "" {
				attributes = append(attributes, slog.String(key, value))
			}
		}
		number := func(key string, n int64) {
			if n != 0 {
				attributes = append(attributes, slog.Int64(key, n))
			}
		}
		if e.Tool != "" {
			name("tool", tools.KnownName(e.Tool))
		}
		name("risk", e.Risk)
		name("decision", e.Decision)
		name("by", e.By)
		name("outcome", string(e.Outcome))
		number("step", int64(e.Step))
		number("duration_ms", e.DurationMS)
		number("shown_ms", e.ShownMS)
		number("delay_ms", e.DelayMS)
		number("text_length", int64(utf8.RuneCountInString(e.Text)))
		number("reason_length", int64(utf8.RuneCountInString(e.Reason)))
		number("arguments_bytes", int64(len(e.Arguments)))
		number("result_bytes", int64(len(e.Result)))
		number("screen_bytes", int64(len(e.Screen)))
		if e.Tokens != nil {
			number("input_tokens", int64(e.Tokens.Input))
			number("output_tokens", int64(e.Tokens.Output))
		}
		log.LogAttrs(context.Background(), slog.LevelDebug, string(e.Type), attributes...)
	}
}
