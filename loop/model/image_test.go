package model_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adroit/loop/model"
)

// pictured is a conversation in which the user shows a picture after the
// result of a call.
func pictured(png []byte) model.Request {
	return model.Request{Messages: []model.Message{
		{Role: model.RoleUser, Text: "Look"},
		{Role: model.RoleAssistant, Calls: []model.Call{{ID: "a", Name: "screenshot", Arguments: "{}"}}},
		{Role: model.RoleTool, CallID: "a", Text: "taken"},
		{Role: model.RoleUser, Text: "The picture", Images: [][]byte{png}},
	}}
}

// TestImageRequest wants images in user messages alone, as each dialect spells
// them.
func TestImageRequest(t *testing.T) {
	const chatPicture = `{"role": "user", "content": [
		{"type": "text", "text": "The picture"},
		{"type": "image_url", "image_url": {"url": "data:image/png;base64,UE5H"}}]}`
	tests := []struct {
		name   string
		open   func(model.Config) model.Model
		answer string
		field  string // that holds the conversation
		want   string
	}{
		{"chat", model.NewChat, events(saying("Hi"), finish("stop"), done), "messages", `[
			{"role": "user", "content": "Look"},
			{"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "screenshot", "arguments": "{}"}}]},
			{"role": "tool", "tool_call_id": "a", "content": "taken"},
			{"role": "assistant", "content": "[Noted.]"},
			` + chatPicture + `]`},
		{"responses", model.NewResponses, events(textDelta("Hi"), completed("[]")), "input", `[
			{"role": "user", "content": "Look"},
			{"type": "function_call", "call_id": "a", "name": "screenshot", "arguments": "{}"},
			{"type": "function_call_output", "call_id": "a", "output": "taken"},
			{"role": "user", "content": [
				{"type": "input_text", "text": "The picture"},
				{"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,UE5H"}]}]`},
		{"command", model.NewCommand, events(saying(`{"final":"Hi"}`), finish("stop"), done), "messages", `[
			{"role": "user", "content": "Look"},
			{"role": "assistant", "content": "{\"tool\": \"screenshot\", \"args\": {}}"},
			` + strings.Replace(chatPicture, "The picture", `Result of screenshot:\ntaken\n\nThe picture`, 1) + `]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rec := &recorder{next: stream(tt.answer)}
			m := tt.open(model.Config{BaseURL: server(t, rec.ServeHTTP), Model: "m"})
			if got, err := m.Reply(t.Context(), pictured([]byte("PNG")), nil); err != nil || got.Text != "Hi" {
				t.Fatalf("got %+v, %v", got, err)
			}
			var want any
			if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, rec.last(t)[tt.field]); diff != "" {
				t.Errorf("conversation (-want +got):\n%s", diff)
			}
		})
	}
}

// TestImageTokensAreEstimated counts an image by what it costs, not by the size
// of its file.
func TestImageTokensAreEstimated(t *testing.T) {
	small, large := []byte("PNG"), make([]byte, 1<<20)
	used := func(png []byte) int {
		m := model.NewChat(model.Config{BaseURL: server(t, hi), Model: "m"})
		got, err := m.Reply(t.Context(), pictured(png), nil)
		if err != nil || !got.Usage.Estimated {
			t.Fatalf("got %+v, %v", got, err)
		}
		return got.Usage.Input
	}
	if a, b := used(small), used(large); a != b || a < model.ImageTokens || a > model.ImageTokens+200 {
		t.Errorf("%d tokens with an image of %d bytes, %d with one of %d",
			a, base64.StdEncoding.EncodedLen(len(small)), b, base64.StdEncoding.EncodedLen(len(large)))
	}
}

// TestRejectsImages knows how servers say that a model takes no images.
func TestRejectsImages(t *testing.T) {
	tests := []struct {
		name   string
		status int
		page   string
		want   bool
	}{
		{"content that must be text", 400, `{"error":{"message":"messages[3].content must be a string"}}`, true},
		{"unprocessable", 422, `{"detail":"Input should be a valid string"}`, true},
		{"too large", 413, "", true},
		{"no route for images", 404, `{"error":{"message":"No endpoints found that support image input"}}`, true},
		{"a server without a projector", 500, `{"error":{"message":"image input is not supported - hint: you may need to provide the mmproj"}}`, true},
		{"no such model", 404, `{"error":{"message":"model 'm' not found"}}`, false},
		{"a crash", 500, `{"error":{"message":"boom"}}`, false},
		{"no key", 401, `{"error":{"message":"no key for image input"}}`, false},
		{"an error in the stream", 200, `{"error":{"message":"Image input is not enabled for this model"}}`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := model.NewChat(model.Config{
				BaseURL: server(t, answer(tt.status, tt.page, "Content-Type", "application/json")), Model: "m", Retries: -1,
			})
			_, err := m.Reply(t.Context(), pictured([]byte("PNG")), nil)
			failed, ok := errors.AsType[*model.EndpointError](err)
			if !ok {
				t.Fatalf("error %T %v, want an *EndpointError", err, err)
			}
			if failed.RejectsImages() != tt.want {
				t.Errorf("RejectsImages is %v for %v", !tt.want, failed)
			}
		})
	}
}
