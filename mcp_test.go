package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// nodeCall is what the client in testdata says of a call.
type nodeCall struct {
	IsError, PNG, Denied bool
	Types                []string
	Message, Screen      string
}

// TestNodeClientOfMCP has the protocol's own library of another language list
// and call the tools on the simulated phone.
func TestNodeClientOfMCP(t *testing.T) {
	if err := exec.Command("node", "-e", `require("@modelcontextprotocol/sdk/client/index.js")`).Run(); err != nil {
		t.Skip("needs node, and NODE_PATH set to a folder with the npm package @modelcontextprotocol/sdk")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", filepath.Join("tools", "mcp", "testdata", "client.cjs"),
		"adroit", "mcp", "--device", "demo", "--approve", "medium", "--state-dir", t.TempDir())
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var saw struct {
		Tools    [][2]any
		Progress []string
		Calls    struct {
			Observe, Screenshot, Open, Missing, Invalid, UnknownField, After nodeCall

			Cancelled string
		}
	}
	if err := json.Unmarshal(out, &saw); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range [][2]any{{"tap", false}, {"observe_screen_context", true}, {"screenshot", true}, {"type_text", false}} {
		if !slices.Contains(saw.Tools, want) {
			t.Errorf("want %v (name, reads only) in %v", want, saw.Tools)
		}
	}
	c := saw.Calls
	if c.Observe.IsError || !strings.Contains(c.Observe.Screen, "Messages") || !slices.Equal(c.Observe.Types, []string{"text"}) {
		t.Errorf("observed %+v", c.Observe)
	}
	if c.Screenshot.IsError || !c.Screenshot.PNG || !slices.Equal(c.Screenshot.Types, []string{"text", "image image/png"}) {
		t.Errorf("the screenshot is %+v", c.Screenshot)
	}
	if c.Open.IsError || !strings.Contains(c.Open.Screen, "switch Wi-Fi") {
		t.Errorf("opened %+v", c.Open)
	}
	for name, failed := range map[string]nodeCall{"missing": c.Missing, "invalid": c.Invalid, "unknown field": c.UnknownField} {
		if !failed.IsError || failed.Message == "" || !slices.Equal(failed.Types, []string{"text"}) {
			t.Errorf("%s: %+v", name, failed)
		}
	}
	if !strings.Contains(c.Invalid.Message, "panel") || !strings.Contains(c.UnknownField.Message, "approve") {
		t.Errorf("wrong fields are not named: %q, %q", c.Invalid.Message, c.UnknownField.Message)
	}
	if c.Cancelled != "cancelled" || c.After.IsError {
		t.Errorf("after a cancelled call (%s): %+v", c.Cancelled, c.After)
	}
	if !slices.Contains(saw.Progress, "Open the Wi-Fi settings") {
		t.Errorf("told %q on the way", saw.Progress)
	}
}

// startMCP starts `adroit mcp` and connects to it.
func startMCP(t *testing.T, args ...string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command("adroit", append([]string{"mcp"}, args...)...)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// openWiFi asks for an act of medium risk.
func openWiFi(t *testing.T, session *mcp.ClientSession) *mcp.CallToolResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "open_settings_panel", Arguments: map[string]any{"panel": "wifi"}})
	if err != nil {
		t.Error(err) // not on the test's own goroutine
		return &mcp.CallToolResult{IsError: true}
	}
	return result
}

func TestMCPWithoutAPerson(t *testing.T) {
	if result := openWiFi(t, startMCP(t, "--device", "demo", "--state-dir", t.TempDir())); !result.IsError {
		t.Errorf("acted without approval: %+v", result.StructuredContent)
	}
}

// TestMCPAsksInTheCockpit has another agent use the phone of a server: the
// question stands in the cockpit that is attached there, and the person's key
// answers it.
func TestMCPAsksInTheCockpit(t *testing.T) {
	state := serveDemo(t)
	term := startTerminal(t, 120, 35)
	term.run("adroit attach --state-dir " + state)
	term.waitFor("Say what should happen on the phone")
	session := startMCP(t, "--attach", readServed(t, state).URL, "--state-dir", state)
	for key, wantError := range map[string]bool{"y": false, "n": true} {
		results := make(chan *mcp.CallToolResult, 1)
		go func() { results <- openWiFi(t, session) }()
		term.waitFor("Another program asks", "Open the Wi-Fi settings", "y once")
		answerDialog(term, key, "Open the Wi-Fi settings")
		if result := <-results; result.IsError != wantError {
			t.Errorf("after %s: %+v", key, result.StructuredContent)
		}
	}
}

// TestMCPTellsWhatThePersonWroteDown offers the skills and the notes to another
// agent, on a phone of its own and on that of a server: a skill that it has read
// narrows what it may do.
func TestMCPTellsWhatThePersonWroteDown(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	skills := t.TempDir()
	writeFile(t, filepath.Join(skills, "back.md"), "---\nid: back\ntitle: Go back as ada@example.org\nallowed_tools: [press_back]\n---\nPress back.\n")
	writeFile(t, filepath.Join(folder, "ADROIT.md"), "Bob\x1b[2J is a test account, bob@example.org.\n")
	state := serveDemo(t, "--skills", skills)
	for name, args := range map[string][]string{
		"its own phone":         {"--device", "demo", "--approve", "medium", "--state-dir", t.TempDir(), "--skills", skills},
		"the phone of a server": {"--attach", readServed(t, state).URL, "--state-dir", state},
	} {
		t.Run(name, func(t *testing.T) {
			session := startMCP(t, args...)
			if told := session.InitializeResult().Instructions; !strings.Contains(told, "is a test account, [REDACTED]") || strings.Contains(told, "\x1b") || !strings.Contains(told, "read_skill") {
				t.Errorf("the instructions are %q", told)
			}
			list, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			listed := slices.ContainsFunc(list.Tools, func(o *mcp.Tool) bool {
				return o.Name == "read_skill" && strings.Contains(o.Description, "back: Go back as [REDACTED]")
			})
			if !listed {
				t.Error("the skill is not listed, or with a secret")
			}
			read, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_skill", Arguments: map[string]any{"id": "back"}})
			if err != nil || read.IsError || read.StructuredContent.(map[string]any)["content"] != "Press back." {
				t.Fatalf("read %+v, %v", read, err)
			}
			denied := openWiFi(t, session).Content[0].(*mcp.TextContent).Text
			if !strings.Contains(denied, "the skill back leaves only press_back") {
				t.Errorf("an act that the skill does not name: %s", denied)
			}
		})
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestMCPUnanswered has nobody there to answer: the question is denied when its
// time is over.
func TestMCPUnanswered(t *testing.T) {
	state := serveDemo(t, "--approval-timeout", "500ms")
	session := startMCP(t, "--attach", readServed(t, state).URL, "--state-dir", state)
	result := openWiFi(t, session)
	if words := result.Content[0].(*mcp.TextContent).Text; !result.IsError || !strings.Contains(words, "nobody answered in time") {
		t.Errorf("answered %s", words)
	}
}
