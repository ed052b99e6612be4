package ui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"

	"adroit/device/text"
	"adroit/permissions"
	"adroit/ui/mailbox"
)

// plain is the cockpit without a screen: what happens is printed line by line,
// and what the person writes is read line by line. It is for screen readers
// and for terminals that cannot move their cursor. Nothing is ever printed but
// text and line feeds.
type plain struct {
	session  Session
	out      io.Writer
	tasks    []string // suggested, picked by number until something was asked
	busy     bool
	owed     int             // turns that were asked for and have not ended
	since    int64           // what is numbered up to it happened before
	alone    bool            // nothing more comes from the person
	answer   strings.Builder // what the model says in this step, not yet printed
	labels   map[string]string
	view     *view
	question *plainQuestion
	holder   holder                // of the approvals
	word     string                // of the question that was asked last
	waiting  []permissions.Request // asked while another question is open
}

// plainQuestion is the question that has been printed.
type plainQuestion struct {
	request permissions.Request
	word    string // drawn anew for each question: nothing typed ahead can be it
}

// runPlain talks in lines until the person quits, the input ends, or ctx does.
func runPlain(ctx context.Context, o Options, box *mailbox.Mailbox) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in, err := cancelable(o.input())
	if err != nil {
		return fmt.Errorf("read from the terminal: %w", err)
	}
	lines, events := make(chan string), make(chan happening)
	var unread error // why the lines ended before the input did; to be read when they have ended
	var reading, taking sync.WaitGroup
	reading.Go(func() {
		defer close(lines)
		unread = readLines(ctx, in, lines)
	})
	taking.Go(func() { takeEvents(ctx, box, events) })
	defer func() {
		cancel()
		taking.Wait()
		if in.Cancel() { // else its reader ends with its next line
			reading.Wait()
			_ = in.Close() // releases what watched the file
		}
	}()

	p := &plain{session: o.Session, out: o.Out, tasks: o.SuggestedTasks, since: o.Since, labels: map[string]string{}}
	p.greet(o)
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the cockpit was ended: %w", context.Cause(ctx))
		case h := <-events:
			p.happen(h)
		case line, ok := <-lines:
			if !ok {
				lines = nil // nothing more can be asked, but what was asked is done
				p.leave(unread)
			} else if p.read(strings.TrimSpace(line)) {
				return nil
			}
		}
		if p.alone && p.owed <= 0 {
			return nil
		}
	}
}

func (o *Options) input() io.Reader {
	if o.In != nil {
		return o.In
	}
	return os.Stdin
}

// cancelable reads from in until that is cancelled. What the system cannot
// watch, such as a file on a disk or the null device, is read as it is: such
// reading does not wait.
func cancelable(in io.Reader) (cancelreader.CancelReader, error) {
	if watched, err := cancelreader.NewReader(in); err == nil {
		return watched, nil
	}
	return cancelreader.NewReader(struct{ io.Reader }{in})
}

// readLines sends what is read until the input or ctx ends. An error says why
// it cannot be read to its end, such as a line of more than 64 KiB.
func readLines(ctx context.Context, in io.Reader, lines chan<- string) error {
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		select {
		case lines <- scanner.Text():
		case <-ctx.Done():
			return nil
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return errors.New("a line has more than 64 KiB")
	} else if err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// takeEvents sends what happens until ctx ends.
func takeEvents(ctx context.Context, box *mailbox.Mailbox, events chan<- happening) {
	l := &listener{box: box}
	for {
		batch := box.Take(ctx)
		if batch == nil {
			return
		}
		for _, e := range batch {
			select {
			case events <- l.decode(e):
			case <-ctx.Done():
				return
			}
		}
	}
}

func (p *plain) say(format string, args ...any) {
	said := text.Safe(fmt.Sprintf(format, args...))
	if width := widthOf(p.out); width > len(goesOn) {
		said = wrapped(said, width)
	}
	fmt.Fprintln(p.out, said)
}

// widthOf is how many cells a line of the terminal has, 0 where out is none.
func widthOf(out io.Writer) int {
	f, ok := out.(term.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(f.Fd())
	if err != nil {
		return 0
	}
	return width
}

// goesOn stands before what goes on from the line above, so that no text can
// make it look like a line of its own.
const goesOn = "  "

// wrapped breaks the lines of s between words. A terminal breaks them wherever
// they reach its edge, and most screen readers read a terminal row by row: a word
// in two rows is no word. What goes elsewhere than to a terminal is not broken,
// as its reader knows best.
func wrapped(s string, width int) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if text.Width(line) > width {
			lines[i] = strings.Join(text.Wrap(line, width-len(goesOn)), "\n"+goesOn)
		}
	}
	return strings.Join(lines, "\n")
}

