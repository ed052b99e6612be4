package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestALongStartIsSaid(t *testing.T) {
	for _, c := range []struct {
		took time.Duration
		want string
	}{
		{saidAfter / 2, ""},
		{time.Second, "\rLooking · ctrl+c ends\r\x1b[K"},
		{2 * time.Second, "\rLooking · ctrl+c ends\rLooking · 1 s · ctrl+c ends\r\x1b[K"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			done := saying(t.Context(), &out, "Looking")
			time.Sleep(c.took)
			done()
			if got := out.String(); got != c.want {
				t.Errorf("after %v: %q, want %q", c.took, got, c.want)
			}
			if strings.Count(out.String(), "\n") > 0 {
				t.Error("it leaves a line behind")
			}
		})
	}
}
