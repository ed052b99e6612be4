package apps

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
)

// LoadSaved reads the .xml files of a directory. Of one that is broken, or not
// of uiautomator's own form, as much can be touched as can be made out; it is
// served as it is all the same.
func LoadSaved(dir string) ([]Saved, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("saved screens: %w", err)
	}
	var all []Saved
	for _, entry := range entries {
		name, isDump := strings.CutSuffix(entry.Name(), ".xml")
		if !isDump {
			continue
		}
		file := filepath.Join(dir, entry.Name())
		// Anything but a file has no end, or no text.
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("saved screens: %w", err)
		}
		all = append(all, Saved{Name: name, xml: string(text), roots: readSaved(text)})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("saved screens: no .xml file in %s", dir)
	}
	return all, nil
}

// readSaved makes out the nodes of a dump as far as it can be read: the last
// tree of several, the windows of the phone's own display from the back to the
// front, and elements that are called by their class.
func readSaved(text []byte) []*savedNode {
	d := xml.NewDecoder(bytes.NewReader(utf8Text(text)))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var roots, open []*savedNode // open are those around what is read, nil for what is no node
	inDisplays := false
	for {
		token, err := d.Token()
		if err != nil {
			return roots
		}
		switch t := token.(type) {
		case xml.StartElement:
			n := nodeOf(t)
			inDisplays = inDisplays || t.Name.Local == "displays"
			switch parent := innermost(open); {
			case t.Name.Local == "display" && attribute(t, "id") != "0":
				if d.Skip() != nil {
					return roots
				}
				continue
			case t.Name.Local == "hierarchy" && !inDisplays:
				roots = nil
			case n == nil:
			case parent != nil:
				parent.nodes = append(parent.nodes, n)
			case inDisplays: // which lists the window in front first
				roots = append([]*savedNode{n}, roots...)
			default:
				roots = append(roots, n)
			}
			open = append(open, n)
		case xml.EndElement:
			open = open[:max(0, len(open)-1)]
		}
	}
}

func innermost(open []*savedNode) *savedNode {
	for _, n := range slices.Backward(open) {
		if n != nil {
			return n
		}
	}
	return nil
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// nodeOf is what an element tells about its view, nil for one that is no view.
func nodeOf(t xml.StartElement) *savedNode {
	value := func(name string) string { return attribute(t, name) }
	is := func(name string) bool { return value(name) == "true" }
	if t.Name.Local != "node" && (value("class") == "" || value("bounds") == "") {
		return nil
	}
	return &savedNode{
		text: value("text"), id: value("resource-id"), class: value("class"), pkg: value("package"),
		desc: value("content-desc"), hint: value("hint"), bounds: value("bounds"),
		check: is("checkable"), checked: is("checked"), click: is("clickable"), enabled: is("enabled"),
		long: is("long-clickable"), password: is("password"), selected: is("selected"),
	}
}

// utf8Text is a dump without what stands before the first tag; one that came
// through PowerShell is UTF-16.
func utf8Text(text []byte) []byte {
	for mark, order := range map[string]binary.ByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian} {
		if rest, ok := bytes.CutPrefix(text, []byte(mark)); ok {
			units := make([]uint16, len(rest)/2)
			for i := range units {
				units[i] = order.Uint16(rest[2*i:])
			}
			text = []byte(string(utf16.Decode(units)))
		}
	}
	return text[max(0, bytes.IndexByte(text, '<')):]
}
