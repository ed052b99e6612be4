package model

import (
	"encoding/json"
	"maps"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"
)

// params spells the request in the terms of the protocol. Equal requests give
// equal bytes, and a longer conversation begins with the bytes of a shorter
// one, so that providers' prompt caches hit.
func (c *chat) params(req Request) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: c.cfg.Model}
	if req.System != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(req.System))
	}
	for i, m := range req.Messages {
		if m.Role == RoleUser && i > 0 && req.Messages[i-1].Role == RoleTool {
			p.Messages = append(p.Messages, openai.AssistantMessage(betweenTurns))
		}
		p.Messages = append(p.Messages, c.message(m))
	}
	for _, t := range req.Tools {
		p.Tools = append(p.Tools, toolParam(t))
	}
	if req.NoTools && len(req.Tools) > 0 {
		p.ToolChoice.OfAuto = openai.String("none")
	}
	extra := map[string]any{}
	if !c.cfg.NoStream {
		extra["stream"] = true
		if !c.noStreamOptions.Load() {
			p.StreamOptions.IncludeUsage = openai.Bool(true)
		}
	}
	maps.Copy(extra, c.cfg.Body)
	p.SetExtraFields(extra)
	return p
}

// betweenTurns is put between a tool's result and words of the user: the chat
// templates of Mistral's models fail where user and assistant do not take turns.
const betweenTurns = "[Noted.]"

func (c *chat) message(m Message) openai.ChatCompletionMessageParamUnion {
	switch m.Role {
	case RoleAssistant:
		return openai.ChatCompletionMessageParamUnion{OfAssistant: c.assistant(m)}
	case RoleTool:
		return openai.ToolMessage(m.Text, m.CallID)
	}
	if len(m.Images) > 0 {
		return openai.UserMessage(chatParts(m))
	}
	return openai.UserMessage(m.Text)
}

func (c *chat) assistant(m Message) *openai.ChatCompletionAssistantMessageParam {
	var p openai.ChatCompletionAssistantMessageParam
	p.Content.OfString = openai.String(m.Text) // "" where there is none: LM Studio rejects null
	items, ok := decodeChatItems(m.Items, c.from())
	ok = ok && !c.noItems.Load()
	if ok {
		p.SetExtraFields(fields(items.Message))
	}
	for i, call := range m.Calls {
		f := openai.ChatCompletionMessageFunctionToolCallParam{ID: call.ID}
		f.Function.Name = nameText(call.Name)
		f.Function.Arguments = argumentsText(call.Arguments)
		if ok && len(items.Calls) == len(m.Calls) {
			f.SetExtraFields(fields(items.Calls[i]))
		}
		p.ToolCalls = append(p.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{OfFunction: &f})
	}
	return &p
}

// noParameters is the schema of a tool without parameters: LM Studio rejects an
// empty object.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// schemaOf returns the schema of the tool's parameters.
func schemaOf(t Tool) json.RawMessage {
	if isSet(t.Parameters) {
		return t.Parameters
	}
	return noParameters
}

func toolParam(t Tool) openai.ChatCompletionToolUnionParam {
	f := shared.FunctionDefinitionParam{Name: t.Name}
	if t.Description != "" {
		f.Description = openai.String(t.Description)
	}
	f.SetExtraFields(map[string]any{"parameters": schemaOf(t)}) // so that the keys keep their order
	return openai.ChatCompletionFunctionTool(f)
}
