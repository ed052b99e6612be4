package apk

import (
	"encoding/binary"
	"unicode/utf16"
)

// stringPool is a chunk of strings (ResStringPool_header).
type stringPool chunk

// utf8Flag marks a pool in UTF-8; others are in UTF-16.
const utf8Flag = 1 << 8

// at is the string with the given index, "" where there is none.
func (p stringPool) at(index uint32) string {
	count, flags, start := p.all.u32(8), p.all.u32(16), p.all.u32(20)
	if index >= count {
		return ""
	}
	offsets := chunk(p).body()
	if uint64(index) >= uint64(len(offsets)/4) {
		return ""
	}
	text := p.all.from(start).from(offsets.u32(4 * int(index)))
	if flags&utf8Flag != 0 {
		return utf8Text(text)
	}
	return utf16Text(text)
}

// utf8Text reads a length in characters, one in bytes, and the bytes. A length
// is one byte, or two where the highest bit of the first is set.
func utf8Text(b block) string {
	_, b = shortLength(b)
	n, b := shortLength(b)
	return string(b[:min(n, len(b))])
}

func shortLength(b block) (int, block) {
	n := b.u8(0)
	if n&0x80 == 0 {
		return n, b.from(1)
	}
	return n&0x7f<<8 | b.u8(1), b.from(2)
}

// utf16Text reads a length in units and the units. The length is one unit, or
// two where the highest bit of the first is set.
func utf16Text(b block) string {
	n := b.u16(0)
	b = b.from(2)
	if n&0x8000 != 0 {
		n = n&0x7fff<<16 | b.u16(0)
		b = b.from(2)
	}
	units := make([]uint16, min(n, len(b)/2))
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}
