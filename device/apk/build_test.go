package apk

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

// le encodes fields in little-endian order.
func le(fields ...any) []byte {
	var b bytes.Buffer
	for _, f := range fields {
		if err := binary.Write(&b, binary.LittleEndian, f); err != nil {
			panic(err) // a field of no fixed size: the test is wrong
		}
	}
	return b.Bytes()
}

// encodeChunk makes a chunk of the rest of its header and its body.
func encodeChunk(kind uint16, header, body []byte) []byte {
	return append(le(kind, uint16(8+len(header)), uint32(8+len(header)+len(body))), append(header, body...)...)
}

// encodeStrings makes a pool of strings, in UTF-8 or UTF-16.
func encodeStrings(utf8 bool, list []string) []byte {
	var offsets, texts []byte
	flags := uint32(0)
	for _, s := range list {
		offsets = append(offsets, le(uint32(len(texts)))...)
		if utf8 {
			flags = utf8Flag
			texts = append(append(texts, encodeLength(len(utf16.Encode([]rune(s))))...), encodeLength(len(s))...)
			texts = append(append(texts, s...), 0)
			continue
		}
		units := utf16.Encode([]rune(s))
		texts = append(texts, le(uint16(len(units)), units, uint16(0))...)
	}
	start := uint32(28 + len(offsets))
	return encodeChunk(stringPoolType, le(uint32(len(list)), uint32(0), flags, start, uint32(0)), append(offsets, texts...))
}

func encodeLength(n int) []byte {
	if n < 0x80 {
		return []byte{byte(n)}
	}
	return []byte{byte(n>>8 | 0x80), byte(n)}
}

// attribute is one of an element: a number of android.R.attr, or 0 for
// "package", with a text or a resource.
type attribute struct {
	id uint32
	value
}

type tag struct {
	name       string
	attributes []attribute
}

// encodeManifest makes binary XML of start tags. The first strings are the
// names of the attributes with numbers, which may be empty.
func encodeManifest(tags []tag) []byte {
	ids := []uint32{attrLabel, attrName, attrTargetActivity}
	pool := []string{"label", "", "targetActivity", "package"}
	index := func(s string) uint32 {
		pool = append(pool, s)
		return uint32(len(pool) - 1)
	}
	var elements []byte
	for _, t := range tags {
		var attributes []byte
		for _, a := range t.attributes {
			name := uint32(3)
			for i, id := range ids {
				if a.id == id {
					name = uint32(i)
				}
			}
			kind, data := uint8(typeReference), a.resource
			if a.resource == 0 {
				kind, data = typeString, index(a.text)
			}
			attributes = append(attributes, le(uint32(0xffffffff), name, uint32(0xffffffff), uint16(8), uint8(0), kind, data)...)
		}
		body := append(le(uint32(0xffffffff), index(t.name), uint16(20), uint16(20), uint16(len(t.attributes)), [3]uint16{}), attributes...)
		elements = append(elements, encodeChunk(xmlStartElementType, le(uint32(1), uint32(0xffffffff)), body)...)
	}
	body := append(encodeStrings(false, pool), encodeChunk(xmlResourceMapType, nil, le(ids))...)
	return encodeChunk(xmlType, nil, append(body, elements...))
}

// variant is one resource in one configuration.
type variant struct {
	id       uint32
	language string // "de", "deCH" or "" for any
	operator uint32
	style    string // how the entry is told: "", "sparse", "offset16" or "compact"
	value
}

// encodeTable makes resources.arsc, with one type chunk for each variant.
func encodeTable(variants []variant) []byte {
	var pool []string
	types := map[uint32][]byte{}
	for _, v := range variants {
		kind, data := uint8(typeReference), v.resource
		if v.resource == 0 {
			kind, data = typeString, uint32(len(pool))
			pool = append(pool, v.text)
		}
		types[v.id>>24] = append(types[v.id>>24], encodeType(v, kind, data)...)
	}
	body := encodeStrings(true, pool)
	for id, chunks := range types {
		header := le(id, [128]uint16{}, [5]uint32{})
		body = append(body, encodeChunk(tablePackageType, header, chunks)...)
	}
	return encodeChunk(tableType, le(uint32(1)), body)
}

func encodeType(v variant, kind uint8, data uint32) []byte {
	index := uint16(v.id)
	entry := le(uint16(8), uint16(0), uint32(0), uint16(8), uint8(0), kind, data)
	count, flags := uint32(index)+1, uint8(0)
	var offsets []byte
	switch v.style {
	case "sparse":
		count, flags, offsets = 1, sparseFlag, le(index, uint16(0))
	case "offset16":
		flags, offsets = offset16Flag, append(bytes.Repeat([]byte{0xff, 0xff}, int(index)), 0, 0)
		offsets = append(offsets, make([]byte, len(offsets)%4)...)
	default:
		offsets = append(bytes.Repeat([]byte{0xff}, 4*int(index)), 0, 0, 0, 0)
	}
	if v.style == "compact" {
		entry = le(uint16(0), uint16(kind)<<8|compactFlag, data)
	}
	var config [48]byte
	binary.LittleEndian.PutUint32(config[:], uint32(len(config)))
	binary.LittleEndian.PutUint32(config[4:], v.operator)
	copy(config[8:], v.language)
	start := uint32(20 + len(config) + len(offsets))
	header := append(le(uint8(v.id>>16), flags, uint16(0), count, start), config[:]...)
	return encodeChunk(tableTypeType, header, append(offsets, entry...))
}

// encodeAPK packs files by name, a nil one not at all.
func encodeAPK(t testing.TB, files map[string][]byte) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, data := range files {
		if data == nil {
			continue
		}
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}
