// Package doctor examines everything that a run needs, from the adb server to
// the terminal, in the order in which each thing needs the one before, and
// names the cure for what it finds amiss.
//
// Examine runs the checks and hands out each Finding as soon as it stands. A
// check whose ground another has taken away is skipped, and says so: nothing is
// reported as good that was not seen.
//
// The doctor looks and never mends, but for an adb server that is off: it is
// started, as every command starts it. Nothing is done to the phone that could
// be seen there, and nothing that costs money is asked of the model's endpoint
// unless the caller says so (Endpoint.Probe).
package doctor
