// Package loopback tells this machine from others. It is a leaf.
package loopback

import "net"

// Host reports whether a name or IP address can only mean this machine:
// localhost (RFC 6761, section 6.3), 127.0.0.0/8 or ::1. No name is looked up.
func Host(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
