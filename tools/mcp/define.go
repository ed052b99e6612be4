package mcp

import (
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"adroit/permissions"
	"adroit/tools"
)

// moving are the tools that act but only move about: what they do can always be
// undone by moving back. The protocol wants the others marked as possibly
// destructive, because nobody knows beforehand what a tap does.
var moving = []string{
	"open_app", "open_settings_panel", "focus_input", "scroll", "scroll_to_element",
	"press_back", "press_home", "recent_apps", "dismiss_keyboard",
}

// define is t as the protocol describes a tool.
func define(t tools.Tool) *mcp.Tool {
	acts := t.Risk > permissions.Low
	return &mcp.Tool{
		Name: t.Name, Description: t.Description(), InputSchema: t.Schema(), OutputSchema: outputSchema,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint:    !acts,
			DestructiveHint: new(acts && !slices.Contains(moving, t.Name)),
			IdempotentHint:  t.Idempotent,
			OpenWorldHint:   new(true), // an app can reach anybody
		},
	}
}

// outputSchema describes the JSON of tools.Result.
var outputSchema = json.RawMessage(`{
  "type": "object",
  "properties": {
    "ok": {"type": "boolean", "description": "false exactly for an error"},
    "status": {"enum": ["success", "warning", "error"], "description": "warning: done, but the expected effect was not seen"},
    "message": {"type": "string", "description": "what happened, in one line"},
    "data": {"type": "object"},
    "next_actions": {"type": "array", "items": {"type": "string"}, "description": "tools that help from here"},
    "artifacts": {"type": "array", "items": {"type": "string"}},
    "retry_after_ms": {"type": "integer", "description": "the failure may pass: try again after so long"},
    "idempotent": {"type": "boolean", "description": "repeating the call is safe"},
    "stop": {"type": "boolean", "description": "only a person can mend it: the message says how"},
    "screen": {"type": "string", "description": "the screen, or what changed on it: a line for each thing"},
    "content": {"type": "string", "description": "the text of a file or a skill"}
  },
  "required": ["ok", "status", "message", "data", "next_actions", "artifacts"]
}`)
