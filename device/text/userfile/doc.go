// Package userfile reads the files that a person writes, strictly: what would
// silently do less than was meant is a mistake. All mistakes of a file are told
// at once, each with its line and in the form FILE:LINE: what is wrong; what to
// do.
//
// TOML and YAML make a [Document] of a file: a tree in which everything knows
// its line. Whoever reads it says what is wrong with Wrong, and asks Err at the
// end. A table is best read with Read, by one function for each key that there
// is.
//
// The package knows device/text alone, and nothing of what any file is for.
package userfile
