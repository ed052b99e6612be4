package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// address is where a server is, and what opens it.
type address struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// addressFile is the file of the server that was started last with a state
// directory, while it runs.
func addressFile(stateDir string) string { return filepath.Join(stateDir, "server.json") }

// keep writes the address where clients of the same person find it. forget
// removes it, unless another server has put its own there.
func (at address) keep(stateDir string) (forget func(), err error) {
	data, err := json.Marshal(at)
	if err != nil {
		return nil, err
	}
	path := addressFile(stateDir)
	if err := writePrivate(path, append(data, '\n')); err != nil {
		return nil, fmt.Errorf("keep the token for clients: %w; name another folder with --state-dir", err)
	}
	return func() {
		if now, err := readAddress(stateDir); err == nil && now == at {
			_ = os.Remove(path) // a server that has gone is found out anyway
		}
	}, nil
}

// writePrivate writes a file that its owner alone can read, whole or not at
// all.
func writePrivate(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".server-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// readAddress is the address of the server that runs with a state directory.
func readAddress(stateDir string) (address, error) {
	var at address
	data, err := os.ReadFile(addressFile(stateDir))
	if errors.Is(err, fs.ErrNotExist) {
		return at, fmt.Errorf("no server runs with the state directory %s: start one with `adroit serve`, or name its URL", stateDir)
	}
	if err != nil {
		return at, err
	}
	if err := json.Unmarshal(data, &at); err != nil {
		return at, fmt.Errorf("%s cannot be read: %w", addressFile(stateDir), err)
	}
	return at, nil
}
