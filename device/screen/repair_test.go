package screen

import (
	"slices"
	"testing"
)

// What is mended in a dump is said, and a clean one says nothing.
func TestRepairs(t *testing.T) {
	t.Parallel()
	const tree = `<hierarchy rotation="0"><node class="android.widget.TextView" text="Hi" package="com.example" bounds="[0,0][100,100]" /></hierarchy>`
	const declared = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>` + tree
	tests := map[string]struct {
		dump string
		want []string
	}{
		"clean":              {declared, nil},
		"with line breaks":   {declared + "\r\n", nil},
		"a whole emoji":      {`<hierarchy><node text="&#128512;" package="com.example" bounds="[0,0][9,9]"/></hierarchy>`, nil},
		"a banner":           {"WARNING: linker\n" + declared, []string{"what stood around the tree was left out"}},
		"a status line":      {declared + "UI hierchary dumped to: /dev/tty\n", []string{"what stood around the tree was left out"}},
		"NULs":               {declared + "\x00\x00", []string{"the dump was not in clean UTF-8 and was mended"}},
		"bytes of no text":   {`<hierarchy><node text="a` + "\xff" + `" package="com.example" bounds="[0,0][9,9]"/></hierarchy>`, []string{"the dump was not in clean UTF-8 and was mended"}},
		"halves of an emoji": {`<hierarchy><node text="&#55357;&#56832;" package="com.example" bounds="[0,0][9,9]"/></hierarchy>`, []string{"characters that XML forbids were mended"}},
		"of another tool":    {`<hierarchy><android.widget.TextView text="Hi" package="com.example" bounds="[0,0][9,9]"/></hierarchy>`, []string{"the tree is not in uiautomator's own form"}},
	}
	for name, test := range tests {
		c, err := newTestTracker().Observe(Raw{XML: []byte(test.dump)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(c.Warnings, test.want) || !c.Complete || len(c.Nodes) != 1 {
			t.Errorf("%s: warnings %q, want %q; complete %t, %d nodes", name, c.Warnings, test.want, c.Complete, len(c.Nodes))
		}
	}
}
