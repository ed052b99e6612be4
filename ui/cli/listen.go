package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"

	"adroit/device/loopback"
)

// checkLoopback refuses addresses that other machines can reach. What the
// program serves is for programs on this machine; a tunnel carries it further.
func checkLoopback(addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return usage(fmt.Errorf("--listen %q: want HOST:PORT, such as 127.0.0.1:5601", addr))
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return usage(fmt.Errorf("--listen %q: the port must be a number from 0 to 65535", addr))
	}
	if !loopback.Host(host) {
		return usage(fmt.Errorf("--listen %q: only loopback addresses are served, such as 127.0.0.1:%s", addr, port))
	}
	return nil
}

// listenLoopback listens at addr, which must be one of this machine alone.
func listenLoopback(ctx context.Context, addr string) (net.Listener, error) {
	if err := checkLoopback(addr); err != nil {
		return nil, err
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--listen %s: the address is in use; choose another port, or 0 for a free one", addr)
	}
	return listener, err
}
