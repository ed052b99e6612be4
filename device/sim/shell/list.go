package shell

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// ls lists files, and what is in directories: with -R in those beneath them, too.
func ls(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "1aAdlhFnRrStZi")
	if err != nil {
		return p.Fail("%v", err)
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	l := lister{p: p, opts: opts, titled: len(names) > 1 || has(opts, "R")}
	for _, name := range names {
		info, err := p.FS().Stat(p.Path(name), !has(opts, "ld") || strings.HasSuffix(name, "/"))
		switch {
		case err != nil:
			l.fail(name, err)
		case info.IsDir() && !has(opts, "d"):
			l.directory(name)
		default:
			l.file(info, name)
		}
	}
	return l.code
}

// lister is one run of ls.
type lister struct {
	p      *Proc
	opts   map[byte]string
	titled bool // directories have their name above what is in them
	titles int  // written so far
	code   int
}

func (l *lister) fail(name string, err error) { l.code = l.p.Fail("%s: %v", name, causeOf(err)) }

func (l *lister) file(info Info, name string) {
	if !has(l.opts, "ln") {
		l.p.Printf("%s\n", name)
		return
	}
	if info.link != "" {
		name += " -> " + info.link
	}
	uid, gid := info.Owner()
	l.p.Printf("%s 1 %-6s %-6s %8d %s %s\n", modeString(info.Mode()), userName(uid), userName(gid), info.Size(),
		info.ModTime().UTC().Format("2006-01-02 15:04"), name)
}

func (l *lister) directory(name string) {
	infos, err := l.p.FS().ReadDir(l.p.Path(name))
	if err != nil {
		l.fail(name, err)
		return
	}
	if l.titled {
		if l.titles++; l.titles > 1 {
			l.p.Printf("\n")
		}
		l.p.Printf("%s:\n", name)
	}
	infos = slices.DeleteFunc(infos, func(i Info) bool { return strings.HasPrefix(i.Name(), ".") && !has(l.opts, "aA") })
	for _, child := range infos {
		l.file(child, child.Name())
	}
	if !has(l.opts, "R") {
		return
	}
	for _, child := range infos {
		if child.IsDir() {
			l.directory(path.Join(name, child.Name()))
		}
	}
}

// modeString draws a mode as ls -l does.
func modeString(mode fs.FileMode) string {
	kind := "-"
	switch {
	case mode.IsDir():
		kind = "d"
	case mode&fs.ModeSymlink != 0:
		kind = "l"
	case mode&fs.ModeCharDevice != 0:
		kind = "c"
	}
	return kind + mode.Perm().String()[1:]
}

func userName(id uint32) string {
	switch id {
	case UIDRoot:
		return "root"
	case 1000:
		return "system"
	case gidMedia:
		return "media_rw"
	case UIDShell:
		return "shell"
	}
	return strconv.FormatUint(uint64(id), 10)
}

func stat(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "c:fLt")
	if err != nil {
		return p.Fail("%v", err)
	}
	code := 0
	for _, name := range names {
		info, err := p.FS().Stat(p.Path(name), has(opts, "L"))
		if err != nil {
			code = p.Fail("'%s': %v", name, causeOf(err))
			continue
		}
		uid, _ := info.Owner()
		format := opts['c']
		if format == "" {
			format = "  File: %n\n  Size: %s\t Blocks: %b\t IO Blocks: 512\nAccess: (%a)\tUid: (%u/%U)\nModify: %y"
		}
		p.Printf("%s\n", strings.NewReplacer(
			"%n", name, "%s", fmt.Sprint(info.Size()), "%a", strconv.FormatUint(uint64(info.Mode().Perm()), 8),
			"%b", fmt.Sprint((info.Size()+blockSize-1)/blockSize), "%u", fmt.Sprint(uid), "%U", userName(uid),
			"%Y", fmt.Sprint(info.ModTime().Unix()), "%y", info.ModTime().UTC().Format("2006-01-02 15:04:05.000000000 -0700"),
			"%f", strconv.FormatUint(uint64(info.StatMode()), 16),
		).Replace(format))
	}
	return code
}

// find lists what lies beneath its directories, by -name and -type.
func find(_ context.Context, p *Proc) int {
	args := p.Args[1:]
	var roots []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		roots, args = append(roots, args[0]), args[1:]
	}
	if len(roots) == 0 {
		roots = []string{"."}
	}
	pattern, kind := "*", ""
	for ; len(args) > 1; args = args[2:] {
		switch args[0] {
		case "-name":
			pattern = args[1]
		case "-type":
			kind = args[1]
		default:
			return p.Fail("bad arg '%s'", args[0])
		}
	}
	code := 0
	var walk func(name string)
	walk = func(name string) {
		info, err := p.FS().Stat(p.Path(name), false)
		if err != nil {
			code = p.Fail("'%s': %v", name, causeOf(err))
			return
		}
		isKind := kind == "" || kind == "d" && info.IsDir() || kind == "f" && info.Mode().IsRegular()
		if match, _ := path.Match(pattern, path.Base(name)); match && isKind {
			p.Printf("%s\n", name)
		}
		if !info.IsDir() {
			return
		}
		children, err := p.FS().ReadDir(p.Path(name))
		if err != nil {
			code = p.Fail("'%s': %v", name, causeOf(err))
		}
		for _, child := range children {
			walk(path.Join(name, child.Name()))
		}
	}
	for _, root := range roots {
		walk(root)
	}
	return code
}
