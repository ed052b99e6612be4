package apk

import (
	"errors"

	"golang.org/x/text/language"
)

// table is resources.arsc.
type table struct {
	strings  stringPool
	packages map[uint32][]chunk // the ResTable_type chunks of a package, by its id
}

var errTable = errors.New("resources.arsc is not a table of resources")

// parseTable reads the chunks of resources.arsc; their entries are read when
// they are asked for.
func parseTable(data []byte) (table, error) {
	t := table{packages: map[uint32][]chunk{}}
	all := chunk{block(data).u16(0), data}
	if all.kind != tableType {
		return t, errTable
	}
	for c := range all.body().chunks() {
		switch c.kind {
		case stringPoolType:
			t.strings = stringPool(c)
		case tablePackageType:
			id := c.all.u32(8)
			for inner := range c.body().chunks() {
				if inner.kind == tableTypeType {
					t.packages[id] = append(t.packages[id], inner)
				}
			}
		}
	}
	return t, nil
}

// maxAliases bounds how often a resource may stand for another.
const maxAliases = 8

// text is a value as text in the language that suits best, "" where there is
// none.
func (t table) text(v value, languages []language.Tag) string {
	for range maxAliases {
		if v.resource == 0 {
			return v.text
		}
		v = t.lookup(v.resource, languages)
	}
	return ""
}

// lookup finds the value of a resource, of the number 0xPPTTEEEE: package,
// type, entry. The first of tags is the language that is taken when none suits.
func (t table) lookup(id uint32, languages []language.Tag) value {
	tags := []language.Tag{language.Und}
	values := []value{{}}
	for _, c := range t.packages[id>>24] {
		if uint32(c.all.u8(8)) != id>>16&0xff {
			continue
		}
		v, ok := t.entry(c, int(id&0xffff))
		if !ok {
			continue
		}
		if tag, plain := parseConfig(c.all.from(20)); plain && tag == language.Und {
			values[0] = v
		} else if plain {
			tags, values = append(tags, tag), append(values, v)
		}
	}
	_, best, confidence := language.NewMatcher(tags).Match(languages...)
	if confidence < language.High {
		best = 0
	}
	return values[best]
}

// Flags of a ResTable_type: how it says where its entries are.
const (
	sparseFlag   = 0x01
	offset16Flag = 0x02
)

const noEntry = 0xffffffff

// offset is where an entry begins, noEntry where this type has none for it.
func offset(c chunk, entry int) uint32 {
	offsets, count := c.body(), int(min(c.all.u32(12), 0xffff+1))
	switch flags := c.all.u8(9); {
	case flags&sparseFlag != 0:
		for i := range min(count, len(offsets)/4) {
			if offsets.u16(4*i) == entry {
				return 4 * uint32(offsets.u16(4*i+2))
			}
		}
	case entry >= count:
	case flags&offset16Flag != 0:
		if at := offsets.u16(2 * entry); at != noEntry&0xffff {
			return 4 * uint32(at)
		}
	case 4*entry+4 <= len(offsets):
		return offsets.u32(4 * entry)
	}
	return noEntry
}

// Flags of a ResTable_entry.
const (
	complexFlag = 0x1 // a map, such as a style
	compactFlag = 0x8 // a value of which the type stands in the flags
)

// entry reads one entry of a type (ResTable_entry, Res_value).
func (t table) entry(c chunk, entry int) (value, bool) {
	at := offset(c, entry)
	if at == noEntry {
		return value{}, false
	}
	e := c.all.from(c.all.u32(16)).from(at)
	flags := e.u16(2)
	kind, data := flags>>8, e.u32(4)
	if flags&compactFlag == 0 {
		v := e.from(uint32(e.u16(0)))
		kind, data = v.u8(3), v.u32(4)
	}
	switch {
	case flags&complexFlag != 0:
	case kind == typeString:
		return value{text: t.strings.at(data)}, true
	case kind == typeReference:
		return value{resource: data}, true
	}
	return value{}, false
}

// parseConfig reads the language of a ResTable_config, and whether it is for
// every network operator: some have names of their own.
func parseConfig(b block) (tag language.Tag, plain bool) {
	code := unpack(b.from(8), 'a')
	if region := unpack(b.from(10), '0'); code != "" && region != "" {
		code += "-" + region
	}
	if code == "" {
		return language.Und, b.u32(4) == 0
	}
	tag, err := language.Parse(code)
	return tag, err == nil && b.u32(4) == 0
}

// unpack reads a language or region: two letters, or three of five bits each
// with the highest bit set (ResTable_config::unpackLanguageOrRegion).
func unpack(b block, base byte) string {
	first, second := b.u8(0), b.u8(1)
	switch {
	case first == 0:
		return ""
	case first&0x80 == 0:
		return string([]byte{byte(first), byte(second)})
	}
	return string([]byte{
		base + byte(second&0x1f),
		base + byte(second&0xe0>>5|first&0x03<<3),
		base + byte(first&0x7c>>2),
	})
}
