package ui

import (
	"cmp"
	"strings"

	"charm.land/lipgloss/v2"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/permissions"
	"adroit/theme"
)

// banner is a line that stays at the top until its cause is gone.
type banner struct {
	sign  string
	style func(theme.Theme) lipgloss.Style
	words string
	short string // the same where there is little room; "" cuts the words
}

func (b banner) line(width int, th theme.Theme) string {
	lead := " " + b.sign + " "
	words := b.words
	if text.Width(lead+words) > width {
		words = cmp.Or(b.short, words)
	}
	return newRow(width).add(b.style(th), lead+words).fill(b.style(th), " ").String()
}

// The styles of banners: of what must not be overlooked, and of what stands.
func alert(th theme.Theme) lipgloss.Style    { return th.Alert }
func standing(th theme.Theme) lipgloss.Style { return th.Selected }

// banners are what is wrong, what passes or does not, and who is asked, where
// that is not as usual.
func (a *app) banners() []banner {
	var b []banner
	for _, trouble := range []string{a.phoneTrouble, a.modelTrouble} {
		if trouble != "" {
			b = append(b, banner{"!", alert, trouble, ""})
		}
	}
	switch a.mode {
	case permissions.ModeMedium:
		b = append(b, banner{"!", alert, "Medium risk acts without asking; high risk still asks · /mode changes it", "Medium risk acts unasked · /mode"})
	case permissions.ModeReadOnly:
		b = append(b, banner{"·", standing, "Read-only: nothing acts on the phone, whoever wants it · /mode changes it", "Read-only, nothing acts · /mode"})
	case permissions.ModeAsk:
	}
	take := a.hint("claim", "").key
	switch a.holder {
	case event.HeldElsewhere:
		b = append(b, banner{"·", standing, "This one watches: another cockpit is asked, and acts · " + take + " takes over", "Another cockpit is asked · " + take})
	case event.HeldByNobody:
		b = append(b, banner{"·", standing, "This one watches, and nobody is asked · " + take + " takes over", "Nobody is asked · " + take})
	}
	if a.held() {
		b = append(b, banner{"!", alert, "The model asks for your approval: pause typing to see it", ""})
	}
	return b
}

// standing is what the banners say of the mode and of who is asked, where there
// is room for a few words alone.
func (a *app) standing() string {
	var words []string
	if a.mode != permissions.ModeAsk {
		words = append(words, modeShort(a.mode))
	}
	if a.holder.elsewhere() {
		words = append(words, a.holder.watching())
	}
	return strings.Join(words, " · ")
}
