package apk

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/text/language"
)

// Labels is what an app calls itself and its activities.
type Labels struct {
	Package    string
	App        string            // "" where the app has no name
	Activities map[string]string // by class name in full; one without a label of its own is left out
}

// Of is the label of an activity, by its class name in full.
func (l Labels) Of(class string) string {
	if label, ok := l.Activities[class]; ok {
		return label
	}
	return l.App
}

// The most that is read of a file in an APK, in bytes.
const (
	maxManifest = 8 << 20
	maxTable    = 64 << 20
)

// ReadLabels reads the labels of the APK of size bytes in r, in that of the
// languages, BCP 47 tags of which the best comes first, that suits best. An APK
// that was split for delivery holds only its default language.
func ReadLabels(r io.ReaderAt, size int64, languages ...string) (Labels, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return Labels{}, fmt.Errorf("read APK: %w", err)
	}
	data, err := readFile(archive, "AndroidManifest.xml", maxManifest)
	if err != nil {
		return Labels{}, fmt.Errorf("read APK: %w", err)
	}
	m, err := parseManifest(data)
	if err != nil {
		return Labels{}, fmt.Errorf("read APK: %w", err)
	}
	var t table
	if m.refers() {
		if t, err = readTable(archive); err != nil {
			return Labels{}, fmt.Errorf("read APK: %w", err)
		}
	}
	return m.labels(t, parseTags(languages)), nil
}

// refers reports whether a label is the number of a resource.
func (m manifest) refers() bool {
	if m.label.resource != 0 {
		return true
	}
	for _, v := range m.activities {
		if v.resource != 0 {
			return true
		}
	}
	return false
}

func (m manifest) labels(t table, languages []language.Tag) Labels {
	l := Labels{Package: m.pkg, App: t.text(m.label, languages), Activities: map[string]string{}}
	for class, v := range m.activities {
		if label := t.text(v, languages); label != "" {
			l.Activities[class] = label
		}
	}
	return l
}

// readTable reads the table of resources, an empty one where there is none.
func readTable(archive *zip.Reader) (table, error) {
	data, err := readFile(archive, "resources.arsc", maxTable)
	if errors.Is(err, fs.ErrNotExist) {
		return table{}, nil
	}
	if err != nil {
		return table{}, err
	}
	return parseTable(data)
}

func readFile(archive *zip.Reader, name string, most int64) ([]byte, error) {
	f, err := archive.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: more than %d bytes", name, most)
	}
	return data, nil
}

func parseTags(languages []string) []language.Tag {
	var tags []language.Tag
	for _, name := range languages {
		if tag, err := language.Parse(name); err == nil {
			tags = append(tags, tag)
		}
	}
	return tags
}
