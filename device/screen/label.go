package screen

import "strings"

// partSeparator stands between the texts of which a label is joined.
const partSeparator = " | "

// label names element i as a person would: by its own text, else its content
// description, else the joined texts of its descendants that cannot be acted
// upon by themselves, else its hint, else its view id.
func (t *tree) label(i int) string {
	e := &t.elements[i]
	switch {
	case oneLine(e.text) != "":
		return oneLine(e.text)
	case oneLine(e.desc) != "":
		return oneLine(e.desc)
	}
	var parts []string
	for j := i + 1; j < e.end; j++ {
		d := &t.elements[j]
		if d.flags.has(actionable) {
			j = d.end - 1
			continue
		}
		if s := oneLine(d.text); s != "" && d.visible() {
			parts = append(parts, s)
		} else if s := oneLine(d.desc); s != "" && d.visible() {
			parts = append(parts, s)
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, partSeparator)
	case oneLine(e.hint) != "":
		return oneLine(e.hint)
	}
	return shortViewID(e.viewID)
}

// shortViewID is "#title" for "android:id/title", "" for none.
func shortViewID(id string) string {
	if id == "" {
		return ""
	}
	return "#" + id[strings.LastIndexByte(id, '/')+1:]
}

// oneLine joins the words of s with single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// clip shortens s to at most n characters, marking the cut.
func clip(s string, n int) string {
	count := 0
	for i := range s {
		if count == n-1 && len(s[i:]) > 1 && len([]rune(s[i:])) > 1 {
			return s[:i] + "…"
		}
		count++
	}
	return s
}
