package skill

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"adroit/permissions"
)

// FileError says what is wrong with a skill's file, and where.
type FileError struct {
	File string
	Line int // counted from 1; 0 where the file as a whole is meant
	Err  error
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("skill %s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("skill %s, line %d: %v", e.File, e.Line, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

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
// empty instructions are errors, since each would silently do less than was
// meant. All errors are *FileError.
func Parse(file string, data []byte, limits Limits) (Skill, error) {
	s, line, err := parse(string(data), limits)
	if err != nil {
		return Skill{}, &FileError{file, line, err}
	}
	s.Path = file
	return s, nil
}

func parse(content string, limits Limits) (s Skill, line int, err error) {
	switch {
	case len(content) > longestFile:
		return s, 0, fmt.Errorf("it is longer than %d KB", longestFile>>10)
	case !utf8.ValidString(content):
		return s, 0, errors.New("it is not UTF-8 text")
	}
	content = strings.ReplaceAll(strings.TrimPrefix(content, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(content, "---\n")
	front, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		return s, 1, errors.New(`it must begin with front matter between two lines of "---"`)
	}
	if s, line, err = parseFront(front, limits); err != nil {
		return s, line, err
	}
	if s.Body = strings.TrimSpace(body); s.Body == "" {
		return s, 0, errors.New("there are no instructions after the front matter")
	}
	if n := utf8.RuneCountInString(s.Body); n > longestBody {
		return s, 0, fmt.Errorf("the instructions have %d characters, more than the %d that a model surely gets whole: make two skills of it", n, longestBody)
	}
	return s, 0, nil
}

// yamlLine finds the line in an error of the YAML parser.
var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

func parseFront(front string, limits Limits) (s Skill, line int, err error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(front), &document); err != nil {
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			line, _ = strconv.Atoi(m[1])
		}
		return s, line + 1, errors.New(yamlLine.ReplaceAllString(err.Error(), ""))
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return s, 2, errors.New("the front matter must be keys with values, such as id: send-message")
	}
	seen := map[string]bool{}
	pairs := document.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		key, value := pairs[i], pairs[i+1]
		if seen[key.Value] {
			return s, key.Line + 1, fmt.Errorf("%s is there twice", key.Value)
		}
		seen[key.Value] = true
		set, known := keys[key.Value]
		if !known {
			return s, key.Line + 1, fmt.Errorf("unknown key %q; there are %s", key.Value, strings.Join(keyNames, ", "))
		}
		if err := set(&s, value, limits); err != nil {
			return s, value.Line + 1, fmt.Errorf("%s: %w", key.Value, err)
		}
	}
	for _, required := range []string{"id", "title"} {
		if !seen[required] {
			return s, 1, fmt.Errorf("%s is missing", required)
		}
	}
	return s, 0, nil
}

var keyNames = []string{"id", "title", "description", "risk", "allowed_tools", "success_criteria", "aliases", "examples"}

// keys are the keys of the front matter, and how each is read.
var keys = map[string]func(s *Skill, value *yaml.Node, limits Limits) error{
	"id": func(s *Skill, value *yaml.Node, _ Limits) (err error) {
		s.ID, err = identifier(value)
		return err
	},
	"title": func(s *Skill, value *yaml.Node, _ Limits) (err error) {
		s.Title, err = oneLine(value)
		return err
	},
	"description": func(s *Skill, value *yaml.Node, _ Limits) (err error) {
		s.Description, err = oneLine(value)
		return err
	},
	"risk": func(s *Skill, value *yaml.Node, _ Limits) error {
		if value.Kind != yaml.ScalarNode || s.Risk.UnmarshalText([]byte(value.Value)) != nil || s.Risk == permissions.Blocked {
			return errors.New("want low, medium or high")
		}
		return nil
	},
	"allowed_tools": func(s *Skill, value *yaml.Node, limits Limits) (err error) {
		s.AllowedTools, err = list(value, func(name string) error {
			if !slices.Contains(limits.Tools, name) {
				return fmt.Errorf("no tool is called %q: `adroit tools` lists them", name)
			}
			return nil
		})
		if err == nil && len(s.AllowedTools) == 0 {
			return errors.New("it is empty: leave the key out to leave all tools, or name one that only looks to leave none that acts")
		}
		return err
	},
	"success_criteria": func(s *Skill, value *yaml.Node, limits Limits) (err error) {
		s.SuccessCriteria, err = list(value, limits.Criterion)
		return err
	},
	"aliases": func(s *Skill, value *yaml.Node, _ Limits) (err error) {
		s.Aliases, err = list(value, checkID)
		return err
	},
	"examples": func(s *Skill, value *yaml.Node, _ Limits) (err error) {
		s.Examples, err = list(value, nil)
		return err
	},
}

func identifier(value *yaml.Node) (string, error) {
	id, err := oneLine(value)
	if err != nil {
		return "", err
	}
	return id, checkID(id)
}

func checkID(id string) error {
	if !idPattern.MatchString(id) {
		return fmt.Errorf(`%q: want letters, digits, "-" and "_", at most 64`, id)
	}
	return nil
}

// oneLine reads a text without line breaks.
func oneLine(value *yaml.Node) (string, error) {
	text := strings.TrimSpace(value.Value)
	switch {
	case value.Kind != yaml.ScalarNode || value.Tag != "!!str":
		return "", errors.New("want a text; put it in quotes")
	case text == "":
		return "", errors.New("it is empty")
	case strings.Contains(text, "\n"):
		return "", errors.New("want one line")
	case utf8.RuneCountInString(text) > longestLine:
		return "", fmt.Errorf("it is longer than %d characters", longestLine)
	}
	return text, nil
}

// list reads a list of texts, each of which check accepts.
func list(value *yaml.Node, check func(string) error) ([]string, error) {
	if value.Kind != yaml.SequenceNode {
		return nil, errors.New("want a list, such as [a, b]")
	}
	var texts []string
	for _, item := range value.Content {
		text, err := oneLine(item)
		if err == nil && check != nil {
			err = check(text)
		}
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
