package model

import (
	"encoding/json"
	"maps"
	"slices"
)

// OpaqueItems is what of a Reply.Items a log may hold: encrypted reasoning and
// signatures, verbatim, which nobody but their provider reads. Reasoning in
// plain text is left out, and so are words and calls, which a log holds in its
// own way. A Message with these Items beside its text and calls is sent to
// their provider complete. It is nil where nothing is left.
func OpaqueItems(items json.RawMessage) json.RawMessage {
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
		return opaqueResponse(responsesItems{From: own.From, Items: own.Items})
	}
	return opaqueChat(chatItems{From: own.From, Message: *own.Message, Calls: own.Calls})
}

// opaqueResponse keeps the encrypted reasoning of a response, and the places of
// what else was in it.
func opaqueResponse(own responsesItems) json.RawMessage {
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

// opaqueChat keeps signatures and encrypted reasoning of a message and its
// calls.
func opaqueChat(own chatItems) json.RawMessage {
	encrypted := func(list []detail, kind string) []detail {
		return slices.DeleteFunc(slices.Clone(list), func(d detail) bool { return string(d["type"]) != `"`+kind+`"` })
	}
	kept := chatItems{From: own.From, Message: reasoning{
		ReasoningDetails: encrypted(own.Message.ReasoningDetails, "reasoning.encrypted"),
		ThinkingBlocks:   encrypted(own.Message.ThinkingBlocks, "redacted_thinking"),
		ExtraContent:     signatures(own.Message.ExtraContent),
	}}
	for _, c := range own.Calls {
		kept.Calls = append(kept.Calls, callExtras{
			ExtraContent: signatures(c.ExtraContent), ProviderSpecificFields: signatures(c.ProviderSpecificFields),
		})
	}
	return kept.encode()
}

// signatures is what remains of raw when every text but signatures is left out;
// nil for nothing.
func signatures(raw json.RawMessage) json.RawMessage {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	if v = signaturesOf(v); v == nil {
		return nil
	}
	kept, _ := json.Marshal(v)
	return kept
}

func signaturesOf(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	kept := map[string]any{}
	for name, value := range object {
		if _, text := value.(string); text && (name == "thought_signature" || name == "signature") {
			kept[name] = value
		} else if inner := signaturesOf(value); inner != nil {
			kept[name] = inner
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}
