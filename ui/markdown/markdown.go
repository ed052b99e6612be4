// Package markdown draws the Markdown of a finished answer as styled lines for
// a terminal: what chat models write, and no more.
//
// It starts no highlighter and draws no links that a terminal could follow, so
// that a model can neither slow the start nor hide where a link leads. Text
// passes device/text on its way, after entities have been resolved.
package markdown

import (
	"html"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	source "github.com/yuin/goldmark/text"

	"adroit/device/text"
	"adroit/theme"
)

// Lines renders src in at most width cells a line. It starts and ends without
// an empty line; blocks are divided by one. What is nested too deep for the
// width is cut with a mark.
func Lines(src string, width int, th theme.Theme) []string {
	parser := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).Parser()
	r := renderer{src: []byte(src), th: th}
	lines := r.blocks(parser.Parse(source.NewReader(r.src)), max(width, 1), true)
	for i, line := range lines {
		lines[i] = text.Truncate(line, width)
	}
	return lines
}

type renderer struct {
	src []byte
	th  theme.Theme
}

// blocks renders the children of n, divided by empty lines where loose.
func (r renderer) blocks(n ast.Node, width int, loose bool) []string {
	var lines []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		block := r.block(c, width)
		if len(block) == 0 {
			continue
		}
		if loose && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, block...)
	}
	return lines
}

func (r renderer) block(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return wrap(r.inline(n, r.th.Strong.Underline(n.Level == 1)), width)
	case *ast.Blockquote:
		return prefixed(r.blocks(n, width-2, true), r.th.Rule.Render("▏ "), r.th.Rule.Render("▏ "))
	case *ast.List:
		return r.list(n, width)
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return r.verbatim(n, width)
	case *ast.ThematicBreak:
		return []string{r.th.Rule.Render(strings.Repeat("─", min(width, 24)))}
	case *extast.Table:
		return r.table(n, width)
	default: // paragraphs and the text blocks of tight lists
		return wrap(r.inline(n, r.th.Text), width)
	}
}

func (r renderer) list(n *ast.List, width int) []string {
	var lines []string
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "• "
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		indent := text.Width(mark)
		if len(lines) > 0 && !n.IsTight {
			lines = append(lines, "")
		}
		body := r.blocks(item, width-indent, !n.IsTight)
		lines = append(lines, prefixed(body, r.th.Muted.Render(mark), strings.Repeat(" ", indent))...)
	}
	return lines
}

// verbatim keeps the line breaks of n; lines that are too long are broken.
func (r renderer) verbatim(n ast.Node, width int) []string {
	var lines []string
	segments := n.Lines()
	for i := range segments.Len() {
		segment := segments.At(i)
		code := text.Safe(strings.TrimRight(string(segment.Value(r.src)), "\r\n"))
		lines = append(lines, wrap(r.th.Code.Render(code), width-2)...)
	}
	return prefixed(lines, r.th.Rule.Render("│ "), r.th.Rule.Render("│ "))
}

func (r renderer) table(n *extast.Table, width int) []string {
	t := table.New().Border(lipgloss.NormalBorder()).BorderStyle(r.th.Rule).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		StyleFunc(func(int, int) lipgloss.Style { return lipgloss.NewStyle().Padding(0, 1) })
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*extast.TableHeader)
		style := r.th.Text
		if head {
			style = r.th.Strong
		}
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, r.inline(cell, style))
		}
		if head {
			t.Headers(cells...)
		} else {
			t.Row(cells...)
		}
	}
	lines := strings.Split(t.Render(), "\n")
	if widest(lines) > width {
		lines = strings.Split(t.Width(width).Render(), "\n")
	}
	return lines
}

// inline renders the children of n in one string. Line breaks stay where they
// are, soft ones too: models use them as breaks, and an answer that streamed in
// does not jump when it is finished.
func (r renderer) inline(n ast.Node, style lipgloss.Style) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.WriteString(r.span(c, style))
	}
	return b.String()
}

func (r renderer) span(n ast.Node, style lipgloss.Style) string {
	switch n := n.(type) {
	case *ast.Text:
		words := r.render(string(n.Segment.Value(r.src)), style)
		if n.HardLineBreak() || n.SoftLineBreak() {
			return words + "\n"
		}
		return words
	case *ast.String:
		return r.render(string(n.Value), style)
	case *ast.CodeSpan:
		return r.inline(n, r.th.Code.Inherit(style))
	case *ast.Emphasis:
		if n.Level > 1 {
			return r.inline(n, style.Inherit(r.th.Strong))
		}
		return r.inline(n, style.Inherit(r.th.Emphasis))
	case *extast.Strikethrough:
		return r.inline(n, style.Strikethrough(true))
	case *ast.Link:
		label := r.inline(n, style)
		return label + r.render(" ("+string(n.Destination)+")", r.th.Muted)
	case *ast.Image:
		return r.inline(n, style) + r.render(" ("+string(n.Destination)+")", r.th.Muted)
	case *ast.AutoLink:
		return r.render(string(n.URL(r.src)), style)
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			b.Write(segment.Value(r.src))
		}
		return r.render(b.String(), style)
	case *extast.TaskCheckBox:
		if n.IsChecked {
			return r.th.Good.Render("[x] ")
		}
		return r.th.Muted.Render("[ ] ")
	default:
		return r.inline(n, style)
	}
}

func (r renderer) render(s string, style lipgloss.Style) string {
	return style.Render(text.Safe(html.UnescapeString(s)))
}

// wrap breaks styled text into lines that each carry their own styles.
func wrap(s string, width int) []string {
	if s == "" {
		return nil
	}
	return strings.Split(lipgloss.Wrap(s, max(width, 1), ""), "\n")
}

// prefixed puts first before the first line and rest before the others.
func prefixed(lines []string, first, rest string) []string {
	for i := range lines {
		if i == 0 {
			lines[i] = first + lines[i]
		} else {
			lines[i] = rest + lines[i]
		}
	}
	return lines
}

func widest(lines []string) int {
	w := 0
	for _, l := range lines {
		w = max(w, lipgloss.Width(l))
	}
	return w
}
