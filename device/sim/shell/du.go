package shell

import (
	"context"
	"fmt"
	"path"
)

// diskBlock is what files take whole numbers of, in bytes (ext4 and f2fs).
const diskBlock = 4096

// du tells how much directories take with all that is in them, the innermost
// first: in blocks of 1 KB, or with -h for people. -s tells of its arguments
// alone, -a of files too.
func du(_ context.Context, p *Proc) int {
	opts, names, err := options(p.Args[1:], "asckhxLHld:m")
	if err != nil {
		return p.Fail("%v", err)
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	code := 0
	var measure func(name string, named bool) int64
	measure = func(name string, named bool) int64 {
		info, err := p.FS().Stat(p.Path(name), false)
		if err != nil {
			code = p.Fail("%s: %v", name, causeOf(err))
			return 0
		}
		size := (info.Size() + diskBlock - 1) / diskBlock * diskBlock
		if info.IsDir() {
			size = diskBlock
			children, err := p.FS().ReadDir(p.Path(name))
			if err != nil {
				code = p.Fail("%s: %v", name, causeOf(err))
			}
			for _, child := range children {
				size += measure(path.Join(name, child.Name()), false)
			}
		}
		if named || has(opts, "a") || info.IsDir() && !has(opts, "s") {
			p.Printf("%s\t%s\n", diskSize(size, opts), name)
		}
		return size
	}
	total := int64(0)
	for _, name := range names {
		total += measure(name, true)
	}
	if has(opts, "c") {
		p.Printf("%s\ttotal\n", diskSize(total, opts))
	}
	return code
}

// diskSize writes a size as du's options ask.
func diskSize(bytes int64, opts map[byte]string) string {
	switch {
	case has(opts, "m"):
		return fmt.Sprint((bytes + 1<<20 - 1) >> 20)
	case !has(opts, "h"):
		return fmt.Sprint(bytes >> 10)
	}
	size, unit := float64(bytes)/1024, 0
	for size >= 1000 && unit < 2 {
		size, unit = size/1024, unit+1
	}
	if size < 10 {
		return fmt.Sprintf("%.1f%c", size, "KMG"[unit])
	}
	return fmt.Sprintf("%.0f%c", size, "KMG"[unit])
}
