package remote

import (
	"net"
	"sync"
)

// door is a listener that lets a bounded number of connections in at a time;
// others wait outside.
type door struct {
	net.Listener
	free   chan struct{} // holds a token for each connection that is in
	inside sync.WaitGroup

	once   sync.Once
	closed chan struct{}
}

func newDoor(l net.Listener, most int) *door {
	return &door{Listener: l, free: make(chan struct{}, most), closed: make(chan struct{})}
}

func (d *door) Accept() (net.Conn, error) {
	select {
	case d.free <- struct{}{}:
	case <-d.closed:
		return nil, net.ErrClosed
	}
	conn, err := d.Listener.Accept()
	if err != nil {
		<-d.free
		return nil, err
	}
	d.inside.Add(1)
	return &guest{Conn: conn, door: d}, nil
}

func (d *door) Close() error {
	d.once.Do(func() { close(d.closed) })
	return d.Listener.Close()
}

// guest is a connection that came in by a door.
type guest struct {
	net.Conn
	door *door
	once sync.Once
}

func (g *guest) Close() error {
	err := g.Conn.Close()
	g.once.Do(func() {
		<-g.door.free
		g.door.inside.Done()
	})
	return err
}
