package device

import (
	"context"
	"testing"
	"time"
)

// next waits for the next list, for so long that only a fault makes it fail.
func next(t *testing.T, lists <-chan []Info) []Info {
	t.Helper()
	select {
	case list, ok := <-lists:
		if !ok {
			t.Fatal("the channel is closed")
		}
		return list
	case <-time.After(10 * time.Second):
		t.Fatal("no list came")
	}
	return nil
}

func TestTrackFollowsChangesAndTheServer(t *testing.T) {
	f := newFakeADB()
	stop := f.listen(t, "127.0.0.1:0")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	lists := NewHub(f.addr).Track(ctx)

	if got := next(t, lists); len(got) != 1 || got[0].Model != "Fake_Phone" {
		t.Errorf("first list %+v, want the phone with its attributes", got)
	}
	f.set(func(f *fakeADB) { f.devices = "fake                   offline transport_id:1\n" })
	if got := next(t, lists); len(got) != 1 || got[0].State != "offline" {
		t.Errorf("after a change %+v, want the phone offline", got)
	}
	f.set(func(*fakeADB) {}) // tells of a change where there is none
	f.set(func(f *fakeADB) { f.devices = "" })
	if got := next(t, lists); got == nil || len(got) != 0 {
		t.Errorf("after the phone has gone %#v, want an empty list", got)
	}
	stop()
	if got := next(t, lists); got != nil {
		t.Errorf("after the server has gone %#v, want nil", got)
	}
	f.set(func(f *fakeADB) { f.devices = oneDevice })
	f.listen(t, f.addr)
	if got := next(t, lists); len(got) != 1 {
		t.Errorf("after the server is back %+v, want the phone", got)
	}
	cancel()
	for range lists {
		t.Error("a list came after the end")
	}
}

func TestTrackSaysThatThereIsNoServer(t *testing.T) {
	f := newFakeADB()
	stop := f.listen(t, "127.0.0.1:0")
	stop()
	ctx, cancel := context.WithCancel(t.Context())
	lists := NewHub(f.addr).Track(ctx)
	if got := next(t, lists); got != nil {
		t.Errorf("got %+v, want nil", got)
	}
	cancel()
	for range lists {
		t.Error("a list came after the end")
	}
}
