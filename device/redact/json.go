package redact

import (
	"bytes"
	"encoding/json"
)

// JSON returns raw with every secret in its string values masked. Keys, their
// order, numbers and white space stay as they are. What is not JSON is masked
// as text.
func (r *Registry) JSON(raw []byte) []byte {
	if !json.Valid(raw) {
		return []byte(r.Text(string(raw)))
	}
	var out bytes.Buffer
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			out.WriteByte(raw[i])
			i++
			continue
		}
		end := stringEnd(raw, i)
		if isKey(raw, end) {
			out.Write(raw[i:end])
		} else {
			out.Write(r.jsonString(raw[i:end]))
		}
		i = end
	}
	return out.Bytes()
}

// jsonString masks one quoted string.
func (r *Registry) jsonString(quoted []byte) []byte {
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return quoted
	}
	masked := r.Text(s)
	if masked == s {
		return quoted
	}
	out, err := json.Marshal(masked)
	if err != nil {
		return []byte(`"` + Mask + `"`)
	}
	return out
}

// stringEnd returns the offset after the quoted string that begins at start.
func stringEnd(raw []byte, start int) int {
	for i := start + 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

// isKey reports whether a colon follows, so that the string before is a key.
func isKey(raw []byte, end int) bool {
	for _, c := range raw[end:] {
		switch c {
		case ' ', '\t', '\n', '\r':
		default:
			return c == ':'
		}
	}
	return false
}
