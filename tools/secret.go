package tools

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adroit/device"
	"adroit/device/redact"
	"adroit/device/screen"
)

// SecretStore is where the person keeps secrets that may be typed for them.
type SecretStore interface {
	// Secret returns what is kept under name, or ErrNoSecret.
	Secret(ctx context.Context, name string) (string, error)
}

// ErrNoSecret means that a SecretStore keeps nothing under a name.
var ErrNoSecret = errors.New("no such secret")

// secretRef is how a call names a secret of the person's in a text: what is
// kept under the name takes its place when everything else has been settled.
var secretRef = regexp.MustCompile(`\{\{secret:([A-Za-z0-9_][A-Za-z0-9_.-]{0,63})\}\}`)

// shortestSecret is the number of characters from which on redact.Registry can
// mask a value.
const shortestSecret = 3

// SecretName reports whether name may be used in {{secret:NAME}}.
func SecretName(name string) bool {
	ref := secretRef.FindStringSubmatch("{{secret:" + name + "}}")
	return ref != nil && ref[1] == name
}

// secretRefs: what looks like the name of a secret in the parameter is one.
// What is not would be typed as it stands, or hide what is typed.
func secretRefs(name string) rule {
	return rule{
		says: "{{secret:NAME}} types what the person keeps under that name, unseen.",
		check: func(a args) *ArgumentError {
			if !strings.Contains(secretRef.ReplaceAllString(a.text(name), ""), "{{secret:") {
				return nil
			}
			return &ArgumentError{Field: name, Got: "a broken {{secret:…}}",
				Want: "{{secret:NAME}} with a NAME of letters, digits, _, - and ."}
		},
	}
}

// typeSecrets is the plan to type a text that names secrets. It is asked about
// with their names; the values are fetched when the field that was approved is
// in front of the cursor, and are secret everywhere from then on.
func (s scene) typeSecrets(ctx context.Context, field *screen.Node, focus []device.Command, text string) (plan, error) {
	shown := s.maskBetween(field, text)
	typing, err := s.phone.TypeText(ctx, shown)
	if err != nil {
		return plan{}, untypable(err)
	}
	p := plan{
		target: field, commands: slices.Concat(focus, typing), patience: settlePatience,
		types: true, typing: shown, secret: true, enter: strings.Contains(text, "\n"),
	}
	p.shown = p.commands
	p.fill = func(ctx context.Context) (plan, error) {
		filled, err := s.fill(ctx, field, text)
		if err != nil {
			return plan{}, err
		}
		typing, err := s.phone.TypeText(ctx, filled)
		if err != nil {
			if _, ok := errors.AsType[*device.UntypableError](err); ok { // which names the characters
				err = fail("a secret in the text holds characters that cannot be typed on this phone").forGood()
			}
			return plan{}, err
		}
		p.commands = slices.Concat(focus, typing)
		p.verify = func(before, after *screen.Context) effect { return typed(field, filled, before, after) }
		return p, nil
	}
	return p, nil
}

// maskBetween masks what stands between the names of secrets: all of it in a
// password field, what is known as secret elsewhere.
func (s scene) maskBetween(field *screen.Node, text string) string {
	var shown strings.Builder
	between := func(part string) {
		switch {
		case field.Password && part != "":
			shown.WriteString(redact.Mask)
		default:
			shown.WriteString(s.registry.Text(part))
		}
	}
	from := 0
	for _, at := range secretRef.FindAllStringIndex(text, -1) {
		between(text[from:at[0]])
		shown.WriteString(text[at[0]:at[1]])
		from = at[1]
	}
	between(text[from:])
	return shown.String()
}

// fill puts the values of the secrets into text, and has them masked.
func (s scene) fill(ctx context.Context, field *screen.Node, text string) (string, error) {
	var failure error
	filled := secretRef.ReplaceAllStringFunc(text, func(ref string) string {
		name := secretRef.FindStringSubmatch(ref)[1]
		value, err := s.secret(ctx, name)
		if err != nil {
			failure = errors.Join(failure, err)
			return ref
		}
		s.registry.Add(field.PackageName, value, "secret")
		return value
	})
	if field.Password && failure == nil {
		s.registry.Add(field.PackageName, filled, "password")
	}
	return filled, failure
}

// secret is what the person keeps under a name.
func (s scene) secret(ctx context.Context, name string) (string, error) {
	if s.secrets == nil {
		return "", fail("secrets cannot be typed here: no store of secrets was opened").forGood()
	}
	value, err := s.secrets.Secret(ctx, name)
	switch {
	case errors.Is(err, ErrNoSecret):
		return "", fail(fmt.Sprintf("there is no secret %s: the person can keep one with `adroit secret set %s`", name, name)).forGood()
	case err != nil:
		return "", fail(fmt.Sprintf("the secret %s cannot be read: %v", name, err)).forGood()
	case utf8.RuneCountInString(value) < shortestSecret:
		return "", fail(fmt.Sprintf("the secret %s is too short to be kept out of the log", name)).forGood()
	case strings.ContainsFunc(value, unicode.IsControl): // a line break would press Enter
		return "", fail(fmt.Sprintf("the secret %s holds a line break or another control character", name)).forGood()
	}
	return value, nil
}
