// Package redact decides what is secret and masks it.
//
// It is the one choke point in front of everything that leaves the device
// layer. A Registry is built once a session and handed to every part that
// shows, logs, stores or sends text: whatever it has once found secret it
// masks everywhere for the rest of the session, also where the value stands
// without the context that gave it away.
//
// The package works on text alone; which text of a screen is masked under
// which label is the business of package screen. It never keeps a secret where
// a caller can read it back.
package redact
