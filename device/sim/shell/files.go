package shell

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// blockSize is dd's and stat's block.
const blockSize = 512

func cat(ctx context.Context, p *Proc) int {
	_, names, err := options(p.Args[1:], "uetv")
	if err != nil {
		return p.Fail("%v", err)
	}
	return p.inputs(names, func(_ string, r io.Reader) error {
		_, err := io.Copy(p.Stdout, endingReader{ctx.Err, r})
		return err
	})
}

// endingReader reads until ended returns an error, so that an endless device
// cannot hold a command whose stream has closed.
type endingReader struct {
	ended func() error
	r     io.Reader
}

func (e endingReader) Read(b []byte) (int, error) {
	if err := e.ended(); err != nil {
		return 0, err
	}
	return e.r.Read(b)
}

func tee(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "ai")
	if err != nil {
		return p.Fail("%v", err)
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if has(opts, "a") {
		flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	out := []io.Writer{p.Stdout}
	code := 0
	for _, name := range names {
		f, err := p.shell.openFile(p.Dir, name, flag, 0o660)
		if err != nil {
			code = p.Fail("%s: %v", name, causeOf(err))
			continue
		}
		defer f.Close()
		out = append(out, f)
	}
	if _, err := io.Copy(io.MultiWriter(out...), p.Stdin); err != nil {
		return p.Fail("%v", err)
	}
	return code
}

func rm(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "fRrv")
	if err != nil {
		return p.Fail("%v", err)
	}
	if len(names) == 0 && !has(opts, "f") {
		return p.Fail("needs 1 argument")
	}
	code := 0
	for _, name := range names {
		err := p.remove(p.Path(name), has(opts, "rR"))
		if err == nil || has(opts, "f") && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		code = p.Fail("%s: %v", name, causeOf(err))
	}
	return code
}

func (p *Proc) remove(name string, recursive bool) error {
	info, err := p.FS().Stat(name, false)
	if err != nil {
		return err
	}
	if info.IsDir() && !recursive {
		return EISDIR
	}
	if info.IsDir() {
		children, err := p.FS().ReadDir(name)
		if err != nil {
			return err
		}
		for _, child := range children {
			if err := p.remove(path.Join(name, child.Name()), true); err != nil {
				return err
			}
		}
	}
	return p.FS().Remove(name)
}

func rmdir(_ context.Context, p *Proc) int {
	code := 0
	for _, name := range p.Args[1:] {
		info, err := p.FS().Stat(p.Path(name), false)
		if err == nil && !info.IsDir() {
			err = ENOTDIR
		}
		if err == nil {
			err = p.FS().Remove(p.Path(name))
		}
		if err != nil {
			code = p.Fail("%s: %v", name, causeOf(err))
		}
	}
	return code
}

func mkdir(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "pm:v")
	if err != nil {
		return p.Fail("%v", err)
	}
	code := 0
	for _, name := range names {
		if err := p.FS().Mkdir(p.Path(name), has(opts, "p")); err != nil {
			code = p.Fail("'%s': %v", name, causeOf(err))
		}
	}
	return code
}

func touch(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "acmd:t:r:")
	if err != nil {
		return p.Fail("%v", err)
	}
	code := 0
	for _, name := range names {
		_, err := p.FS().Stat(p.Path(name), true)
		switch {
		case err == nil:
			err = p.FS().Chtimes(p.Path(name), p.FS().now())
		case has(opts, "c"):
			err = nil
		default:
			err = p.FS().WriteFile(p.Path(name), nil, 0o660)
		}
		if err != nil {
			code = p.Fail("'%s': %v", name, causeOf(err))
		}
	}
	return code
}

func chmod(_ context.Context, p *Proc) int {
	_, names, err := options(p.Args[1:], "Rfv")
	if err != nil {
		return p.Fail("%v", err)
	}
	if len(names) < 2 {
		return p.Fail("needs 2 arguments")
	}
	mode, err := strconv.ParseUint(names[0], 8, 12)
	if err != nil && strings.Contains(names[0], "x") {
		mode, err = 0o755, nil // +x and its kin
	}
	if err != nil {
		return p.Fail("bad mode '%s'", names[0])
	}
	code := 0
	for _, name := range names[1:] {
		if err := p.FS().Chmod(p.Path(name), fs.FileMode(mode)); err != nil {
			code = p.Fail("chmod '%s' to %s: %v", name, names[0], causeOf(err))
		}
	}
	return code
}

// into returns where a copy or move of name lands: dest, or a file of the same
// name inside it where dest is a directory.
func (p *Proc) into(dest, name string) string {
	if info, err := p.FS().Stat(p.Path(dest), true); err == nil && info.IsDir() {
		return path.Join(p.Path(dest), path.Base(name))
	}
	return p.Path(dest)
}

func cp(_ context.Context, p *Proc) int {
	return p.transfer("afprR", func(from, to string) error {
		data, err := p.FS().ReadFile(from)
		if err != nil {
			return err
		}
		return p.FS().WriteFile(to, data, 0o660)
	})
}

