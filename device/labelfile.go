package device

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"adroit/device/apk"
)

// labelFile is what LearnLabels keeps: labels by labelKey.
type labelFile map[string]apk.Labels

// labelKey names one version of an app in the phone's languages.
func labelKey(pkg string, version int64, languages []string) string {
	return fmt.Sprintf("%s %d %s", pkg, version, strings.Join(languages, ","))
}

// loadLabels reads the file at path. One that is not there, or is not what
// saveLabels wrote, holds nothing.
func loadLabels(path string) (labelFile, error) {
	known := labelFile{}
	if path == "" {
		return known, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	var stored labelFile
	if json.Unmarshal(data, &stored) == nil && stored != nil {
		known = stored
	}
	return known, nil
}

// saveLabels replaces the file at path at once, so that another program finds
// the old one or the new one.
func saveLabels(path string, known labelFile) error {
	if path == "" {
		return nil
	}
	data, err := json.Marshal(known)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone already where all went well
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