func (p *plain) greet(o Options) {
	p.say("adroit: phone %s, model %s.", o.Device, o.Model)
	p.say("Write what should happen on the phone, then enter. You are asked before anything that changes something.")
	p.say("/stop stops the turn, /screen reads out the phone's screen, /quit quits.")
	p.say("/mode read-only lets nothing act, /mode medium lets medium risk act without asking, /mode ask asks again.")
	if given := o.Guidance.words(); given != "" {
		p.say("The model is given %s.", given)
	}
	if says := o.Guidance.notInForce(); says != "" {
		p.say("%s:", says)
		for _, mistake := range o.Guidance.Wrong {
			p.say("%s", mistake)
		}
	}
	for i, task := range p.tasks {
		p.say("%d: %s", i+1, task)
	}
}

// read takes a line from the person and reports whether it is time to quit.
func (p *plain) read(line string) (quit bool) {
	if line == "" {
		return false
	}
	if command, rest, _ := strings.Cut(line, " "); plainCommand.MatchString(command) {
		return p.command(command, strings.TrimSpace(rest))
	}
	if p.question != nil {
		p.reply(line)
		return false
	}
	if task, ok := picked(p.tasks, line); ok {
		line = task
	}
	p.tasks = nil
	queued, err := p.session.Send(line)
	if err != nil {
		p.say("%v", err)
		return false
	}
	if p.owed++; queued && p.owed == 1 {
		p.owed++ // somebody else's turn ends first
	}
	return false
}

// plainCommand is the form of a command: a path is none.
var plainCommand = regexp.MustCompile(`^/[a-z]*$`)

// command does what a line with a stroke before it says, and reports whether it
// is time to quit.
func (p *plain) command(name, rest string) (quit bool) {
	switch name {
	case "/quit":
		if p.busy || p.owed > 0 {
			p.say("What was asked is not done yet: it is cancelled.")
		}
		return true
	case "/stop":
		p.stop()
	case "/screen":
		p.readOut()
	case "/mode":
		p.setMode(rest)
	case "/claim":
		p.claim()
	case "/token":
		p.giveToken(rest)
	default:
		p.say("There is no command %s: there are /stop, /screen, /mode, /claim and /quit.", name)
	}
	return false
}

// claim takes the approvals from whoever has them.
func (p *plain) claim() {
	said, err := claim(p.session, p.holder)
	if err != nil {
		said = err.Error()
	}
	if said != "" {
		p.say("%s.", said)
	}
}

// approvalsMoved follows the approvals. Where they have gone, nothing is asked
// here any more.
func (p *plain) approvalsMoved(h happening) {
	before := p.holder
	p.holder = holder(h.State)
	if before != "" || p.holder.elsewhere() {
		moved := p.holder.moved()
		p.say("%s%s.", strings.ToUpper(moved[:1]), moved[1:])
	}
	if p.holder.elsewhere() {
		p.say("What is asked is not asked here. /claim takes the approvals.")
	}
	p.question, p.waiting = nil, nil
}

// giveToken hands a session on a server that was started anew its token.
func (p *plain) giveToken(token string) {
	if locked, wanted := lockedOut(p.session); wanted && token != "" {
		locked.SetToken(token)
		return
	}
	p.say("No token is wanted, or none was given.")
}

// leave says that the person is gone: questions can only be denied. unread is
// why the rest of the input cannot be read, nil where there is none.
func (p *plain) leave(unread error) {
	p.alone = true
	if unread != nil {
		p.say("The input cannot be read any further: %v.", unread)
	} else {
		p.say("The input ended.")
	}
	if p.owed > 0 {
		p.say("What was asked goes on; nobody can answer, so what it asks is denied.")
	}
	if p.question != nil {
		p.resolve(permissions.Answer{Verdict: permissions.Denied})
	}
}

