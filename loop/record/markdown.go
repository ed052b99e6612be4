package record

import (
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device/text"
)

// writeMarkdown writes a report for people.
func writeMarkdown(w io.Writer, r *report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", plainMarkdown(r.title()))
	fmt.Fprintf(&b, "| | |\n|---|---|\n")
	row := func(name string, value any) {
		fmt.Fprintf(&b, "| %s | %s |\n", name, plainMarkdown(fmt.Sprint(value)))
	}
	row("Run", r.Run.RunID)
	row("Began", r.Run.Time.UTC().Format(time.RFC3339))
	row("Took", r.duration())
	row("Device", r.Run.Device)
	row("Model", r.Run.Model)
	row("Steps", r.Steps)
	row("Tokens", r.Tokens)
	if r.Currency != "" {
		row("Cost", text.Money(r.Cost, text.Line(r.Currency)))
	}
	for _, t := range r.Turns {
		t.markdown(&b)
	}
	if len(r.ByHand) > 0 {
		b.WriteString("\n## By the person's hand\n\n")
		for _, c := range r.ByHand {
			c.markdown(&b)
		}
	}
	r.markdownScreen(&b, "First screen", r.ScreenRecords.First)
	r.markdownScreen(&b, "Last screen", r.ScreenRecords.Last)
	_, err := io.WriteString(w, b.String())
	return err
}

func (t reportTurn) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n", plainMarkdown(text.Line(t.Request)))
	for _, s := range t.Steps {
		fmt.Fprintf(b, "\n### Step %d\n\n", s.Step)
		if s.Text != "" {
			fmt.Fprintf(b, "%s\n\n", quoteMarkdown(s.Text))
		}
		for _, c := range s.Calls {
			c.markdown(b)
		}
		if s.Check != nil {
			s.Check.markdown(b)
		}
	}
	fmt.Fprintf(b, "\n**%s**\n", plainMarkdown(t.ending()))
}

// markdown tells what came of the model's claim, where it was made.
func (c reportCheck) markdown(b *strings.Builder) {
	if c.Verified {
		b.WriteString("- **Checked**: it is so\n")
		return
	}
	b.WriteString("- **Checked**: not so\n")
	for line := range strings.Lines(c.Faults) {
		fmt.Fprintf(b, "  - %s\n", plainMarkdown(text.Line(strings.TrimSpace(line))))
	}
}

func (c reportCall) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "- **%s**", plainMarkdown(text.Line(c.Action)))
	if c.Decision != "" {
		fmt.Fprintf(b, " · %s risk, %s", c.Risk, plainMarkdown(c.settled))
	}
	status := c.Status
	if status == "" {
		status = "unknown"
	}
	fmt.Fprintf(b, "\n  %s: %s (%d ms)\n", status, plainMarkdown(text.Line(c.Message)), c.DurationMS)
	for _, command := range c.Commands {
		fmt.Fprintf(b, "  %s\n", codeMarkdown(command))
	}
}

func (r *report) markdownScreen(b *strings.Builder, heading string, raw []byte) {
	c, ok := decodeScreen(raw)
	if !ok {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", heading)
	for line := range strings.Lines(c.Tree()) {
		fmt.Fprintf(b, "    %s\n", text.Line(line))
	}
}

// plainMarkdown is s with everything escaped that Markdown or HTML would take
// for more than text.
func plainMarkdown(s string) string { return markdownEscapes.Replace(s) }

var markdownEscapes = func() *strings.Replacer {
	var pairs []string
	for _, r := range "\\`*_{}[]()#+!|~>" {
		pairs = append(pairs, string(r), "\\"+string(r))
	}
	return strings.NewReplacer(append(pairs, "<", "&lt;", "&", "&amp;")...)
}()

// quoteMarkdown is s as a quotation, line by line.
func quoteMarkdown(s string) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(s)) {
		lines = append(lines, "> "+plainMarkdown(text.Line(line)))
	}
	return strings.Join(lines, "\n")
}

// codeMarkdown is s as code, in as many backticks as it needs.
func codeMarkdown(s string) string {
	s = text.Line(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		s = " " + s + " "
	}
	return fence + s + fence
}
