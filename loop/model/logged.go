package model

import (
	"encoding/json"
	"maps"
	"slices"
)

// LoggedItems is what of a Reply.Items a log may hold: enough that a Message
// with it, beside its text and calls, is sent to the provider as before. Words
// and calls are left out, which a log holds in its own way. It is nil where
// nothing is left.
//
// mask hides what is secret in a text. Encrypted reasoning and signatures stay
// as they are, which nobody but their provider reads. The reasoning of a chat
// message that is one plain text is masked. Reasoning in parts, which may be
// signed as a whole, is kept as it came or, where a mask would change it, left
// out, since a provider rejects a sequence that was touched; of an encrypted
// item of a response only what can be read of it.
func LoggedItems(items json.RawMessage, mask func(string) string) json.RawMessage {
	var own struct {
		From    string
		Items   []json.RawMessage
		Message *reasoning
		Calls   []callExtras
	}
	if json.Unmarshal(items, &own) != nil {
		return nil
	}
	if own.Message == nil {
		return loggedResponse(responsesItems{From: own.From, Items: own.Items}, mask)
	}
	return loggedChat(chatItems{From: own.From, Message: *own.Message, Calls: own.Calls}, mask)
}

// loggedResponse keeps the reasoning of a response, and the places of its words
// and calls.
func loggedResponse(own responsesItems, mask func(string) string) json.RawMessage {
	kept := responsesItems{From: own.From}
	found := false
	for _, raw := range own.Items {
		var item outputItem
		if json.Unmarshal(raw, &item) != nil {
			continue
		}
		switch {
		case item.Type == "message", item.Type == "function_call":
			raw, _ = json.Marshal(map[string]string{"type": item.Type})
		case item.Type == "reasoning" && unmasked(raw, mask) != nil:
			found = true
		case item.Type == "reasoning" && item.EncryptedContent != "":
			raw = encryptedReasoning(raw)
			found = true
		default:
			continue
		}
		kept.Items = append(kept.Items, raw)
	}
	if !found {
		return nil
	}
	logged, _ := json.Marshal(kept)
	return logged
}

// encryptedReasoning is a reasoning item without what of it can be read. The
// summary is required in requests, but may be empty
// (https://platform.openai.com/docs/api-reference/responses/create).
func encryptedReasoning(raw json.RawMessage) json.RawMessage {
	var byName map[string]json.RawMessage
	_ = json.Unmarshal(raw, &byName)
	maps.DeleteFunc(byName, func(name string, _ json.RawMessage) bool {
		return name != "id" && name != "type" && name != "encrypted_content"
	})
	byName["summary"] = json.RawMessage("[]")
	kept, _ := json.Marshal(byName)
	return kept
}

// placeOf is the type of the item whose place raw holds, "" where raw is an
// item itself.
func placeOf(raw json.RawMessage) string {
	var byName map[string]json.RawMessage
	if json.Unmarshal(raw, &byName) != nil || len(byName) != 1 {
		return ""
	}
	var kind string
	_ = json.Unmarshal(byName["type"], &kind)
	return kind
}

// loggedChat keeps the reasoning of a message, and what belongs to its calls.
func loggedChat(own chatItems, mask func(string) string) json.RawMessage {
	parts := func(list []detail) []detail {
		raw, _ := json.Marshal(list)
		if unmasked(raw, mask) == nil {
			return nil
		}
		return list
	}
	kept := chatItems{From: own.From, Message: reasoning{
		ReasoningContent: mask(own.Message.ReasoningContent),
		Reasoning:        mask(own.Message.Reasoning),
		ReasoningDetails: parts(own.Message.ReasoningDetails),
		ThinkingBlocks:   parts(own.Message.ThinkingBlocks),
		ExtraContent:     unmasked(own.Message.ExtraContent, mask),
	}}
	for _, c := range own.Calls {
		kept.Calls = append(kept.Calls, callExtras{
			ExtraContent:           unmasked(c.ExtraContent, mask),
			ProviderSpecificFields: unmasked(c.ProviderSpecificFields, mask),
		})
	}
	return kept.encode()
}

// sealed names the fields whose text only the provider can read, and those that
// hold no words. What looks like a secret in them is chance.
var sealed = []string{"encrypted_content", "data", "signature", "thought_signature", "id", "type"}

// unmasked returns raw where mask changes no text in it that can be read, else
// nil.
func unmasked(raw json.RawMessage, mask func(string) string) json.RawMessage {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil || masks(v, mask) {
		return nil
	}
	return raw
}

// masks reports whether mask changes a text in v that can be read.
func masks(v any, mask func(string) string) bool {
	switch v := v.(type) {
	case string:
		return mask(v) != v
	case []any:
		return slices.ContainsFunc(v, func(part any) bool { return masks(part, mask) })
	case map[string]any:
		for name, value := range v {
			_, text := value.(string)
			if !(text && slices.Contains(sealed, name)) && masks(value, mask) {
				return true
			}
		}
	}
	return false
}
