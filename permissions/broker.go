package permissions

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What Resolve refuses. The question stays as it was: pending after
// ErrWrongWord, ErrNotGrantable and ErrVerdict, over after ErrNotPending.
var (
	ErrNotPending   = errors.New("the question is over: it was answered, withdrawn or never asked")
	ErrWrongWord    = errors.New("a high-risk act needs the word shown with it")
	ErrNotGrantable = errors.New("this act can only be approved once: no session grant covers it")
	ErrVerdict      = errors.New("unknown verdict: want once, session, deny, edit or stop")
)

// Options configure a Broker. The zero value is fine.
type Options struct {
	Timeout time.Duration    // how long a question waits before it is denied; 0 means until the turn ends
	Random  io.Reader        // source of the words of high-risk questions; nil means crypto/rand
	Now     func() time.Time // nil means time.Now
}

// Broker settles each act once: by the policy, by a grant of this session, or
// by the first valid answer to the question that it asks. It is safe for
// concurrent use.
type Broker struct {
	policy   Policy
	origins  Origins
	approver Approver
	timeout  time.Duration
	random   io.Reader
	now      func() time.Time

	mu      sync.Mutex
	pending []*question // in the order in which they were asked
	grants  map[grant]bool
	tag     string // of this broker in the ids of its questions
	asked   int    // questions so far, for their ids
	word    string // of the last high-risk question
	mode    Mode
}

// question is a request that waits for its answer.
type question struct {
	request Request
	grant   grant
	ended   func() error // not nil once the turn that asked has ended
	answer  chan Answer  // receives exactly one answer; buffered, so that nobody waits
}

// tagLength is the length of a tag in characters of base32: 40 bits. It only has
// to differ from those of other sessions that a person may still have before
// their eyes, so that an answer to a question of one of them settles none here.
const tagLength = 8

// NewBroker returns a Broker that rules by p and asks through a. A nil
// Approver leaves every question to whoever calls Resolve.
func NewBroker(p Policy, a Approver, o Options) *Broker {
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Broker{
		policy: p, approver: a, timeout: o.Timeout, random: o.Random, now: o.Now,
		grants: map[grant]bool{}, mode: ModeAsk, tag: strings.ToLower(rand.Text()[:tagLength]),
	}
}

// Policy is what b rules by.
func (b *Broker) Policy() Policy { return b.policy }

// Preview completes r as Decide would, and returns the ruling that decides,
// but neither asks nor settles anything.
func (b *Broker) Preview(s Situation, r Request) (Request, Ruling) {
	ruling := b.policy.Rule(s)
	r.Risk, r.Classes, r.Reasons = ruling.Risk, ruling.Classes, ruling.Reasons
	r.Rule, r.Permit, r.Origin = ruling.Rule, ruling.Permit, s.Origin
	if r.Grantable = ruling.Risk <= Medium && ruling.Rule == ""; r.Grantable {
		g := grantFor(s)
		r.Covers = g.words(s, cmp.Or(r.AppLabel, g.app))
	}
	if ruling.Risk >= High {
		r.Stakes = stakes(s)
	}
	return r, ruling
}

// Origins knows the words of the person and the texts of the screens of the
// session for which b decides.
func (b *Broker) Origins() *Origins { return &b.origins }

// Decide settles whether the act of s may happen, and waits for the answer
// where a person must say. r describes the act for that person; Decide
// completes it with the ruling and returns it with the answer. asked, when not
// nil, hears of the question before anybody can answer it.
//
// The end of ctx, and the time-out, deny.
func (b *Broker) Decide(ctx context.Context, s Situation, r Request, asked func(Request)) (Request, Answer) {
	r, ruling := b.Preview(s, r)
	r.Created = b.now()
	switch ruling.Decision {
	case Allow:
		if ruling.Risk > Low && b.Mode() == ModeReadOnly {
			return r, readOnly()
		}
		return r, Answer{Verdict: Once, By: ruling.By, Rule: ruling.Rule}
	case Ask:
	default: // Deny and Block, and whatever else a policy may come up with
		a := Answer{Verdict: Denied, By: ruling.By, Rule: ruling.Rule, Reason: ReasonPolicy}
		switch {
		case ruling.By == ByRule:
			a.Reason, a.Message = ReasonRule, b.policy.Rules.Said(ruling.Rule)
		case ruling.Denial != "":
			a.Reason, a.Message = ReasonSkill, ruling.Denial
		}
		return r, a
	}
	if ruling.Risk >= High {
		word, err := b.newWord()
		if err != nil {
			return r, Answer{Verdict: Denied, By: ByPolicy, Reason: ReasonNoWord, Message: err.Error()}
		}
		r.Word = word
	}
	return b.ask(ctx, r, grantFor(s), asked)
}

