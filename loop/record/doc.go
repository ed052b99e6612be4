// Package record keeps the log of a run: one file of JSON lines for each run,
// a header first and then every event in the order in which it happened.
//
// The log is what remains however the program ends, so the events that tell of
// an act, a decision or an end are on disk before Append returns, and a reader
// accepts a last line that a crash cut short. Whatever cannot be written is an
// error of Append, never a line that is missing without a word.
//
// The package stores what it is given: events are redacted before they get
// here. It interprets nothing in them and never talks to a phone or a model.
package record
