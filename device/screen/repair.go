package screen

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"
)

// surrogate is a reference to one half of a UTF-16 pair, 0xD800 to 0xDFFF, which
// stands for no character.
var surrogate = regexp.MustCompile(`&#(?:5529[6-9]|55[3-9]\d\d|5[67]\d{3}|[xX][dD][89a-fA-F][0-9a-fA-F]{2});`)

// repairs says in words what had to be mended in a dump before it could be read,
// and so may have been lost: raw is what came, out the text of it, docs the trees
// in that.
func repairs(raw []byte, out string, docs []string) []string {
	var found []string
	add := func(mended bool, what string) {
		if mended {
			found = append(found, what)
		}
	}
	add(!utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0, "the dump was not in clean UTF-8 and was mended")
	add(strings.Contains(out, "&#") && surrogate.MatchString(out), "characters that XML forbids were mended")
	add(len(docs) == 1 && hasMore(out, docs[0]), "what stood around the tree was left out")
	add(len(docs) > 0 && !strings.Contains(docs[0], "<node"), "the tree is not in uiautomator's own form")
	return found
}

// hasMore reports whether more than space and the declaration of XML stands around
// a tree.
func hasMore(out, doc string) bool {
	before := out[:len(out)-len(doc)] // a tree goes on to the end of what came
	if start := strings.LastIndex(before, "<?xml"); start >= 0 {
		before = before[:start]
	}
	end := strings.LastIndex(doc, "</hierarchy>")
	if strings.HasPrefix(doc, "<displays") {
		end = strings.LastIndex(doc, "</displays>")
	}
	if end < 0 {
		return strings.TrimSpace(before) != ""
	}
	_, after, _ := strings.Cut(doc[end:], ">")
	return strings.TrimSpace(before+after) != ""
}