func (p *plain) setMode(name string) {
	m, err := permissions.ParseMode(name)
	if err == nil {
		err = p.session.SetMode(m)
	}
	if err != nil {
		p.say("%v", err)
	}
}

// stop ends the turn, with the question that may be open.
func (p *plain) stop() {
	switch {
	case p.question != nil:
		p.resolve(permissions.Answer{Verdict: permissions.StopTurn})
	case p.busy:
		p.session.Cancel()
	default:
		p.say("nothing is running")
	}
}

// reply takes a line as the answer to the question. Only its word approves.
func (p *plain) reply(line string) {
	first, words, _ := strings.Cut(line, " ")
	r := p.question.request
	switch {
	case line == p.question.word:
		p.resolve(permissions.Answer{Verdict: permissions.Once, Word: r.Word})
	case r.Grantable && line == sessionAnswer+p.question.word:
		p.resolve(permissions.Answer{Verdict: permissions.Session, Word: r.Word})
	case first == "deny":
		p.resolve(permissions.Answer{Verdict: permissions.Denied, Message: strings.TrimSpace(words)})
	default:
		p.say("That is no answer. %s", p.question.choices())
	}
}

// sessionAnswer stands before the word of what is approved until the session
// ends.
const sessionAnswer = "session "

func (q *plainQuestion) choices() string {
	session := ""
	if q.request.Grantable {
		session = fmt.Sprintf("%q not to be asked for it again this session, ", sessionAnswer+q.word)
	}
	return fmt.Sprintf("Type %q to do it once, %s\"deny\" or \"deny\" and words for the model, or /stop.", q.word, session)
}

// WordFor is the word that approves r where it is asked in lines, whose answers
// are typed ahead easily: that of r where it has one, else one drawn for it; and
// never last, the word of the question before.
func WordFor(r permissions.Request, last string) (string, error) {
	if r.Word != "" && r.Word != last {
		return r.Word, nil
	}
	return permissions.NewWord(last)
}

func (p *plain) resolve(a permissions.Answer) {
	a.By = permissions.ByPerson
	if p.alone {
		a.By = permissions.ByInputEnd
	}
	id := p.question.request.ID
	switch err := p.session.Resolve(id, a); {
	case err == nil, errors.Is(err, permissions.ErrNotPending):
		p.settled(id)
	default:
		p.say("%v", err)
	}
}

// ask prints r, or keeps it until the question before is settled.
func (p *plain) ask(r permissions.Request) {
	if p.question != nil {
		p.waiting = append(p.waiting, r)
		return
	}
	word, err := WordFor(r, p.word)
	if err != nil {
		p.say("%s cannot be asked: %v", r.Action, err)
		_ = p.session.Resolve(r.ID, permissions.Answer{Verdict: permissions.Denied, By: permissions.ByPerson})
		return
	}
	p.question, p.word = &plainQuestion{r, word}, word
	p.labels[r.CallID] = r.Action
	p.say("The model asks. %s", strings.Join(QuestionLines(r), "\n"))
	if p.alone {
		p.resolve(permissions.Answer{Verdict: permissions.Denied})
		return
	}
	p.say("%s", p.question.choices())
}

// settled takes a question away and asks the next one.
func (p *plain) settled(id string) {
	p.waiting = slices.DeleteFunc(p.waiting, func(r permissions.Request) bool { return r.ID == id })
	if p.question == nil || p.question.request.ID != id {
		return
	}
	p.question = nil
	if len(p.waiting) > 0 {
		next := p.waiting[0]
		p.waiting = p.waiting[1:]
		p.ask(next)
	}
}

// readOut prints the elements of the last screen.
func (p *plain) readOut() {
	if p.view == nil {
		p.say("No screen has been seen yet.")
		return
	}
	p.say("%s %s", p.view.title(), strings.Join(append(p.view.warnings(), p.view.privacy()...), ", "))
	for _, r := range p.view.rows {
		p.say("%s %s %s %s", r.id, r.role, r.label, r.state)
	}
}
