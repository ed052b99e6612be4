package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"adroit/device/text"
)

// State is where runs are recorded.
type State struct {
	Dir string
}

// enoughSpace is what some hundred runs take, in bytes.
const enoughSpace = 100 << 20

func examineState(_ context.Context, s *Subject, tell func(Finding)) {
	written := writable(s.State.Dir)
	tell(written)
	if written.Severity == Failure {
		return
	}
	tell(private(s.State.Dir))
	tell(space(s.State.Dir))
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

// private tells whether other users of this machine may read the records.
func private(dir string) Finding {
	const check = "state.private"
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return ok(check, "the folder for runs will be made for you alone")
	}
	if err != nil {
		return failure(check, text.Line(err.Error()), "name another folder with --state-dir")
	}
	if runtime.GOOS == "windows" {
		return skipped(check, "Windows keeps the rights elsewhere")
	}
	if info.Mode().Perm()&0o022 != 0 {
		return warning(check, fmt.Sprintf("other users may write to %s (mode %04o)", text.Line(dir), info.Mode().Perm()), "chmod 700 "+text.Line(dir))
	}
	return ok(check, "nobody else may change the records, and each is readable by you alone")
}

func space(dir string) Finding {
	const check = "state.space"
	free, known := freeSpace(existing(dir))
	switch {
	case !known:
		return skipped(check, "this system does not tell how much space is left")
	case free < enoughSpace:
		return warning(check, fmt.Sprintf("only %d MB are free for the records of runs", free>>20), "make room, or name another folder with --state-dir")
	}
	return ok(check, fmt.Sprintf("%.1f GB are free for the records of runs", float64(free)/(1<<30)))
}
