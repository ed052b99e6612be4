package eval

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"adroit/device/text"
)

// SuiteError says what is wrong with the file of a suite, and where.
type SuiteError struct {
	File string
	Line int // counted from 1; 0 where the file as a whole is meant
	Err  error
}

func (e *SuiteError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("suite %s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("suite %s, line %d: %v", e.File, e.Line, e.Err)
}

func (e *SuiteError) Unwrap() error { return e.Err }

// Parse reads a suite: TOML (https://toml.io/en/v1.0.0) as [Example] shows it.
// An unknown key and a task that could never fail are errors. All errors are
// *SuiteError.
func Parse(file string, data []byte) (Suite, error) {
	var whole struct {
		Task []map[string]any `toml:"task"`
	}
	if _, err := toml.Decode(string(data), &whole); err != nil {
		return Suite{}, blockError(file, 1, err)
	}
	head, blocks := split(string(data))
	switch {
	case len(whole.Task) == 0:
		return Suite{}, &SuiteError{file, 0, errors.New("there is no task: each begins with a line [[task]]")}
	case len(blocks) != len(whole.Task):
		return Suite{}, &SuiteError{file, 0, errors.New("begin each task with [[task]] on a line of its own, and nothing else with it")}
	}
	var common fileSuite
	if err := decode(file, block{1, head}, &common); err != nil {
		return Suite{}, err
	}
	suite := Suite{Name: common.Name}
	for _, b := range blocks {
		var parsed struct {
			Task []fileTask `toml:"task"`
		}
		if err := decode(file, b, &parsed); err != nil {
			return Suite{}, err
		}
		task, err := parsed.Task[0].task(common)
		if err == nil && slices.ContainsFunc(suite.Tasks, func(t Task) bool { return t.ID == task.ID }) {
			err = &keyError{"id", fmt.Errorf("there is a task %q already", task.ID)}
		}
		if err != nil {
			return Suite{}, &SuiteError{file, b.line(keyOf(err)), err}
		}
		suite.Tasks = append(suite.Tasks, task)
	}
	return suite, nil
}

// block is a part of a file that is decoded by itself, so that the lines of all
// errors are known: the TOML library does not tell those of the tables of an
// array.
type block struct {
	start int // its first line
	text  string
}

var taskHeader = regexp.MustCompile(`^\s*\[\[\s*task\s*\]\]\s*(#.*)?$`)

// split cuts the text before the first task from the tasks.
func split(data string) (head string, tasks []block) {
	n := 0
	for line := range strings.Lines(data) {
		n++
		switch {
		case taskHeader.MatchString(strings.TrimRight(line, "\r\n")):
			tasks = append(tasks, block{n, line})
		case len(tasks) == 0:
			head += line
		default:
			tasks[len(tasks)-1].text += line
		}
	}
	return head, tasks
}

// line is where key is set in b, else where b begins.
func (b block) line(key string) int {
	n := b.start
	for line := range strings.Lines(b.text) {
		line = strings.TrimSpace(line)
		name, _, isValue := strings.Cut(line, "=")
		header := strings.Trim(line, "[]")
		if key != "" && (isValue && strings.Trim(strings.TrimSpace(name), `"'`) == key || strings.HasPrefix(line, "[") && strings.HasSuffix(header, "."+key)) {
			return n
		}
		n++
	}
	return b.start
}

// decode decodes a block into v, which must have a place for every key.
func decode(file string, b block, v any) error {
	known, err := toml.Decode(b.text, v)
	if err != nil {
		return blockError(file, b.start, err)
	}
	if strange := known.Undecoded(); len(strange) > 0 {
		key := strange[0][len(strange[0])-1]
		return &SuiteError{file, b.line(key), fmt.Errorf("unknown key %q", text.Truncate(text.Line(key), 40))}
	}
	return nil
}

// blockError is an error of the TOML library about a block that begins at a
// line of the file.
func blockError(file string, start int, err error) error {
	if syntax, ok := errors.AsType[toml.ParseError](err); ok {
		return &SuiteError{file, start + syntax.Position.Line - 1, errors.New(syntax.Message)}
	}
	// Of a value of the wrong type it only says: toml: line N (last key "K"): …
	var line int
	if _, scan := fmt.Sscanf(err.Error(), "toml: line %d", &line); scan == nil {
		_, says, _ := strings.Cut(err.Error(), "): ")
		return &SuiteError{file, start + line - 1, errors.New(says)}
	}
	return &SuiteError{file, start, err}
}

// keyError is what is wrong with the value of a key.
type keyError struct {
	key string
	err error
}

func (e *keyError) Error() string { return e.err.Error() }
func (e *keyError) Unwrap() error { return e.err }

func keyOf(err error) string {
	if e, ok := errors.AsType[*keyError](err); ok {
		return e.key
	}
	return ""
}
