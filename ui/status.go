package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/permissions"
)

// How a wait is shown: from when on, and in which steps.
const (
	progressAfter = time.Second
	progressStep  = time.Second
	calmStep      = 10 * time.Second // with reduced motion
)

// How long a notice stays: a moment to see it, and as long as one reads it, at
// some 20 characters a second.
const (
	noticeSeen = 1500 * time.Millisecond
	noticeRead = 50 * time.Millisecond // a character
	noticeMost = 6 * time.Second
)

// notice is a line that goes away by itself.
type notice struct {
	text string
	id   int
}

// say shows a notice in the status line for a while.
func (a *app) say(s string) tea.Cmd {
	a.notice.text = text.Line(s)
	a.notice.id++
	id := a.notice.id
	life := min(noticeSeen+time.Duration(text.Width(a.notice.text))*noticeRead, noticeMost)
	return a.after(life, noticeMsg{id})
}

func (n *notice) expire(id int) {
	if n.id == id {
		n.text = ""
	}
}

// statusLine says what one wants to know at any time, the most important
// first, and at its right end which keys help now. What does not fit is left
// out from the right of the one, then of the other; but never what acts without
// asking. A notice comes in the place of the rest.
func (a *app) statusLine() string {
	r := newRow(a.width)
	if a.notice.text != "" {
		mode := a.modeShown(a.width - text.Width(a.notice.text) - 4)
		return r.add(a.theme.Warn, text.Truncate(" "+a.notice.text, a.width-text.Width(mode)-3)).end(a.theme.Muted, mode+" ").String()
	}
	hints := a.hints()
	last := hints[len(hints)-1]
	room := a.width - last.width() - hintGap - 1
	parts := a.statusParts()
	mode := a.modeShown(room - text.Width(" "+strings.Join(append(parts, ""), statusGap)))
	line := " "
	for _, s := range parts {
		if text.Width(line+s+statusGap+mode) > room {
			break
		}
		line += s + statusGap
	}
	line = strings.TrimSuffix(line+mode, statusGap)
	room -= text.Width(line)
	shown := []hint{last}
	for i, h := range hints[:len(hints)-1] {
		if room -= h.width() + hintGap; room < 0 {
			break
		}
		shown = slices.Insert(shown, i, h)
	}
	var keys strings.Builder
	for i, h := range shown {
		if i > 0 {
			keys.WriteString(strings.Repeat(" ", hintGap))
		}
		keys.WriteString(a.theme.Accent.Render(h.key) + a.theme.Muted.Render(" "+h.what))
	}
	r.add(a.theme.Muted, line)
	gap := r.left - lipgloss.Width(keys.String()) - 1
	return r.styled(strings.Repeat(" ", max(gap, 0)) + keys.String()).String()
}

func (a *app) statusParts() []string {
	parts := []string{a.phone.device, a.options.Model}
	if a.replaying() {
		parts = slices.Insert(parts, 0, "recording")
	}
	if n := len(a.composer.queue); n > 0 {
		parts = append(parts, itoa(n)+" queued")
	}
	if a.turn.step > 0 {
		step := fmt.Sprintf("step %d", a.turn.step)
		if a.turn.maxSteps > 0 {
			step += fmt.Sprintf(" of %d", a.turn.maxSteps)
		}
		parts = append(parts, step)
	}
	if a.turn.tokens > 0 {
		parts = append(parts, count(a.turn.tokens)+" tokens")
	}
	if a.turn.context > 0 && a.options.Context > 0 {
		parts = append(parts, "context "+itoa(100*a.turn.context/a.options.Context)+" %")
	}
	if a.turn.cost != "" {
		parts = append(parts, a.turn.cost)
	}
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}

// statusGap stands between the parts of the status line.
const statusGap = " · "

// modeShown is what the status line says of what acts without asking, in few
// words where there is not the room for more; "" where nothing acts.
func (a *app) modeShown(room int) string {
	if a.replaying() || len(a.options.Missing) > 0 {
		return ""
	}
	words, short := modeWords(a.mode), modeShort(a.mode)
	if a.mode == permissions.ModeAsk && a.holder.elsewhere() {
		words, short = a.holder.watching(), "watching"
	}
	if text.Width(words) > room {
		return short
	}
	return words
}

// progressStep is how often a running duration is counted on. What ends at a
// known time is short, and counts by the second in any case.
func (a *app) progressStep() time.Duration {
	if a.options.ReducedMotion && a.turn.until.IsZero() {
		return calmStep
	}
	return progressStep
}

// tick has the screen drawn again when a duration on it will have changed. It
// is asked for whenever something happens; while nothing runs and the screen is
// old, it comes once a minute.
func (a *app) tick() tea.Cmd {
	now := a.now()
	wait := a.phone.nextAge(now)
	if a.turn.busy {
		step := a.progressStep()
		if next := step - now.Sub(a.turn.since)%step; wait == 0 || next < wait {
			wait = next
		}
	}
	if wait == 0 || !a.clockAt.IsZero() && a.clockAt.After(now) && !a.clockAt.After(now.Add(wait)) {
		return nil // one that comes soon enough is on its way
	}
	a.clockAt = now.Add(wait)
	return a.after(wait, clockMsg{})
}
