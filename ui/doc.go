// Package ui is the cockpit: the screen at which a person gives the model its
// task, watches the phone, and answers for every risky act.
//
// It is one tea.Model, the app. Its panes are plain structs that are changed
// by method calls and draw themselves into the space they are given. What
// happens in the session arrives through a mailbox as one batch of events a
// frame; what the person wants is asked of the Session in commands. Update and
// View do no I/O, and nothing but the renderer writes to the terminal.
//
// The package decides nothing about risk and never touches the phone: it shows
// the questions of package permissions and hands back the person's answers. It
// may not take a key for an answer that was typed for something else; the
// rules for that are in gate.go.
package ui

// The pictures and the recording of the README are taken from the demo, on any
// machine with the fonts that the pictures name: go generate ./ui
//
//go:generate go test . -run "^(TestPictures|TestDemoOnATerminal)$" -update
