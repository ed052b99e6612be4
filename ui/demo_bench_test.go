//go:build unix

package ui_test

import (
	"syscall"
	"testing"
	"time"
)

// BenchmarkDemoFirstFrame measures from the call of the command to the first
// frame on the terminal, with the simulated phone started on the way.
func BenchmarkDemoFirstFrame(b *testing.B) {
	for name, answering := range map[string]bool{"a terminal that answers": true, "a silent terminal": false} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d := startProgram(b, answering, "demo", "--state-dir", b.TempDir())
				d.await("Say what should happen")
				b.StopTimer()
				d.end()
				b.StartTimer()
			}
		})
	}
}

// BenchmarkDemoIdle measures the processor time that the demo takes while
// nothing happens and its phone pane is live, in percent of one core.
func BenchmarkDemoIdle(b *testing.B) {
	d := startDemo(b)
	d.await("Say what should happen", "Messages")
	time.Sleep(2 * time.Second) // what the start left to do
	before, began := processorTime(b), time.Now()
	for b.Loop() {
		time.Sleep(5 * time.Second)
	}
	b.ReportMetric(100*float64(processorTime(b)-before)/float64(time.Since(began)), "%cpu")
}

func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
