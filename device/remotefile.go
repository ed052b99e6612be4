package device

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// How much of a file one command reads, in blocks: more from one time to the
// next as long as one part follows the other.
const (
	blockSize  = 64 << 10
	mostBlocks = 64
)

// remoteFile reads parts of a file on the phone. It is for one goroutine.
type remoteFile struct {
	ctx    context.Context //nolint:containedctx // io.ReaderAt has no room for one
	phone  *Phone
	path   string
	size   int64
	blocks int64  // that the last command read
	start  int64  // of window
	window []byte // what it read
}

func (p *Phone) openFile(ctx context.Context, path string) (*remoteFile, error) {
	answer, err := p.shell(ctx, "stat -c %s "+Quote(path), nil)
	if err != nil {
		return nil, err
	}
	size, err := strconv.ParseInt(strings.TrimSpace(string(answer.Stdout)), 10, 64)
	if err != nil {
		return nil, unknownRefusal("asked for the size of "+path+", the phone answered", p.registry.Text(firstLine(answer)))
	}
	return &remoteFile{ctx: ctx, phone: p, path: path, size: size}, nil
}

// ReadAt reads from the last part that was read, else from the phone.
func (f *remoteFile) ReadAt(b []byte, off int64) (int, error) {
	n := 0
	for n < len(b) && off+int64(n) < f.size {
		at := off + int64(n)
		if at < f.start || at >= f.start+int64(len(f.window)) {
			if err := f.fetch(at, int64(len(b)-n)); err != nil {
				return n, err
			}
		}
		n += copy(b[n:], f.window[at-f.start:])
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// fetch reads the blocks from the one in which at lies: those that hold the
// next size bytes, and more where the file is read on.
func (f *remoteFile) fetch(at, size int64) error {
	first, last := at/blockSize, (at+size-1)/blockSize
	blocks := last - first + 1
	if at == f.start+int64(len(f.window)) {
		blocks = max(blocks, 2*f.blocks)
	}
	blocks = min(blocks, mostBlocks)
	command := fmt.Sprintf("dd if=%s bs=%d skip=%d count=%d 2>/dev/null", Quote(f.path), blockSize, first, blocks)
	part, err := f.phone.shell(f.ctx, command, nil)
	if err != nil {
		return err
	}
	f.start, f.window, f.blocks = first*blockSize, part.Stdout, blocks
	if at >= f.start+int64(len(f.window)) {
		return fmt.Errorf("read %s at %d: %w", f.path, at, io.ErrUnexpectedEOF)
	}
	return nil
}
