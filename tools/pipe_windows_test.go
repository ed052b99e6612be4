package tools_test

import "testing"

// makePipe does nothing: named pipes are no files here.
func makePipe(*testing.T, string) {}
