package device

import (
	"errors"
	"testing"
)

func TestLongPressMS(t *testing.T) {
	for answer, want := range map[string]int{"400\n": 600, "1500\n": 1700, "null\n": 600, "": 600, "30\n": 600, "999999\n": 5200} {
		f := startADB(t)
		f.set(func(f *fakeADB) { f.serve = prints(answer, "", 0) })
		p := openPhone(t, f)
		for range 2 {
			if got, err := p.LongPressMS(t.Context()); err != nil || got != want {
				t.Errorf("%q: %d ms, error %v; want %d", answer, got, err, want)
			}
		}
		if n := f.requested("shell"); n != 1 {
			t.Errorf("the phone was asked %d times, want once", n)
		}
		f.set(func(f *fakeADB) { f.fail["host:transport:fake"] = "device offline" })
		if _, err := p.Shell(t.Context(), "true"); !errors.Is(err, ErrOffline) {
			t.Fatalf("error %v, want ErrOffline", err)
		}
		if _, err := p.LongPressMS(t.Context()); !errors.Is(err, ErrOffline) {
			t.Errorf("after the phone was lost: error %v, want it to be asked anew", err)
		}
	}
}
