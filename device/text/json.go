package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
)

// JSON is json.Marshal for what is shown, kept or sent: characters that could
// control a terminal or deceive a reader, which JSON (RFC 8259, section 7)
// allows to stand in a string as they are, are escaped, \u009b; the
// characters that only HTML minds are not. A reader of JSON gets the same
// value either way.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := encode(&b, v, ""); err != nil {
		return nil, err
	}
	return escape(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// WriteJSON writes v as JSON does, and a line feed. With an indent it takes a
// line for each field and element.
func WriteJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	if err := encode(&b, v, indent); err != nil {
		return err
	}
	_, err := w.Write(escape(b.Bytes()))
	return err
}

func encode(b *bytes.Buffer, v any, indent string) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	return enc.Encode(v)
}

// escape writes the unsafe characters of a JSON text, all of which stand in
// strings, as escapes.
func escape(doc []byte) []byte {
	if !bytes.ContainsFunc(doc, unsafe) {
		return doc
	}
	var b strings.Builder
	b.Grow(len(doc) + 64)
	for _, r := range string(doc) {
		switch {
		case !unsafe(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return []byte(b.String())
}

// unsafe reports whether r is a control but for the line feed (the others
// below a space are escaped in any JSON), a format character, or a separator
// of lines or paragraphs.
func unsafe(r rune) bool {
	if r < 0x7f {
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}
