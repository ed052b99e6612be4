package model

import (
	"bytes"
	"encoding/json"
	"errors"
)

// unmarshalLax reads a document into v. Fields of an unexpected type are passed
// over; the error is for documents that are not JSON.
func unmarshalLax(doc []byte, v any) error {
	err := json.Unmarshal(doc, v)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil // encoding/json has read the other fields
	}
	return err
}

// isSet reports whether raw holds more than null or emptiness.
func isSet(raw json.RawMessage) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", `""`, "{}", "[]", "false":
		return false
	}
	return true
}
