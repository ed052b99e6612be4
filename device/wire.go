package device

import (
	"fmt"
	"io"
	"strconv"

	adb "github.com/zach-klippenstein/goadb"
	"github.com/zach-klippenstein/goadb/wire"
)

// maxMessage is the longest message that four hexadecimal digits can announce
// (AOSP adb/OVERVIEW.TXT).
const maxMessage = 0xffff

// conn is one connection to the adb server: goadb's framing, with the raw
// bytes below it within reach.
type conn struct {
	*wire.Conn
	link *link
}

// request sends a service name and waits until the server has accepted it.
func (c *conn) request(service string) error {
	if err := c.SendMessage([]byte(service)); err != nil {
		return c.link.fault(err)
	}
	_, err := c.ReadStatus(service)
	return c.link.fault(err)
}

// query sends a host service and returns its one message.
func (c *conn) query(service string) (string, error) {
	if err := c.request(service); err != nil {
		return "", err
	}
	msg, err := c.ReadMessage()
	return string(msg), c.link.fault(err)
}

// scanner reads what goadb's reads, without its limit of 255 bytes a message,
// and remembers the server's refusal, which goadb hides in its error.
type scanner struct {
	wire.Scanner
	link *link
}

// ReadMessage reads one message of up to maxMessage bytes.
func (s scanner) ReadMessage() ([]byte, error) {
	var digits [4]byte
	if _, err := io.ReadFull(s.link, digits[:]); err != nil {
		return nil, fmt.Errorf("message length: %w", err)
	}
	n, err := strconv.ParseUint(string(digits[:]), 16, 16)
	if err != nil {
		return nil, fmt.Errorf("message length %q: %w", digits, errGarbled)
	}
	msg := make([]byte, n)
	if _, err := io.ReadFull(s.link, msg); err != nil {
		return nil, fmt.Errorf("message of %d bytes: %w", n, err)
	}
	return msg, nil
}

// ReadStatus reads OKAY, or FAIL with the reason.
func (s scanner) ReadStatus(req string) (string, error) {
	status, err := s.Scanner.ReadStatus(req)
	s.link.noteRefusal(err, serverError)
	return status, err
}

func (s scanner) NewSyncScanner() wire.SyncScanner {
	return syncScanner{s.Scanner.NewSyncScanner(), s.link}
}

// syncScanner is goadb's, and remembers the phone's refusal.
type syncScanner struct {
	wire.SyncScanner
	link *link
}

func (s syncScanner) ReadStatus(req string) (string, error) {
	status, err := s.SyncScanner.ReadStatus(req)
	s.link.noteRefusal(err, fileError)
	return status, err
}

// noteRefusal keeps the reason of a FAIL answer. goadb shows it to a predicate
// alone, and not where it has a code of its own for it.
func (l *link) noteRefusal(err error, classify func(text string) error) {
	if adb.HasErrCode(err, adb.DeviceNotFound) {
		l.refusal = classify("device not found")
		return
	}
	wire.IsAdbServerErrorMatching(err, func(text string) bool {
		l.refusal = classify(text)
		return true
	})
}

// sender sends what goadb's sends, without its limit of 255 bytes a message.
type sender struct {
	wire.Sender
	link *link
}

// SendMessage sends one message of up to maxMessage bytes in one write.
func (s sender) SendMessage(msg []byte) error {
	if len(msg) <= wire.MaxMessageLength {
		return s.Sender.SendMessage(msg) // its errors are what goadb's own calls expect
	}
	if len(msg) > maxMessage {
		return fmt.Errorf("message of %d bytes: %w", len(msg), ErrCommandTooLong)
	}
	_, err := fmt.Fprintf(s.link, "%04x%s", len(msg), msg)
	return err
}