func mv(_ context.Context, p *Proc) int { return p.transfer("fnv", p.FS().Rename) }

func (p *Proc) transfer(spec string, each func(from, to string) error) int {
	_, names, err := options(p.Args[1:], spec)
	if err != nil {
		return p.Fail("%v", err)
	}
	if len(names) < 2 {
		return p.Fail("needs 2 arguments")
	}
	dest := names[len(names)-1]
	code := 0
	for _, name := range names[:len(names)-1] {
		if err := each(p.Path(name), p.into(dest, name)); err != nil {
			code = p.Fail("bad '%s': %v", name, causeOf(err))
		}
	}
	return code
}

func mktemp(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "dqp:tu")
	if err != nil {
		return p.Fail("%v", err)
	}
	template := "tmp.XXXXXXXXXX"
	if len(names) > 0 {
		template = names[0]
	}
	if !strings.Contains(template, "/") {
		dir := "/data/local/tmp"
		if opts['p'] != "" {
			dir = opts['p']
		}
		template = path.Join(dir, template)
	}
	random := make([]byte, 16)
	rand.Read(random)
	stem := strings.TrimRight(template, "X")
	name := p.Path(stem + hex.EncodeToString(random)[:len(template)-len(stem)])
	if has(opts, "d") {
		err = p.FS().Mkdir(name, false)
	} else if !has(opts, "u") {
		err = p.FS().WriteFile(name, nil, 0o600)
	}
	if err != nil {
		return p.Fail("Failed to create %s %s: %v", "file", template, causeOf(err))
	}
	p.Printf("%s\n", name)
	return 0
}

// dd copies blocks: if=, of=, bs=, count=, skip=, seek= in blocks, and
// iflag=skip_bytes,count_bytes for exact ranges.
func dd(ctx context.Context, p *Proc) int {
	size, count, skip := int64(blockSize), int64(-1), int64(0)
	var in io.Reader = p.Stdin
	var out io.Writer = p.Stdout
	settings := map[string]string{}
	for _, arg := range p.Args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		settings[name] = value
	}
	for name, n := range map[string]*int64{"bs": &size, "count": &count, "skip": &skip} {
		if value, ok := settings[name]; ok {
			parsed, err := byteCount(value)
			if err != nil {
				return p.Fail("%v", err)
			}
			*n = parsed
		}
	}
	if name := settings["if"]; name != "" {
		f, err := p.Open(name)
		if err != nil {
			return p.Fail("%s: %v", name, causeOf(err))
		}
		defer f.Close()
		in = f
	}
	if name := settings["of"]; name != "" {
		f, err := p.Create(name)
		if err != nil {
			return p.Fail("%s: %v", name, causeOf(err))
		}
		defer f.Close()
		out = f
	}
	if !strings.Contains(settings["iflag"], "skip_bytes") {
		skip *= size
	}
	if !strings.Contains(settings["iflag"], "count_bytes") {
		count *= size
	}
	in = endingReader{ctx.Err, in}
	if _, err := io.CopyN(io.Discard, in, skip); err != nil && !errors.Is(err, io.EOF) {
		return p.Fail("%v", err)
	}
	if count >= 0 {
		in = io.LimitReader(in, count)
	}
	n, err := io.Copy(out, in)
	if err != nil {
		return p.Fail("%v", causeOf(err))
	}
	if settings["status"] != "none" {
		fmt.Fprintf(p.Stderr, "%d+%d records in\n%d+%d records out\n%d bytes (%d) copied\n",
			n/size, min(1, n%size), n/size, min(1, n%size), n, n)
	}
	return 0
}

// byteCount reads a number with toybox's size suffixes.
func byteCount(s string) (int64, error) {
	unit := int64(1)
	for suffix, u := range map[string]int64{"k": 1 << 10, "K": 1 << 10, "m": 1 << 20, "M": 1 << 20, "b": blockSize} {
		if digits, ok := strings.CutSuffix(s, suffix); ok {
			s, unit = digits, u
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 40)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("bad number '%s'", s)
	}
	return n * unit, nil
}

func cmpCommand(_ context.Context, p *Proc) int {
	_, names, err := options(p.Args[1:], "sl")
	if err != nil || len(names) != 2 {
		return p.Fail("needs 2 arguments")
	}
	var content [2][]byte
	for i, name := range names {
		if content[i], err = p.FS().ReadFile(p.Path(name)); err != nil {
			return p.Fail("%s: %v", name, causeOf(err))
		}
	}
	if !bytes.Equal(content[0], content[1]) {
		p.Printf("%s %s differ\n", names[0], names[1])
		return 1
	}
	return 0
}

func basename(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.Fail("needs 1 argument")
	}
	base := path.Base(p.Args[1])
	if len(p.Args) > 2 {
		base = strings.TrimSuffix(base, p.Args[2])
	}
	p.Printf("%s\n", base)
	return 0
}

func dirname(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.Fail("needs 1 argument")
	}
	p.Printf("%s\n", path.Dir(p.Args[1]))
	return 0
}
