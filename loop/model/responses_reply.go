package model

import (
	"encoding/json"
	"slices"
	"strings"
)

// responseEvent is one event of a streamed response
// (https://platform.openai.com/docs/api-reference/responses-streaming), or a
// whole response, which has no type.
type responseEvent struct {
	Type        string          `json:"type"`
	Delta       string          `json:"delta"`
	OutputIndex int             `json:"output_index"`
	Item        json.RawMessage `json:"item"`
	Response    *response       `json:"response"`
	Error       json.RawMessage `json:"error"`
	Object      string          `json:"object"`
}

// response is the response itself, as far as it has come.
type response struct {
	Status            string            `json:"status"`
	Output            []json.RawMessage `json:"output"`
	Error             json.RawMessage   `json:"error"`
	IncompleteDetails struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Usage *struct {
		InputTokens  int `json:"input_tokens"`
		OutputTokens int `json:"output_tokens"`
		Details      struct {
			CachedTokens int `json:"cached_tokens"`
		} `json:"input_tokens_details"`
	} `json:"usage"`
}

// outputItem is the part of an output item that is read here.
type outputItem struct {
	Type             string            `json:"type"` // message, function_call, reasoning, …
	Status           string            `json:"status"`
	CallID           string            `json:"call_id"`
	Name             string            `json:"name"`
	Arguments        string            `json:"arguments"`
	Content          []json.RawMessage `json:"content"`
	EncryptedContent string            `json:"encrypted_content"`
}

// responsesAnswer puts a reply together from the events of a response.
type responsesAnswer struct {
	speech
	items   []json.RawMessage // finished output items by output_index
	refused bool
	known   bool      // something was of the dialect
	final   *response // what the last event said, once it has come
}

func (a *responsesAnswer) end()             {} // the dialect has its own last event
func (a *responsesAnswer) recognised() bool { return a.known }
func (a *responsesAnswer) finished() bool   { return a.final != nil }
func (a *responsesAnswer) settled() bool    { return a.final != nil }

func (a *responsesAnswer) take(p payload) (failure []byte, err error) {
	var e responseEvent
	if err := unmarshalLax(p.data, &e); err != nil {
		return plainError(p), err
	}
	a.heard += len(e.Delta) + len(e.Item)
	whole := e.Type == "" && e.Object == "response"
	a.known = a.known || whole || strings.HasPrefix(e.Type, "response.")
	switch e.Type {
	case "response.output_text.delta":
		a.say(e.Delta)
	case "response.refusal.delta":
		a.refused = true
		a.say(e.Delta)
	case "response.output_item.done":
		a.keep(e.OutputIndex, e.Item)
	case "response.completed", "response.incomplete", "response.failed", "response.done":
		return a.close(e.Response), nil
	case "error":
		if isSet(e.Error) {
			return e.Error, nil
		}
		return p.data, nil
	}
	switch {
	case whole:
		a.final = new(response)
		_ = unmarshalLax(p.data, a.final)
		return a.close(a.final), nil
	case isSet(e.Error):
		return e.Error, nil
	}
	return plainError(p), nil
}

// plainError returns the data of an event that is called an error.
func plainError(p payload) []byte {
	if p.event == "error" {
		return p.data
	}
	return nil
}

// maxOutputItems bounds what a wrong output_index can make of a reply.
const maxOutputItems = 1000

func (a *responsesAnswer) keep(index int, item json.RawMessage) {
	if index < 0 || index >= maxOutputItems || !isSet(item) {
		return
	}
	for len(a.items) <= index {
		a.items = append(a.items, nil)
	}
	a.items[index] = item
}

