package skill

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Load reads the skills in the given folders: each file whose name ends in
// ".md". A folder that is not there holds none. The first file that is wrong
// is an error, and so is an id or alias that two files claim.
func Load(limits Limits, dirs ...string) (Set, error) {
	var set Set
	owner := map[string]string{} // the file of each id and alias, in lower case
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("skills: %w", err)
		}
		for _, entry := range entries {
			if filepath.Ext(entry.Name()) != ".md" {
				continue
			}
			name := filepath.Join(dir, entry.Name())
			s, err := Read(name, limits)
			if err != nil {
				return nil, err
			}
			for _, id := range append([]string{s.ID}, s.Aliases...) {
				key := strings.ToLower(id)
				if other, taken := owner[key]; taken && other != name {
					return nil, &FileError{name, 0, fmt.Errorf("%s is the name of %s, too", id, other)}
				}
				owner[key] = name
			}
			set = append(set, s)
		}
	}
	slices.SortFunc(set, func(a, b Skill) int { return strings.Compare(a.ID, b.ID) })
	return set, nil
}

// Read reads one file, and no more of it than a skill may have. All errors are
// *FileError.
func Read(name string, limits Limits) (Skill, error) {
	info, err := os.Stat(name) // before it is opened: a pipe would wait for its writer
	if err != nil {
		return Skill{}, &FileError{name, 0, reason(err)}
	}
	if !info.Mode().IsRegular() {
		return Skill{}, &FileError{name, 0, errors.New("it is not a regular file")}
	}
	f, err := os.Open(name)
	if err != nil {
		return Skill{}, &FileError{name, 0, reason(err)}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, longestFile+1))
	if err != nil {
		return Skill{}, &FileError{name, 0, reason(err)}
	}
	return Parse(name, data, limits)
}

// reason is err without the path, which a FileError has.
func reason(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err
	}
	return err
}
