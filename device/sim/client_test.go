package sim_test

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"image"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"adroit/device/sim"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is when the tests' phones live.
func clock() time.Time { return time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC) }

// rig is a phone and a way to talk to it over its embedded adb server.
type rig struct {
	t     *testing.T
	phone *sim.Phone
	addr  string
}

func start(t *testing.T, options sim.Options) rig {
	t.Helper()
	if options.Clock == nil {
		options.Clock = clock
	}
	phone := sim.New(options)
	server, err := phone.ServeServer(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return rig{t, phone, server.Addr()}
}

// open opens a service of the phone's.
func (r rig) open(service string) (net.Conn, error) {
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		return nil, err
	}
	r.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	for _, request := range []string{"host:transport:" + r.phone.Serial(), service} {
		fmt.Fprintf(conn, "%04x%s", len(request), request)
		status := make([]byte, 4)
		if _, err := io.ReadFull(conn, status); err != nil {
			return nil, err
		}
		if string(status) != "OKAY" {
			return nil, fmt.Errorf("%s: %s", request, status)
		}
	}
	return conn, nil
}

// result is what a command came to; code is -1 where the stream broke first.
type result struct {
	out, err string
	code     int
}

func (r rig) shell(command string) result {
	r.t.Helper()
	conn, err := r.open("shell,v2,raw:" + command)
	if err != nil {
		return result{err: err.Error(), code: -1}
	}
	defer conn.Close()
	conn.Write([]byte{4, 0, 0, 0, 0}) // no more input
	var outputs [3]bytes.Buffer
	for {
		var h [5]byte
		if _, err := io.ReadFull(conn, h[:]); err != nil {
			return result{outputs[1].String(), outputs[2].String(), -1}
		}
		data := make([]byte, binary.LittleEndian.Uint32(h[1:]))
		if _, err := io.ReadFull(conn, data); err != nil {
			return result{outputs[1].String(), outputs[2].String(), -1}
		}
		if h[0] == 3 {
			return result{outputs[1].String(), outputs[2].String(), int(data[0])}
		}
		outputs[h[0]].Write(data)
	}
}

// must runs a command that has to succeed and returns its output.
func (r rig) must(command string) string {
	r.t.Helper()
	got := r.shell(command)
	if got.code != 0 {
		r.t.Fatalf("%s: status %d, %s%s", command, got.code, got.out, got.err)
	}
	return got.out
}

// exec runs a command on a raw stream.
func (r rig) exec(command string) []byte {
	r.t.Helper()
	conn, err := r.open("exec:" + command)
	if err != nil {
		r.t.Fatal(err)
	}
	defer conn.Close()
	data, err := io.ReadAll(conn)
	if err != nil {
		r.t.Fatal(err)
	}
	return data
}

// node is one node of a dump.
type node struct {
	Text      string `xml:"text,attr"`
	ID        string `xml:"resource-id,attr"`
	Desc      string `xml:"content-desc,attr"`
	Class     string `xml:"class,attr"`
	Package   string `xml:"package,attr"`
	Bounds    string `xml:"bounds,attr"`
	Checked   bool   `xml:"checked,attr"`
	Clickable bool   `xml:"clickable,attr"`
	Enabled   bool   `xml:"enabled,attr"`
	Focused   bool   `xml:"focused,attr"`
	Password  bool   `xml:"password,attr"`
	Nodes     []node `xml:"node"`
}

// dump returns the screen's nodes in document order.
func (r rig) dump() []node {
	r.t.Helper()
	data := r.must("uiautomator dump /data/local/tmp/w.xml >&2; cat /data/local/tmp/w.xml; rm /data/local/tmp/w.xml")
	var root node
	if err := xml.Unmarshal([]byte(data), &root); err != nil {
		r.t.Fatalf("dump: %v in %q", err, data)
	}
	var all []node
	var walk func(n node)
	walk = func(n node) {
		all = append(all, n)
		for _, child := range n.Nodes {
			walk(child)
		}
	}
	for _, child := range root.Nodes {
		walk(child)
	}
	return all
}

// find returns the first node that says label in its text, description or id.
func (r rig) find(label string) (node, bool) {
	r.t.Helper()
	for _, n := range r.dump() {
		if n.Text == label || n.Desc == label || strings.HasSuffix(n.ID, "/"+label) {
			return n, true
		}
	}
	return node{}, false
}

func (r rig) see(label string) node {
	r.t.Helper()
	n, ok := r.find(label)
	if !ok {
		var texts []string
		for _, n := range r.dump() {
			if n.Text+n.Desc != "" {
				texts = append(texts, n.Text+n.Desc)
			}
		}
		r.t.Fatalf("no %q on the screen, which says %q", label, texts)
	}
	return n
}

func (n node) centre() image.Point {
	var b image.Rectangle
	fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &b.Min.X, &b.Min.Y, &b.Max.X, &b.Max.Y)
	return b.Min.Add(b.Size().Div(2))
}

// tap taps what says label.
func (r rig) tap(label string) {
	r.t.Helper()
	r.tapAt(r.see(label).centre())
}

func (r rig) tapAt(p image.Point) {
	r.t.Helper()
	r.must(fmt.Sprintf("input tap %d %d", p.X, p.Y))
}
