package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
	"adroit/permissions"
)

func typeText() Tool {
	return Tool{
		Name: "type_text",
		Summary: "Type text at the end of a text field, after what it holds already. " +
			"A line break presses Enter, which some apps take for \"send\".",
		Risk: permissions.Medium,
		Params: append([]Param{{
			Name: "text", Kind: String, Required: true, NonEmpty: true, Doc: "what to type",
		}}, targetParams(false)...),
		rules: []rule{together("target", "strategy")},
		words: func(a args, n *screen.Node) string {
			where := "the focused field"
			if n != nil || a.has("target") {
				where = nameOr(n, a, "target")
			}
			return fmt.Sprintf("Type %s into %s", characters(a.text("text")), where)
		},
		plan: planTypeText,
	}
}

func planTypeText(_ context.Context, s scene, a args) (plan, error) {
	field, err := s.field(a)
	if err != nil {
		return plan{}, err
	}
	var focus []device.Command
	if !field.Focused {
		point, err := s.point(field)
		if err != nil {
			return plan{}, err
		}
		focus = append(focus, device.Tap(point))
	}
	focus = append(focus, device.Keys(device.KeyMoveEnd))
	text := a.text("text")
	typing, err := device.TypeText(text)
	if err != nil {
		return plan{}, untypable(err)
	}
	masked := s.mask(field, text)
	shown, err := device.TypeText(masked)
	if err != nil {
		return plan{}, untypable(err)
	}
	return plan{
		target: field, commands: slices.Concat(focus, typing), shown: slices.Concat(focus, shown),
		types: true, typing: masked, secret: masked != text, enter: strings.Contains(text, "\n"),
		verify:   func(before, after *screen.Context) effect { return typed(field, text, before, after) },
		patience: settlePatience,
	}, nil
}

// field is the text field that the arguments name, else the focused one.
func (s scene) field(a args) (*screen.Node, error) {
	if a.has("target") {
		n, err := s.resolve(a, "target", "strategy")
		if err == nil && !n.IsInput {
			return nil, fail(capital(nameOf(n))+" is not a text field: where a tap on it opens one, tap it first").with(
				map[string]any{"target": n.Line(), "fields": s.inputs()}, "tap", "observe_screen_context")
		}
		return n, err
	}
	for i := range s.screen.Nodes {
		if n := &s.screen.Nodes[i]; n.IsInput && n.Focused {
			return n, nil
		}
	}
	return nil, fail("No text field has the focus: name one").with(
		map[string]any{"fields": s.inputs()}, "observe_screen_context")
}

// inputs are the lines of the text fields on the screen.
func (s scene) inputs() []string {
	lines := []string{}
	for i := range s.screen.Nodes {
		if n := &s.screen.Nodes[i]; n.IsInput {
			lines = append(lines, n.Line())
		}
	}
	return lines
}

// mask is text as it may be shown. What goes into a password field is secret
// from now on, wherever it turns up.
func (s scene) mask(field *screen.Node, text string) string {
	if field.Password {
		s.registry.Add(field.PackageName, text, "password")
		return redact.Mask
	}
	return s.registry.Text(text)
}

func untypable(err error) error {
	if e, ok := errors.AsType[*device.UntypableError](err); ok {
		return fail("text " + e.Error()).with(map[string]any{"field": "text", "characters": string(e.Chars)})
	}
	return err
}

// typed proves typing: the text is read back from the field.
func typed(field *screen.Node, text string, before, after *screen.Context) effect {
	done := fmt.Sprintf("Typed %s into %s", characters(text), nameOf(field))
	now, ok := after.Node(field.ID)
	if !ok {
		if change := changeOf(before, after); change != "" && strings.Contains(text, "\n") {
			return effect{true, done + " and pressed Enter: " + change, nil}
		}
		return effect{false, done + ", but the field is gone and cannot be read back", nil}
	}
	held, holds := content(before, field), content(after, now)
	if field.Password {
		// The dump shows a dot for each character.
		if utf8.RuneCountInString(holds) == utf8.RuneCountInString(held)+utf8.RuneCountInString(text) {
			return effect{true, done + ": it holds that many more", nil}
		}
		return effect{false, fmt.Sprintf("%s, but it holds %s", done, characters(holds)), nil}
	}
	if strings.HasSuffix(holds, text) || strings.Contains(holds, held+text) {
		return effect{true, done + ": read back", nil}
	}
	return effect{false, fmt.Sprintf("%s, but it holds other text, of %s", done, characters(holds)), nil}
}

// content is what a text field holds. It is never shown: it may be a secret.
func content(c *screen.Context, n *screen.Node) string {
	held := n.Text
	if original, masked := c.Reveal(n.ID); masked {
		held = original
	}
	if n.Hint != "" && held == n.Hint { // an empty field shows its hint as its text
		return ""
	}
	return held
}

// characters is the length of a text in words; the text itself is nobody's
// business.
func characters(s string) string {
	if n := utf8.RuneCountInString(s); n != 1 {
		return fmt.Sprintf("%d characters", n)
	}
	return "1 character"
}
