package cli_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pictureModel is an endpoint whose model takes a picture, and answers once
// the request holds its result. It keeps the requests.
type pictureModel struct {
	blind  bool // it rejects requests with images
	bodies []string
}

func (m *pictureModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	body := string(raw)
	m.bodies = append(m.bodies, body)
	delta := `{"tool_calls":[{"index":0,"id":"a","function":{"name":"screenshot","arguments":"{}"}}]},"finish_reason":"tool_calls"`
	switch {
	case m.blind && strings.Contains(body, "image_url"):
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":{"message":"messages[4].content must be a string"}}`)
		return
	case strings.Contains(body, `"role":"tool"`):
		delta = `{"content":"Seen."},"finish_reason":"stop"`
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":%s}]}\n\ndata: [DONE]\n\n", delta)
}

// TestModelSeesPictures shows a model a picture of the simulated phone, and
// looks for it where it must not be: in the record and in the events.
func TestModelSeesPictures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("images = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		model *pictureModel
		want  []bool // whether the requests hold a picture
		env   map[string]string
		flag  string
	}{
		"a model that sees":          {&pictureModel{}, []bool{false, true}, nil, "--images"},
		"by the configuration":       {&pictureModel{}, []bool{false, true}, nil, "--config=" + file},
		"an endpoint without images": {&pictureModel{blind: true}, []bool{false, true, false}, map[string]string{"ADROIT_IMAGES": "true"}, "--json"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(test.model)
			defer server.Close()
			got := run(t, test.env, "run", test.flag, "--device", "demo", "--base-url", server.URL, "--model", "m", "--api", "chat", "--json", "What is to be seen?")
			if got.code != 0 || !strings.Contains(got.out, "Seen.") {
				t.Fatalf("exit code %d, stderr:\n%s", got.code, got.err)
			}
			if len(test.model.bodies) != len(test.want) {
				t.Fatalf("%d requests, want %d", len(test.model.bodies), len(test.want))
			}
			for i, body := range test.model.bodies {
				if strings.Contains(body, "data:image/png;base64,") != test.want[i] {
					t.Errorf("request %d holds a picture: %v, want %v", i, !test.want[i], test.want[i])
				}
			}
			picture := pictureIn(t, test.model.bodies[1])
			if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
				t.Errorf("the picture: %v", err)
			}
			for where, text := range map[string]string{"the record": recordIn(t, got.state), "the events": got.out} {
				if strings.Contains(text, base64.StdEncoding.EncodeToString(picture[:48])) || strings.Contains(text, "image/png") {
					t.Errorf("the picture is in %s", where)
				}
				if !strings.Contains(text, `.png"`) {
					t.Errorf("the picture's name is not in %s", where)
				}
			}
		})
	}
}

// TestNoPicturesWithoutTheSetting offers the tool to nobody who did not ask.
func TestNoPicturesWithoutTheSetting(t *testing.T) {
	model := &pictureModel{}
	server := httptest.NewServer(model)
	defer server.Close()
	run(t, nil, "run", "--device", "demo", "--base-url", server.URL, "--model", "m", "--api", "chat", "What is to be seen?")
	if len(model.bodies) == 0 {
		t.Fatal("nothing was asked")
	}
	for _, body := range model.bodies {
		if strings.Contains(body, "image_url") || strings.Contains(body, `"name":"screenshot","description"`) {
			t.Error("pictures were offered or sent")
		}
	}
}

// pictureIn is the picture in the body of a request.
func pictureIn(t *testing.T, body string) []byte {
	t.Helper()
	_, rest, _ := strings.Cut(body, "data:image/png;base64,")
	encoded, _, _ := strings.Cut(rest, `"`)
	picture, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(picture) < 48 {
		t.Fatalf("a picture of %d bytes, %v", len(picture), err)
	}
	return picture
}

// recordIn is the text of all records of runs in a state directory.
func recordIn(t *testing.T, state string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(state, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
