package screen

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"adroit/device/redact"
)

// bigDump is a settings-like list of about n nodes: rows with a title, a
// summary and a switch.
func bigDump(n int) []byte {
	var b strings.Builder
	node := func(class, id, text string, flags string, bounds Rect, end string) {
		fmt.Fprintf(&b, `<node index="0" text="%s" resource-id="%s" class="%s" package="com.example.app" content-desc="" checkable="%t" checked="false" clickable="%t" enabled="true" focusable="false" focused="false" scrollable="%t" long-clickable="false" password="false" selected="false" bounds="[%d,%d][%d,%d]" %s`,
			text, id, class, flags == "check", flags == "click", flags == "scroll", bounds.Left, bounds.Top, bounds.Right, bounds.Bottom, end)
	}
	b.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">`)
	node("android.widget.FrameLayout", "", "", "", Rect{0, 0, 1080, 2400}, ">")
	node("androidx.recyclerview.widget.RecyclerView", "com.example.app:id/list", "", "scroll", Rect{0, 200, 1080, 2400}, ">")
	for i := range (n - 2) / 5 {
		top := 200 + i*2200*5/n
		row := Rect{0, top, 1080, top + max(2200*5/n, 1)}
		node("android.widget.LinearLayout", "", "", "click", row, ">")
		node("android.widget.RelativeLayout", "", "", "", row, ">")
		node("android.widget.TextView", "android:id/title", fmt.Sprintf("Setting number %d &amp; more", i), "", row, "/>")
		node("android.widget.TextView", "android:id/summary", fmt.Sprintf("Since 12:%02d, version 4.%d", i%60, i), "", row, "/>")
		b.WriteString("</node>")
		node("android.widget.Switch", "android:id/switch_widget", "", "check", row, "/>")
		b.WriteString("</node>")
	}
	b.WriteString("</node></node></hierarchy>")
	return []byte(b.String())
}

func BenchmarkObserve(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("%d nodes", n), func(b *testing.B) {
			dump := bigDump(n)
			tracker := NewTracker(redact.NewRegistry(redact.Options{}))
			b.ReportAllocs()
			for b.Loop() {
				c, err := tracker.Observe(Raw{XML: dump})
				if err != nil {
					b.Fatal(err)
				}
				_ = c.Model()
			}
		})
	}
}

// webDump is a web page of about n nodes as Chromium reports it: views nested
// some thirty deep, most of them without a word, links, prices, dates and
// long paragraphs.
func webDump(n int) []byte {
	var b strings.Builder
	node := func(class, text, flag string, top int, end string) {
		fmt.Fprintf(&b, `<node index="0" text="%s" resource-id="" class="android.%s" package="com.android.chrome" content-desc="" checkable="false" checked="false" clickable="%t" enabled="true" focusable="%t" focused="false" scrollable="%t" long-clickable="false" password="false" selected="false" bounds="[0,%d][1080,%d]" %s`,
			text, class, flag == "click", flag == "click", flag == "scroll", top, top+40, end)
	}
	b.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">`)
	node("webkit.WebView", "Shop", "scroll", 0, ">")
	const deep, each = 30, 6
	for range deep {
		node("view.View", "", "", 0, ">")
	}
	for i := range n / each {
		top := i * 2300 * each / n
		node("view.View", "", "", top, ">")
		node("view.View", "", "", top, ">")
		node("widget.TextView", fmt.Sprintf("Article %d of 12.%02d.2026, now €%d.99", i, i%12+1, i%90), "", top, "/>")
		b.WriteString("</node>")
		node("view.View", fmt.Sprintf("Read more about article %d", i), "click", top, ">")
		node("widget.TextView", fmt.Sprintf("Read more about article %d", i), "", top, "/>")
		b.WriteString("</node>")
		node("widget.TextView", strings.Repeat("A paragraph of the page that says something at length. ", 4), "", top, "/>")
		b.WriteString("</node>")
	}
	for range deep {
		b.WriteString("</node>")
	}
	b.WriteString("</node></hierarchy>")
	return []byte(b.String())
}

// BenchmarkWebPage is a large page in a browser.
func BenchmarkWebPage(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("%d nodes", n), func(b *testing.B) {
			dump := webDump(n)
			tracker := NewTracker(redact.NewRegistry(redact.Options{}))
			b.ReportAllocs()
			for b.Loop() {
				c, err := tracker.Observe(Raw{XML: dump})
				if err != nil {
					b.Fatal(err)
				}
				_ = c.Model()
			}
		})
	}
}

func BenchmarkCanonicalJSON(b *testing.B) {
	c, err := NewTracker(redact.NewRegistry(redact.Options{})).Observe(Raw{XML: bigDump(1000)})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	dump := bigDump(1000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parse(dump); err != nil {
			b.Fatal(err)
		}
	}
}

// A session that goes on for long must cost no more a screen than a short one:
// its screens scroll, change their titles, come back, and hold secrets, all of
// which is remembered.
func BenchmarkLongSession(b *testing.B) {
	for _, before := range []int{1, 1000, 4000} {
		b.Run(fmt.Sprintf("after %d screens", before), func(b *testing.B) {
			tracker := NewTracker(redact.NewRegistry(redact.Options{}))
			p := page{title: "Shop", rows: rowNames(600)}
			step := 0
			observe := func() {
				p.top = step * 7 % 590
				p.title = fmt.Sprintf("Shop %d", step/50)
				p.field = fmt.Sprintf("customer%d@example.com", step)
				step++
				if _, err := tracker.Observe(Raw{XML: []byte(p.dump())}); err != nil {
					b.Fatal(err)
				}
			}
			for range before {
				observe()
			}
			b.ReportAllocs()
			for b.Loop() {
				observe()
			}
		})
	}
}
