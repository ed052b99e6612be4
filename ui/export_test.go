//go:build unix

package ui

// OpenTerminal lets the tests of the package's outside use a pseudo terminal.
var OpenTerminal = openTerminal

// SessionEnv names the variable by which they start the test's program as
// another one.
const SessionEnv = sessionEnv

// RunProgram is the whole program, which only they may know.
var RunProgram func(args []string) int
