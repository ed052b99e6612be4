package shell

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// grep prints the lines that match.
func grep(_ context.Context, p *Proc) int {
	g := grepRun{p: p}
	names, err := g.parse()
	if err != nil {
		fmt.Fprintf(p.Stderr, "grep: %v\n", err)
		return 2
	}
	g.showNames = has(g.opts, "H") || len(names) > 1 && !has(g.opts, "h")
	if code := p.inputs(names, g.file); code != 0 && !has(g.opts, "s") {
		return 2
	}
	if g.matched {
		return 0
	}
	return 1
}

// grepRun is one grep: what it looks for and what it has seen.
type grepRun struct {
	p             *Proc
	opts          map[byte]string
	re            *regexp.Regexp
	words         []string // that re is an alternation of, if it is nothing more
	before, after int      // lines of context
	limit         int      // matching lines a file, -1 without limit
	showNames     bool
	matched       bool
}

func (g *grepRun) parse() (names []string, err error) {
	var patterns []string
	args := g.p.Args[1:]
	var rest []string
	// -e may be given more than once, which the option map cannot hold.
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-e" && i+1 < len(args):
			patterns = append(patterns, args[i+1])
			i++
		case args[i] == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		default:
			rest = append(rest, strings.Replace(args[i], "--color=never", "-s", 1))
		}
	}
	opts, operands, err := options(rest, "EFGHLA:B:C:acehilm:noqrsvwxz")
	if err != nil {
		return nil, err
	}
	g.opts = opts
	if len(patterns) == 0 {
		if len(operands) == 0 {
			return nil, fmt.Errorf("no REGEX")
		}
		patterns, operands = strings.Split(operands[0], "\n"), operands[1:]
	}
	g.limit = -1
	for letter, n := range map[byte]*int{'A': &g.after, 'B': &g.before, 'm': &g.limit} {
		if v, ok := opts[letter]; ok {
			if *n, err = strconv.Atoi(v); err != nil {
				return nil, fmt.Errorf("bad number '%s'", v)
			}
		}
	}
	if v, ok := opts['C']; ok {
		if g.before, err = strconv.Atoi(v); err != nil {
			return nil, fmt.Errorf("bad number '%s'", v)
		}
		g.after = g.before
	}
	g.re, err = g.compile(patterns)
	return operands, err
}

func (g *grepRun) compile(patterns []string) (*regexp.Regexp, error) {
	for i, pattern := range patterns {
		switch {
		case has(g.opts, "F") || g.p.Args[0] == "fgrep":
			patterns[i] = regexp.QuoteMeta(pattern)
		case !has(g.opts, "E") && g.p.Args[0] != "egrep":
			patterns[i] = basicToExtended(pattern)
		}
	}
	expr := "(?:" + strings.Join(patterns, ")|(?:") + ")"
	if words := strings.Split(strings.Join(patterns, "|"), "|"); !has(g.opts, "xwi") && !slices.ContainsFunc(words, notPlain) {
		g.words = words
	}
	if has(g.opts, "x") {
		expr = "^(?:" + expr + ")$"
	}
	if has(g.opts, "w") {
		expr = `\b(?:` + expr + `)\b`
	}
	if has(g.opts, "i") {
		expr = "(?i)" + expr
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, fmt.Errorf("bad regex '%s'", strings.Join(patterns, "\n"))
	}
	return re, nil
}

// notPlain reports whether a pattern is more than the text that it matches.
func notPlain(pattern string) bool { return regexp.QuoteMeta(pattern) != pattern }

// matches reports whether a line matches. The plain words that scripts mostly
// look for are found without the expression, which takes many times as long.
func (g *grepRun) matches(line string) bool {
	if len(g.words) == 0 {
		return g.re.MatchString(line)
	}
	return slices.ContainsFunc(g.words, func(word string) bool { return strings.Contains(line, word) })
}

// file greps one input.
func (g *grepRun) file(name string, r io.Reader) error {
	prefix := ""
	if g.showNames {
		prefix = name + ":"
	}
	count, number, lastShown := 0, 0, 0
	var earlier []string
	context := 0
	show := func(line string, n int) {
		if (g.before > 0 || g.after > 0) && lastShown > 0 && n > lastShown+1 {
			g.p.Printf("--\n")
		}
		lastShown = n
		if has(g.opts, "n") {
			line = strconv.Itoa(n) + ":" + line
		}
		g.p.Printf("%s%s\n", prefix, line)
	}
	quiet := has(g.opts, "qclL")
	err := lines(r, func(line string) bool {
		number++
		if g.matches(line) == has(g.opts, "v") {
			if context > 0 && !quiet {
				context--
				show(line, number)
			} else if g.before > 0 {
				earlier = append(earlier, line)
				earlier = earlier[max(0, len(earlier)-g.before):]
			}
			return !(g.limit >= 0 && count >= g.limit) || context > 0
		}
		if g.limit >= 0 && count >= g.limit {
			return false
		}
		g.matched = true
		count++
		switch {
		case quiet:
		case has(g.opts, "o"):
			for _, match := range g.re.FindAllString(line, -1) {
				show(match, number)
			}
		default:
			for i, before := range earlier {
				show(before, number-len(earlier)+i)
			}
			show(line, number)
		}
		earlier, context = nil, g.after
		return !has(g.opts, "q") && (g.limit < 0 || count < g.limit || g.after > 0)
	})
	switch {
	case has(g.opts, "c"):
		g.p.Printf("%s%d\n", prefix, count)
	case has(g.opts, "l") && count > 0, has(g.opts, "L") && count == 0:
		g.p.Printf("%s\n", name)
	}
	return err
}

// basicToExtended rewrites a POSIX basic regular expression as an extended
// one: there a backslash gives + ? | ( ) { } their meaning, here it takes it.
func basicToExtended(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			i++
			if !strings.ContainsRune("+?|(){}", rune(pattern[i])) {
				b.WriteByte('\\')
			}
			b.WriteByte(pattern[i])
		case c == '[':
			end := bracketEnd(pattern, i)
			b.WriteString(pattern[i:end])
			i = end - 1
		case strings.ContainsRune("+?|(){}", rune(c)), c == '*' && (i == 0 || pattern[i-1] == '^'):
			b.WriteString("\\" + string(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// bracketEnd returns the index after the bracket expression that starts at i.
func bracketEnd(pattern string, i int) int {
	for j := i + 1; j < len(pattern); j++ {
		first := j == i+1 || j == i+2 && pattern[i+1] == '^'
		if pattern[j] == ']' && !first {
			return j + 1
		}
		if strings.HasPrefix(pattern[j:], "[:") {
			if end := strings.Index(pattern[j:], ":]"); end > 0 {
				j += end + 1
			}
		}
	}
	return len(pattern)
}
