package tools

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"unicode/utf8"

	"adroit/device/text"
)

// workspace is the folder of the person's in which a model may read and edit
// files. Every path goes through os.Root, which follows no way out of it:
// neither "..", nor an absolute path, nor a link, nor a folder that turns into
// a link between a check and its use.
type workspace string

// mostBytes is how large a file may be that is read or edited: far more than a
// model gets to see of it.
const mostBytes = 256 << 10

// within runs f with the workspace's root.
func (w workspace) within(f func(*os.Root) error) error {
	root, err := os.OpenRoot(string(w))
	if err != nil {
		return fmt.Errorf("workspace: %w", err)
	}
	defer root.Close()
	return f(root)
}

// openFile opens a file or folder for reading.
func openFile(root *os.Root, path string) (*os.File, fs.FileInfo, error) {
	// A pipe would block an opener that waits for its other end.
	f, err := root.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, badPath(err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, badPath(err)
	}
	return f, info, nil
}

// badPath says what is wrong with a path, without telling it again.
func badPath(err error) error {
	cause := err
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		cause = e.Err
	}
	return &ArgumentError{Field: "path", Got: cause.Error(), Want: "a path inside the workspace, relative to it"}
}

// readText reads a whole text file.
func readText(root *os.Root, path string) (content string, mode fs.FileMode, err error) {
	f, info, err := openFile(root, path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	wrong := func(got, want string) error { return &ArgumentError{Field: "path", Got: got, Want: want} }
	switch {
	case info.IsDir():
		return "", 0, wrong("a folder", "a file; list_files tells what is in a folder")
	case !info.Mode().IsRegular():
		return "", 0, wrong("neither a file nor a folder", "a file")
	}
	raw, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	switch {
	case err != nil:
		return "", 0, badPath(err)
	case len(raw) > mostBytes:
		return "", 0, wrong("a file of "+text.Count(max(int(info.Size()), len(raw)), "byte"), fmt.Sprintf("one of at most %d", mostBytes))
	case !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0:
		return "", 0, wrong("a file that is not text in UTF-8", "a text file")
	}
	return string(raw), info.Mode().Perm(), nil
}

// pathWords is a path in words.
func pathWords(a args) string {
	return text.Quote(a.text("path"), longestName)
}

func pathParam(doc string) Param {
	return Param{Name: "path", Kind: String, Required: true, NonEmpty: true, Doc: doc + ", relative to the workspace"}
}
