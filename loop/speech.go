package loop

import (
	"sync"
	"time"

	"adroit/device/redact"
	"adroit/loop/event"
)

// gathering is how long words are gathered before they are told: shorter than
// a frame of the screen, and long enough that a fast model costs no more
// events, log lines and searches for secrets than a slow one.
const gathering = 16 * time.Millisecond

// speech tells the words of one reply as they come, masked.
type speech struct {
	session *Session
	turn    *turn
	step    int

	mu       sync.Mutex // the timer flushes on a goroutine of its own
	masked   *redact.Stream
	gathered string
	timer    *time.Timer // runs while gathered is not empty; nil before the first words
	told     time.Time   // when words were told last
	any      bool        // there were words
	over     bool
}

func (s *Session) newSpeech(t *turn, step int) *speech {
	return &speech{session: s, turn: t, step: step, masked: s.events.registry.Stream()}
}

// say takes the next piece.
func (p *speech) say(delta string) {
	if delta == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.any = true
	began := p.gathered == ""
	p.gathered += delta
	wait := gathering - p.session.now().Sub(p.told)
	switch {
	case wait <= 0:
		p.tell()
	case began && p.timer == nil:
		p.timer = time.AfterFunc(wait, p.flush)
	case began:
		p.timer.Reset(wait)
	}
}

// flush tells what was gathered. It runs on the timer's goroutine.
func (p *speech) flush() {
	p.session.protect("the model's words", func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.over {
			p.tell()
		}
	})
}

// tell tells what was gathered, but for a tail that may be the beginning of a
// secret. The caller holds p.mu.
func (p *speech) tell() {
	text := p.masked.Write(p.gathered)
	p.gathered = ""
	p.told = p.session.now()
	p.emit(text)
}

// end tells the rest, before anything else is told of the turn, and reports
// whether there were any words. Ending again tells nothing more.
func (p *speech) end() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.over = true
	p.tell()
	p.emit(p.masked.Flush())
	return p.any
}

func (p *speech) emit(text string) {
	if text != "" {
		p.session.tell(p.turn, event.Event{Type: event.AssistantText, Step: p.step, Text: text})
	}
}
