package eval

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
)

// Example is the file of a suite with every key, and words on what it means.
//
//go:embed example.toml
var Example string

//go:embed builtin/*.toml
var builtin embed.FS

// BuiltinName is the name of the suite that the program brings along.
const BuiltinName = "builtin"

// Builtin is the suite that the program brings along: tasks on every app of the
// simulated phone, and on what can go wrong with it.
func Builtin() Suite {
	suite := Suite{Name: BuiltinName}
	files, err := fs.Glob(builtin, "builtin/*.toml")
	if err != nil {
		panic(err) // the pattern is ours
	}
	for _, file := range files {
		data, err := builtin.ReadFile(file)
		if err != nil {
			panic(err) // it was listed
		}
		part, err := Parse(path.Base(file), data)
		if err != nil {
			panic(fmt.Sprintf("eval: %v", err)) // a test reads every file
		}
		suite.Tasks = append(suite.Tasks, part.Tasks...)
	}
	return suite
}
