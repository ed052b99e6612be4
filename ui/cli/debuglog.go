package cli

import (
	"log/slog"
	"os"
)

// debugLog opens the debug log that the settings name; without one nothing is
// logged. closeLog is to be called in the end.
func (a *app) debugLog() (log *slog.Logger, closeLog func(), err error) {
	if a.config.DebugLog == "" {
		return slog.New(slog.DiscardHandler), func() {}, nil
	}
	file, err := os.OpenFile(a.config.DebugLog, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, a.config.blame("debug-log", err)
	}
	handler := slog.NewJSONHandler(file, &slog.HandlerOptions{Level: slog.LevelDebug})
	return slog.New(handler), func() { file.Close() }, nil
}
