// Package device is what a phone can do, spoken over adb.
//
// A Hub stands for one adb server: it lists the phones that the server knows,
// follows their coming and going, and opens one as a Phone. A Phone runs shell
// commands, moves files, observes its screen as a screen.Context and carries
// out Commands. Nothing is installed on the phone.
//
// The adb protocol is spoken through the public interfaces of
// github.com/zach-klippenstein/goadb, with connections of our own beneath
// them: goadb knows no context, no deadline, no exit status, and cuts messages
// at 255 bytes. What the adb server and the phone's daemon understand is
// described in AOSP's packages/modules/adb: OVERVIEW.TXT, SERVICES.TXT,
// SYNC.TXT, protocol.txt and shell_protocol.h.
//
// Whoever opens a phone also calls RestoreKeyboard once, and LearnLabels in the
// background: what an observation should know of apps' names, and must not wait
// for.
//
// Three promises hold everywhere. Every call ends: with its context, or at a
// deadline of its own. A failure is an error with a cause and a cure, never an
// empty result. And no value becomes part of a device shell command except
// through Quote, so that text from a model or a screen cannot run.
//
// The package never starts an adb server unless StartServer is called, never
// ends one, and never decides whether an act is allowed: that is the business
// of packages permissions and tools above it.
package device
