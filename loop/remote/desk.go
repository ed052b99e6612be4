package remote

import (
	"errors"
	"slices"

	"adroit/device/text"
)

// errNotHolder is the answer to who wants what only the holder of the approvals
// may do.
var errNotHolder = errors.New("another client has the approvals: claim them first")

// register lets p in. welcome is called first of all that p is told.
func (s *Server) register(p *peer, approvals bool, welcome func(holder string)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var before *peer
	for other := range s.clients {
		if p.key != "" && other.key == p.key {
			before = other
		}
	}
	if before == nil && len(s.clients) >= s.options.Clients {
		return &refusal{codeFull, text.Count(len(s.clients), "client") + " connected, and no more can be"}
	}
	s.clients[p] = true
	at := -1
	if before != nil {
		at = slices.Index(s.desk, before)
		delete(s.clients, before)
		before.left = true
		close(before.gone)
	}
	switch {
	case at >= 0 && approvals:
		s.desk[at] = p // it never left
	case at >= 0:
		s.desk = slices.Delete(s.desk, at, at+1)
	case approvals:
		s.desk = append(s.desk, p)
	}
	p.told = s.holder(p)
	welcome(p.told)
	s.tellHolder()
	return nil
}

// remove lets go of p: who comes after it at the desk has the approvals now.
func (s *Server) remove(p *peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.left {
		return
	}
	p.left = true
	delete(s.clients, p)
	s.desk = slices.DeleteFunc(s.desk, func(other *peer) bool { return other == p })
	s.tellHolder()
	s.watch()
}

// claim puts p into the line for the approvals: at its end, or with take at its
// head, where it has them and who had them comes next.
func (s *Server) claim(p *peer, take bool) {
	if !take {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.queueUp(p)
	} else if before := s.take(p); before != nil {
		s.options.Log(p.name + " took the approvals from " + before.name)
	}
}

// take gives the approvals to p. It returns who had them, nil where nobody else
// did.
func (s *Server) take(p *peer) (before *peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.left || s.holder(p) == holderYou {
		return nil
	}
	if len(s.desk) > 0 {
		before = s.desk[0]
	}
	s.desk = slices.DeleteFunc(s.desk, func(other *peer) bool { return other == p })
	s.desk = slices.Insert(s.desk, 0, p)
	s.tellHolder()
	return before
}

// resolve answers a request for p, and remembers that it was p.
func (s *Server) resolve(p *peer, r request) error {
	return s.asHolder(p, func() error {
		err := s.session.Resolve(r.RequestID, answerOf(r))
		if err == nil {
			s.answered[r.RequestID] = p.id
		}
		return err
	})
}

// answeredBy says who answered a request, as p sees it: you or other, "" where
// no client did.
func (s *Server) answeredBy(p *peer, requestID string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.answered[requestID] {
	case "":
		return ""
	case p.id:
		return holderYou
	}
	return holderOther
}

func (s *Server) queueUp(p *peer) {
	if !p.left && !slices.Contains(s.desk, p) {
		s.desk = append(s.desk, p)
		s.tellHolder()
	}
}

// asHolder does what only the holder of the approvals may do. Where nobody is
// it, the first who does such a thing becomes it.
func (s *Server) asHolder(p *peer, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.desk) == 0 {
		s.queueUp(p)
	}
	if len(s.desk) == 0 || s.desk[0] != p {
		return errNotHolder
	}
	return do()
}

// holder says who has the approvals, as p sees it. s.mu is held.
func (s *Server) holder(p *peer) string {
	switch {
	case len(s.desk) == 0:
		return holderNobody
	case s.desk[0] == p:
		return holderYou
	}
	return holderOther
}

// tellHolder tells everybody for whom it has changed who has the approvals.
// s.mu is held.
func (s *Server) tellHolder() {
	for p := range s.clients {
		if now := s.holder(p); now != p.told {
			p.told = now
			p.put(notice{Type: typeApprovals, Holder: now})
		}
	}
}

// setLive notes whether p wants the live screen.
func (s *Server) setLive(p *peer, live bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.live = live
	s.watch()
}

// watch has the screen watched while a client wants it. s.mu is held.
func (s *Server) watch() {
	live := false
	for p := range s.clients {
		live = live || p.live
	}
	if live != s.live {
		s.live = live
		s.session.Watch(live)
	}
}
