package device

import (
	"os"
	"path/filepath"
	"testing"
)

// corpusFile reads a recorded output of a real phone, or skips the test where
// the recordings are not at hand.
func corpusFile(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("ADROIT_CORPUS")
	if dir == "" {
		t.Skip("ADROIT_CORPUS names no folder of recordings")
	}
	text, err := os.ReadFile(filepath.Join(dir, "adb", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// corpusFiles lists the recordings of one kind.
func corpusFiles(t *testing.T, kind string) []string {
	t.Helper()
	dir := os.Getenv("ADROIT_CORPUS")
	if dir == "" {
		t.Skip("ADROIT_CORPUS names no folder of recordings")
	}
	entries, err := os.ReadDir(filepath.Join(dir, "adb", kind))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, kind+"/"+entry.Name())
	}
	return names
}
