package shell

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"
)

func head(_ context.Context, p *Proc) int { return p.ends(true) }
func tail(_ context.Context, p *Proc) int { return p.ends(false) }

// ends prints the first or last lines (-n, default 10) or bytes (-c) of its
// inputs. tail's -n +K starts at line K.
func (p *Proc) ends(first bool) int {
	args := slices.Clone(p.Args[1:])
	for i, arg := range args { // -5 is short for -n 5
		if len(arg) > 1 && arg[0] == '-' && arg[1] >= '0' && arg[1] <= '9' {
			args[i] = "-n" + arg[1:]
		}
	}
	opts, names, err := options(args, "n:c:qf")
	if err != nil {
		return p.Fail("%v", err)
	}
	spec, unit := "10", 'n'
	if v, ok := opts['n']; ok {
		spec = v
	}
	if v, ok := opts['c']; ok {
		spec, unit = v, 'c'
	}
	n, err := strconv.Atoi(strings.TrimLeft(spec, "+-"))
	if err != nil {
		return p.Fail("bad number '%s'", spec)
	}
	return p.inputs(names, func(_ string, r io.Reader) error {
		switch {
		case unit == 'c' && first:
			_, err := io.CopyN(p.Stdout, r, int64(n))
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		case unit == 'c':
			data, err := io.ReadAll(r)
			p.Printf("%s", data[max(0, len(data)-n):])
			return err
		case first:
			return p.firstLines(r, n)
		}
		return p.lastLines(r, n, strings.HasPrefix(spec, "+"))
	})
}

func (p *Proc) firstLines(r io.Reader, n int) error {
	if n == 0 {
		return nil
	}
	seen := 0
	return lines(r, func(line string) bool {
		p.Printf("%s\n", line)
		seen++
		return seen < n
	})
}

func (p *Proc) lastLines(r io.Reader, n int, fromStart bool) error {
	var kept []string
	err := lines(r, func(line string) bool {
		kept = append(kept, line)
		return true
	})
	from := len(kept) - n
	if fromStart {
		from = n - 1
	}
	for _, line := range kept[min(max(0, from), len(kept)):] {
		p.Printf("%s\n", line)
	}
	return err
}

func wc(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "clmwL")
	if err != nil {
		return p.Fail("%v", err)
	}
	return p.inputs(names, func(name string, r io.Reader) error {
		data, err := io.ReadAll(r)
		counts := []struct {
			letters string
			n       int
		}{{"l", bytes.Count(data, []byte("\n"))}, {"w", len(bytes.Fields(data))}, {"cm", len(data)}}
		var fields []string
		for _, c := range counts {
			if len(opts) == 0 || has(opts, c.letters) {
				fields = append(fields, strconv.Itoa(c.n))
			}
		}
		if name != "-" {
			fields = append(fields, name)
		}
		p.Printf("%s\n", strings.Join(fields, " "))
		return err
	})
}

func cut(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "d:f:c:b:s")
	if err != nil {
		return p.Fail("%v", err)
	}
	delimiter := "\t"
	if d := opts['d']; d != "" {
		delimiter = d
	}
	list, byField := opts['f'], true
	if list == "" {
		list, byField = opts['c']+opts['b'], false
	}
	wanted, err := ranges(list)
	if err != nil {
		return p.Fail("%v", err)
	}
	return p.inputs(names, func(_ string, r io.Reader) error {
		return lines(r, func(line string) bool {
			parts := strings.Split(line, delimiter)
			if !byField {
				parts = strings.Split(line, "")
				delimiter = ""
			}
			if byField && len(parts) == 1 {
				if !has(opts, "s") {
					p.Printf("%s\n", line)
				}
				return true
			}
			var kept []string
			for i, part := range parts {
				if wanted(i + 1) {
					kept = append(kept, part)
				}
			}
			p.Printf("%s\n", strings.Join(kept, delimiter))
			return true
		})
	})
}

// ranges reads a list such as 1,3-5,7- and returns its membership test.
func ranges(list string) (func(int) bool, error) {
	type span struct{ from, to int }
	var spans []span
	for item := range strings.SplitSeq(list, ",") {
		low, high, isRange := strings.Cut(item, "-")
		s := span{1, 1 << 30}
		var err error
		if low != "" {
			if s.from, err = strconv.Atoi(low); err != nil {
				return nil, fmt.Errorf("bad list '%s'", list)
			}
		}
		switch {
		case !isRange:
			s.to = s.from
		case high != "":
			if s.to, err = strconv.Atoi(high); err != nil {
				return nil, fmt.Errorf("bad list '%s'", list)
			}
		}
		if low == "" && !isRange {
			return nil, fmt.Errorf("bad list '%s'", list)
		}
		spans = append(spans, s)
	}
	return func(n int) bool {
		return slices.ContainsFunc(spans, func(s span) bool { return s.from <= n && n <= s.to })
	}, nil
}

