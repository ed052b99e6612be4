package tools_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"adroit/device/sim"
	"adroit/permissions"
	"adroit/tools"
)

// atDesk is a rig whose workspace has some files, and a secret beside it.
func atDesk(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	outside := filepath.Join(t.TempDir(), "outside.txt")
	for name, content := range map[string]string{
		outside:                        "the crown jewels",
		r.inside("todo.txt"):           "milk\nbread\ncoffee\n",
		r.inside("empty"):              "",
		r.inside("twice.txt"):          "one one",
		r.inside("overlap.txt"):        "aaa",
		r.inside("notes/plan.txt"):     "plan",
		r.inside("keys.env"):           "API_KEY=sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD\nHOST=example.org\n",
		r.inside("picture.png"):        "\x89PNG\x00\x01",
		r.inside("latin1.txt"):         "caf\xe9",
		r.inside("huge.txt"):           strings.Repeat("x", 300<<10),
		r.inside("hostile\x1b[2J.txt"): "a\x1b]0;owned\x07b\u202ec",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"link-in": "todo.txt", "link-out": outside, "link-up": "..", "link-dangling": "nowhere", "link-dir": "notes",
		"link-absolute": r.inside("todo.txt"), "link-loop": "link-loop",
	} {
		if err := os.Symlink(to, r.inside(link)); err != nil {
			t.Fatal(err)
		}
	}
	makePipe(t, r.inside("pipe"))
	return r
}

func (r *rig) inside(name string) string { return filepath.Join(r.workspace, name) }

