// Package apk makes the application files of the simulated phone: zip files with
// a manifest in Android's binary XML (AOSP
// frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h), which tell
// package, version, labels and activities as those of real apps do.
package apk

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// App is what a manifest tells.
type App struct {
	Package     string
	VersionCode int
	VersionName string
	Label       string
	Activities  []Activity
}

// Activity is one of an app's activities.
type Activity struct {
	Class string // fully qualified
	Label string // empty is the app's
}

// Kinds of chunks, and of values.
const (
	chunkStrings     = 0x0001
	chunkXML         = 0x0003
	chunkStart       = 0x0102
	chunkEnd         = 0x0103
	chunkResourceMap = 0x0180

	kindString  = 0x03
	kindDecimal = 0x10
)

// none is the index of a string that is not there.
const none = 0xffffffff

// attributes are the numbers of the attributes in android.R.attr. They come first
// among the strings.
var attributes = []struct {
	name   string
	number uint32
}{
	{"label", 0x01010001}, {"name", 0x01010003}, {"versionCode", 0x0101021b}, {"versionName", 0x0101021c},
}

// Build makes the file.
func Build(app App) []byte {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	f, err := w.Create("AndroidManifest.xml")
	if err == nil {
		_, err = f.Write(manifest(app))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a buffer takes whatever is written
	}
	return file.Bytes()
}

// document is a manifest in the making.
type document struct {
	strings  []string
	elements bytes.Buffer
}

func manifest(app App) []byte {
	d := &document{}
	for _, a := range attributes {
		d.strings = append(d.strings, a.name)
	}
	d.start("manifest", map[string]any{"package": app.Package, "versionCode": app.VersionCode, "versionName": app.VersionName})
	d.start("application", map[string]any{"label": app.Label})
	for _, a := range app.Activities {
		told := map[string]any{"name": a.Class}
		if a.Label != "" {
			told["label"] = a.Label
		}
		d.start("activity", told)
		d.end("activity")
	}
	d.end("application")
	d.end("manifest")
	numbers := make([]uint32, len(attributes))
	for i, a := range attributes {
		numbers[i] = a.number
	}
	// The strings are complete only now.
	body := append(d.pool(), chunk(chunkResourceMap, nil, encode(numbers))...)
	return chunk(chunkXML, nil, append(body, d.elements.Bytes()...))
}

// start begins an element with attributes, which are texts or numbers.
func (d *document) start(name string, told map[string]any) {
	var list []byte
	for _, attribute := range []string{"label", "name", "versionCode", "versionName", "package"} {
		switch value := told[attribute].(type) {
		case string:
			list = append(list, encode(uint32(none), d.index(attribute), uint32(none), uint16(8), uint8(0), uint8(kindString), d.index(value))...)
		case int:
			list = append(list, encode(uint32(none), d.index(attribute), uint32(none), uint16(8), uint8(0), uint8(kindDecimal), uint32(value))...)
		}
	}
	// Line, comment; namespace, name, where attributes start, their size and number.
	d.elements.Write(chunk(chunkStart, encode(uint32(1), uint32(none)),
		append(encode(uint32(none), d.index(name), uint16(20), uint16(20), uint16(len(told)), [3]uint16{}), list...)))
}

func (d *document) end(name string) {
	d.elements.Write(chunk(chunkEnd, encode(uint32(1), uint32(none)), encode(uint32(none), d.index(name))))
}

// index is the number of a string, which is added where it is new.
func (d *document) index(s string) uint32 {
	for i, known := range d.strings {
		if known == s {
			return uint32(i)
		}
	}
	d.strings = append(d.strings, s)
	return uint32(len(d.strings) - 1)
}

// pool is the chunk of the strings, in UTF-16.
func (d *document) pool() []byte {
	var offsets, texts []byte
	for _, s := range d.strings {
		offsets = append(offsets, encode(uint32(len(texts)))...)
		units := utf16.Encode([]rune(s))
		texts = append(texts, encode(uint16(len(units)), units, uint16(0))...)
	}
	texts = append(texts, make([]byte, -len(texts)&3)...)
	start := uint32(28 + len(offsets))
	return chunk(chunkStrings, encode(uint32(len(d.strings)), uint32(0), uint32(0), start, uint32(0)), append(offsets, texts...))
}

// chunk is a chunk of the rest of its header and its body.
func chunk(kind uint16, header, body []byte) []byte {
	head := encode(kind, uint16(8+len(header)), uint32(8+len(header)+len(body)))
	return append(append(head, header...), body...)
}

// encode lays out fields in little-endian order.
func encode(fields ...any) []byte {
	var b bytes.Buffer
	for _, f := range fields {
		if err := binary.Write(&b, binary.LittleEndian, f); err != nil {
			panic(err) // a field of no fixed size
		}
	}
	return b.Bytes()
}
