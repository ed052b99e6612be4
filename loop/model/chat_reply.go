package model

import "strings"

// chatAnswer puts a reply together from the chunks of an answer.
type chatAnswer struct {
	speech
	tools     []Tool // that the request declared
	calls     callBuilder
	leftover  leftover // text that may be a call
	reasoning reasoning
	refused   bool   // the model sent words of refusal
	finish    string // finish_reason; empty until the server says it
	ended     bool   // the end of the stream was announced by [DONE]
	known     bool   // something was a chat completion
	usage     *usageBlock
}

func (a *chatAnswer) end()             { a.ended = true }
func (a *chatAnswer) recognised() bool { return a.known }
func (a *chatAnswer) finished() bool   { return a.finish != "" }
func (a *chatAnswer) settled() bool    { return a.finished() && a.usage != nil }

// take takes in one chunk. Of several choices only the first is the reply.
func (a *chatAnswer) take(p payload) (failure []byte, err error) {
	var c chunk
	err = unmarshalLax(p.data, &c)
	if failure := c.failure(p); failure != nil || err != nil {
		return failure, err
	}
	for _, usage := range []*usageBlock{c.Usage, c.XGroq.Usage} {
		if usage != nil && usage.PromptTokens+usage.CompletionTokens > 0 {
			a.usage = usage
		}
	}
	if c.Choices != nil || c.Usage != nil {
		a.known = true
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		a.add(choice.piece())
		if choice.FinishReason != "" {
			a.finish = choice.FinishReason
		}
	}
	return nil, nil
}

func (a *chatAnswer) add(d delta) {
	a.heard += d.size()
	if len(a.tools) > 0 {
		a.say(a.leftover.pass(d.text()))
	} else {
		a.say(d.text())
	}
	if d.Refusal != "" {
		a.refused = true
		a.say(d.Refusal)
	}
	a.reasoning.merge(d.reasoning)
	for _, piece := range d.ToolCalls {
		a.calls.add(piece)
	}
}

// stop returns why the reply ended.
func (a *chatAnswer) stop() StopReason {
	switch a.finish {
	case "length", "max_tokens":
		return StopLength
	case "content_filter", "refusal", "safety", "SAFETY":
		return StopRefusal
	case "":
		// Without a reason the mark of the end will do, if nothing is half-built.
		if !a.ended || !a.calls.whole() {
			return StopIncomplete
		}
	}
	switch {
	case len(a.calls.calls) > 0: // also under "stop", which several servers say then
		return StopToolCalls
	case a.refused:
		return StopRefusal
	}
	return StopEnd
}

// reply returns the finished reply. sent is the size of the request in bytes,
// earlier the conversation, from the origin that marks the items.
func (a *chatAnswer) reply(sent int, earlier []Message, from string) Reply {
	stop := a.stop()
	items := chatItems{From: from, Message: a.reasoning}
	var calls []Call
	switch {
	case stop == StopToolCalls:
		calls, items.Calls = a.calls.finish(earlier)
	case stop == StopEnd && a.leftover.begun:
		calls = a.leftover.calls(idsOf(earlier), a.tools)
	case stop == StopEnd && len(a.tools) > 0 && strings.TrimSpace(a.text.String()+a.leftover.text) == "":
		calls = a.reasoning.calls(idsOf(earlier), a.tools)
	}
	switch {
	case len(calls) > 0:
		stop = StopToolCalls
	case stop == StopEnd && a.leftover.cut():
		stop = StopIncomplete
	case stop == StopToolCalls:
		stop = StopEnd
	}
	if stop != StopIncomplete && (len(calls) == 0 || !a.leftover.begun) {
		a.say(a.leftover.text) // no call, after all
	}
	r := a.partial(sent)
	r.Stop, r.Calls, r.Items = stop, calls, items.encode()
	return r
}

// partial returns what there is of a reply that broke off.
func (a *chatAnswer) partial(sent int) Reply {
	r := Reply{Text: a.text.String(), Stop: StopIncomplete}
	if a.usage != nil {
		r.Usage = a.usage.usage()
		return r
	}
	written := a.text.Len() + len(a.reasoning.ReasoningContent) + len(a.reasoning.Reasoning)
	for _, c := range a.calls.calls {
		written += len(c.name) + c.arguments.Len()
	}
	r.Usage = estimate(sent, written)
	return r
}
