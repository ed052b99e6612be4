package skill_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adroit/device/text/userfile"
	"adroit/permissions"
	"adroit/tools/skill"

	"github.com/google/go-cmp/cmp"
)

var limits = skill.Limits{
	Tools: []string{"tap", "type_text"},
	Criterion: func(s string) error {
		if !strings.Contains(s, "=") {
			return errors.New("want kind=value")
		}
		return nil
	},
}

const full = `---
id: send-message
title: "Send a message"
description: Finds the contact and types
risk: high
allowed_tools: [tap, type_text]
success_criteria:
  - app=Messages
aliases: [sms, Text]
examples: ["Text Ada that I am late"]
---

1. Open the app.
2. Type.
`

func TestParse(t *testing.T) {
	got, err := skill.Parse("send.md", []byte(full), limits)
	want := skill.Skill{
		ID: "send-message", Title: "Send a message", Description: "Finds the contact and types",
		Risk: permissions.High, AllowedTools: []string{"tap", "type_text"}, SuccessCriteria: []string{"app=Messages"},
		Aliases: []string{"sms", "Text"}, Examples: []string{"Text Ada that I am late"},
		Body: "1. Open the app.\n2. Type.", Path: "send.md",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, differs:\n%s", err, diff)
	}
	if windows, err := skill.Parse("send.md", []byte("\ufeff"+strings.ReplaceAll(full, "\n", "\r\n")), limits); err != nil || windows.Body != want.Body {
		t.Errorf("with the line ends of Windows: %v, %q", err, windows.Body)
	}
}

func TestParseErrors(t *testing.T) {
	file := func(front string) string { return "---\nid: a\ntitle: A\n" + front + "\n---\nDo it.\n" }
	for _, tt := range []struct{ content, want string }{
		{"", "x.md:1: it must begin with front matter between"},
		{"# A heading\n", "x.md:1: it must begin with front matter between"},
		{"---\nid: a\ntitle: A\n", "x.md:1: it must begin with front matter between"},
		{"---\nid: a\n---\nDo it.\n", "x.md:1: title is missing; add it"},
		{"---\ntitle: A\n---\nDo it.\n", "x.md:1: id is missing; add it"},
		{"---\n- a\n---\nDo it.\n", "x.md:2: want keys with values, such as id: send-message"},
		{"---\n---\nDo it.\n", "x.md:1: it must begin with front matter between"},
		{"---\nid: a\ntitle: A\n---\n \n", "x.md:4: there are no instructions after the front matter; write down"},
		{file("colour: red"), `x.md:4: unknown key "colour"; want one of aliases, allowed_tools, description`},
		{file("alias: b"), `x.md:4: unknown key "alias"; did you mean aliases?`},
		{file("title: B"), "x.md:4: title: it is there twice; leave one"},
		{file("risk: blocked"), "x.md:4: risk: want low, medium or high"},
		{file("risk: [low]"), "x.md:4: risk: want a text in quotes, not a list"},
		{file("allowed_tools: tap"), `x.md:4: allowed_tools: want a list such as ["a", "b"], not a text`},
		{file("allowed_tools: [fly]"), "x.md:4: allowed_tools: unknown tool \"fly\"; `adroit tools` lists them"},
		{file("allowed_tools:\n  - tap\n  - self_destruct"), "x.md:6: allowed_tools: unknown tool \"self_destruct\"; `adroit tools` lists them"},
		{file("allowed_tools: []"), "x.md:4: allowed_tools: it is empty; leave the key out"},
		{file("success_criteria: [it works]"), "x.md:4: success_criteria: want kind=value"},
		{file("aliases: [two words]"), `x.md:4: aliases: "two words"; want letters`},
		{file("examples: [1]"), "x.md:4: examples: want a text in quotes, not the number 1"},
		{file("description: |\n  one\n  two"), "x.md:4: description: want one line"},
		{file("description: \"" + strings.Repeat("x", 201) + "\""), "x.md:4: description: it is longer than 200"},
		{file("description: [unclosed"), "x.md:4: did not find expected ',' or ']'"},
		{"---\nid: a b\ntitle: A\n---\nDo it.\n", `x.md:2: id: "a b"; want letters`},
		{full + strings.Repeat("x", 32<<10), "x.md: it is longer than 32 KB; make two skills of it"},
		{full + strings.Repeat("é", 8000), "x.md:11: the instructions have 8026 characters, more than the 8000"},
		{full + "\xff", "x.md: it is not UTF-8 text; save it as that"},
	} {
		_, err := skill.Parse("x.md", []byte(tt.content), limits)
		if _, is := errors.AsType[*userfile.Error](err); !is || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("of %.40q the error is %v, want %q", tt.content, err, tt.want)
		}
	}
}

