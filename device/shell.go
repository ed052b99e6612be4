package device

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxOutput bounds what one command may print: 32 MiB.
const maxOutput = 32 << 20

// Result is what a shell command on the phone did.
type Result struct {
	Stdout []byte
	Stderr []byte // empty on phones before Android 7, which mix it into Stdout
	Exit   int    // 0-255; 128 + the signal for a command that was killed
}

// shellV2Service runs a command under the shell protocol, without a terminal
// (AOSP adb/SERVICES.TXT).
const shellV2Service = "shell,v2,raw:"

// Packets of the shell protocol: an id, a little-endian length of four bytes,
// the data (AOSP adb/shell_protocol.h).
const (
	packetStdin      = 0
	packetStdout     = 1
	packetStderr     = 2
	packetExit       = 3
	packetCloseStdin = 4
)

// Shell runs one command line in the phone's shell, with nothing on its
// standard input, and returns when it has ended, after 30 seconds at most. A
// command that ends with a status other than 0 is not an error; one whose
// status never came is, since nobody knows what it did. The command is ended
// on the phone when ctx is.
func (p *Phone) Shell(ctx context.Context, cmd string) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	result, err := p.shell(ctx, cmd, nil)
	return result, p.wrap("shell on", err)
}

// Script runs a shell script of any length, as Shell does. Phones before
// Android 7 take no more than 4000 bytes.
func (p *Phone) Script(ctx context.Context, script string) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	result, err := p.script(ctx, script)
	return result, p.wrap("script on", err)
}

func (p *Phone) script(ctx context.Context, script string) (Result, error) {
	if len(shellV2Service+script) <= maxService {
		return p.shell(ctx, script, nil)
	}
	// The shell reads the whole group before it runs it, so that no command
	// in the script can read the rest of it as input.
	return p.shell(ctx, "sh", []byte("{\n"+script+"\n} </dev/null\n"))
}

func (p *Phone) shell(ctx context.Context, cmd string, stdin []byte) (Result, error) {
	result, err := p.shellOnce(ctx, cmd, stdin)
	if errors.Is(err, ErrRefused) {
		// The phone has come back with another daemon since it was asked what
		// it can do.
		p.forget()
		result, err = p.shellOnce(ctx, cmd, stdin)
	}
	return result, err
}

func (p *Phone) shellOnce(ctx context.Context, cmd string, stdin []byte) (Result, error) {
	features, err := p.knownFeatures(ctx)
	switch {
	case err != nil:
		return Result{}, notSentError{err}
	case features["shell_v2"]:
		return p.shellV2(ctx, cmd, stdin)
	case stdin != nil:
		return Result{}, notSentError{fmt.Errorf("an old phone takes no standard input: %w", ErrCommandTooLong)}
	}
	return p.shellV1(ctx, cmd)
}

func (p *Phone) shellV2(ctx context.Context, cmd string, stdin []byte) (Result, error) {
	c, err := p.open(ctx, shellV2Service+cmd)
	if err != nil {
		return Result{}, err
	}
	defer c.Close()
	var input []byte
	if len(stdin) > 0 {
		input = append(packet(packetStdin, len(stdin)), stdin...)
	}
	if _, err := c.link.Write(append(input, packet(packetCloseStdin, 0)...)); err != nil {
		return Result{}, c.link.fault(err)
	}
	result, err := readPackets(c.link)
	return result, c.link.fault(err)
}

func packet(id byte, length int) []byte {
	return binary.LittleEndian.AppendUint32([]byte{id}, uint32(length))
}

// readPackets reads the shell protocol up to the packet with the exit status.
func readPackets(r io.Reader) (Result, error) {
	var stdout, stderr bytes.Buffer
	for {
		var head [5]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return Result{}, fmt.Errorf("no exit status: %w", err)
		}
		length := int64(binary.LittleEndian.Uint32(head[1:]))
		var to io.Writer
		switch head[0] {
		case packetStdout:
			to = &stdout
		case packetStderr:
			to = &stderr
		case packetExit:
			var status [1]byte
			if _, err := io.ReadFull(r, status[:]); err != nil {
				return Result{}, fmt.Errorf("no exit status: %w", err)
			}
			return Result{stdout.Bytes(), stderr.Bytes(), int(status[0])}, nil
		default:
			to = io.Discard // a packet from the future
		}
		if int64(stdout.Len()+stderr.Len())+length > maxOutput {
			return Result{}, ErrOutputTooLong
		}
		if _, err := io.CopyN(to, r, length); err != nil {
			return Result{}, fmt.Errorf("output cut off: %w", err)
		}
	}
}

// shellV1 runs a command on a phone without the shell protocol. The status is
// printed behind a mark that the command cannot foresee; without it the
// output was cut off.
func (p *Phone) shellV1(ctx context.Context, cmd string) (Result, error) {
	mark := "\n" + rand.Text() + ":"
	c, err := p.open(ctx, "exec:sh -c "+Quote(cmd)+" </dev/null 2>&1; echo "+Quote(mark)+"$?")
	if err != nil {
		return Result{}, err
	}
	defer c.Close()
	var out bytes.Buffer
	if _, err := copyCapped(&out, c.link); err != nil {
		return Result{}, c.link.fault(err)
	}
	stdout, status, ok := strings.Cut(out.String(), mark)
	exit, err := strconv.Atoi(strings.TrimSpace(status))
	if !ok || err != nil {
		return Result{}, c.link.fault(fmt.Errorf("no exit status: %w", ErrDeviceLost))
	}
	return Result{Stdout: []byte(stdout), Exit: exit}, nil
}

// Exec runs a command and copies what it prints to w, as it comes and byte for
// byte, up to 32 MiB. Its standard error is mixed in, and neither its status
// nor a broken connection can be told from its end: check the output.
func (p *Phone) Exec(ctx context.Context, cmd string, w io.Writer) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	n, err := p.exec(ctx, cmd, w)
	return n, p.wrap("exec on", err)
}

func (p *Phone) exec(ctx context.Context, cmd string, w io.Writer) (int64, error) {
	c, err := p.open(ctx, "exec:"+cmd)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	n, err := copyCapped(w, c.link)
	return n, c.link.fault(err)
}

// copyCapped copies up to maxOutput bytes.
func copyCapped(w io.Writer, r io.Reader) (int64, error) {
	n, err := io.Copy(w, io.LimitReader(r, maxOutput+1))
	if err == nil && n > maxOutput {
		err = ErrOutputTooLong
	}
	return n, err
}
