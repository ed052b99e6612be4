package screen

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode turns the bytes of a dump into text: it reads UTF-16 (which a
// PowerShell redirect leaves), drops byte-order marks and NULs, and replaces
// bytes that are not UTF-8.
func decode(raw []byte) string {
	switch {
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}):
		return decodeUTF16(raw[2:], binary.LittleEndian)
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		return decodeUTF16(raw[2:], binary.BigEndian)
	case bytes.HasPrefix(raw, []byte{'<', 0}):
		return decodeUTF16(raw, binary.LittleEndian)
	case bytes.HasPrefix(raw, []byte{0, '<'}):
		return decodeUTF16(raw, binary.BigEndian)
	}
	s := string(bytes.TrimPrefix(raw, []byte("\ufeff")))
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	return s
}

func decodeUTF16(raw []byte, order binary.ByteOrder) string {
	units := make([]uint16, 0, len(raw)/2)
	for ; len(raw) >= 2; raw = raw[2:] {
		if u := order.Uint16(raw); u != 0 {
			units = append(units, u)
		}
	}
	return string(utf16.Decode(units))
}