// newWord draws the word of a high-risk question.
func (b *Broker) newWord() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	word, err := randomWord(b.random, b.word)
	b.word = word
	return word, err
}

// ask puts the question and waits until it is over.
func (b *Broker) ask(ctx context.Context, r Request, g grant, asked func(Request)) (Request, Answer) {
	cancelled := Answer{Verdict: Denied, By: ByCancel, Reason: ReasonCancelled}
	if ctx.Err() != nil {
		return r, cancelled
	}
	q, settled := b.open(ctx, r, g)
	if settled != nil {
		return r, *settled
	}
	r = q.request

	shown, over := context.WithCancel(ctx)
	defer over()
	defer context.AfterFunc(ctx, func() { b.withdraw(q, cancelled) })()
	if b.timeout > 0 {
		defer time.AfterFunc(b.timeout, func() {
			b.withdraw(q, Answer{Verdict: Denied, By: ByTimeout, Reason: ReasonTimeout})
		}).Stop()
	}
	if asked != nil {
		asked(r)
	}
	if b.approver != nil {
		b.approver.Ask(shown, r, func(a Answer) error { return b.Resolve(r.ID, a) })
	}
	a := <-q.answer
	if a.ShownMS == 0 {
		a.ShownMS = b.now().Sub(r.Created).Milliseconds()
	}
	return r, a
}

// open makes a question of r, unless the mode or a grant has answered it.
func (b *Broker) open(ctx context.Context, r Request, g grant) (*question, *Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a, ok := b.settled(r, g); ok {
		return nil, &a
	}
	b.asked++
	r.ID = "q" + strconv.Itoa(b.asked) + "-" + b.tag
	q := &question{request: r, grant: g, ended: ctx.Err, answer: make(chan Answer, 1)}
	b.pending = append(b.pending, q)
	return q, nil
}

// Resolve answers the pending question id. The first valid answer wins, and
// only it can leave a grant behind. An error means that a changed nothing.
func (b *Broker) Resolve(id string, a Answer) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.pending, func(q *question) bool { return q.request.ID == id })
	if i < 0 || b.pending[i].ended() != nil {
		return fmt.Errorf("answer to %s: %w", id, ErrNotPending)
	}
	q := b.pending[i]
	if err := q.accepts(a); err != nil {
		return fmt.Errorf("answer to %s: %w", id, err)
	}
	if a.Verdict == Session {
		b.grants[q.grant] = true
	}
	b.pending = slices.Delete(b.pending, i, i+1)
	q.answer <- a
	return nil
}

// accepts says why a cannot be the answer to q, or nil.
func (q *question) accepts(a Answer) error {
	switch a.Verdict {
	case Denied, Edit, StopTurn:
		return nil
	case Session:
		if !q.request.Grantable {
			return ErrNotGrantable
		}
	case Once:
	default:
		return fmt.Errorf("%q: %w", a.Verdict, ErrVerdict)
	}
	if a.Word != q.request.Word {
		return ErrWrongWord
	}
	return nil
}

// withdraw ends q with a, unless it has been answered.
func (b *Broker) withdraw(q *question, a Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.pending, q); i >= 0 {
		b.pending = slices.Delete(b.pending, i, i+1)
		q.answer <- a
	}
}

// Pending returns the questions that wait for an answer, oldest first.
func (b *Broker) Pending() []Request {
	b.mu.Lock()
	defer b.mu.Unlock()
	open := make([]Request, len(b.pending))
	for i, q := range b.pending {
		open[i] = q.request
	}
	return open
}
