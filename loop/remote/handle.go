package remote

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"adroit/loop/event"
	"adroit/permissions"
	"adroit/tools"
)

// handle does what a message of the peer asks for, and replies. Only a refusal
// is returned: the peer must go.
func (p *peer) handle(ctx context.Context, r request, work *sync.WaitGroup) error {
	s := p.server
	switch r.Type {
	case typeTurn:
		p.put(s.send(p.key, r))
	case typeUnqueue:
		text, ok := s.session.Unqueue()
		p.put(reply{Type: typeReply, ID: r.ID, OK: ok, Text: text})
	case typeCancel:
		p.cancel(r)
		p.put(replyTo(r.ID, nil))
	case typeApprove:
		p.put(replyTo(r.ID, s.resolve(p, r)))
	case typeAct:
		p.put(replyTo(r.ID, s.asHolder(p, func() error {
			return s.session.Act(tools.Call{Name: r.Tool, Arguments: r.Arguments, ByPerson: true})
		})))
	case typeMode:
		p.put(replyTo(r.ID, s.asHolder(p, func() error { return s.session.SetMode(permissions.Mode(r.Mode)) })))
	case typeWatch:
		s.setLive(p, r.Live)
		p.put(replyTo(r.ID, nil))
	case typeClaim:
		s.claim(p, r.Take)
		p.put(replyTo(r.ID, nil))
	case typeCall:
		p.call(ctx, r, work)
	case typeHello:
		return &refusal{codeMessage, "hello was said already"}
	default:
		s.options.Log(p.name + " sent a message of an unknown type, which was skipped")
	}
	return nil
}

// answerOf is the person's answer in an approve message.
func answerOf(r request) permissions.Answer {
	return permissions.Answer{
		Verdict: permissions.Verdict(r.Decision), By: permissions.ByPerson, Message: r.Message,
		Arguments: r.Arguments, Word: r.Word, ShownMS: r.ShownMS,
	}
}

// cancel ends one call of the peer, or the running turn: any, or only the one
// that is named.
func (p *peer) cancel(r request) {
	if r.Call != "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		if end, ok := p.calls[r.Call]; ok {
			end()
		}
		return
	}
	running := p.server.story.now().Turn
	if r.TurnID == "" || running != nil && running.ID == r.TurnID {
		p.server.session.Cancel()
	}
}

// call carries out a tool call for the peer on a goroutine of its own. It ends
// with the connection.
func (p *peer) call(ctx context.Context, r request, work *sync.WaitGroup) {
	ctx, cancel := context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, twice := p.calls[r.ID]; twice || r.ID == "" || len(p.calls) >= mostCalls {
		cancel()
		p.put(reply{Type: typeReply, ID: r.ID, Code: codeBusy, Error: "a call needs an id of its own, and not too many may go on at once"})
		return
	}
	p.calls[r.ID] = cancel
	work.Go(func() {
		defer cancel()
		result, err := p.server.session.Call(ctx, tools.Call{Name: r.Tool, Arguments: r.Arguments, Program: p.key}, func(e event.Event) { p.progress(r.ID, e) })
		p.mu.Lock()
		delete(p.calls, r.ID)
		p.mu.Unlock()
		answer := replyTo(r.ID, err)
		if err == nil {
			answer.Image = result.Image
			answer.Result, err = json.Marshal(result)
			if err != nil {
				answer = replyTo(r.ID, err)
			}
		}
		p.put(answer)
	})
}

// progress tells how far a call is.
func (p *peer) progress(id string, e event.Event) {
	switch e.Type {
	case event.ToolStarted:
		p.put(notice{Type: typeProgress, ID: id, Message: e.Label})
	case event.ApprovalRequested:
		p.put(notice{Type: typeProgress, ID: id, Message: "waiting for the person's answer: " + e.Label})
	}
}

// coded is an error that a client may want to tell apart.
type coded struct {
	err  error
	code string
}

var codes = []coded{
	{errNotHolder, codeNotHolder},
	{permissions.ErrNotPending, codeNotPending},
	{permissions.ErrWrongWord, codeWrongWord},
	{permissions.ErrNotGrantable, codeNotGrantable},
	{permissions.ErrVerdict, codeVerdict},
}

// replyTo is the reply to what was done, or failed with err.
func replyTo(id string, err error) reply {
	if err == nil {
		return reply{Type: typeReply, ID: id, OK: true}
	}
	code := codeFailed
	for _, known := range codes {
		if errors.Is(err, known.err) {
			code = known.code
		}
	}
	return reply{Type: typeReply, ID: id, Code: code, Error: err.Error()}
}
