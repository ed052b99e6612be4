package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
)

// longestNote bounds the last column of the table, in cells.
const longestNote = 100

// WriteTable writes r for people: what ran, a row for each task, the figures.
func (r *Report) WriteTable(w io.Writer) error {
	fmt.Fprintln(w, text.Line(r.heading()))
	fmt.Fprintf(w, "Limits of an attempt, where its task has none that are smaller: %s.\n", r.Limits.words())
	for _, words := range r.reservations() {
		fmt.Fprintln(w, words)
	}
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TASK\tPASSED\tENDED\tSTEPS\tTOKENS\tTIME\tNOTE")
	for _, t := range r.Tasks {
		fmt.Fprintln(table, strings.Join(t.row(), "\t"))
	}
	fmt.Fprintln(table)
	if err := table.Flush(); err != nil {
		return err
	}
	figures := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range r.figureRows() {
		fmt.Fprintf(figures, "%s\t%s\n", row[0], row[1])
	}
	return figures.Flush()
}

func (r *Report) heading() string {
	return fmt.Sprintf("%s: suite %s, %s, %s each, %s at a time", r.Model, r.Suite,
		text.Count(len(r.Tasks), "task"), text.Count(r.AttemptsATask, "attempt"), text.Count(r.Parallel, "phone"))
}

// reservations say what the figures are not about.
func (r *Report) reservations() []string {
	var words []string
	if r.ScriptedModel {
		words = append(words, "The model is scripted: a program with a few fixed skills, no language model.")
	}
	if r.SimulatedPhone {
		words = append(words, "The phones are simulated: no real phone was used.")
	}
	if r.Cancelled {
		words = append(words, "Cancelled before the end: the figures are of what was known until then.")
	}
	return words
}

// row is one task.
func (t TaskReport) row() []string {
	f := t.Figures
	var spent expenses
	var outcomes []string
	for _, a := range t.Attempts {
		if a.judged() {
			spent.add(a)
		}
	}
	for _, outcome := range slices.Sorted(maps.Keys(f.Outcomes)) {
		outcomes = append(outcomes, times(f.Outcomes[outcome], outcome.Words()))
	}
	if f.Attempts == 0 {
		return []string{t.ID, "-", "-", "-", "-", "-", t.note()}
	}
	n := float64(f.Attempts)
	return []string{
		t.ID, fmt.Sprintf("%d/%d", f.Passed, f.Attempts), strings.Join(outcomes, ", "),
		number(float64(spent.steps) / n), number(float64(spent.tokens) / n), took(float64(spent.ms) / n), t.note(),
	}
}

// times is a word with how often it was, where that was more than once.
func times(n int, word string) string {
	if n == 1 {
		return word
	}
	return fmt.Sprintf("%d %s", n, word)
}

// note says what went wrong first.
func (t TaskReport) note() string {
	note := ""
	for _, a := range t.Attempts {
		switch {
		case a.Error != "":
			note = "not judged: " + a.Error
		case a.Cancelled:
			note = "cancelled"
		case a.Passed:
			continue
		case a.Claimed:
			note = "false claim: " + strings.Join(a.Faults, "; ")
		default:
			note = strings.Join(a.Faults, "; ")
		}
		break
	}
	if len(t.Attempts) == 0 {
		note = "not begun"
	}
	return text.Truncate(text.Line(note), longestNote)
}

// figureRows are the figures of all tasks, a name and a value each.
func (r *Report) figureRows() [][2]string {
	f := r.Summary
	rows := [][2]string{
		{"completion rate", fmt.Sprintf("%s (%d of %s)", percent(f.CompletionRate), f.Passed, text.Count(f.Attempts, "attempt"))},
		{"pass@1", share(f.PassAt1)},
	}
	if r.AttemptsATask > 1 {
		rows = append(rows, [2]string{fmt.Sprintf("pass@%d", r.AttemptsATask), share(f.PassAtK)})
	}
	rows = append(rows,
		[2]string{"verified against claimed", fmt.Sprintf("%d verified, %d claimed, %s", f.Passed, f.Claimed, text.Count(f.FalseClaims, "false claim"))},
		[2]string{"outcomes", histogram(f.Outcomes)},
		[2]string{"retries an attempt", optional(f.RetriesAnAttempt, number)},
		[2]string{"steps an attempt", optional(f.StepsAnAttempt, number)},
		[2]string{"steps a success", optional(f.StepsASuccess, number)},
		[2]string{"tokens a success", optional(f.TokensASuccess, number)},
	)
	if f.Currency != "" {
		rows = append(rows, [2]string{"cost a success", optional(f.CostASuccess, func(v float64) string { return text.Money(v, text.Line(f.Currency)) })})
	}
	rows = append(rows, [2]string{"time a success", optional(f.MSASuccess, took)})
	if left := f.Errors + f.Cancelled; left > 0 {
		rows = append(rows, [2]string{"not judged", fmt.Sprintf("%s, %d cancelled", text.Count(f.Errors, "error"), f.Cancelled)})
	}
	return rows
}

// histogram lists the outcomes, the most frequent first.
func histogram(outcomes map[event.Outcome]int) string {
	names := slices.Sorted(maps.Keys(outcomes))
	slices.SortStableFunc(names, func(a, b event.Outcome) int { return outcomes[b] - outcomes[a] })
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = fmt.Sprintf("%d %s", outcomes[name], name.Words())
	}
	if len(words) == 0 {
		return unknown
	}
	return strings.Join(words, ", ")
}

// unknown stands for a figure that cannot be reckoned.
const unknown = "-"

func optional(v *float64, words func(float64) string) string {
	if v == nil {
		return unknown
	}
	return words(*v)
}

func share(v *float64) string {
	return optional(v, func(v float64) string { return fmt.Sprintf("%.2f", v) })
}

func percent(v *float64) string {
	return optional(v, func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) })
}

// number is v in few digits: 4, 2.5, 13.2k.
func number(v float64) string {
	switch {
	case v >= 10_000:
		return fmt.Sprintf("%.1fk", v/1000)
	case v == float64(int(v)), v >= 1000:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}

// took is a time in milliseconds.
func took(ms float64) string {
	return (time.Duration(ms) * time.Millisecond).Round(100 * time.Millisecond).String()
}
