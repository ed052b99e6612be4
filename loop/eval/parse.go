package eval

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"adroit/device/text/userfile"
	"adroit/loop"
	"adroit/loop/event"
)

// Parse reads a suite: TOML (https://toml.io/en/v1.0.0) as [Example] shows it.
// An unknown key and a task that could never fail are mistakes. The error is a
// *userfile.Error.
func Parse(file string, data []byte) (Suite, error) {
	p := parser{Document: userfile.TOML(file, data)}
	var suite Suite
	var tasks []*userfile.Table
	p.Read(p.Root, userfile.Keys{
		"name":    p.Text(words(&suite.Name)),
		"approve": p.Texts(appended(&p.approve, approval)),
		"budget":  p.Table(p.budgetInto(&p.budget)),
		"task": p.List("tables, each of which begins with a line [[task]]", p.Table(func(t *userfile.Table) {
			tasks = append(tasks, t)
		})),
	})
	if _, given := p.Root.Get("task"); !given {
		p.Lacking(0, "there is no task; begin each with a line [[task]]")
	}
	lines := map[string]int{} // of the ids
	for _, t := range tasks {
		suite.Tasks = append(suite.Tasks, p.task(t, lines))
	}
	if err := p.Err(); err != nil {
		return Suite{}, err
	}
	return suite, nil
}

// parser reads a suite. What its tasks have in common is read before them.
type parser struct {
	*userfile.Document
	approve []string
	budget  Budget
}

// task reads a task. lines are those of the ids before it.
func (p parser) task(t *userfile.Table, lines map[string]int) Task {
	task := Task{Approve: p.approve, Ends: []event.Outcome{event.Done}}
	p.Read(t, p.taskKeys(&task, lines))
	for _, required := range []string{"id", "title", "prompt"} {
		if _, given := t.Get(required); !given {
			p.Lacking(t.Line, "a task without %s; give it one", required)
		}
	}
	if !checks(t) {
		p.Lacking(t.Line, "a task that checks nothing; give it %s or %s", strings.Join(checkKeys[:4], ", "), checkKeys[4])
	}
	task.Budget = task.Budget.or(p.budget)
	return task
}

// taskKeys are the keys of a task, whose id is to be none of those in lines.
func (p parser) taskKeys(task *Task, lines map[string]int) userfile.Keys {
	return userfile.Keys{
		"id": func(e userfile.Entry) {
			p.Text(identifier(&task.ID))(e)
			if first, taken := lines[task.ID]; taken {
				p.Refuse(e, fmt.Errorf("the task at line %d is called %s already; give one of them another", first, task.ID))
			} else if task.ID != "" {
				lines[task.ID] = e.Line
			}
		},
		"title":   p.Text(words(&task.Title)),
		"prompt":  p.Text(words(&task.Prompt)),
		"phone":   p.Table(p.phoneInto(&task.Phone)),
		"setup":   p.Texts(appended(&task.Setup, parseCall)),
		"happens": p.List("tables, each of which begins with a line [[task.happens]]", p.Table(p.happensInto(&task.Happens))),
		"budget":  p.Table(p.budgetInto(&task.Budget)),
		"approve": func(e userfile.Entry) {
			task.Approve = nil
			p.Texts(appended(&task.Approve, approval))(e)
		},
		"ends": func(e userfile.Entry) {
			var ends []event.Outcome
			p.Texts(appended(&ends, outcome))(e)
			if len(ends) > 0 {
				task.Ends = ends
			}
		},
		"expect":   p.Texts(appended(&task.Check.Expect, loop.ParseExpectation)),
		"state":    p.Map(&task.Check.State),
		"answer":   p.Texts(appended(&task.Check.Answer, pattern)),
		"denied":   p.Texts(appended(&task.Check.Denied, class)),
		"command":  p.Texts(appended(&task.Check.Command, word)),
		"solution": p.Texts(appended(&task.Solution, parseCall)),
		"says":     p.Text(words(&task.Says)),
	}
}

var checkKeys = []string{"expect", "state", "answer", "denied", "command"}

// checks reports whether a task says what must be so at its end.
func checks(t *userfile.Table) bool {
	return slices.ContainsFunc(checkKeys, func(key string) bool {
		e, given := t.Get(key)
		switch v := e.Value.(type) {
		case []userfile.Entry:
			return len(v) > 0
		case *userfile.Table:
			return len(v.Entries) > 0
		}
		return given
	})
}

func (p parser) budgetInto(b *Budget) func(*userfile.Table) {
	return func(t *userfile.Table) {
		p.Read(t, userfile.Keys{
			"steps": p.Int(&b.Steps, 1), "tokens": p.Int(&b.Tokens, 1), "time": p.Text(duration(&b.Time)),
		})
	}
}

// or is b with what common says where b says nothing.
func (b Budget) or(common Budget) Budget {
	if b.Steps == 0 {
		b.Steps = common.Steps
	}
	if b.Tokens == 0 {
		b.Tokens = common.Tokens
	}
	if b.Time == 0 {
		b.Time = common.Time
	}
	return b
}

func (p parser) phoneInto(phone *Phone) func(*userfile.Table) {
	return func(t *userfile.Table) {
		p.Read(t, userfile.Keys{
			"android": func(e userfile.Entry) {
				p.Int(&phone.Android, 1)(e)
				if _, number := e.Value.(int64); number && phone.Android > 0 && !slices.Contains(versions, phone.Android) {
					p.Want(e, "a version of Android that can be simulated: 8, 10, 12, 14 or 16")
				}
			},
			"adb_keyboard": p.Bool(&phone.ADBKeyboard),
		})
	}
}

func (p parser) happensInto(list *[]Happening) func(*userfile.Table) {
	return func(t *userfile.Table) {
		var h Happening
		p.Read(t, userfile.Keys{
			"on":  p.Text(trigger(&h.On)),
			"nth": p.Int(&h.Nth, 1),
			"do": p.Text(func(s string) (err error) {
				h.Do = s
				h.do, err = parseOrder(s)
				return err
			}),
		})
		if _, given := t.Get("do"); !given {
			p.Lacking(t.Line, "happens without do; say what happens")
		}
		if h.On != "" && h.Nth == 0 {
			h.Nth = 1
		}
		*list = append(*list, h)
	}
}

// words takes a text that is more than spaces.
func words(into *string) func(string) error {
	return func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty; fill it in")
		}
		*into = s
		return nil
	}
}

// appended puts what parse makes of a text at the end of a list.
func appended[T any](list *[]T, parse func(string) (T, error)) func(string) error {
	return func(s string) error {
		v, err := parse(s)
		if err == nil {
			*list = append(*list, v)
		}
		return err
	}
}
