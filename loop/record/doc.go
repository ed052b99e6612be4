// Package record keeps the log of a run: one file of JSON lines for each run,
// a header first and then every event in the order in which it happened.
//
// The log is what remains however the program ends, so the events that tell of
// an act, a decision or an end are on disk before Append returns, and a reader
// accepts a last line that a crash cut short. Whatever cannot be written is an
// error of Append, never a line that is missing without a word. The file
// schema.json describes a line of it.
//
// What is recorded can be found, told in order as a Story, exported, and played
// back. The package stores what it is given: events are redacted before they
// get here. It never talks to a phone or a model, and no export repeats a call
// in which a secret was masked.
package record
