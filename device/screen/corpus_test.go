package screen

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// corpus returns the folder of real dumps that the environment names.
func corpus(t *testing.T, sub string) []string {
	t.Helper()
	root := os.Getenv("ADROIT_CORPUS")
	if root == "" {
		t.Skip("ADROIT_CORPUS names no folder of real dumps")
	}
	var files []string
	err := filepath.WalkDir(filepath.Join(root, sub), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// figures are what a screen is judged by.
type figures struct {
	name                       string
	bytes                      int // of the model's text
	texts, kept                int // distinct visible texts, and those in the model's text
	actionable, nodes          int // actionable elements, and those that are nodes
	checkable, states          int // checkable elements, and states shown
	clickable, tapped, covered int
	redacted                   []string
}

// xmlNode is an element as the standard library reads it: what the lenient
// parser is compared with.
type xmlNode struct {
	Attrs []xml.Attr `xml:",any,attr"`
	Nodes []xmlNode  `xml:"node"`
}

func (n *xmlNode) attr(name string) string {
	i := slices.IndexFunc(n.Attrs, func(a xml.Attr) bool { return a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return n.Attrs[i].Value
}

func (n *xmlNode) walk(f func(*xmlNode)) {
	f(n)
	for i := range n.Nodes {
		n.Nodes[i].walk(f)
	}
}

// mayBeSecret matches texts whose absence says nothing: they may be masked.
var mayBeSecret = regexp.MustCompile(`(?i)@\pL|\d{4,}|[A-Za-z0-9_-]{24,}|password|passcode|^[•*●]+$`)

func TestCorpusDumps(t *testing.T) {
	var rows []figures
	for _, file := range corpus(t, "dumps") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc xmlNode
		if xml.Unmarshal(raw, &doc) != nil {
			continue
		}
		c, err := newTestTracker().Observe(Raw{XML: raw})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		if out, err := json.Marshal(c); err != nil || !json.Valid(out) {
			t.Errorf("%s: canonical JSON: %v", filepath.Base(file), err)
		}
		checkLabels(t, c)
		rows = append(rows, measure(t, filepath.Base(file), &doc, c))
	}
	report(t, rows)
}

func measure(t *testing.T, name string, doc *xmlNode, c *Context) figures {
	t.Helper()
	f := figures{name: name}
	model := c.Model()
	f.bytes = len(model)
	shown := strings.ToLower(oneLine(model))
	bounds := map[Rect]bool{}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		bounds[n.Bounds] = true
		for _, kind := range n.Redacted {
			f.redacted = append(f.redacted, kind+": "+n.Line())
		}
		if !n.Clickable || n.Bounds.Empty() {
			continue
		}
		f.clickable++
		p, err := c.TapPoint(n.ID)
		switch {
		case err != nil:
			f.covered++
		case topmost(c, p) == nil || topmost(c, p).ID != n.ID:
			t.Errorf("%s: a tap on %q hits something else", name, n.Line())
		default:
			f.tapped++
		}
	}
	seen := map[string]bool{}
	doc.walk(func(n *xmlNode) {
		r, ok := dumpedBounds(n.attr("bounds"))
		if !ok || r.Empty() {
			return
		}
		for _, s := range []string{n.attr("text"), n.attr("content-desc")} {
			s = oneLine(strings.TrimSpace(s))
			if s == "" || seen[s] || mayBeSecret.MatchString(s) {
				continue
			}
			seen[s] = true
			f.texts++
			if strings.Contains(shown, strings.ToLower(oneLine(firstRunes(s, 40)))) {
				f.kept++
			}
		}
		for _, a := range []string{"clickable", "long-clickable", "checkable", "scrollable"} {
			if n.attr(a) == "true" {
				f.actionable++
				if bounds[r] {
					f.nodes++
				}
				break
			}
		}
		if n.attr("checkable") == "true" {
			f.checkable++
		}
	})
	f.states = len(regexp.MustCompile(`\[(on|off|checked|unchecked)\b`).FindAllString(model, -1))
	return f
}

func firstRunes(s string, n int) string {
	r := []rune(s)
	return string(r[:min(len(r), n)])
}

// report prints the table and holds the figures that need no tokenizer.
func report(t *testing.T, rows []figures) {
	t.Helper()
	var shares []float64
	var sum figures
	for _, f := range rows {
		t.Logf("%-46s %5d bytes, texts %3d/%3d, actionable %3d/%3d, states %2d/%2d, taps %3d/%3d, covered %d", f.name, f.bytes, f.kept, f.texts, f.nodes, f.actionable, f.states, f.checkable, f.tapped, f.clickable, f.covered)
		for _, r := range f.redacted {
			t.Logf("    %s", r)
		}
		if f.texts > 0 {
			shares = append(shares, float64(f.kept)/float64(f.texts))
		}
		if f.nodes != f.actionable || f.states < f.checkable {
			t.Errorf("%s: %d of %d actionable elements are nodes, %d of %d states are shown", f.name, f.nodes, f.actionable, f.states, f.checkable)
		}
		sum.bytes += f.bytes
		sum.clickable += f.clickable
		sum.covered += f.covered
	}
	if len(shares) == 0 {
		t.Fatal("no screen was read")
	}
	slices.Sort(shares)
	mean := 0.0
	for _, s := range shares {
		mean += s / float64(len(shares))
	}
	worst := shares[len(shares)/10]
	sizes := slices.SortedFunc(slices.Values(rows), func(a, b figures) int { return cmp.Compare(a.bytes, b.bytes) })
	t.Logf("%d screens; bytes median %d, p90 %d; texts kept %.3f, worst tenth %.2f; %d of %d clickables are wholly covered",
		len(rows), sizes[len(sizes)/2].bytes, sizes[len(sizes)*9/10].bytes, mean, worst, sum.covered, sum.clickable)
	if mean < 0.98 || worst < 0.95 {
		t.Errorf("texts kept %.3f on average and %.2f on the worst tenth, want 0.98 and 0.95", mean, worst)
	}
}

func TestCorpusBrokenDumps(t *testing.T) {
	for _, file := range corpus(t, "dumps-broken") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := newTestTracker().Observe(Raw{XML: raw})
		var dumpErr *DumpError
		switch {
		case err == nil:
			t.Logf("%-46s %3d nodes, complete %t %q", filepath.Base(file), len(c.Nodes), c.Complete, c.Warnings)
			if len(c.Nodes) == 0 || c.Complete && len(c.Warnings) == 0 && !strings.HasPrefix(filepath.Base(file), "displays-") { // those are whole
				t.Errorf("%s gives a screen that says nothing of what is wrong", filepath.Base(file))
			}
		case errors.As(err, &dumpErr):
			t.Logf("%-46s %s", filepath.Base(file), dumpErr.Cause)
		default:
			t.Errorf("%s: %v, want a DumpError", filepath.Base(file), err)
		}
	}
}
