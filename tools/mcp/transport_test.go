package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"adroit/tools"
)

// greeting is what a client says first.
const greeting = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a pipe","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// pipe serves caller to a client that says all it has to say at once, and
// returns the answers by id.
func pipe(t *testing.T, caller Caller, said string) (answers map[string]json.RawMessage, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out strings.Builder
	err = Server{Caller: caller, Catalogue: catalogue}.Serve(ctx, strings.NewReader(said), &out)
	answers = map[string]json.RawMessage{}
	for lines := bufio.NewScanner(strings.NewReader(out.String())); lines.Scan(); {
		var answer struct {
			ID            any
			Result, Error json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		if answer.ID != nil || answer.Error != nil {
			answers[fmt.Sprint(answer.ID)] = append(answer.Result, answer.Error...)
		}
	}
	return answers, err
}

// TestInputThatEndsIsAnswered holds that a client in a pipeline, whose words end
// before the answers come, gets them all.
func TestInputThatEndsIsAnswered(t *testing.T) {
	const calls = 5
	said := greeting
	for i := range calls {
		said += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"press_back","arguments":{}}}`+"\n", i)
	}
	said += `{"jsonrpc":"2.0","id":"no","method":"no/such"}` + "\n"
	var running atomic.Int32
	all := make(chan struct{}) // nothing is answered before everything runs
	answers, err := pipe(t, callFunc(func(ctx context.Context, _ tools.Call, _ func(string)) (tools.Result, error) {
		if running.Add(1) == calls {
			close(all)
		}
		select {
		case <-all:
		case <-ctx.Done():
		}
		return tools.Result{OK: ctx.Err() == nil, Status: tools.Success, Message: "went back"}, nil
	}), said)
	if err != nil {
		t.Errorf("the server ended with %v", err)
	}
	for i := range calls {
		if got := string(answers[fmt.Sprint(i)]); !strings.Contains(got, "went back") || strings.Contains(got, `"isError":true`) {
			t.Errorf("call %d was answered %s", i, got)
		}
	}
	if len(answers["hello"]) == 0 || len(answers["no"]) == 0 {
		t.Errorf("answered: %s", answers)
	}
}

// TestCallOfClientThatIsGone holds that a call does not go on for ever when
// nobody is there any more.
func TestCallOfClientThatIsGone(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	server.AddTool(define(catalogue[0]), func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		return nil, context.Cause(ctx)
	})
	said := greeting + fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{}}}`+"\n", catalogue[0].Name)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	err := server.Run(ctx, transport(strings.NewReader(said), io.Discard, time.Millisecond))
	if err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// TestWhatIsNoMessageIsAnswered holds that it takes nothing from the calls
// before and after it, whatever it is.
func TestWhatIsNoMessageIsAnswered(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":%q,"method":"tools/call","params":{"name":"press_back","arguments":{}}}`
	for name, c := range map[string]struct {
		said string
		code string // of the error; "" for none
	}{
		"garbage":             {"garbage", "-32700"},
		"half a message":      {`{"jsonrpc":"2.0","id":7,`, "-32700"},
		"two on a line":       {`{"jsonrpc":"2.0","method":"notifications/a"} {"jsonrpc":"2.0","method":"notifications/b"}`, "-32700"},
		"control characters":  {"\x00\x1b[2J", "-32700"},
		"a number":            {"7", "-32600"},
		"another protocol":    {`{"hello":"world"}`, "-32600"},
		"an id of no kind":    {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, "-32600"},
		"an empty batch":      {"[]", "-32600"},
		"a batch of anything": {`[{"jsonrpc":"2.0","id":8,"method":"ping"},7]`, "-32600"},
		"a batch":             {`[` + fmt.Sprintf(call, "one") + `,{"jsonrpc":"2.0","method":"notifications/a"},{"jsonrpc":"2.0","method":"notifications/b"}]`, ""},
		"too long":            {strings.Repeat("x", longestLine+100), "-32600"},
		"blank lines":         {"\r\n\n  ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			heard := make(chan struct{}) // what follows it: the first call is pending until then
			once := sync.OnceFunc(func() { close(heard) })
			answers, err := pipe(t, callFunc(func(ctx context.Context, c tools.Call, _ func(string)) (tools.Result, error) {
				if string(c.Arguments) != `{"wait":true}` {
					once()
				}
				select {
				case <-heard:
				case <-ctx.Done():
					return tools.Result{}, ctx.Err()
				}
				return tools.Result{OK: true, Status: tools.Success, Message: "went back"}, nil
			}), greeting+strings.Replace(fmt.Sprintf(call, "before"), `"arguments":{}`, `"arguments":{"wait":true}`, 1)+"\n"+
				c.said+"\n"+fmt.Sprintf(call, "after")+"\n")
			if err != nil {
				t.Errorf("the server ended with %v", err)
			}
			for _, id := range []string{"before", "after"} {
				if !strings.Contains(string(answers[id]), "went back") {
					t.Errorf("the call %s was answered %q", id, answers[id])
				}
			}
			if got := string(answers["<nil>"]); !strings.Contains(got, c.code) || (got == "") != (c.code == "") {
				t.Errorf("it was answered %q, want the error %q", got, c.code)
			}
			if strings.Contains(c.said, `"one"`) && !strings.Contains(string(answers["one"]), "went back") {
				t.Errorf("the call in it was answered %q", answers["one"])
			}
		})
	}
}
