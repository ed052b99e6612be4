package loopback_test

import (
	"testing"

	"adroit/device/loopback"
)

func TestHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.1.2.3": true, "::1": true, "::ffff:127.0.0.1": true,
		"": false, "0.0.0.0": false, "::": false, "192.168.1.2": false, "example.com": false,
		"localhost.example.com": false, "127.0.0.1.example.com": false, "127.0.0.1:5037": false, "[::1]": false,
	} {
		if loopback.Host(host) != want {
			t.Errorf("%q: %t, want %t", host, !want, want)
		}
	}
}
