package shell

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// sed edits lines with s, d, p and q commands, each with an optional address:
// a line number, $, or /regex/. It covers what scripts over adb do with it.
func sed(_ context.Context, p *Proc) int {
	opts, operands, err := options(p.Args[1:], "nErse:")
	if err != nil {
		return p.Fail("%v", err)
	}
	script, ok := opts['e']
	if !ok {
		if len(operands) == 0 {
			return p.Fail("no script")
		}
		script, operands = operands[0], operands[1:]
	}
	commands, err := parseSed(script, has(opts, "Er"))
	if err != nil {
		return p.Fail("%v", err)
	}
	number := 0
	return p.inputs(operands, func(_ string, r io.Reader) error {
		var all []string
		if err := lines(r, func(line string) bool { all = append(all, line); return true }); err != nil {
			return err
		}
		for i, line := range all {
			number++
			keep, quit := !has(opts, "n"), false
			for _, c := range commands {
				if !c.address(line, number, i == len(all)-1) {
					continue
				}
				switch c.name {
				case 's':
					replaced := c.substitute(line)
					if replaced != line && c.print {
						p.Printf("%s\n", replaced)
					}
					line = replaced
				case 'p':
					p.Printf("%s\n", line)
				case 'd':
					keep = false
				case 'q':
					quit = true
				}
				if c.name == 'd' {
					break
				}
			}
			if keep {
				p.Printf("%s\n", line)
			}
			if quit {
				return nil
			}
		}
		return nil
	})
}

// sedCommand is one command of a sed script.
type sedCommand struct {
	name        byte
	address     func(line string, number int, last bool) bool
	re          *regexp.Regexp
	replacement string
	all, print  bool
}

func (c *sedCommand) substitute(line string) string {
	done := false
	return replaceAll(c.re, line, func(match []int) (string, bool) {
		if done && !c.all {
			return "", false
		}
		done = true
		return string(c.re.ExpandString(nil, c.replacement, line, match)), true
	})
}

// replaceAll replaces each match that with accepts.
func replaceAll(re *regexp.Regexp, s string, with func(match []int) (string, bool)) string {
	var b strings.Builder
	at := 0
	for _, match := range re.FindAllStringSubmatchIndex(s, -1) {
		text, ok := with(match)
		if !ok {
			break
		}
		b.WriteString(s[at:match[0]] + text)
		at = match[1]
	}
	return b.String() + s[at:]
}

func parseSed(script string, extended bool) ([]*sedCommand, error) {
	var commands []*sedCommand
	compile := func(pattern, flags string) (*regexp.Regexp, error) {
		if !extended {
			pattern = basicToExtended(pattern)
		}
		return regexp.Compile(flags + pattern)
	}
	for script = strings.TrimLeft(script, "; \n\t"); script != ""; script = strings.TrimLeft(script, "; \n\t") {
		c := &sedCommand{address: func(string, int, bool) bool { return true }}
		switch {
		case script[0] == '$':
			c.address = func(_ string, _ int, last bool) bool { return last }
			script = script[1:]
		case script[0] >= '0' && script[0] <= '9':
			digits := script[:len(script)-len(strings.TrimLeft(script, "0123456789"))]
			n, err := strconv.Atoi(digits)
			if err != nil {
				return nil, err
			}
			c.address = func(_ string, number int, _ bool) bool { return number == n }
			script = script[len(digits):]
		case script[0] == '/':
			pattern, rest, ok := delimited(script[1:], '/')
			re, err := compile(pattern, "")
			if !ok || err != nil {
				return nil, fmt.Errorf("bad pattern '%s'", script)
			}
			c.address = func(line string, _ int, _ bool) bool { return re.MatchString(line) }
			script = rest
		}
		if script == "" {
			return nil, fmt.Errorf("bad command")
		}
		c.name, script = script[0], script[1:]
		switch c.name {
		case 'd', 'p', 'q':
		case 's':
			rest, err := c.parseSubstitution(script, compile)
			if err != nil {
				return nil, err
			}
			script = rest
		default:
			return nil, fmt.Errorf("unknown command '%c'", c.name)
		}
		commands = append(commands, c)
	}
	return commands, nil
}

func (c *sedCommand) parseSubstitution(script string, compile func(pattern, flags string) (*regexp.Regexp, error)) (rest string, err error) {
	if script == "" {
		return "", fmt.Errorf("bad s command")
	}
	mark := script[0]
	pattern, script, ok1 := delimited(script[1:], mark)
	replacement, script, ok2 := delimited(script, mark)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("unterminated s command")
	}
	flags := ""
	for script != "" && strings.ContainsRune("gpI", rune(script[0])) {
		switch script[0] {
		case 'g':
			c.all = true
		case 'p':
			c.print = true
		case 'I':
			flags = "(?i)"
		}
		script = script[1:]
	}
	if c.re, err = compile(pattern, flags); err != nil {
		return "", fmt.Errorf("bad regex '%s'", pattern)
	}
	c.replacement = goReplacement(replacement)
	return script, nil
}

// delimited splits s at the first unescaped mark.
func delimited(s string, mark byte) (before, after string, ok bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case mark:
			return strings.ReplaceAll(s[:i], "\\"+string(mark), string(mark)), s[i+1:], true
		}
	}
	return "", "", false
}

// goReplacement rewrites sed's \1 and & as regexp's ${1} and ${0}.
func goReplacement(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '$':
			b.WriteString("$$")
		case s[i] == '&':
			b.WriteString("${0}")
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch {
			case s[i] >= '1' && s[i] <= '9':
				b.WriteString("${" + string(s[i]) + "}")
			case s[i] == 'n':
				b.WriteByte('\n')
			default:
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
