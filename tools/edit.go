package tools

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

func editFile() Tool {
	return Tool{
		Name:    "edit_file",
		Summary: "Replace old_text, found exactly once; an empty one creates the file.",
		Risk:    permissions.High,
		Params: []Param{
			pathParam("the file"),
			{Name: "old_text", Kind: String, Required: true, Doc: "what to replace, with enough around it to be unique; empty for a new file"},
			{Name: "new_text", Kind: String, Required: true, Doc: "what to put in its place"},
		},
		rules: []rule{unmasked("old_text", "new_text")},
		words: func(a args, _ *screen.Node) string {
			if a.text("old_text") == "" {
				return "Create the file " + pathWords(a)
			}
			return "Edit the file " + pathWords(a)
		},
		change: func(r *Runner, a args) (planned change, err error) {
			err = r.workspace.within(func(root *os.Root) error {
				if a.text("old_text") == "" {
					planned, err = planCreation(root, a)
				} else {
					planned, err = planEdit(root, a)
				}
				return err
			})
			return planned, err
		},
	}
}

func planCreation(root *os.Root, a args) (change, error) {
	name, content := a.text("path"), a.text("new_text")
	_, err := root.Lstat(name)
	switch {
	case err == nil:
		return change{}, exists()
	case !errors.Is(err, fs.ErrNotExist):
		return change{}, badPath(err)
	}
	return change{
		action: fmt.Sprintf("Create the file %s with %s", pathWords(a), linesOf(content)), object: name, text: content, after: content,
		make: func(root *os.Root) (Result, error) {
			return Result{Status: Success, Message: "Created the file with " + linesOf(content)}, createFile(root, name, content)
		},
	}, nil
}

func exists() error {
	return &ArgumentError{Field: "old_text", Got: "empty, but the file exists", Want: "the text to replace in it"}
}

func planEdit(root *os.Root, a args) (change, error) {
	name, old, replacement := a.text("path"), a.text("old_text"), a.text("new_text")
	before, mode, err := readUnlinked(root, name)
	if err != nil {
		return change{}, err
	}
	at := strings.Index(before, old)
	switch {
	case at < 0:
		return change{}, &ArgumentError{Field: "old_text", Got: "not in the file",
			Want: "text exactly as it stands there, white space included"}
	case at != strings.LastIndex(before, old):
		return change{}, &ArgumentError{Field: "old_text", Got: "in the file more than once",
			Want: "more of what stands around it, so that it is unique"}
	}
	after := before[:at] + replacement + before[at+len(old):]
	return change{
		action: fmt.Sprintf("Replace %s of the file %s by %s", linesOf(old), pathWords(a), linesOf(replacement)),
		object: name, text: replacement, before: before, after: after,
		make: func(root *os.Root) (Result, error) {
			return Result{
				Status: Success, Message: fmt.Sprintf("Replaced %s by %s", linesOf(old), linesOf(replacement)),
				Data: map[string]any{"line": strings.Count(before[:at], "\n") + 1},
			}, replaceFile(root, name, before, after, mode)
		},
	}, nil
}

// linesOf is how much text s is, in words.
func linesOf(s string) string {
	if n := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1; n > 1 {
		return text.Count(n, "line")
	}
	return characters(s)
}

// readUnlinked reads a file that is to be edited. A link is none: to write
// through it would change another file than the one that was named.
func readUnlinked(root *os.Root, name string) (string, fs.FileMode, error) {
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return "", 0, badPath(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return "", 0, &ArgumentError{Field: "path", Got: "a link", Want: "the file that it leads to"}
	}
	return readText(root, name)
}

// createFile makes a new file, and the folders that it is in.
func createFile(root *os.Root, name, content string) error {
	if err := root.MkdirAll(path.Dir(filepath.ToSlash(name)), 0o755); err != nil {
		return badPath(err)
	}
	// Taking the name first makes sure that nobody else's file is written over.
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return exists()
	case err != nil:
		return badPath(err)
	}
	f.Close()
	if err := writeFile(root, name, content, 0o644); err != nil {
		return errors.Join(err, root.Remove(name))
	}
	return nil
}

// replaceFile writes a file anew if it still holds what it held when the change was
// planned.
func replaceFile(root *os.Root, name, before, after string, mode fs.FileMode) error {
	now, _, err := readUnlinked(root, name)
	switch {
	case err != nil:
		return err
	case now != before:
		return fail("The file has changed meanwhile; nothing was written").transient().with(nil, "read_file")
	}
	return writeFile(root, name, after, mode)
}

// writeFile puts content in the place of a file, at once: a reader finds the old
// file or the new one, whatever interrupts it.
func writeFile(root *os.Root, name, content string, mode fs.FileMode) error {
	temporary := name + "." + rand.Text() + ".tmp"
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return badPath(err)
	}
	_, err = f.WriteString(content)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(badPath(err), root.Remove(temporary))
	}
	return nil
}
