package model_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adroit/loop/model"
)

// recorded is what a reader of the bytes of a recorded stream expects.
type recorded struct {
	text  string   // here and in calls "…" at the end stands for the rest
	calls []string // "id name arguments"
	stop  model.StopReason
	usage model.Usage // of an estimated usage the mark alone counts
	items string      // stands in Reply.Items; "" means that there are none
	kind  model.ErrorKind
}

// TestRecordedStreams serves each stream byte for byte, cut into chunks at
// random places.
func TestRecordedStreams(t *testing.T) {
	corpus := os.Getenv("ADROIT_CORPUS")
	if corpus == "" {
		t.Skip("ADROIT_CORPUS is not set: no recorded streams")
	}
	for _, dialect := range []struct {
		name, folder string
		open         func(model.Config) model.Model
		wants        map[string]recorded
	}{
		{"chat", "chat", model.NewChat, recordedChat},
		{"responses", "responses", model.NewResponses, recordedResponses},
		{"command", "chat", model.NewCommand, recordedAsCommands()},
	} {
		files, err := filepath.Glob(filepath.Join(corpus, "streams", dialect.folder, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no streams in %s (%v)", corpus, err)
		}
		for _, file := range files {
			t.Run(dialect.name+"/"+filepath.Base(file), func(t *testing.T) {
				want, ok := dialect.wants[filepath.Base(file)]
				if !ok {
					t.Fatal("no expectation is written down for this stream")
				}
				raw, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(file, ".jsonl") { // as it is, too: without framing
					want.check(t, dialect.open, server(t, stream(randomChunks(raw)...)))
					raw = frame(raw)
				}
				for range 5 {
					want.check(t, dialect.open, server(t, stream(randomChunks(raw)...)))
				}
			})
		}
	}
}

// recordedAsCommands are the streams of Chat Completions where commands in the
// text are expected. A call made as a server's own is taken all the same; the
// provider gets nothing back.
func recordedAsCommands() map[string]recorded {
	wants := maps.Clone(recordedChat)
	for file, want := range wants {
		want.items = ""
		wants[file] = want
	}
	cut := wants["openai-length-cut.sse"]
	cut.text = "" // its two characters may begin a command
	wants["openai-length-cut.sse"] = cut
	return wants
}

// frame puts the framing of server-sent events around lines of JSON.
func frame(lines []byte) []byte {
	var framed bytes.Buffer
	for line := range bytes.Lines(lines) {
		fmt.Fprintf(&framed, "data: %s\n\n", bytes.TrimSpace(line))
	}
	return framed.Bytes()
}

func randomChunks(raw []byte) []string {
	var chunks []string
	for len(raw) > 0 {
		n := min(1+rand.IntN(300), len(raw))
		chunks = append(chunks, string(raw[:n]))
		raw = raw[n:]
	}
	return chunks
}

// sameText compares, with "…" at the end of want for any rest.
func sameText(got, want string) bool {
	start, open := strings.CutSuffix(want, "…")
	return got == want || open && strings.HasPrefix(got, start)
}

func sameCall(got model.Call, want string) bool {
	return sameText(got.ID+" "+got.Name+" "+got.Arguments, want) && json.Valid([]byte(got.Arguments))
}

func (want recorded) check(t *testing.T, open func(model.Config) model.Model, url string) {
	t.Helper()
	var streamed strings.Builder
	got, err := open(model.Config{BaseURL: url, Model: "m", Retries: -1}).
		Reply(t.Context(), userAsks("x"), func(s string) { streamed.WriteString(s) })

	var failed *model.EndpointError
	if errors.As(err, &failed) != (want.kind != "") || (failed != nil && failed.Kind != want.kind) {
		t.Fatalf("error %v, want kind %q", err, want.kind)
	}
	if !sameText(got.Text, want.text) || streamed.String() != got.Text {
		t.Errorf("text %q, streamed %q, want %q", got.Text, streamed.String(), want.text)
	}
	if got.Stop != want.stop {
		t.Errorf("stop %q, want %q", got.Stop, want.stop)
	}
	if !slices.EqualFunc(got.Calls, want.calls, sameCall) {
		t.Errorf("calls %q, want %q", got.Calls, want.calls)
	}
	if want.usage.Estimated {
		got.Usage = model.Usage{Estimated: got.Usage.Estimated}
	}
	if got.Usage != want.usage {
		t.Errorf("usage %+v, want %+v", got.Usage, want.usage)
	}
	if (got.Items == nil) != (want.items == "") || !strings.Contains(string(got.Items), want.items) {
		t.Errorf("items %s, want %s", got.Items, want.items)
	}
}
