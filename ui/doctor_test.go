package ui

import (
	"context"
	"testing"

	"adroit/loop/doctor"
)

func TestDoctorInTheCockpit(t *testing.T) {
	t.Parallel()
	d, _ := offering(t, 100, 30)
	d.app.options.Offers.Examine = func(context.Context) ([]doctor.Finding, error) {
		return []doctor.Finding{
			{Check: "adb.server", Severity: doctor.OK, Message: "the adb server answers"},
			{Check: "phone.touch", Severity: doctor.Failure, Message: "adb may look \x1b[2Jand not touch", Cure: "switch it on"},
		}, nil
	}
	d.command("doctor")
	d.sees("Doctor", "✓ the adb server answers", "✗ failure: adb may look", "switch it on")
	d.press("esc")
	if d.app.reader != nil {
		t.Error("esc does not close it")
	}
}