// file is what a file of the workspace holds.
func (r *rig) file(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(r.inside(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// names are all files and folders of the workspace.
func (r *rig) names(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(r.workspace, func(name string, _ fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestListFiles(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	result := r.call(t, "list_files", `{"path": "."}`)
	files, _ := result.Data["files"].([]string)
	if result.Status != tools.Success || len(files) != result.Data["count"] || !slices.IsSorted(files) {
		t.Fatal(result.ForModel())
	}
	for _, want := range []string{"todo.txt, 18 bytes", "notes/", "link-out, a link", "pipe, no file", "empty, 0 bytes"} {
		if !slices.Contains(files, want) {
			t.Errorf("no %q in %q", want, files)
		}
	}
	if strings.ContainsRune(result.ForModel(), '\x1b') {
		t.Errorf("a name moves the cursor: %s", result.ForModel())
	}
	r.must(t, "list_files", `{"path": "link-dir"}`, "list_files", `{"path": "notes/.."}`)

	for i := range 250 {
		if err := os.WriteFile(r.inside("notes/n"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	many := r.call(t, "list_files", `{"path": "notes"}`)
	if files, _ := many.Data["files"].([]string); len(files) != 200 || many.Data["count"] != 251 || many.Data["left_out"] != 51 {
		t.Errorf("%d files listed: count %v, left out %v", len(files), many.Data["count"], many.Data["left_out"])
	}
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	for path, want := range map[string]string{
		"todo.txt": "milk\nbread\ncoffee\n", "link-in": "milk\nbread\ncoffee\n", "link-dir/plan.txt": "plan", "notes/../todo.txt": "milk\nbread\ncoffee\n",
		"./empty": "", "keys.env": "API_KEY=[REDACTED]\nHOST=example.org\n",
		"hostile\x1b[2J.txt": "a⟨U+001B⟩]0;owned⟨U+0007⟩b⟨U+202E⟩c",
	} {
		result := r.call(t, "read_file", asJSON(t, map[string]string{"path": path}))
		if result.Status != tools.Success || result.Content != want {
			t.Errorf("%q: %s", path, result.ForModel())
		}
		if _, behind, _ := strings.Cut(result.ForModel(), "\n"); behind != want {
			t.Errorf("%q: the model reads %q", path, behind)
		}
	}
	if len(r.asked) > 0 {
		t.Error("it asked")
	}
}

// whatNobodyMayRead are paths that lead to nothing that may be read, and what is
// said of them.
var whatNobodyMayRead = map[string]string{
	"../outside.txt": "escapes", "..": "escapes", "notes/../../x": "escapes", "/etc/passwd": "escapes", "//etc/passwd": "escapes",
	"link-out": "escapes", "link-up/outside.txt": "escapes", "link-up": "escapes", "link-absolute": "escapes",
	"link-dangling": "no such file", "link-loop": "too many levels", "nowhere.txt": "no such file", "TODO.TXT": "no such file",
	"..\\outside.txt": "no such file", "..%2foutside.txt": "no such file", "todo.txt/x": "not a directory", "a\x00b": "invalid",
	strings.Repeat("x", 5000): "name too long",
}

func TestNothingOutsideTheWorkspaceIsTouched(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the words are those of Linux, whose file names differ by case")
	}
	t.Parallel()
	r := atDesk(t)
	before := r.names(t)
	for path, says := range whatNobodyMayRead {
		for tool, arguments := range map[string]map[string]string{
			"list_files": {"path": path}, "read_file": {"path": path}, "edit_file": {"path": path, "old_text": "the", "new_text": "no"},
		} {
			result := r.call(t, tool, asJSON(t, arguments))
			said := result.Message
			if tool == "edit_file" && strings.Contains(said, "a link") {
				continue // refused before it is followed
			}
			if result.OK || result.Data["field"] != "path" || !strings.Contains(said, says) || strings.Contains(said, "outside.txt") {
				t.Errorf("%s %.40q: %s", tool, path, result.ForModel())
			}
		}
	}
	// Nor is anything created there, or under a name that is taken.
	for _, path := range []string{"../new.txt", "/tmp/adroit-new.txt", "link-up/new.txt", "notes/../../new.txt", "link-dangling", "todo.txt", "notes", "todo.txt/x"} {
		result := r.call(t, "edit_file", asJSON(t, map[string]string{"path": path, "old_text": "", "new_text": "new"}))
		if result.OK {
			t.Errorf("%s was created: %s", path, result.ForModel())
		}
	}
	if after := r.names(t); !slices.Equal(before, after) {
		t.Errorf("the workspace holds %q now", after)
	}
	if len(r.asked) > 0 {
		t.Errorf("it asked %q", r.asked[0].Action)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(r.workspace), "new.txt")); err == nil {
		t.Error("a file was created outside")
	}
}

func TestFilesThatAreNoText(t *testing.T) {
	t.Parallel()
	r := atDesk(t)
	for path, says := range map[string]string{
		"picture.png": "not text", "latin1.txt": "not text", "huge.txt": "307200 bytes; want one of at most 262144",
		"notes": "a folder", "pipe": "neither a file nor a folder",
	} {
		for tool, arguments := range map[string]map[string]string{
			"read_file": {"path": path}, "edit_file": {"path": path, "old_text": "x", "new_text": "y"},
		} {
			result := r.call(t, tool, asJSON(t, arguments))
			if result.OK || result.Data["field"] != "path" || !strings.Contains(result.Message, says) || result.Content != "" {
				t.Errorf("%s %s: %s", tool, path, result.ForModel())
			}
		}
	}
	for _, path := range []string{"todo.txt", "pipe"} {
		if result := r.call(t, "list_files", asJSON(t, map[string]string{"path": path})); result.OK {
			t.Errorf("list_files %s: %s", path, result.ForModel())
		}
	}
}

// A folder that turns into a link again and again never lets anybody out.
func TestAFolderThatTurnsIntoALink(t *testing.T) {
	t.Parallel()
	r := newRig(t, approve{permissions.Once}, sim.Options{})
	outside := t.TempDir()
	for _, dir := range []string{outside, r.inside("real")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(outside, "f.txt"), []byte("outside"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.inside("real/f.txt"), []byte("inside"), 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var turning sync.WaitGroup
	turning.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			to := []string{"real", outside}[i%2]
			_ = os.Symlink(to, r.inside("next")) // the next round mends what fails
			_ = os.Rename(r.inside("next"), r.inside("turning"))
		}
	})
	for range 300 {
		read := r.call(t, "read_file", `{"path": "turning/f.txt"}`)
		if strings.Contains(read.ForModel(), "outside\"") || read.Content == "outside" {
			t.Errorf("it got out: %s", read.ForModel())
		}
		r.call(t, "edit_file", `{"path": "turning/f.txt", "old_text": "side", "new_text": "side"}`)
		r.call(t, "edit_file", `{"path": "turning/new.txt", "old_text": "", "new_text": "x"}`)
	}
	close(done)
	turning.Wait()
	entries, err := os.ReadDir(outside)
	if err != nil || len(entries) != 1 {
		t.Errorf("outside are %v now, %v", entries, err)
	}
	if content, err := os.ReadFile(filepath.Join(outside, "f.txt")); err != nil || string(content) != "outside" {
		t.Errorf("the file outside holds %q, %v", content, err)
	}
}
