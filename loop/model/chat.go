package model

import (
	"context"
	"errors"
)

// NewChat returns a model that is reached through Chat Completions
// (POST BaseURL/chat/completions, https://platform.openai.com/docs/api-reference/chat).
func NewChat(cfg Config) Model { return &chat{cfg: cfg} }

type chat struct{ cfg Config }

func (c *chat) Reply(ctx context.Context, req Request, delta func(text string)) (Reply, error) {
	return Reply{}, errors.New("not yet")
}

// ListModels returns the names of the models that the endpoint offers
// (GET BaseURL/models), sorted.
func ListModels(ctx context.Context, cfg Config) ([]string, error) {
	return nil, errors.New("not yet")
}
