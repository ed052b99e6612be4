package skill

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"adroit/device/text/userfile"
	"adroit/permissions"
)

// The bounds of a file: what a model can take in with the rest, and surely in
// one piece.
const (
	longestFile = 32 << 10 // bytes
	longestBody = 8_000    // characters of the instructions
	longestLine = 200      // characters of a title or description
)

var idPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Limits are what a file is checked against.
type Limits struct {
	Tools []string // the names of the tools that there are
	// Criterion says what is wrong with a success criterion, nil for nothing.
	Criterion func(string) error
}

// Parse reads a skill from the content of a file. Unknown keys, wrong types and
// empty instructions are mistakes, since each would silently do less than was
// meant. The error is a *userfile.Error.
func Parse(file string, data []byte, limits Limits) (Skill, error) {
	return sound(parse(file, string(data), limits))
}

// sound is s where nothing is wrong with it.
func sound(s Skill, d *userfile.Document, err error) (Skill, error) {
	if err == nil {
		err = d.Err()
	}
	if err != nil {
		return Skill{}, err
	}
	return s, nil
}

// parse reads what can be read of a skill. What is wrong with it is noted in the
// document; the error is for what is no such file at all.
func parse(file, content string, limits Limits) (Skill, *userfile.Document, error) {
	wrong := func(line int, err error) (Skill, *userfile.Document, error) {
		return Skill{}, nil, userfile.Wrong(file, line, err)
	}
	switch {
	case len(content) > longestFile:
		return wrong(0, fmt.Errorf("it is longer than %d KB; make two skills of it", longestFile>>10))
	case !utf8.ValidString(content):
		return wrong(0, errors.New("it is not UTF-8 text; save it as that"))
	}
	content = strings.ReplaceAll(strings.TrimPrefix(content, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(content, "---\n")
	front, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		return wrong(1, errors.New(`it must begin with front matter between two lines of "---"`))
	}
	d := userfile.YAML(file, front, 2)
	s := parseFront(d, limits)
	s.Path, s.Body = file, strings.TrimSpace(body)
	end := strings.Count(front, "\n") + 3 // the line that closes the front matter
	if s.Body == "" {
		d.Wrong(end, "there are no instructions after the front matter; write down what is to be done")
	}
	if n := utf8.RuneCountInString(s.Body); n > longestBody {
		d.Wrong(end, "the instructions have %d characters, more than the %d that a model surely gets whole; make two skills of it", n, longestBody)
	}
	return s, d, nil
}

func parseFront(d *userfile.Document, limits Limits) Skill {
	var s Skill
	d.Read(d.Root, userfile.Keys{
		"id":          d.Text(line(&s.ID, checkID)),
		"title":       d.Text(line(&s.Title, nil)),
		"description": d.Text(line(&s.Description, nil)),
		"risk": d.Text(func(risk string) error {
			if s.Risk.UnmarshalText([]byte(risk)) != nil || s.Risk == permissions.Blocked {
				return errors.New("want low, medium or high")
			}
			return nil
		}),
		"allowed_tools": func(e userfile.Entry) {
			d.Texts(lines(&s.AllowedTools, func(name string) error {
				return userfile.OneOf("tool", name, limits.Tools, "`adroit tools` lists them")
			}))(e)
			if list, ok := e.Value.([]userfile.Entry); ok && len(list) == 0 {
				d.Refuse(e, errors.New("it is empty; leave the key out to leave all tools, or name one that only looks to leave none that acts"))
			}
		},
		"success_criteria": d.Texts(lines(&s.SuccessCriteria, limits.Criterion)),
		"aliases":          d.Texts(lines(&s.Aliases, checkID)),
		"examples":         d.Texts(lines(&s.Examples, nil)),
	})
	for _, required := range []string{"id", "title"} {
		if _, given := d.Root.Get(required); !given {
			d.Lacking(1, "%s is missing; add it to the front matter", required)
		}
	}
	return s
}

func checkID(id string) error {
	if !idPattern.MatchString(id) {
		return fmt.Errorf(`%q; want letters, digits, "-" and "_", at most 64`, id)
	}
	return nil
}

// line takes a text without line breaks that check accepts, if there is a check.
func line(into *string, check func(string) error) func(string) error {
	return func(s string) error {
		s = strings.TrimSpace(s)
		switch {
		case s == "":
			return errors.New("it is empty; fill it in")
		case strings.Contains(s, "\n"):
			return errors.New("want one line")
		case utf8.RuneCountInString(s) > longestLine:
			return fmt.Errorf("it is longer than %d characters; shorten it", longestLine)
		}
		*into = s
		if check == nil {
			return nil
		}
		return check(s)
	}
}

// lines takes such texts one after the other.
func lines(into *[]string, check func(string) error) func(string) error {
	return func(s string) error {
		var taken string
		err := line(&taken, check)(s)
		*into = append(*into, taken)
		return err
	}
}
