package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"adroit/device/text"
)

// State is where runs are recorded.
type State struct {
	Dir string
	// Free is what this user may still write there, in bytes; below 0 where the
	// system does not tell.
	Free int64
}

// enoughSpace is what some hundred runs take, in bytes.
const enoughSpace = 100 << 20

func examineState(_ context.Context, s *Subject, tell func(Finding)) (left string) {
	written := writable(s.State.Dir)
	tell(written)
	if written.Severity != Failure {
		tell(private(s.State.Dir, s.System))
	}
	tell(s.State.space())
	return "no run can be recorded there"
}

// writable writes a file where runs are recorded, and removes it. Where that
// folder is not there yet, the one in which it will be made counts.
func writable(dir string) Finding {
	const check = "state.writable"
	cure := "make it writable, or name another folder with --state-dir"
	f, err := os.CreateTemp(existing(dir), ".doctor-*")
	if err != nil {
		return failure(check, "runs cannot be recorded: "+text.Line(err.Error()), cure)
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("written by the doctor\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return failure(check, "runs cannot be recorded: "+text.Line(err.Error()), cure)
	}
	return ok(check, "runs can be recorded in "+text.Line(dir))
}

// existing is dir, or the nearest folder above it that is there.
func existing(dir string) string {
	for {
		above := filepath.Dir(dir)
		if _, err := os.Stat(dir); err == nil || above == dir {
			return dir
		}
		dir = above
	}
}

// private tells whether other users of this machine may change or read the
// records.
func private(dir, system string) Finding {
	const check = "state.private"
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return ok(check, "the folder for runs will be made for you alone")
	}
	if err != nil {
		return failure(check, text.Line(err.Error()), "name another folder with --state-dir")
	}
	if system == onWindows {
		return skipped(check, "Windows keeps the rights elsewhere")
	}
	if info.Mode().Perm()&0o022 != 0 {
		return warning(check, fmt.Sprintf("other users may write to %s (mode %04o)", text.Line(dir), info.Mode().Perm()), "chmod 700 "+text.Line(dir))
	}
	open, err := openToOthers(dir)
	switch {
	case err != nil:
		return warning(check, "the rights of the records cannot be seen: "+text.Line(err.Error()), "make them yours again: sudo chown -R $USER "+text.Line(dir))
	case open != "":
		return warning(check, "other users may read "+text.Line(open), "chmod -R go= "+text.Line(dir))
	}
	return ok(check, "nobody else may read or change the records")
}

// openToOthers is a file beneath dir that others may read, "" for none. A
// folder that they may not enter keeps what is in it.
func openToOthers(dir string) (name string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // a run that is recorded now renames it
			return nil
		case err != nil:
			return err
		case entry.IsDir() && info.Mode().Perm()&0o011 == 0:
			return fs.SkipDir
		case info.Mode().IsRegular() && info.Mode().Perm()&0o044 != 0:
			name = path
			return fs.SkipAll
		}
		return nil
	})
	return name, err
}

func (s State) space() Finding {
	const check = "state.space"
	switch {
	case s.Free < 0:
		return skipped(check, "this system does not tell how much space is left")
	case s.Free < enoughSpace:
		return warning(check, fmt.Sprintf("only %d MB are free for the records of runs", s.Free>>20), "make room, or name another folder with --state-dir")
	}
	return ok(check, fmt.Sprintf("%.1f GB are free for the records of runs", float64(s.Free)/(1<<30)))
}
