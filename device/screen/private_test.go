package screen_test

import (
	"encoding/json"
	"slices"
	"testing"

	"adroit/device/redact"
	"adroit/device/screen"
)

func TestPrivate(t *testing.T) {
	const dump = `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a.b" bounds="[0,0][1080,2400]">
<node class="android.widget.TextView" package="a.b" text="Balance" bounds="[0,100][1080,200]" />
<node class="android.widget.LinearLayout" package="a.b" clickable="true" bounds="[0,200][1080,500]">
<node class="android.widget.TextView" package="a.b" text="Mail" bounds="[0,200][1080,300]" />
<node class="android.widget.TextView" package="a.b" text="anna@example.org" bounds="[0,300][1080,400]" /></node>
<node class="android.widget.EditText" package="a.b" password="true" text="" bounds="[0,500][1080,600]" />
<node class="android.widget.TextView" package="a.b" content-desc="anna@example.org" bounds="[0,0][0,0]" />
</node></hierarchy>`
	observe := func(xml string) *screen.Context {
		c, err := screen.NewTracker(redact.NewRegistry(redact.Options{})).Observe(screen.Raw{XML: []byte(xml)})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := observe(dump)
	want := []screen.Rect{{Top: 300, Right: 1080, Bottom: 400}, {Top: 500, Right: 1080, Bottom: 600}}
	if got, ok := c.Private(); !ok || !slices.Equal(got, want) {
		t.Errorf("Private = %v, %v; want %v", got, ok, want)
	}
	if got, ok := observe(dump[:len(dump)-60]).Private(); ok {
		t.Errorf("of a tree cut short: Private = %v", got)
	}
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var decoded screen.Context
	if err := json.Unmarshal(raw, &decoded); err != nil {
		t.Fatal(err)
	}
	if got, ok := decoded.Private(); ok {
		t.Errorf("of decoded JSON: Private = %v", got)
	}
}
