package scripted

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// answer is a move on its way to the client.
type answer struct {
	move   move
	id     string // of the completion
	callID string
	usage  usage
	at     time.Time
}

// newAnswer prepares the answer to req, whose body had size bytes. Its ids are
// new to the conversation because they count what is in it.
func newAnswer(m move, req request, size int) answer {
	calls := 0
	for _, msg := range req.Messages {
		calls += len(msg.ToolCalls)
	}
	a := answer{
		move:   m,
		id:     fmt.Sprintf("chatcmpl-scripted-%d", len(req.Messages)),
		callID: fmt.Sprintf("call_%d", calls+1),
		at:     time.Now(),
	}
	// There is no tokenizer: four bytes are about a token of English.
	a.usage.PromptTokens = size/4 + 1
	a.usage.CompletionTokens = (len(m.words)+len(m.arguments()))/4 + 1
	a.usage.TotalTokens = a.usage.PromptTokens + a.usage.CompletionTokens
	return a
}

func (a answer) completion(object string, choices ...choice) completion {
	return completion{ID: a.id, Object: object, Created: a.at.Unix(), Model: Name, Choices: choices}
}

func (a answer) finishReason() *string {
	reason := "stop"
	if a.move.tool != "" {
		reason = "tool_calls"
	}
	return &reason
}

// said is a piece with words of the answer.
func (a answer) said(words string) *piece {
	if a.move.declines {
		return &piece{Refusal: &words}
	}
	return &piece{Content: &words}
}

// whole is the answer in one document.
func (a answer) whole() completion {
	p := a.said(a.move.words)
	p.Role = "assistant"
	if a.move.tool != "" {
		p.ToolCalls = []toolCall{{ID: a.callID, Type: "function", Function: functionCall{Name: a.move.tool, Arguments: a.move.arguments()}}}
	}
	c := a.completion("chat.completion", choice{Message: p, FinishReason: a.finishReason()})
	c.Usage = &a.usage
	return c
}

// stream sends the answer as server-sent events, a word at a time.
func (a answer) stream(ctx context.Context, w http.ResponseWriter, pace time.Duration, withUsage bool) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	flush := http.NewResponseController(w).Flush
	send := func(choices ...choice) {
		c := a.completion("chat.completion.chunk", choices...)
		if len(choices) == 0 {
			c.Choices, c.Usage = []choice{}, &a.usage
		}
		doc, _ := json.Marshal(c) // plain data: it cannot fail
		_, _ = fmt.Fprintf(w, "data: %s\n\n", doc)
		_ = flush() // a client that is gone ends the request's context
	}
	empty := ""
	send(choice{Delta: &piece{Role: "assistant", Content: &empty}})
	for _, word := range strings.SplitAfter(a.move.words, " ") {
		send(choice{Delta: a.said(word)})
		if !pause(ctx, pace) {
			return
		}
	}
	for _, part := range a.callParts() {
		send(choice{Delta: &piece{ToolCalls: []toolCall{part}}})
	}
	send(choice{Delta: &piece{}, FinishReason: a.finishReason()})
	if withUsage {
		send()
	}
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}

// callParts is the call as it is streamed: its name, then its arguments in
// pieces.
func (a answer) callParts() []toolCall {
	if a.move.tool == "" {
		return nil
	}
	index := 0
	parts := []toolCall{{Index: &index, ID: a.callID, Type: "function", Function: functionCall{Name: a.move.tool}}}
	for _, piece := range strings.SplitAfter(a.move.arguments(), ",") {
		parts = append(parts, toolCall{Index: &index, Function: functionCall{Arguments: piece}})
	}
	return parts
}

// pause waits for d and reports whether the client is still there.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
