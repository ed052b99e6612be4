package apk

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func text(s string) value       { return value{text: s} }
func resource(id uint32) value  { return value{resource: id} }
func name(s string) attribute   { return attribute{attrName, text(s)} }
func label(v value) attribute   { return attribute{attrLabel, v} }
func target(s string) attribute { return attribute{attrTargetActivity, text(s)} }
func pkg(s string) attribute    { return attribute{0, text(s)} }
func tags(list ...tag) []byte   { return encodeManifest(list) }
func read(t *testing.T, manifest, table []byte, languages ...string) Labels {
	t.Helper()
	r := encodeAPK(t, map[string][]byte{"AndroidManifest.xml": manifest, "resources.arsc": table, "classes.dex": []byte("dex")})
	got, err := ReadLabels(r, r.Size(), languages...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

var update = flag.Bool("update", false, "write testdata/labels.apk anew")

// The APK in testdata is there for others to read.
func TestSampleAPK(t *testing.T) {
	const file = "testdata/labels.apk"
	if *update {
		sample := encodeAPK(t, map[string][]byte{
			"AndroidManifest.xml": tags(
				tag{"manifest", []attribute{pkg("org.example.mail")}},
				tag{"application", []attribute{label(resource(0x7f010000))}},
				tag{"activity", []attribute{name(".Inbox")}},
				tag{"activity", []attribute{name(".Diary"), label(resource(0x7f010001))}},
			),
			"resources.arsc": encodeTable([]variant{
				{id: 0x7f010000, value: text("Letters")}, {id: 0x7f010000, language: "de", value: text("Briefe")},
				{id: 0x7f010001, value: text("Diary")}, {id: 0x7f010001, language: "de", value: text("Tagebuch")},
			}),
		})
		data, err := io.ReadAll(sample)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadLabels(bytes.NewReader(data), int64(len(data)), "de-DE")
	want := Labels{"org.example.mail", "Briefe", map[string]string{"org.example.mail.Diary": "Tagebuch"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, labels (-want +got):\n%s", err, diff)
	}
}

func TestReadLabels(t *testing.T) {
	long := strings.Repeat("länger ", 40)
	got := read(t, tags(
		tag{"manifest", []attribute{pkg("org.example.mail")}},
		tag{"application", []attribute{name("org.example.mail.App"), label(resource(0x7f020001))}},
		tag{"activity", []attribute{name(".Inbox"), label(text(long))}},
		tag{"activity", []attribute{name("Compose")}},
		tag{"activity", []attribute{name("com.other.Calendar"), label(resource(0x7f020002))}},
		tag{"activity-alias", []attribute{name(".Alias"), target(".Inbox")}},
		tag{"activity-alias", []attribute{name(".Named"), target(".Inbox"), label(text("Alias"))}},
	), encodeTable([]variant{
		{id: 0x7f020001, value: text("Mail")},
		{id: 0x7f020002, value: text("Calendar")},
	}))
	want := Labels{"org.example.mail", "Mail", map[string]string{
		"org.example.mail.Inbox": long, "com.other.Calendar": "Calendar",
		"org.example.mail.Alias": long, "org.example.mail.Named": "Alias",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if got := got.Of("org.example.mail.Compose"); got != "Mail" {
		t.Errorf("an activity without a label is called %q, want Mail", got)
	}
}

func TestReadLabelsInTheBestLanguage(t *testing.T) {
	const app = 0x7f100005
	manifest := tags(
		tag{"manifest", []attribute{pkg("a.b")}},
		tag{"application", []attribute{label(resource(app))}},
	)
	table := encodeTable([]variant{
		{id: app, language: "de", value: text("Uhr")},
		{id: app, value: text("Clock"), style: "sparse"},
		{id: app, language: "ptBR", value: text("Relógio"), style: "offset16"},
		{id: app, language: "ar", value: text("الساعة"), style: "compact"},
		{id: app, language: "fr", operator: 0x00010110, value: text("Orange")},
		// Filipino and the region 419, packed into five bits a letter.
		{id: app, language: "\xad\x05", value: text("Orasan")},
		{id: 0x7f110005, language: "it", value: text("another type")},
		{id: 0x7f100004, language: "it", value: text("another entry")},
		{id: 0x01100005, language: "it", value: text("another package")},
	})
	for languages, want := range map[string]string{
		"":            "Clock",
		"de-DE":       "Uhr",
		"pt-PT":       "Relógio",
		"ar-EG":       "الساعة",
		"fr-FR":       "Clock", // only one network's customers get the other
		"it":          "Clock",
		"fil-PH":      "Orasan",
		"it-IT,de-AT": "Uhr",
		"nonsense!":   "Clock",
	} {
		if got := read(t, manifest, table, strings.Split(languages, ",")...); got.App != want {
			t.Errorf("%q: %q, want %q", languages, got.App, want)
		}
	}
}

func TestReadLabelsFollowsResources(t *testing.T) {
	for name, test := range map[string]struct {
		label value
		table []byte
		want  string
	}{
		"another resource":        {resource(0x7f010000), encodeTable([]variant{{id: 0x7f010000, value: resource(0x7f010001)}, {id: 0x7f010001, value: text("At last")}}), "At last"},
		"itself":                  {resource(0x7f010000), encodeTable([]variant{{id: 0x7f010000, value: resource(0x7f010000)}}), ""},
		"one of Android's":        {resource(0x0104000a), encodeTable(nil), ""},
		"without any table":       {resource(0x7f010000), nil, ""},
		"a text, without a table": {text("Plain"), nil, "Plain"},
	} {
		got := read(t, tags(tag{"manifest", []attribute{pkg("a.b")}}, tag{"application", []attribute{label(test.label)}}), test.table)
		if got.App != test.want {
			t.Errorf("%s: %q, want %q", name, got.App, test.want)
		}
	}
}

func TestBrokenAPKs(t *testing.T) {
	manifest := tags(tag{"manifest", []attribute{pkg("a.b")}}, tag{"application", []attribute{label(resource(0x7f010000))}})
	for name, files := range map[string]map[string][]byte{
		"no manifest":       {"resources.arsc": encodeTable(nil)},
		"a textual one":     {"AndroidManifest.xml": []byte("<manifest package='a.b'/>")},
		"an empty one":      {"AndroidManifest.xml": {}},
		"no package":        {"AndroidManifest.xml": tags(tag{"application", nil})},
		"no table in table": {"AndroidManifest.xml": manifest, "resources.arsc": []byte("nothing")},
	} {
		r := encodeAPK(t, files)
		if got, err := ReadLabels(r, r.Size()); err == nil {
			t.Errorf("%s: read %+v", name, got)
		}
	}
	if _, err := ReadLabels(strings.NewReader("no zip"), 6); err == nil {
		t.Error("something else than a zip file was read")
	}
}

// TestRealAPKs reads the APKs of a folder, for instance those of the npm
// packages appium-uiautomator2-server, which have no labels, and
// io.appium.settings, which has one among its resources.
func TestRealAPKs(t *testing.T) {
	dir := os.Getenv("ADROIT_APKS")
	if dir == "" {
		t.Skip("ADROIT_APKS names no folder with APKs")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.apk"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no APKs in %s, error %v", dir, err)
	}
	known := map[string]string{ // by package
		"io.appium.settings":                 "Appium Settings",
		"io.appium.uiautomator2.server":      "",
		"io.appium.uiautomator2.server.test": "",
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadLabels(f, info.Size(), "en-US")
		if err != nil || got.Package == "" {
			t.Errorf("%s: %+v, error %v", file, got, err)
		}
		if want, ok := known[got.Package]; ok && got.App != want {
			t.Errorf("%s: %q, want %q", file, got.App, want)
		}
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(tags(tag{"manifest", []attribute{pkg("a.b")}}, tag{"activity", []attribute{name(".A"), label(text("A"))}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseManifest(data)
		if err == nil && m.pkg == "" {
			t.Error("a manifest without a package")
		}
	})
}

func FuzzTable(f *testing.F) {
	for _, style := range []string{"", "sparse", "offset16", "compact"} {
		f.Add(encodeTable([]variant{{id: 0x7f010002, language: "de", style: style, value: text("text")}}), uint32(0x7f010002))
	}
	f.Fuzz(func(t *testing.T, data []byte, id uint32) {
		tbl, err := parseTable(data)
		if err != nil {
			return
		}
		if got := tbl.text(resource(id), parseTags([]string{"de"})); len(got) > len(data)*3 {
			t.Errorf("%d bytes of text in %d bytes", len(got), len(data))
		}
	})
}
