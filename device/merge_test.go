package device

import (
	"errors"
	"net"
	"strings"
	"testing"

	"adroit/device/redact"
)

// serialNumbers answers `getprop ro.serialno`, whatever phone is asked.
func serialNumbers(number string) func(net.Conn, string) {
	return func(conn net.Conn, service string) {
		if service != shellV2Service+"getprop ro.serialno" {
			prints("", "not expected: "+service, 127)(conn, service)
			return
		}
		prints(number+"\n", "", 0)(conn, service)
	}
}

func TestDevicesListsEachPhoneOnce(t *testing.T) {
	const (
		cable   = "3A1B device model:Pixel_9 transport_id:1\n"
		shy     = "3A1B unauthorized transport_id:1\n"
		named   = "adb-3A1B-xYz123._adb-tls-connect._tcp device model:Pixel_9 transport_id:2\n"
		renamed = "adb-3A1B-xYz123 (2)._adb-tls-connect._tcp device transport_id:3\n"
		address = "10.0.0.7:5555 device transport_id:4\n"
		other   = "9F22 device transport_id:5\n"
	)
	for _, test := range []struct {
		name, devices, number string
		want                  string // serial, and the others in brackets
	}{
		{"cable and Wi-Fi", named + cable, "3A1B", "3A1B (adb-3A1B-xYz123._adb-tls-connect._tcp)"},
		{"Wi-Fi twice", renamed + named, "3A1B", "adb-3A1B-xYz123 (2)._adb-tls-connect._tcp (adb-3A1B-xYz123._adb-tls-connect._tcp)"},
		{"all three", address + named + cable + other, "3A1B",
			"3A1B (10.0.0.7:5555, adb-3A1B-xYz123._adb-tls-connect._tcp); 9F22"},
		{"only Wi-Fi is ready", shy + named, "3A1B", "adb-3A1B-xYz123._adb-tls-connect._tcp (3A1B)"},
		{"another at the address", cable + address, "7777", "3A1B; 10.0.0.7:5555"},
		{"no telling who", cable + address, "", "3A1B; 10.0.0.7:5555"},
		{"two with the number of the trade", address + "10.0.0.8:5555 device transport_id:9\n" + other, "0123456789ABCDEF", "10.0.0.7:5555; 10.0.0.8:5555; 9F22"},
		{"two phones", cable + other, "", "3A1B; 9F22"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := startADB(t)
			f.set(func(f *fakeADB) {
				f.devices = test.devices
				f.serve = serialNumbers(test.number)
			})
			hub := NewHub(f.addr)
			for range 2 {
				infos, err := hub.Devices(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, info := range infos {
					row := info.Serial
					if info.Also != "" {
						row += " (" + info.Also + ")"
					}
					got = append(got, row)
				}
				if row := strings.Join(got, "; "); row != test.want {
					t.Errorf("listed %s, want %s", row, test.want)
				}
			}
			if asked, most := f.requested("shell"), strings.Count(test.devices, "10.0.0."); asked > most {
				t.Errorf("%d phones at addresses were asked %d times in all", most, asked)
			}
		})
	}
}

// One phone that is connected twice is no ambiguity, and each of its serials
// opens it.
func TestOpenAPhoneThatIsConnectedTwice(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) {
		f.devices = "3A1B device transport_id:1\n10.0.0.7:5555 device transport_id:2\n"
		f.serve = serialNumbers("3A1B")
	})
	for serial, want := range map[string]string{"": "3A1B", "3A1B": "3A1B", "10.0.0.7:5555": "10.0.0.7:5555"} {
		p, err := NewHub(f.addr).Open(t.Context(), serial, redact.NewRegistry(redact.Options{}))
		if err != nil || p.Serial() != want {
			t.Errorf("open %q: %v, error %v; want %s", serial, p, err, want)
		}
	}
	f.set(func(f *fakeADB) { f.serve = serialNumbers("other") })
	if _, err := NewHub(f.addr).Open(t.Context(), "", redact.NewRegistry(redact.Options{})); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("two phones: error %v, want ErrAmbiguous", err)
	}
}
