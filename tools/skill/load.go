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

	"adroit/device/text/userfile"
)

// Load reads the skills in the given folders: each file whose name ends in
// ".md". A folder that is not there holds none. What is wrong with a file, or
// with a folder, keeps out that alone; so does an id or alias that a file before
// it has. The skills are then those that are sound, and the error joins a
// *userfile.Error for each of the others.
func Load(limits Limits, dirs ...string) (Set, error) {
	var set Set
	var wrong []error
	owner := map[string]string{} // the file of each id and alias, in lower case
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			wrong = append(wrong, userfile.Wrong(dir, 0, reason(err)))
		}
		for _, entry := range entries {
			if filepath.Ext(entry.Name()) != ".md" {
				continue
			}
			name := filepath.Join(dir, entry.Name())
			s, d, err := read(name, limits)
			if err == nil {
				claim(d, s, owner)
				err = d.Err()
			}
			if err != nil {
				wrong = append(wrong, err)
				continue
			}
			set = append(set, s)
		}
	}
	slices.SortFunc(set, func(a, b Skill) int { return strings.Compare(a.ID, b.ID) })
	return set, errors.Join(wrong...)
}

// claim notes which names of s another file has, and else that they are taken.
func claim(d *userfile.Document, s Skill, owner map[string]string) {
	names := append([]string{s.ID}, s.Aliases...)
	for i, name := range names {
		other, taken := owner[strings.ToLower(name)]
		if !taken || other == s.Path {
			continue
		}
		e, _ := d.Root.Get("id")
		if i > 0 {
			e, _ = d.Root.Get("aliases")
		}
		d.Refuse(e, fmt.Errorf("%s is the name of %s, too; give one of them another", name, other))
	}
	if d.Err() != nil {
		return
	}
	for _, name := range names {
		owner[strings.ToLower(name)] = s.Path
	}
}

// Read reads one file, and no more of it than a skill may have. The error is a
// *userfile.Error.
func Read(name string, limits Limits) (Skill, error) {
	return sound(read(name, limits))
}

func read(name string, limits Limits) (Skill, *userfile.Document, error) {
	wrong := func(err error) (Skill, *userfile.Document, error) {
		return Skill{}, nil, userfile.Wrong(name, 0, reason(err))
	}
	info, err := os.Stat(name) // before it is opened: a pipe would wait for its writer
	if err != nil {
		return wrong(err)
	}
	if !info.Mode().IsRegular() {
		return wrong(errors.New("it is not a regular file"))
	}
	f, err := os.Open(name)
	if err != nil {
		return wrong(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, longestFile+1))
	if err != nil {
		return wrong(err)
	}
	return parse(name, string(data), limits)
}

// reason is err without the path, which the mistake has.
func reason(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err
	}
	return err
}
