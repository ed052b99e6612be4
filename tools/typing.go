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
	"adroit/device/text"
	"adroit/permissions"
)

func typeText() Tool {
	return Tool{
		Name:    "type_text",
		Summary: "Type at the end of a text field. A line break presses Enter, which may send.",
		Risk:    permissions.Medium,
		Params: append([]Param{{
			Name: "text", Kind: String, Required: true, NonEmpty: true, Doc: "what to type",
		}}, targetParams(false)...),
		rules: []rule{paired("target", "strategy"), unmasked("text"), secretRefs("text")},
		words: func(a args, n *screen.Node) string {
			return fmt.Sprintf("Type %s into %s", characters(a.text("text")), fieldName(n, a))
		},
		plan: planTypeText,
	}
}

// unmasked: no parameter holds what stands for a secret. A model that types the
// mask has taken it for the text that it hides.
func unmasked(names ...string) rule {
	return rule{
		says: "Never type " + redact.Mask + ".",
		check: func(a args) *ArgumentError {
			for _, name := range names {
				if strings.Contains(a.text(name), redact.Mask) {
					return &ArgumentError{Field: name, Got: "holds " + redact.Mask, Want: "the text itself, which only the person can give"}
				}
			}
			return nil
		},
	}
}

func planTypeText(ctx context.Context, s scene, a args) (plan, error) {
	field, focus, err := s.focused(a)
	if err != nil {
		return plan{}, err
	}
	text := a.text("text")
	if secretRef.MatchString(text) {
		return s.typeSecrets(ctx, field, focus, text)
	}
	typing, err := s.phone.TypeText(ctx, text)
	if err != nil {
		return plan{}, untypable(err)
	}
	masked := s.mask(field, text)
	shown, err := s.phone.TypeText(ctx, masked)
	if err != nil {
		return plan{}, untypable(err)
	}
	return plan{
		target: field, open: "any text", commands: slices.Concat(focus, typing), shown: slices.Concat(focus, shown),
		types: true, typing: masked, secret: masked != text, enter: strings.Contains(text, "\n"),
		verify:   func(before, after *screen.Context) effect { return typed(field, text, before, after) },
		patience: settlePatience,
	}, nil
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
	now, ok := sighted(after, field)
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
	// The end of a field that ended so before proves nothing.
	if strings.Contains(holds, held+text) || strings.HasSuffix(holds, text) && !strings.HasSuffix(held, text) {
		return effect{true, done + ": read back", nil}
	}
	return effect{false, fmt.Sprintf("%s, but it holds other text, of %s", done, characters(holds)), nil}
}

// characters is the length of a text in words; the text itself is nobody's
// business.
func characters(s string) string {
	return text.Count(utf8.RuneCountInString(s), "character")
}
