package model

import "strings"

// thinkEnd closes a model's reasoning.
const thinkEnd = "</think>"

// leftover holds the text back from where a tool call may begin that the server
// left in it.
type leftover struct {
	text  string
	begun bool // text starts with the tag
}

// pass takes in a piece of text and returns what can be said of it.
func (l *leftover) pass(piece string) string {
	text := l.text + piece
	if l.begun {
		l.text = text
		return ""
	}
	at := strings.Index(text, toolCallTag)
	l.begun = at >= 0
	if !l.begun {
		at = len(text) - tagStart(text)
	}
	l.text = text[at:]
	return text[:at]
}

// tagStart returns how many bytes at the end of text may be the start of the
// tag.
func tagStart(text string) int {
	for n := min(len(text), len(toolCallTag)-1); n > 0; n-- {
		if strings.HasSuffix(text, toolCallTag[:n]) {
			return n
		}
	}
	return 0
}

// calls returns the tool calls that were left in the text. They count only
// where they are whole and nothing follows them: a quotation of one is none.
func (l *leftover) calls(ids callIDs, tools []Tool) []Call {
	var calls []Call
	for rest := l.text; rest != ""; {
		text, tagged := strings.CutPrefix(rest, toolCallTag)
		call, after, ok := taggedCall(text, tools)
		if !tagged || !ok {
			return nil
		}
		calls, rest = append(calls, call), strings.TrimSpace(after)
	}
	for i := range calls {
		calls[i].ID = ids.claim("")
	}
	return calls
}

// calls returns the tool calls at the end of the reasoning of a reply in which
// nothing else was said: servers that take a model for still thinking leave them
// there (https://github.com/vllm-project/vllm/issues/39757).
func (r reasoning) calls(ids callIDs, tools []Tool) []Call {
	var l leftover
	l.pass(strings.TrimSuffix(strings.TrimSpace(r.ReasoningContent+r.Reasoning), thinkEnd))
	if !l.begun {
		return nil
	}
	return l.calls(ids, tools)
}

// cut reports whether a call was begun and not ended.
func (l *leftover) cut() bool { return l.begun && !strings.Contains(l.text, toolCallEnd) }
