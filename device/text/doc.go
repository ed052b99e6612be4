// Package text makes text from outside safe to show: what a phone, a model or
// a file says may not move the cursor, change the title, reorder a line or
// hide a part of itself.
//
// Safe and Line are the only way from such text to a terminal, a log line or a
// prompt; Width, Truncate, Cut and Wrap measure what they return, in terminal cells.
// What the package returns has the same width under both common ways to
// measure it (by grapheme cluster and by code point), so that a table or a
// border stays straight on every terminal.
//
// The package is a leaf: it imports nothing of this module, and it does not
// decide what is secret.
package text
