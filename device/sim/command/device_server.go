package command

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"adroit/device/sim/android"
)

// The helper that mobilecli starts on a phone and where it listens
// (github.com/mobile-next/mobilecli, agents/android/java/DeviceServer.java).
const (
	deviceServerClass  = "com.mobilenext.mobilecli.DeviceServer"
	deviceServerSocket = "mobilecli-server"
)

// maxRequest bounds the body of a request, in bytes, as the real helper does.
const maxRequest = 1 << 20

// The errors of JSON-RPC 2.0 (jsonrpc.org/specification, 5.1).
const (
	errorParse   = -32700
	errorMethod  = -32601
	errorRequest = -32600
)

// deviceServer answers mobilecli as its helper does: JSON-RPC 2.0 over HTTP,
// one request a connection. It does what no command of a phone does: list apps
// with their labels, and set the clipboard. For screens and touches, which it
// refuses, mobilecli falls back to uiautomator and input, so that unlike the
// real one it does not hold the automation connection.
type deviceServer struct {
	phone   Phone
	version string // SHA-256 of its program, which mobilecli compares
}

func newDeviceServer(phone Phone, program []byte) *deviceServer {
	sum := sha256.Sum256(program)
	return &deviceServer{phone, hex.EncodeToString(sum[:])}
}

type rpcRequest struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Text string `json:"text"`
	} `json:"params"`
}

type rpcResponse struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (s *deviceServer) serve(conn io.ReadWriter) {
	request, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	body, err := json.Marshal(s.answer(io.LimitReader(request.Body, maxRequest)))
	if err != nil {
		return
	}
	// A client that has gone needs no answer.
	_, _ = fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(body), body)
}

func (s *deviceServer) answer(body io.Reader) rpcResponse {
	response := rpcResponse{Version: "2.0"}
	var request rpcRequest
	if err := json.NewDecoder(body).Decode(&request); err != nil {
		response.Error = &rpcError{errorParse, "Parse error: " + err.Error()}
		return response
	}
	response.ID = request.ID
	switch {
	case request.Version != "2.0" || request.Method == "":
		response.Error = &rpcError{errorRequest, "Invalid Request"}
	case request.Method == "device.version":
		response.Result = map[string]string{"dexSha256": s.version}
	case request.Method == "device.apps.list":
		response.Result = s.apps()
	case request.Method == "device.clipboard.set", request.Method == "device.clipboard.clear":
		s.phone.Do(func(sys *android.System) { sys.Clipboard = request.Params.Text })
		response.Result = map[string]bool{"ok": true}
	default:
		response.Error = &rpcError{errorMethod, "Method not found: " + request.Method}
	}
	return response
}

// labelled is an app in device.apps.list.
type labelled struct {
	Package     string `json:"packageName"`
	Label       string `json:"appName"`
	Version     string `json:"version"`
	VersionCode int    `json:"versionCode"`
}

func (s *deviceServer) apps() (all []labelled) {
	s.phone.Do(func(sys *android.System) {
		for _, app := range sys.Apps {
			all = append(all, labelled{app.Package, app.Label, app.VersionName, app.VersionCode})
		}
	})
	return all
}
