package model

// Dialect names a way to speak to an endpoint.
type Dialect string

// The dialects.
const (
	Responses Dialect = "responses" // NewResponses
	Chat      Dialect = "chat"      // NewChat
	Command   Dialect = "command"   // NewCommand, for models that cannot call tools
)

// OpenAI is the base URL of OpenAI's own API
// (https://platform.openai.com/docs/api-reference).
const OpenAI = "https://api.openai.com/v1"

// DefaultDialect is what to speak at baseURL where nothing is known of it:
// Responses with OpenAI itself, and with all others Chat Completions, which
// everybody speaks.
func DefaultDialect(baseURL string) Dialect {
	if ShownURL(baseURL) == OpenAI {
		return Responses
	}
	return Chat
}

// New returns a model that is reached in dialect d. An empty one is the default
// of the base URL.
func New(d Dialect, cfg Config) Model {
	if d == "" {
		d = DefaultDialect(cfg.BaseURL)
	}
	switch d {
	case Responses:
		return NewResponses(cfg)
	case Command:
		return NewCommand(cfg)
	}
	return NewChat(cfg)
}
