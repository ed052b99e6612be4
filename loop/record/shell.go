package record

import (
	"fmt"
	"io"
	"strings"
	"time"

	"adroit/device"
	"adroit/device/text"
)

// settleSeconds is how long the script waits after each act, because it does
// not look at the screen.
const settleSeconds = 1

// writeShell writes the commands that the run sent to the phone as a script.
func writeShell(w io.Writer, r *report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/sh\n# %s\n# Recorded as run %s on %s.\n", r.title(), r.Run.RunID, r.Run.Time.UTC().Format(time.DateOnly))
	b.WriteString("#\n# This sends what the run sent to the phone, without looking at the screen: it\n" +
		"# needs the same phone in the same state. ANDROID_SERIAL names another one.\n")
	b.WriteString("set -eu\n")
	fmt.Fprintf(&b, "[ -n \"${ANDROID_SERIAL:-}\" ] || ANDROID_SERIAL=%s\nexport ANDROID_SERIAL\n", device.Quote(r.Run.Device))
	for _, c := range r.story.Calls {
		c.shell(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *Call) shell(b *strings.Builder) {
	if len(c.Commands) == 0 {
		return
	}
	label := text.Line(c.Label)
	fmt.Fprintf(b, "\n# %s\n", label)
	if c.Masked() {
		fmt.Fprintf(b, "# It holds a secret that is not recorded.\nprintf '%%s\\n' %s\nread -r _\n",
			device.Quote("By hand, then press Enter: "+label))
		return
	}
	if status, message := c.Outcome(); status != "success" {
		fmt.Fprintf(b, "# %s: %s\n", status, text.Line(message))
	}
	for _, command := range c.Commands {
		fmt.Fprintf(b, "adb shell %s\n", device.Quote(command))
	}
	fmt.Fprintf(b, "sleep %d\n", settleSeconds)
}