// close takes in the last event; failure is the error that it reports.
func (a *responsesAnswer) close(r *response) (failure []byte) {
	if r == nil {
		r = new(response)
	}
	switch {
	case isSet(r.Error):
		return r.Error
	case r.Status == "failed" || r.Status == "cancelled":
		return []byte(`"the response has ` + r.Status + `"`)
	}
	a.final = r
	if len(r.Output) > 0 {
		a.items = r.Output
	}
	a.items = slices.DeleteFunc(a.items, func(item json.RawMessage) bool { return !isSet(item) })
	if a.text.Len() == 0 {
		for _, item := range a.outputs() {
			a.sayParts(item)
		}
	}
	return nil
}

// sayParts says the words of a message that did not come in deltas.
func (a *responsesAnswer) sayParts(item outputItem) {
	if item.Type != "message" {
		return
	}
	for _, raw := range item.Content {
		var part struct {
			Text    string `json:"text"`
			Refusal string `json:"refusal"`
		}
		_ = unmarshalLax(raw, &part)
		a.refused = a.refused || part.Refusal != ""
		a.say(part.Text + part.Refusal)
	}
}

func (a *responsesAnswer) outputs() []outputItem {
	items := make([]outputItem, len(a.items))
	for i, raw := range a.items {
		_ = unmarshalLax(raw, &items[i])
	}
	return items
}

// stop returns why the reply ended.
func (a *responsesAnswer) stop() StopReason {
	switch {
	case a.final == nil:
		return StopIncomplete
	case a.final.IncompleteDetails.Reason == "content_filter":
		return StopRefusal
	case a.final.Status == "incomplete":
		return StopLength
	case a.refused:
		return StopRefusal
	}
	return StopEnd
}

// reply returns the finished reply. sent is the size of the request in bytes,
// earlier the conversation, from the origin that marks the items.
func (a *responsesAnswer) reply(sent int, earlier []Message, from string) Reply {
	r := a.partial(sent)
	r.Stop = a.stop()
	if a.final == nil || a.final.Status == "incomplete" {
		return r
	}
	own := responsesItems{From: from}
	ids := idsOf(earlier)
	for i, item := range a.outputs() {
		raw := a.items[i]
		switch {
		case item.Type == "reasoning" && item.EncryptedContent == "" && len(item.Content) == 0:
			continue // an id of what was not stored is of no use
		case item.Type == "function_call" && (item.Name == "" || item.Status == "incomplete"):
			continue // half-built
		case item.Type == "function_call":
			call := Call{ID: ids.claim(item.CallID), Name: item.Name, Arguments: objectText(item.Arguments)}
			raw = mendedCall(raw, item, call)
			r.Calls = append(r.Calls, call)
			r.Stop = StopToolCalls
		}
		own.Items = append(own.Items, raw)
	}
	if len(own.Items) > 0 {
		r.Items, _ = json.Marshal(own) // raw messages that were valid when they came
	}
	return r
}

// mendedCall returns the item of a call as it can be sent back: raw itself,
// unless its id is another's, or its name or arguments are such as servers
// reject.
func mendedCall(raw json.RawMessage, item outputItem, call Call) json.RawMessage {
	name, arguments := nameText(call.Name), argumentsText(call.Arguments)
	if call.ID == item.CallID && name == item.Name && arguments == item.Arguments {
		return raw
	}
	var byName map[string]json.RawMessage
	_ = json.Unmarshal(raw, &byName)
	for key, value := range map[string]string{"call_id": call.ID, "name": name, "arguments": arguments} {
		byName[key], _ = json.Marshal(value)
	}
	mended, _ := json.Marshal(byName)
	return mended
}

// partial returns what there is of a reply that broke off.
func (a *responsesAnswer) partial(sent int) Reply {
	r := Reply{Text: a.text.String(), Stop: StopIncomplete}
	if a.final != nil && a.final.Usage != nil && a.final.Usage.InputTokens+a.final.Usage.OutputTokens > 0 {
		u := a.final.Usage
		r.Usage = Usage{Input: u.InputTokens, Cached: u.Details.CachedTokens, Output: u.OutputTokens}
		return r
	}
	written := a.text.Len()
	for _, item := range a.items {
		written += len(item)
	}
	r.Usage = estimate(sent, written)
	return r
}
