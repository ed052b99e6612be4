//go:build unix

package ui

// OpenTerminal lets the tests of the package's outside use a pseudo terminal.
var OpenTerminal = openTerminal
