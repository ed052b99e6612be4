package apk

import (
	"encoding/binary"
	"iter"
)

// Types of chunks (ResourceTypes.h).
const (
	stringPoolType      = 0x0001
	tableType           = 0x0002
	xmlType             = 0x0003
	xmlStartElementType = 0x0102
	xmlResourceMapType  = 0x0180
	tablePackageType    = 0x0200
	tableTypeType       = 0x0201
)

// block is bytes of which nothing is known. Reading beyond its end gives zeros.
type block []byte

func (b block) u8(at int) int {
	if at < 0 || at >= len(b) {
		return 0
	}
	return int(b[at])
}

func (b block) u16(at int) int {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

func (b block) u32(at int) uint32 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint32(b[at:])
}

// from is the rest behind an offset, empty where that is beyond the end.
func (b block) from(at uint32) block {
	return b[min(uint64(at), uint64(len(b))):]
}

// chunk is one chunk, with its header (ResChunk_header).
type chunk struct {
	kind int
	all  block
}

// header is the length of the chunk's header.
func (c chunk) header() uint32 { return uint32(c.all.u16(2)) }

// body is what follows the header.
func (c chunk) body() block { return c.all.from(c.header()) }

// chunks are the chunks that follow each other in b, up to the first that is
// broken.
func (b block) chunks() iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		for len(b) >= 8 {
			size := b.u32(4)
			if size < 8 || uint64(size) > uint64(len(b)) || !yield(chunk{b.u16(0), b[:size]}) {
				return
			}
			b = b[size:]
		}
	}
}
