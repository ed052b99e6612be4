package android

import (
	"io"
	"slices"
)

// Process is a program that runs on the phone without a window: what a client
// left running for itself.
type Process struct {
	PID  int // given by Spawn
	Name string
	Args string // the whole command line
	// Socket is the abstract Unix socket (unix(7)) that the process listens
	// on, Serve what it does with a connection. Serve is called without the
	// system's being locked.
	Socket string
	Serve  func(io.ReadWriter)
}

// firstPID is the first process id that a client's program gets.
const firstPID = 6001

// Spawn starts a process.
func (s *System) Spawn(p Process) {
	p.PID = firstPID + s.spawned
	s.spawned++
	s.processes = append(s.processes, p)
}

// Processes returns what runs, the oldest first.
func (s *System) Processes() []Process { return slices.Clone(s.processes) }

// Kill ends the processes that match.
func (s *System) Kill(match func(Process) bool) {
	s.processes = slices.DeleteFunc(s.processes, match)
}
