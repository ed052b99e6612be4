package model

import (
	"encoding/json"
	"maps"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
)

// params spells the request in the terms of the protocol. As with Chat
// Completions, a longer conversation begins with the bytes of a shorter one.
func (m *responsesModel) params(req Request) responses.ResponseNewParams {
	p := responses.ResponseNewParams{Model: m.cfg.Model, Store: openai.Bool(false)}
	if !m.plainReasoning.Load() {
		p.Include = []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent}
	}
	if req.System != "" {
		p.Instructions = openai.String(req.System)
	}
	input := []responses.ResponseInputItemUnionParam{}
	for _, msg := range req.Messages {
		input = append(input, m.items(msg)...)
	}
	p.Input.OfInputItemList = input
	for _, t := range req.Tools {
		p.Tools = append(p.Tools, functionParam(t))
	}
	if req.NoTools && len(req.Tools) > 0 {
		p.ToolChoice.OfToolChoiceMode = param.NewOpt(responses.ToolChoiceOptionsNone)
	}
	extra := map[string]any{}
	if !m.cfg.NoStream {
		extra["stream"] = true
	}
	maps.Copy(extra, m.cfg.Body)
	p.SetExtraFields(extra)
	return p
}

// items spells one message as input items.
func (m *responsesModel) items(msg Message) []responses.ResponseInputItemUnionParam {
	type item = responses.ResponseInputItemUnionParam
	switch msg.Role {
	case RoleTool:
		output := responses.ResponseInputItemParamOfFunctionCallOutput(msg.Text)
		output.OfFunctionCallOutput.CallID = openai.String(msg.CallID)
		return []item{output}
	case RoleUser:
		if len(msg.Images) > 0 {
			return []item{responses.ResponseInputItemParamOfMessage(responsesParts(msg), responses.EasyInputMessageRoleUser)}
		}
		return []item{responses.ResponseInputItemParamOfMessage(msg.Text, responses.EasyInputMessageRoleUser)}
	}
	var items []item
	words, calls := wordsItem(msg.Text), callItems(msg.Calls)
	if own, ok := decodeResponsesItems(msg.Items, m.from()); ok {
		for _, raw := range own.Items {
			switch placeOf(raw) {
			case "message":
				items, words = append(items, words...), nil
			case "function_call":
				next := min(1, len(calls))
				items, calls = append(items, calls[:next]...), calls[next:]
			default:
				items = append(items, param.Override[item](raw))
			}
		}
		return items
	}
	return append(append(items, words...), calls...)
}

// wordsItem is the model's text as an input item, if there is any.
func wordsItem(text string) []responses.ResponseInputItemUnionParam {
	if text == "" {
		return nil
	}
	return []responses.ResponseInputItemUnionParam{
		responses.ResponseInputItemParamOfMessage(text, responses.EasyInputMessageRoleAssistant),
	}
}

func callItems(calls []Call) []responses.ResponseInputItemUnionParam {
	var items []responses.ResponseInputItemUnionParam
	for _, call := range calls {
		items = append(items, responses.ResponseInputItemParamOfFunctionCall(argumentsText(call.Arguments), call.ID, nameText(call.Name)))
	}
	return items
}

func functionParam(t Tool) responses.ToolUnionParam {
	f := responses.FunctionToolParam{Name: t.Name, Strict: openai.Bool(false)} // optional parameters stay optional
	if t.Description != "" {
		f.Description = openai.String(t.Description)
	}
	f.SetExtraFields(map[string]any{"parameters": schemaOf(t)}) // so that the keys keep their order
	return responses.ToolUnionParam{OfFunction: &f}
}

// responsesItems is Reply.Items of the Responses dialect.
type responsesItems struct {
	From  string            `json:"from"`  // the endpoint and model that gave them
	Items []json.RawMessage `json:"items"` // the output of the response
}

// decodeResponsesItems reads the items of a message of the conversation; ok is
// false when there are none or they are another endpoint's.
func decodeResponsesItems(raw json.RawMessage, from string) (items responsesItems, ok bool) {
	if len(raw) == 0 || json.Unmarshal(raw, &items) != nil {
		return responsesItems{}, false
	}
	return items, items.From == from && len(items.Items) > 0
}
