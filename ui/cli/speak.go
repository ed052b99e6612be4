package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"adroit/device/text"
	"adroit/loop/event"
)

// longestSpeech bounds the command that reads a sentence aloud.
const longestSpeech = time.Minute

// speaker hands what is to be read aloud to a command of the person's, on its
// standard input: nothing of a model's or a phone's is ever a part of the
// command. A later sentence takes the place of one that is still being read.
type speaker struct {
	command string

	mu     sync.Mutex
	cancel context.CancelFunc // of the sentence that is being read; nil before the first
	done   chan struct{}      // closed when that is over
	err    error              // the last one
}

// readAloud has the answers of s read aloud, where the person has a command for
// that.
func (a *app) readAloud(s *session) {
	if a.config.SpeakCommand == "" {
		return
	}
	s.speaker = &speaker{command: a.config.SpeakCommand}
	s.Subscribe(s.speaker.event)
	s.closers = append(s.closers, func() {
		if err := s.speaker.close(); err != nil {
			fmt.Fprintln(a.Err, err)
		}
	})
}

// event is a subscriber of a session.
func (s *speaker) event(e event.Event) {
	if e.Speak == "" {
		return
	}
	s.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), longestSpeech)
	done := make(chan struct{})
	s.cancel, s.done = cancel, done
	go func() {
		defer close(done)
		defer cancel()
		err := speakAloud(ctx, s.command, e.Speak)
		if errors.Is(ctx.Err(), context.Canceled) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.err = err
	}()
}

// stop falls silent. It does not wait for that.
func (s *speaker) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
	}
}

// wait waits until the last sentence was read, or ctx ends.
func (s *speaker) wait(ctx context.Context) {
	s.mu.Lock()
	done := s.done
	s.mu.Unlock()
	if done == nil {
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// close falls silent, and says why the last sentence could not be read.
func (s *speaker) close() error {
	s.stop()
	s.wait(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// speakAloud runs the command with the words on its standard input.
func speakAloud(ctx context.Context, command, words string) error {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Stdin = strings.NewReader(text.Line(words) + "\n")
	cmd.WaitDelay = time.Second // for what it leaves behind with its output open
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return fmt.Errorf("--speak-command: %w: %s", err, text.Truncate(text.Line(strings.TrimSpace(said.String())), 200))
	}
	return nil
}
