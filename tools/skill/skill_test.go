package skill_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		{"", "line 1: it must begin with front matter"},
		{"# A heading\n", "line 1: it must begin with front matter"},
		{"---\nid: a\ntitle: A\n", "line 1: it must begin"},
		{"---\nid: a\n---\nDo it.\n", "line 1: title is missing"},
		{"---\ntitle: A\n---\nDo it.\n", "line 1: id is missing"},
		{"---\n- a\n---\nDo it.\n", "line 2: the front matter must be keys"},
		{"---\n---\nDo it.\n", "line 1: it must begin"},
		{"---\nid: a\ntitle: A\n---\n \n", "there are no instructions"},
		{file("colour: red"), `line 4: unknown key "colour"; there are id, title`},
		{file("title: B"), "line 4: title is there twice"},
		{file("risk: blocked"), "line 4: risk: want low, medium or high"},
		{file("risk: [low]"), "line 4: risk: want low, medium or high"},
		{file("allowed_tools: tap"), "line 4: allowed_tools: want a list"},
		{file("allowed_tools: [fly]"), `line 4: allowed_tools: no tool is called "fly"`},
		{file("allowed_tools: []"), "line 4: allowed_tools: it is empty: leave the key out"},
		{file("success_criteria: [it works]"), "line 4: success_criteria: want kind=value"},
		{file("aliases: [two words]"), `line 4: aliases: "two words": want letters`},
		{file("examples: [1]"), "line 4: examples: want a text"},
		{file("description: |\n  one\n  two"), "line 4: description: want one line"},
		{file("description: \"" + strings.Repeat("x", 201) + "\""), "line 4: description: it is longer than 200"},
		{file("description: [unclosed"), "skill x.md, line"},
		{"---\nid: a b\ntitle: A\n---\nDo it.\n", `line 2: id: "a b": want letters`},
		{full + strings.Repeat("x", 32<<10), "longer than 32 KB"},
		{full + strings.Repeat("é", 8000), "more than the 8000"},
		{full + "\xff", "not UTF-8"},
	} {
		_, err := skill.Parse("x.md", []byte(tt.content), limits)
		if _, is := errors.AsType[*skill.FileError](err); !is || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("of %.40q the error is %v, want %q", tt.content, err, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add("---\nid: &a [*a]\ntitle: A\n---\nx")
	f.Fuzz(func(t *testing.T, content string) {
		s, err := skill.Parse("x.md", []byte(content), limits)
		if _, is := errors.AsType[*skill.FileError](err); err != nil && !is {
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

func TestLoadErrors(t *testing.T) {
	claim := "---\nid: other\ntitle: B\naliases: [SMS]\n---\nDo it.\n"
	for _, tt := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"send.md": full, "z.md": claim}, "SMS is the name of"},
		{map[string]string{"bad.md": "no front matter"}, "bad.md, line 1"},
	} {
		if set, err := skill.Load(limits, write(t, tt.files)); err == nil || !strings.Contains(err.Error(), tt.want) || set != nil {
			t.Errorf("loaded %v, error %v, want %q", set.IDs(), err, tt.want)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "folder.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := skill.Load(limits, dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder gave %v", err)
	}
}
