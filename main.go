// Adroit is a terminal cockpit in which a developer lets a language model
// operate an Android phone over adb and keeps a hand on every risky tap.
package main

import (
	"os"

	"adroit/ui/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.SystemIO()))
}
