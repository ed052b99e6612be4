package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adroit/device/text"
)

// Latest names the newest run in which something was asked or done, where Find
// is asked for it.
const Latest = "latest"

// longestChoice is how many runs an error lists that a prefix may mean.
const longestChoice = 5

// Find returns the path of the run that ref names: its id, the beginning of
// one id alone, the path of its file, or Latest.
func Find(stateDir, ref string) (path string, err error) {
	if strings.ContainsRune(ref, filepath.Separator) || strings.HasSuffix(ref, extension) {
		if _, err := os.Stat(ref); err != nil {
			return "", fmt.Errorf("find the run: %w", err)
		}
		return ref, nil
	}
	ids, err := runIDs(stateDir)
	if err != nil {
		return "", err
	}
	none := fmt.Errorf("no run is recorded in %s: --state-dir names another folder", Dir(stateDir))
	if len(ids) == 0 {
		return "", none
	}
	if ref == Latest {
		for _, id := range slices.Backward(ids) {
			if path = filepath.Join(Dir(stateDir), id+extension); !isIdle(path) {
				return path, nil
			}
		}
		return "", none
	}
	var found []string
	for _, id := range ids {
		switch {
		case id == ref:
			return Path(stateDir, id)
		case ref != "" && strings.HasPrefix(id, ref):
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no run is called %q: `adroit runs` lists them, and %q is the newest", ref, Latest)
	case 1:
		return Path(stateDir, found[0])
	}
	more := ""
	if n := len(found) - longestChoice; n > 0 {
		found, more = found[n:], " and "+text.Count(n, "older one")
	}
	return "", fmt.Errorf("run %q may be %s%s: give more of the id", ref, strings.Join(found, ", "), more)
}

// isIdle reports whether nothing was asked or done in the run of a file. A file
// that cannot be read is for the reader to judge.
func isIdle(path string) bool {
	file, err := open(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer file.Close()
	lines := newLines(file)
	if _, err := lines.header(); err != nil {
		return errors.Is(err, errEmpty)
	}
	for {
		e, err := lines.event()
		if err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, errCut)
		}
		if !idle(e.Type) {
			return false
		}
	}
}

// runIDs are the ids of the runs of stateDir, the oldest first.
func runIDs(stateDir string) ([]string, error) {
	files, err := os.ReadDir(Dir(stateDir)) // sorted by name, and names sort by time
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("find the run: %w", err)
	}
	var ids []string
	for _, f := range files {
		if id, ok := strings.CutSuffix(f.Name(), extension); ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