func tr(_ context.Context, p *Proc) int {
	opts, sets, err := options(p.Args[1:], "cCds")
	if err != nil {
		return p.Fail("%v", err)
	}
	if len(sets) == 0 || len(sets) == 1 && !has(opts, "ds") {
		return p.Fail("needs 2 arguments")
	}
	from := expandSet(sets[0])
	var to []byte
	if len(sets) > 1 {
		to = expandSet(sets[1])
	}
	data, err := io.ReadAll(p.Stdin)
	if err != nil {
		return p.Fail("%v", err)
	}
	out := make([]byte, 0, len(data))
	for _, b := range data {
		at := bytes.IndexByte(from, b)
		if has(opts, "cC") {
			at = map[bool]int{true: len(to), false: -1}[at < 0]
		}
		switch {
		case at < 0:
			out = append(out, b)
		case has(opts, "d"):
		case len(to) > 0:
			out = append(out, to[min(at, len(to)-1)])
		default:
			out = append(out, b)
		}
		squeezed := to
		if len(to) == 0 {
			squeezed = from
		}
		if n := len(out); has(opts, "s") && n > 1 && out[n-1] == out[n-2] && bytes.IndexByte(squeezed, out[n-1]) >= 0 {
			out = out[:n-1]
		}
	}
	p.Printf("%s", out)
	return 0
}

// expandSet expands tr's ranges, classes and escapes.
func expandSet(set string) []byte {
	set = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\0`, "\x00", `\\`, `\`,
		"[:lower:]", "a-z", "[:upper:]", "A-Z", "[:digit:]", "0-9", "[:space:]", " \t\n\r\v\f",
		"[:alnum:]", "a-zA-Z0-9", "[:alpha:]", "a-zA-Z").Replace(set)
	var out []byte
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' && set[i+2] >= set[i] {
			for b := int(set[i]); b <= int(set[i+2]); b++ {
				out = append(out, byte(b))
			}
			i += 2
			continue
		}
		out = append(out, set[i])
	}
	return out
}

func sortCommand(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "nrufk:t:")
	if err != nil {
		return p.Fail("%v", err)
	}
	var all []string
	code := p.inputs(names, func(_ string, r io.Reader) error {
		return lines(r, func(line string) bool {
			all = append(all, line)
			return true
		})
	})
	slices.SortStableFunc(all, func(a, b string) int {
		order := strings.Compare(a, b)
		if has(opts, "n") {
			x, _ := strconv.ParseFloat(strings.TrimSpace(a), 64)
			y, _ := strconv.ParseFloat(strings.TrimSpace(b), 64)
			order = int(max(-1, min(1, x-y)))
		}
		if has(opts, "r") {
			return -order
		}
		return order
	})
	if has(opts, "u") {
		all = slices.Compact(all)
	}
	for _, line := range all {
		p.Printf("%s\n", line)
	}
	return code
}

func uniq(_ context.Context, p *Proc) int {
	var previous *string
	return p.inputs(p.Args[1:], func(_ string, r io.Reader) error {
		return lines(r, func(line string) bool {
			if previous == nil || *previous != line {
				p.Printf("%s\n", line)
			}
			previous = &line
			return true
		})
	})
}

func seq(ctx context.Context, p *Proc) int {
	numbers := []int{1, 1, 1}
	args := p.Args[1:]
	if len(args) < 1 || len(args) > 3 {
		return p.Fail("needs 1 argument")
	}
	for i, arg := range args {
		n, err := strconv.Atoi(arg)
		if err != nil {
			return p.Fail("bad number '%s'", arg)
		}
		numbers[i] = n
	}
	first, step, last := 1, 1, numbers[0]
	switch len(args) {
	case 2:
		first, last = numbers[0], numbers[1]
	case 3:
		first, step, last = numbers[0], numbers[1], numbers[2]
	}
	if step == 0 {
		return p.Fail("bad number '0'")
	}
	for n := first; ctx.Err() == nil && (step > 0 && n <= last || step < 0 && n >= last); n += step {
		if _, err := fmt.Fprintln(p.Stdout, n); err != nil {
			return 1
		}
	}
	return 0
}

func base64Command(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "dw:i")
	if err != nil {
		return p.Fail("%v", err)
	}
	width := 76
	if w, ok := opts['w']; ok {
		if width, err = strconv.Atoi(w); err != nil {
			return p.Fail("bad number '%s'", w)
		}
	}
	return p.inputs(names, func(_ string, r io.Reader) error {
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if has(opts, "d") {
			decoded, err := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(data), nil)))
			p.Printf("%s", decoded)
			return err
		}
		text := base64.StdEncoding.EncodeToString(data)
		if width == 0 {
			p.Printf("%s", text)
			return nil
		}
		for len(text) > 0 {
			n := min(width, len(text))
			p.Printf("%s\n", text[:n])
			text = text[n:]
		}
		return nil
	})
}

func digest(_ context.Context, p *Proc) int {
	newHash := map[string]func() hash.Hash{"md5sum": md5.New, "sha1sum": sha1.New, "sha256sum": sha256.New}[p.Args[0]]
	opts, names, err := options(p.Args[1:], "b")
	if err != nil || newHash == nil {
		return p.Fail("%v", err)
	}
	return p.inputs(names, func(name string, r io.Reader) error {
		h := newHash()
		if _, err := io.Copy(h, r); err != nil {
			return err
		}
		if has(opts, "b") {
			p.Printf("%x\n", h.Sum(nil))
		} else {
			p.Printf("%x  %s\n", h.Sum(nil), name)
		}
		return nil
	})
}
