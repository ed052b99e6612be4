package tools

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

const (
	mostFiles = 200    // listed of one folder
	mostNames = 10_000 // read of one folder, to be sorted
)

func listFiles() Tool {
	return Tool{
		Name:    "list_files",
		Summary: "List a folder of the person's workspace; \".\" is all of it.",
		Risk:    permissions.Low, Idempotent: true,
		Params: []Param{pathParam("the folder")},
		words:  func(a args, _ *screen.Node) string { return "List the folder " + pathWords(a) },
		lookUp: func(r *Runner, _ Call, a args) (result Result, err error) {
			err = r.workspace.within(func(root *os.Root) error {
				result, err = listFolder(root, a.text("path"))
				return err
			})
			return result, err
		},
	}
}

func listFolder(root *os.Root, path string) (Result, error) {
	f, info, err := openFile(root, path)
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	if !info.IsDir() {
		return Result{}, &ArgumentError{Field: "path", Got: "not a folder", Want: "a folder; read_file tells what is in a file"}
	}
	entries, err := f.ReadDir(mostNames)
	if err != nil && !errors.Is(err, io.EOF) {
		return Result{}, badPath(err)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	data := map[string]any{"count": len(entries), "files": fileLines(entries)}
	if left := len(entries) - mostFiles; left > 0 {
		data["left_out"] = left
	}
	return Result{Status: Success, Message: fmt.Sprintf("The folder holds %d", len(entries)), Data: data}, nil
}

// fileLines are the first entries of a folder: "name, 120 bytes", "name/" for a
// folder.
func fileLines(entries []fs.DirEntry) []string {
	lines := []string{}
	for _, e := range entries[:min(len(entries), mostFiles)] {
		line := e.Name()
		switch info, err := e.Info(); {
		case e.IsDir():
			line += "/"
		case e.Type()&fs.ModeSymlink != 0:
			line += ", a link"
		case !e.Type().IsRegular():
			line += ", no file"
		case err == nil:
			line += ", " + text.Count(int(info.Size()), "byte")
		}
		lines = append(lines, line)
	}
	return lines
}

func readFile() Tool {
	return Tool{
		Name:    "read_file",
		Summary: "Read a text file of the workspace.",
		Risk:    permissions.Low, Idempotent: true,
		Params: []Param{pathParam("the file")},
		words:  func(a args, _ *screen.Node) string { return "Read the file " + pathWords(a) },
		lookUp: func(r *Runner, _ Call, a args) (Result, error) {
			var content string
			err := r.workspace.within(func(root *os.Root) (err error) {
				content, _, err = readText(root, a.text("path"))
				return err
			})
			if err != nil {
				return Result{}, err
			}
			return Result{
				Status: Success, Message: "Read " + characters(content),
				Data:    map[string]any{"bytes": len(content)},
				Content: text.Visible(content),
			}, nil
		},
	}
}
