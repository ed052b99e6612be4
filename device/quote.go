package device

import "strings"

// Quote makes s one word of a POSIX shell command line, whatever s contains
// but NUL, which no shell can pass on. It is the only way from a value to
// shell text in this package.
func Quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
