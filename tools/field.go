package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adroit/device"
	"adroit/device/screen"
	"adroit/permissions"
)

func focusInput() Tool {
	return Tool{
		Name:    "focus_input",
		Summary: "Put the cursor into a text field.",
		Risk:    permissions.Medium, Idempotent: true,
		Params: targetParams(true),
		words:  func(a args, n *screen.Node) string { return "Put the cursor into " + nameOr(n, a, "target") },
		plan: func(_ context.Context, s scene, a args) (plan, error) {
			field, err := s.field(a)
			if err != nil {
				return plan{}, err
			}
			point, err := s.point(field)
			if err != nil {
				return plan{}, err
			}
			return plan{
				target: field, commands: []device.Command{device.Tap(point)},
				verify: func(_, after *screen.Context) effect {
					if now, ok := sighted(after, field); ok && now.Focused {
						return effect{true, capital(nameOf(field)) + " has the focus", nil}
					}
					return effect{false, "Tapped " + nameOf(field) + ", but it does not have the focus", nil}
				},
				patience: settlePatience,
			}, nil
		},
	}
}

func clearText() Tool {
	return Tool{
		Name:    "clear_text",
		Summary: "Empty a text field.",
		Risk:    permissions.Medium, Idempotent: true,
		Params: targetParams(false),
		rules:  []rule{paired("target", "strategy")},
		words:  func(a args, n *screen.Node) string { return "Empty " + fieldName(n, a) },
		plan:   planClearText,
	}
}

// fieldName is the text field that a call means, in words.
func fieldName(n *screen.Node, a args) string {
	if n == nil && !a.has("target") {
		return "the focused field"
	}
	return nameOr(n, a, "target")
}

func planClearText(_ context.Context, s scene, a args) (plan, error) {
	field, focus, err := s.focused(a)
	if err != nil {
		return plan{}, err
	}
	held := content(s.screen, field)
	if held == "" {
		return plan{target: field, done: &Result{Status: Success, Message: capital(nameOf(field)) + " is empty already"}}, nil
	}
	return plan{
		target: field, commands: slices.Concat(focus, deleting(held)),
		verify:   func(_, after *screen.Context) effect { return cleared(field, held, after) },
		patience: settlePatience,
	}, nil
}

// cleared proves that a field no longer holds what it held. A dump without
// hints, as older Androids write it, shows the hint of an empty field as its
// text: what is no part of what was there must be the hint.
func cleared(field *screen.Node, held string, after *screen.Context) effect {
	now, ok := sighted(after, field)
	if !ok {
		return effect{false, "Deleted the text, but the field is gone and cannot be read back", nil}
	}
	switch holds := content(after, now); {
	case holds == held:
		return effect{false, fmt.Sprintf("%s still shows the same %s, which may be its hint", capital(nameOf(now)), characters(held)), nil}
	case holds != "" && strings.Contains(held, holds):
		return effect{false, capital(nameOf(now)) + " still holds " + characters(holds), nil}
	}
	return effect{true, capital(nameOf(field)) + " is empty", nil}
}

// deleteBatch is how many keys one input command presses: one of many more
// outlasts the patience of slow fields.
const deleteBatch = 40

// keyForwardDelete is KEYCODE_FORWARD_DEL of android.view.KeyEvent.
const keyForwardDelete = 112

// deleting deletes a text of which the cursor is at the end of a line.
func deleting(held string) []device.Command {
	var commands []device.Command
	press := func(code int) {
		for left := utf8.RuneCountInString(held); left > 0; left -= deleteBatch {
			commands = append(commands, device.Keys(slices.Repeat([]int{code}, min(left, deleteBatch))...))
		}
	}
	press(device.KeyDelete)
	if strings.Contains(held, "\n") { // there may be lines behind the cursor
		press(keyForwardDelete)
	}
	return commands
}

// focused is the text field that a call means, and what puts the cursor at the
// end of it.
func (s scene) focused(a args) (*screen.Node, []device.Command, error) {
	field, err := s.field(a)
	if err != nil {
		return nil, nil, err
	}
	end := device.Keys(device.KeyMoveEnd)
	if field.Focused {
		return field, []device.Command{end}, nil
	}
	point, err := s.point(field)
	return field, []device.Command{device.Tap(point), end}, err
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
	if err := s.readable(); err != nil {
		return nil, err
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
	var fields []*screen.Node
	for i := range s.screen.Nodes {
		if n := &s.screen.Nodes[i]; n.IsInput {
			fields = append(fields, n)
		}
	}
	return lines(fields)
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
