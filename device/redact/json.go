package redact

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"

	"adroit/device/text"
)

// ownKeys hold numbers and names that this program gave out itself. A secret
// number of the same digits is not what they mean.
var ownKeys = []string{
	"node_id", "parent", "occludedBy", "windowId", "observationId", "observation_id", "bounds",
	"id", "call_id", "run_id", "turn_id", "request_id", "time", "capturedAt",
}

// ownBounds is the form in which this program writes bounds.
var ownBounds = regexp.MustCompile(`^-?\d+,-?\d+,-?\d+,-?\d+$`)

// ownTargets are the tool arguments that hold such a number or bounds, where a
// strategy beside them says so.
var (
	ownTargets = []string{"target", "container", "source", "destination"}
	byNumber   = regexp.MustCompile(`"(?:\w+_)?strategy"\s*:\s*"(?:node_id|bounds)"`)
)

// keyName matches the keys that are names, as all of this program's are. Others
// are what somebody has put in the place of a name.
var keyName = regexp.MustCompile(`^[A-Za-z_]{1,40}$`)

// JSON returns raw with every secret in its string values masked, in keys that
// are no names, and the whole value of every key that names a secret. Other keys,
// their order, other values and white space stay as they are, and so do bounds
// and the ids that this program gives out. What is not JSON is masked as text.
func (r *Registry) JSON(raw []byte) []byte {
	if !json.Valid(raw) {
		return []byte(r.Text(string(raw)))
	}
	own := ownKeys
	if byNumber.Match(raw) {
		own = slices.Concat(ownKeys, ownTargets)
	}
	var out bytes.Buffer
	out.Grow(len(raw))
	key := ""
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '"':
			end := stringEnd(raw, i)
			quoted := raw[i:end]
			if isKey(raw, end) {
				key = unquote(quoted)
			}
			switch {
			case isKey(raw, end) && keyName.MatchString(key), !isKey(raw, end) && key != "" && slices.Contains(own, key):
				out.Write(quoted)
			case isKey(raw, end):
				out.Write(r.jsonString("", quoted))
			default:
				out.Write(r.jsonString(key, quoted))
			}
			i = end
		case c == '-' || digit(c):
			end := i + len(raw[i:]) - len(bytes.TrimLeft(raw[i:], "-+.0123456789eE"))
			if r.builtin.keys.isSecretKey(key) {
				out.WriteString(`"` + Mask + `"`)
			} else {
				out.Write(raw[i:end])
			}
			i = end
		default:
			if c == '}' || c == ']' {
				key = ""
			}
			out.WriteByte(c)
			i++
		}
	}
	return out.Bytes()
}

// jsonString masks one quoted string, the value of key.
func (r *Registry) jsonString(key string, quoted []byte) []byte {
	s := unquote(quoted)
	if s == "" || ownBounds.MatchString(s) {
		return quoted
	}
	masked := Mask
	if !r.builtin.keys.isSecretKey(key) {
		masked = r.Text(s)
	}
	if masked == s {
		return quoted
	}
	out, err := text.JSON(masked)
	if err != nil {
		return []byte(`"` + Mask + `"`)
	}
	return out
}

func unquote(quoted []byte) string {
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return ""
	}
	return s
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
	rest := bytes.TrimLeft(raw[end:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}
