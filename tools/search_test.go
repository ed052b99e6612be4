package tools

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"adroit/device/screen"
)

// A search says how it ended: each of its ends once.
func TestASearchSaysHowItEnded(t *testing.T) {
	type page = func(observer) *screen.Context
	listAt := func(top int, rows ...string) page {
		return func(o observer) *screen.Context {
			var b strings.Builder
			fmt.Fprintf(&b, `<hierarchy rotation="0"><node class="android.widget.ListView" resource-id="a:id/list" package="a" scrollable="true" enabled="true" bounds="[0,%d][1080,2000]">`, top)
			for i, row := range rows {
				fmt.Fprintf(&b, `<node class="android.widget.TextView" text=%q package="a" enabled="true" bounds="[0,%d][1080,%d]"/>`, row, top+i*200, top+i*200+200)
			}
			b.WriteString(`</node></hierarchy>`)
			return o.seeXML(t, b.String())
		}
	}
	list := func(rows ...string) page { return listAt(0, rows...) }
	lower := listAt(100, "Row 2", "Row 3")
	elsewhere := func(o observer) *screen.Context { return o.see(t, element{class: "TextView", text: "Sign in"}) }
	for _, tt := range []struct {
		name     string
		after    page
		patience time.Duration
		again    bool
		ended    string
		says     string
	}{
		{"there is more", list("Row 2", "Row 3"), time.Hour, true, "", ""},
		{"it came into view", list("Row 2", "Row 9"), time.Hour, false, "found", "Found after 1 scroll"},
		{"nothing moved", list("Row 1", "Row 2"), time.Hour, false, "end_of_content", "this is the end of the content after 1 scroll"},
		{"the time is over", list("Row 2", "Row 3"), 0, false, "budget_spent", "the budget is spent after 1 scroll"},
		{"found when the time is over", list("Row 2", "Row 9"), 0, false, "found", "Found after 1 scroll"},
		{"the list has moved", lower, time.Hour, false, "screen_changed", "another one"},
		{"the list is gone", elsewhere, time.Hour, false, "screen_changed", "another one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newObserver()
			before := list("Row 1", "Row 2")(o)
			container, err := before.Resolve("list", "view_id")
			if err != nil {
				t.Fatal(err)
			}
			s := search{query: queryOf(args{"text": "Row 9", "match": "exact"}), container: container, most: 30, patience: tt.patience}
			after := tt.after(o)
			if again := s.again(before, after); again != tt.again || s.ended != tt.ended {
				t.Fatalf("again = %v, ended = %q", again, s.ended)
			}
			if tt.again {
				return
			}
			got := s.effect(before, after)
			if got.seen != (tt.ended == "found") || got.data["ended"] != tt.ended || got.data["scrolls"] != 1 || !strings.Contains(got.message, tt.says) {
				t.Errorf("%+v", got)
			}
		})
	}
}
