package screen

import (
	"hash/maphash"
	"slices"
	"strconv"
)

const (
	// sameShare is the share of the named elements that two consecutive
	// observations must have in common to be of the same screen.
	sameShare = 0.4
	// renamedShare is the same where the page is called otherwise now: a page
	// of the same build about something else has other elements.
	renamedShare = 0.8
	// backShare is the same for a screen to which the person came back.
	backShare = 0.6
	// maxScreens is how many screens are remembered, maxRemembered how many
	// elements of each. An element that was forgotten gets a new number.
	maxScreens    = 32
	maxRemembered = 4000
)

// numbering gives the elements of a session their numbers. An element keeps
// its number while it can be recognised; in doubt it gets a new one, for a
// number that moved to another element would let a tap land there.
type numbering struct {
	seed    maphash.Seed
	lastID  int
	prev    *knownScreen
	screens []*knownScreen // the last used last
}

// knownScreen is what is remembered of a screen.
type knownScreen struct {
	latest []sighting            // its last observation
	title  uint64                // what it was called then
	named  map[uint64][]sighting // every element that it ever showed, by identity
}

func newNumbering() numbering { return numbering{seed: maphash.MakeSeed()} }

// number sets the id of each sighting of a page of that title.
func (n *numbering) number(now []sighting, title uint64) {
	m := matcher{now: now, used: map[string]bool{}}
	known := n.recognise(now, title)
	switch {
	case known != nil:
		m.match(known.latest, true)
		m.recall(known.named)
		if n.prev != known {
			m.match(n.prev.latest, false)
		}
	case n.prev != nil:
		m.match(n.prev.latest, false)
	}
	for i := range now {
		if now[i].id == "" {
			n.lastID++
			now[i].id = strconv.Itoa(n.lastID)
		}
	}
	n.remember(known, now).title = title
}

// recognise returns the remembered screen that now shows, nil for a new one.
func (n *numbering) recognise(now []sighting, title uint64) *knownScreen {
	if n.prev != nil {
		least := sameShare
		if title != n.prev.title {
			least = renamedShare
		}
		if overlap(now, n.prev.latest) >= least || title == n.prev.title && unmoved(now, n.prev.latest) {
			return n.prev
		}
	}
	var best *knownScreen
	share := backShare
	for _, s := range n.screens {
		if s.title != title {
			continue
		}
		if got := s.share(now); got >= share {
			best, share = s, got
		}
	}
	return best
}

// overlap is the share of the named elements that the smaller of two
// observations has in common with the other.
func overlap(a, b []sighting) float64 {
	seen := make(map[uint64]int, len(a))
	na, nb, common := 0, 0, 0
	for i := range a {
		if a[i].labels {
			seen[a[i].anchor]++
			na++
		}
	}
	for i := range b {
		if !b[i].labels {
			continue
		}
		nb++
		if seen[b[i].anchor] > 0 {
			seen[b[i].anchor]--
			common++
		}
	}
	if min(na, nb) == 0 {
		return 0
	}
	return float64(common) / float64(min(na, nb))
}

// unmoved reports whether two observations that name nothing, as of a game or
// of a page of pictures, hold the same elements in the same places.
func unmoved(a, b []sighting) bool {
	return slices.EqualFunc(a, b, func(x, y sighting) bool {
		return !x.labels && !y.labels && x.full() == y.full() && x.bounds == y.bounds
	})
}

// share is the part of the named elements of now that the screen once showed.
func (s *knownScreen) share(now []sighting) float64 {
	named, known := 0, 0
	for i := range now {
		if !now[i].labels {
			continue
		}
		named++
		if len(s.named[now[i].full()]) > 0 {
			known++
		}
	}
	if named == 0 {
		return 0
	}
	return float64(known) / float64(named)
}

// remember takes the numbered sightings into the memory of their screen, a new
// one where s is nil, and returns it.
func (n *numbering) remember(s *knownScreen, now []sighting) *knownScreen {
	if s == nil || len(s.named) > maxRemembered {
		s = n.renew(s)
	}
	s.latest = now
	for _, e := range now {
		if !e.labels {
			continue
		}
		list := s.named[e.full()]
		known := false
		for i := range list {
			if list[i].id == e.id {
				list[i], known = e, true
			}
		}
		if !known {
			s.named[e.full()] = append(list, e)
		}
	}
	n.prev = s
	for i, have := range n.screens {
		if have == s {
			n.screens = append(append(n.screens[:i:i], n.screens[i+1:]...), s)
		}
	}
	return s
}

// renew puts an empty memory in the place of s, or at the end.
func (n *numbering) renew(s *knownScreen) *knownScreen {
	if s != nil {
		s.named = map[uint64][]sighting{}
		return s
	}
	s = &knownScreen{named: map[uint64][]sighting{}}
	if n.screens = append(n.screens, s); len(n.screens) > maxScreens {
		n.screens = n.screens[1:]
	}
	return s
}
