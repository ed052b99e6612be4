package apk

import (
	"errors"
	"strings"
)

// Types of values (Res_value).
const (
	typeReference = 0x01
	typeString    = 0x03
)

// value is a text, or the number of a resource.
type value struct {
	text     string
	resource uint32 // 0 for a text
}

// manifest is what AndroidManifest.xml tells of labels.
type manifest struct {
	pkg        string
	label      value            // of the application
	activities map[string]value // by class; one without a label of its own is the zero value
}

// Numbers of the attributes in android.R.attr, which stay where a shrinker has
// removed their names.
const (
	attrLabel          = 0x01010001
	attrName           = 0x01010003
	attrTargetActivity = 0x01010202
)

var errManifest = errors.New("AndroidManifest.xml is not binary XML")

// parseManifest reads a binary AndroidManifest.xml.
func parseManifest(data []byte) (manifest, error) {
	m := manifest{activities: map[string]value{}}
	document := chunk{block(data).u16(0), data}
	if document.kind != xmlType {
		return m, errManifest
	}
	var x xmlReader
	targets := map[string]string{}
	for c := range document.body().chunks() {
		switch c.kind {
		case stringPoolType:
			x.strings = stringPool(c)
		case xmlResourceMapType:
			x.attributes = c.body()
		case xmlStartElementType:
			m.element(x.element(c), targets)
		}
	}
	if m.pkg == "" {
		return m, errManifest
	}
	m.inherit(targets)
	return m, nil
}

// element is a start tag with those of its attributes that matter.
type element struct {
	tag               string
	pkg, name, target string
	label             value
}

func (m *manifest) element(e element, targets map[string]string) {
	switch e.tag {
	case "manifest":
		m.pkg = e.pkg
	case "application":
		m.label = e.label
	case "activity", "activity-alias":
		class := m.class(e.name)
		m.activities[class] = e.label
		if e.target != "" {
			targets[class] = m.class(e.target)
		}
	}
}

// inherit gives aliases without a label that of the activity they stand for.
func (m *manifest) inherit(targets map[string]string) {
	for alias, target := range targets {
		if m.activities[alias] == (value{}) {
			m.activities[alias] = m.activities[target]
		}
	}
}

// class is the full name of a class, which may be shortened against the
// package.
func (m *manifest) class(name string) string {
	switch strings.IndexByte(name, '.') {
	case 0:
		return m.pkg + name
	case -1:
		return m.pkg + "." + name
	}
	return name
}

// xmlReader reads elements of binary XML.
type xmlReader struct {
	strings    stringPool
	attributes block // their numbers, by the index of their names
}

// element reads a start tag (ResXMLTree_attrExt, ResXMLTree_attribute).
func (x *xmlReader) element(c chunk) element {
	body := c.body()
	e := element{tag: x.strings.at(body.u32(4))}
	start, size, count := body.u16(8), body.u16(10), body.u16(12)
	for i := range count {
		a := body.from(uint32(start + i*size))
		if len(a) == 0 {
			break
		}
		name, v := a.u32(4), x.value(a)
		switch id := x.attributes.from(4 * name).u32(0); {
		case id == attrLabel:
			e.label = v
		case id == attrName:
			e.name = v.text
		case id == attrTargetActivity:
			e.target = v.text
		case id == 0 && x.strings.at(name) == "package":
			e.pkg = v.text
		}
	}
	return e
}

func (x *xmlReader) value(attribute block) value {
	switch data := attribute.u32(16); attribute.u8(15) {
	case typeString:
		return value{text: x.strings.at(data)}
	case typeReference:
		return value{resource: data}
	}
	return value{}
}