// TestEveryMistakeIsTold reads a file with several of them.
func TestEveryMistakeIsTold(t *testing.T) {
	_, err := skill.Parse("x.md", []byte(`---
id: two words
risks: high
allowed_tools:
  - tap
  - taap
  - 7
success_criteria: [app, screen]
---

`), limits)
	want := `x.md:1: title is missing; add it to the front matter
x.md:2: id: "two words"; want letters, digits, "-" and "_", at most 64
x.md:3: unknown key "risks"; did you mean risk?
x.md:6: allowed_tools: unknown tool "taap"; did you mean tap?
x.md:7: allowed_tools: want a text in quotes, not the number 7
x.md:8: success_criteria: want kind=value
x.md:8: success_criteria: want kind=value
x.md:9: there are no instructions after the front matter; write down what is to be done`
	if err == nil || err.Error() != want {
		t.Errorf("the error is\n%v, want\n%s", err, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add("---\nid: &a [*a]\ntitle: A\n---\nx")
	f.Fuzz(func(t *testing.T, content string) {
		s, err := skill.Parse("x.md", []byte(content), limits)
		if _, is := errors.AsType[*userfile.Error](err); err != nil && !is {
			t.Fatalf("the error is %T", err)
		}
		if err == nil && (s.ID == "" || s.Title == "" || s.Body == "" || strings.ContainsAny(s.Title+s.Description, "\n")) {
			t.Fatalf("accepted %+v", s)
		}
	})
}

// write puts files into a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLoad(t *testing.T) {
	mine := write(t, map[string]string{"send.md": full, "notes.txt": "no skill"})
	project := write(t, map[string]string{"a.md": "---\nid: a\ntitle: A\n---\nDo it.\n"})
	set, err := skill.Load(limits, mine, project, filepath.Join(mine, "absent"))
	if err != nil || !cmp.Equal(set.IDs(), []string{"a", "send-message"}) {
		t.Fatalf("loaded %q, error %v", set.IDs(), err)
	}
	for name, id := range map[string]string{"A": "a", "sms": "send-message", "TEXT": "send-message", "Send-Message": "send-message", "tap": ""} {
		if s, found := set.Find(name); found != (id != "") || s.ID != id {
			t.Errorf("%q finds %q", name, s.ID)
		}
	}
}

func TestCautions(t *testing.T) {
	deny := func(why string) permissions.Caution { return permissions.Caution{Deny: true, Why: why} }
	high := permissions.Caution{Risk: permissions.High, Why: "the skill send counts every act as one of high risk"}
	set := skill.Set{
		{ID: "free"},
		{ID: "send", AllowedTools: []string{"tap", "type_text"}, Risk: permissions.High},
		{ID: "look", AllowedTools: []string{"scroll", "tap"}},
	}
	for tool, want := range map[string][]permissions.Caution{
		"tap":        {high},
		"type_text":  {high, deny("the skill look leaves only scroll, tap")},
		"scroll":     {deny("the skill send leaves only tap, type_text"), high},
		"press_back": {deny("the skill send leaves only tap, type_text"), high, deny("the skill look leaves only scroll, tap")},
	} {
		if diff := cmp.Diff(want, set.Cautions(tool)); diff != "" {
			t.Errorf("of %s:\n%s", tool, diff)
		}
	}
	if got := (skill.Set{{ID: "free"}}).Cautions("tap"); got != nil {
		t.Errorf("a skill without demands demands %v", got)
	}
}

// TestLoadKeepsTheSoundOnes loads the good files among bad ones, and says what
// is wrong with each of those.
func TestLoadKeepsTheSoundOnes(t *testing.T) {
	dir := write(t, map[string]string{
		"bad.md":   "no front matter",
		"claim.md": "---\nid: claim\ntitle: B\n---\nDo it.\n",
		"send.md":  full,
		"worse.md": "---\nid: a b\nfoo: 1\n---\n",
		"z.md":     "---\nid: CLAIM\ntitle: B\naliases: [new, SMS]\n---\nDo it.\n",
		"zz.md":    "---\nid: new\ntitle: B\n---\nDo it.\n",
	})
	if err := os.Mkdir(filepath.Join(dir, "folder.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	set, err := skill.Load(limits, dir)
	if !cmp.Equal(set.IDs(), []string{"claim", "new", "send-message"}) {
		t.Errorf("loaded %q", set.IDs())
	}
	var told []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		told = append(told, strings.TrimPrefix(line, dir+string(filepath.Separator)))
	}
	want := []string{
		`bad.md:1: it must begin with front matter between two lines of "---"`,
		"folder.md: it is not a regular file",
		"worse.md:1: title is missing; add it to the front matter",
		`worse.md:2: id: "a b"; want letters, digits, "-" and "_", at most 64`,
		`worse.md:3: unknown key "foo"; want one of aliases, allowed_tools, description, examples, id, risk, success_criteria, title`,
		"worse.md:4: there are no instructions after the front matter; write down what is to be done",
		"z.md:2: id: CLAIM is the name of " + filepath.Join(dir, "claim.md") + ", too; give one of them another",
		"z.md:4: aliases: SMS is the name of " + filepath.Join(dir, "send.md") + ", too; give one of them another",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}
