package tools_test

import (
	"testing"
	"time"

	"adroit/device/sim"
)

// What a phone showed before it was lost tells nothing of the end of a wait.
func TestAWaitOnALostPhone(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil, sim.Options{})
	lost := time.AfterFunc(100*time.Millisecond, r.sim.Unplug)
	defer lost.Stop()
	if result := r.call(t, "wait_for_element", `{"text": "Nowhere", "timeout_ms": 1500}`); result.OK || result.Data["device_lost"] != true {
		t.Error(result.ForModel())
	}
}
