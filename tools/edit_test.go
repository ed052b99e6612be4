package tools_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adroit/permissions"
	"adroit/tools"
)

func edit(t testing.TB, path, oldText, newText string) string {
	t.Helper()
	return asJSON(t, map[string]string{"path": path, "old_text": oldText, "new_text": newText})
}

func TestEditFile(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	before := len(r.names(t))
	result := r.call(t, "edit_file", edit(t, "todo.txt", "bread\n", "bread\ntea\n"))
	if result.Status != tools.Success || result.Data["line"] != 2 || r.file(t, "todo.txt") != "milk\nbread\ntea\ncoffee\n" {
		t.Errorf("%s; it holds %q", result.ForModel(), r.file(t, "todo.txt"))
	}
	q := r.asked[0]
	if q.Action != `Replace 6 characters of the file "todo.txt" by 2 lines` || q.Risk != permissions.High || q.Word == "" ||
		q.Grantable || q.Diff != "@@ -1,3 +1,4 @@\n milk\n bread\n+tea\n coffee" || q.Typing != "" || q.App != "" {
		t.Errorf("request = %+v", q)
	}
	if info, err := os.Stat(r.inside("todo.txt")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
	r.must(t, "edit_file", edit(t, "todo.txt", "tea\n", ""))
	if got := r.file(t, "todo.txt"); got != "milk\nbread\ncoffee\n" {
		t.Errorf("after a deletion it holds %q", got)
	}
	r.must(t, "edit_file", edit(t, "new/folder/list.txt", "", "first\n"))
	if got := r.file(t, "new/folder/list.txt"); got != "first\n" {
		t.Errorf("the new file holds %q", got)
	}
	if after := len(r.names(t)); after != before+3 { // two folders and a file
		t.Errorf("something was left behind: %q", r.names(t))
	}
}

func TestEditsThatAreRefused(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	for _, tt := range []struct{ name, arguments, field, says string }{
		{"not in it", edit(t, "todo.txt", "tea", "x"), "old_text", "not in the file"},
		{"twice in it", edit(t, "twice.txt", "one", "x"), "old_text", "more than once"},
		{"at two places that overlap", edit(t, "overlap.txt", "aa", "x"), "old_text", "more than once"},
		{"created twice", edit(t, "todo.txt", "", "x"), "old_text", "the file exists"},
		{"through a link", edit(t, "link-in", "milk", "x"), "path", "a link"},
		{"of a mask", edit(t, "keys.env", "[REDACTED]", "x"), "old_text", "holds [REDACTED]"},
		{"to a mask", edit(t, "keys.env", "HOST", "[REDACTED]"), "new_text", "holds [REDACTED]"},
		{"without a new text", `{"path": "todo.txt", "old_text": "milk"}`, "new_text", "missing"},
		{"without a path", `{"path": "", "old_text": "milk", "new_text": ""}`, "path", "0 characters"},
	} {
		result := r.call(t, "edit_file", tt.arguments)
		if result.OK || !result.Idempotent || result.Data["field"] != tt.field || !strings.Contains(result.Message, tt.says) {
			t.Errorf("%s: %s", tt.name, result.ForModel())
		}
		if strings.Contains(result.Message, "milk") {
			t.Errorf("%s: the message tells the text: %s", tt.name, result.Message)
		}
	}
	if r.file(t, "todo.txt") != "milk\nbread\ncoffee\n" || len(r.asked) > 0 {
		t.Errorf("it holds %q; asked %d times", r.file(t, "todo.txt"), len(r.asked))
	}
}

func TestADeniedEditWritesNothing(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	before := r.names(t)
	r.Runner = r.runner(permissions.Unattended{Medium: true})
	for _, arguments := range []string{edit(t, "todo.txt", "milk", "x"), edit(t, "new.txt", "", "x")} {
		result := r.call(t, "edit_file", arguments)
		if result.OK || result.Data["denied"] != true {
			t.Error(result.ForModel())
		}
	}
	if after := r.names(t); !slices.Equal(before, after) || r.file(t, "todo.txt") != "milk\nbread\ncoffee\n" {
		t.Errorf("there are %q; it holds %q", after, r.file(t, "todo.txt"))
	}
}

// What the person or another program does while the question waits is not
// undone.
func TestAFileThatChangesWhileItIsAskedAbout(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	meanwhile := func(content string) func(permissions.Request) {
		return func(permissions.Request) {
			for _, name := range []string{"todo.txt", "new.txt"} {
				if err := os.WriteFile(r.inside(name), []byte(content), 0o600); err != nil {
					t.Error(err)
				}
			}
		}
	}
	r.onAsked = meanwhile("milk and honey")
	for _, arguments := range []string{edit(t, "todo.txt", "milk", "x"), edit(t, "new.txt", "", "x")} {
		if result := r.call(t, "edit_file", arguments); result.OK || !result.Idempotent {
			t.Error(result.ForModel())
		}
		if got := r.file(t, "todo.txt") + r.file(t, "new.txt"); got != "milk and honeymilk and honey" {
			t.Errorf("they hold %q", got)
		}
		if err := os.Remove(r.inside("new.txt")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEditedArgumentsOfAnEdit(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	r.Runner = r.runner(nil)
	r.editFirst(t, edit(t, "todo.txt", "coffee", "tea"), permissions.Once)
	r.must(t, "edit_file", edit(t, "todo.txt", "milk", "beer"))
	if got := r.file(t, "todo.txt"); got != "milk\nbread\ntea\n" || len(r.asked) != 2 || r.asked[1].Changed == "" {
		t.Errorf("it holds %q; asked %d times", got, len(r.asked))
	}
}

func TestEditedArgumentsOfAnEditThatDoNotFit(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	r.Runner = r.runner(nil)
	r.editFirst(t, edit(t, "todo.txt", "whisky", "tea"), permissions.Denied)
	r.call(t, "edit_file", edit(t, "todo.txt", "milk", "beer"))
	if len(r.asked) != 2 || r.asked[1].Diff != r.asked[0].Diff {
		t.Fatalf("asked %+v", r.asked)
	}
	contains(t, r.asked[1].Changed, "not taken", "not in the file")
}

// A file that cannot be written stays as it was, and nothing is left beside it.
func TestAnEditThatFailsLeavesTheFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("nothing is forbidden to root")
	}
	t.Parallel()
	r := atDesk(t)
	if err := os.Chmod(r.inside("notes"), 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(r.inside("notes"), 0o755) })
	result := r.call(t, "edit_file", edit(t, "notes/plan.txt", "plan", "x"))
	entries, err := os.ReadDir(r.inside("notes"))
	if result.OK || err != nil || len(entries) != 1 || r.file(t, filepath.Join("notes", "plan.txt")) != "plan" {
		t.Errorf("%s; %v, %v", result.ForModel(), entries, err)
	}
}

// The question shows what a change does, and no secret of the file.
func TestTheDiffOfAnEditIsMasked(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n"
	if err := os.WriteFile(r.inside("keys.txt"), []byte("name\n"+key+"end\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.must(t, "edit_file", edit(t, "keys.txt", "end\n", "fin\u202e\n"))
	diff := r.asked[len(r.asked)-1].Diff
	contains(t, diff, "@@", "-end", "+fin⟨U+202E⟩", "[REDACTED]")
	for _, bad := range []string{"MIIE", "\u202e", "---"} {
		if strings.Contains(diff, bad) {
			t.Errorf("%q is in the diff:\n%s", bad, diff)
		}
	}
	r.must(t, "edit_file", edit(t, "fresh.txt", "", "one\ntwo"))
	if diff := r.asked[len(r.asked)-1].Diff; diff != "@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file" {
		t.Errorf("a new file is shown as %q", diff)
	}
	r.must(t, "edit_file", edit(t, "keys.txt", "MIIEvQ", "MIIEvR"))
	if diff := r.asked[len(r.asked)-1].Diff; diff != "only what is masked changes" {
		t.Errorf("a change of what is masked is shown as %q", diff)
	}
}
