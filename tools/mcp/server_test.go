package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"adroit/permissions"
	"adroit/tools"
	"adroit/tools/skill"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const patience = 20 * time.Second

// callFunc is a Caller.
type callFunc func(ctx context.Context, c tools.Call, told func(string)) (tools.Result, error)

func (f callFunc) Call(ctx context.Context, c tools.Call, told func(string)) (tools.Result, error) {
	return f(ctx, c, told)
}

var catalogue = tools.Catalogue(tools.Options{Images: true, Workspace: "."})

// connect serves caller to a client of the same library.
func connect(t *testing.T, caller Caller, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	return connectTo(t, Server{Caller: caller, Catalogue: catalogue}, o)
}

func connectTo(t *testing.T, s Server, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- s.Serve(ctx, fromClient, toClient)
		toClient.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
	session, err := client.Connect(ctx, &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		toServer.Close()
		if err := <-served; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		cancel()
	})
	return session
}

// TestEveryToolIsOffered holds what is listed against the catalogue.
func TestEveryToolIsOffered(t *testing.T) {
	session := connect(t, nil, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	offered := map[string]*mcp.Tool{}
	for _, o := range list.Tools {
		offered[o.Name] = o
	}
	if len(offered) != len(catalogue) {
		t.Errorf("%d tools are listed, want %d", len(offered), len(catalogue))
	}
	for _, tool := range catalogue {
		o := offered[tool.Name]
		if o == nil {
			t.Errorf("%s is not listed", tool.Name)
			continue
		}
		hints := o.Annotations
		if hints.ReadOnlyHint != (tool.Risk == permissions.Low) || hints.IdempotentHint != tool.Idempotent {
			t.Errorf("%s of %v risk is marked %+v", tool.Name, tool.Risk, hints)
		}
		if *hints.DestructiveHint && hints.ReadOnlyHint {
			t.Errorf("%s reads, and destroys", tool.Name)
		}
		if schema := o.InputSchema.(map[string]any); schema["type"] != "object" || schema["additionalProperties"] != false {
			t.Errorf("the schema of %s is not strict: %v", tool.Name, schema)
		}
	}
	for name, want := range map[string]bool{
		"tap": true, "type_text": true, "edit_file": true, "swipe": true, "drag_and_drop": true,
		"scroll": false, "press_home": false, "observe_screen": false,
	} {
		if got := *offered[name].Annotations.DestructiveHint; got != want {
			t.Errorf("%s is destructive: %v, want %v", name, got, want)
		}
	}
	for _, name := range moving {
		if offered[name] == nil {
			t.Errorf("there is no tool %s", name)
		}
	}
}

// TestInstructions: what the person has written down stands there only where
// there is something.
func TestInstructions(t *testing.T) {
	skills := tools.Catalogue(tools.Options{Skills: skill.Set{{ID: "wifi", Title: "Turn a switch"}}})
	for name, tt := range map[string]struct {
		server        Server
		skills, notes bool
	}{
		"nothing": {Server{Catalogue: catalogue}, false, false},
		"skills":  {Server{Catalogue: skills}, true, false},
		"notes":   {Server{Catalogue: catalogue, Notes: "Bob is a test account."}, false, true},
		"both":    {Server{Catalogue: skills, Notes: "Bob is a test account."}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			told := connectTo(t, tt.server, nil).InitializeResult().Instructions
			if strings.Contains(told, "read_skill") != tt.skills || strings.HasSuffix(told, "not to carry out:\nBob is a test account.") != tt.notes ||
				strings.Contains(told, "notes") != tt.notes {
				t.Errorf("told %q", told)
			}
		})
	}
}

func TestResults(t *testing.T) {
	results := map[string]tools.Result{
		"observe_screen_context": {OK: true, Status: tools.Success, Message: "Observed Settings", Screen: "3 switch Wi-Fi [on] <b>"},
		"tap":                    {Status: tools.Error, Message: "Target not found", Data: map[string]any{"candidates": []string{"7 button Send"}}},
		"screenshot":             {OK: true, Status: tools.Success, Message: "A picture", Image: []byte("\x89PNG")},
	}
	session := connect(t, callFunc(func(_ context.Context, c tools.Call, _ func(string)) (tools.Result, error) {
		if r, ok := results[c.Name]; ok {
			return r, nil
		}
		return tools.Result{}, errors.New("no phone\x1b[2J is connected")
	}), nil)
	for name, want := range results {
		t.Run(name, func(t *testing.T) {
			got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{}})
			if err != nil {
				t.Fatal(err)
			}
			checkResult(t, got, want)
		})
	}
	got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "press_back"})
	if err != nil || !got.IsError || strings.Contains(got.Content[0].(*mcp.TextContent).Text, "\x1b") {
		t.Errorf("without a phone: %+v, %v", got, err)
	}
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "format_phone"}); err == nil {
		t.Error("a tool that does not exist was called")
	}
}

// checkResult holds a result as it came against the one that was given.
func checkResult(t *testing.T, got *mcp.CallToolResult, want tools.Result) {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(outputSchema, &schema); err != nil {
		t.Fatal(err)
	}
	output, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.IsError == want.OK {
		t.Errorf("isError is %v", got.IsError)
	}
	object := got.StructuredContent.(map[string]any)
	if err := output.Validate(object); err != nil {
		t.Error(err)
	}
	if object["message"] != want.Message || want.Screen != "" && object["screen"] != want.Screen {
		t.Errorf("got %v", object)
	}
	words := got.Content[0].(*mcp.TextContent).Text
	var same map[string]any
	if err := json.Unmarshal([]byte(words), &same); err != nil || same["message"] != want.Message {
		t.Errorf("the text is %s", words)
	}
	if strings.Contains(words, `\u003c`) {
		t.Errorf("the text is escaped for HTML: %s", words)
	}
	pictures := slices.DeleteFunc(slices.Clone(got.Content[1:]), func(c mcp.Content) bool {
		picture, ok := c.(*mcp.ImageContent)
		return !ok || picture.MIMEType != "image/png" || string(picture.Data) != string(want.Image)
	})
	if (len(pictures) == 1) != (want.Image != nil) || len(pictures) != len(got.Content)-1 {
		t.Errorf("%d contents with %d pictures", len(got.Content), len(pictures))
	}
}

func TestProgressAndCancel(t *testing.T) {
	began, ended := make(chan struct{}), make(chan struct{})
	told := make(chan string, 20*mostProgress)
	session := connect(t, callFunc(func(ctx context.Context, c tools.Call, tell func(string)) (tools.Result, error) {
		if c.Name == "wait_for_ui" {
			close(began)
			<-ctx.Done()
			close(ended)
			return tools.Result{}, context.Cause(ctx)
		}
		tell("Press Back")
		tell("waiting for the person's answer")
		for range 10 * mostProgress { // nobody waits for a client that reads slowly
			tell("more")
		}
		return tools.Result{OK: true, Status: tools.Success}, nil
	}), &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		told <- r.Params.Message
	}})
	params := &mcp.CallToolParams{Name: "press_back", Arguments: map[string]any{}}
	params.SetProgressToken("p1")
	if _, err := session.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Press Back", "waiting for the person's answer"} {
		select { // the library may hand on what was told after the result of the call
		case got := <-told:
			if got != want {
				t.Errorf("told %q, want %q", got, want)
			}
		case <-time.After(patience):
			t.Fatalf("%q was not told", want)
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "wait_for_ui"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled call returned %v", err)
	}
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the call goes on after it was cancelled")
	}
}
