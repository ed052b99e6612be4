package screen

// matcher finds the elements of one observation among those of others.
type matcher struct {
	now  []sighting
	used map[string]bool // ids given in this observation
}

// shift is how far the content of a list has moved.
type shift struct{ x, y int }

// match gives the sightings of now the numbers of those of before that are the
// same elements, the surest first. Where both are of the same screen, an
// element is also known by its place.
func (m *matcher) match(before []sighting, same bool) {
	m.pass(before, func(s *sighting) (uint64, bool) {
		return s.full() ^ hashRect(s.bounds), s.labels || same || s.view
	}, nil)
	scrolled := m.movement(before)
	m.pass(before, func(s *sighting) (uint64, bool) { return s.full(), s.labels || same }, &scrolled)
	m.pass(before, func(s *sighting) (uint64, bool) { return s.anchor, s.labels || same && s.view }, nil)
	if !same {
		return
	}
	m.pass(before, func(s *sighting) (uint64, bool) { return s.loose, s.labels }, nil)
	m.pass(before, func(s *sighting) (uint64, bool) { return s.first, s.labels }, nil)
	m.pass(before, func(s *sighting) (uint64, bool) {
		return s.squash ^ hashRect(s.bounds), s.labels && s.squash != s.anchor && !s.listed
	}, nil)
	m.pass(before, func(s *sighting) (uint64, bool) {
		// A field that was typed into, a switch that says what it is, a
		// button that changed its words: known by its place, in a row that
		// says the same. In a list without such a row, what stands in the
		// same place may be another item.
		settled := !s.listed || s.row != 0
		return s.place ^ s.row*31, settled && (s.changes || s.view || !s.labels)
	}, nil)
	m.pass(before, func(s *sighting) (uint64, bool) { return s.place, !s.labels && !s.listed }, nil)
}

// pass matches the sightings whose key nothing else has, neither now nor
// before. Where several have it, and it is known how far lists were scrolled,
// the place decides.
func (m *matcher) pass(before []sighting, key func(*sighting) (uint64, bool), scrolled *shift) {
	old := make(map[uint64][]int, len(before))
	open := false
	for i := range before {
		if k, ok := key(&before[i]); ok {
			old[k] = append(old[k], i)
			open = open || !m.used[before[i].id]
		}
	}
	if !open {
		return
	}
	now := make(map[uint64][]int, len(m.now))
	for i := range m.now {
		if k, ok := key(&m.now[i]); ok && len(old[k]) > 0 {
			now[k] = append(now[k], i)
		}
	}
	for k, list := range now {
		switch candidates := old[k]; {
		case len(list) == 1 && len(candidates) == 1:
			if m.free(list[0], &before[candidates[0]]) {
				m.take(list[0], &before[candidates[0]])
			}
		case scrolled != nil:
			m.byMovement(list, before, candidates, *scrolled)
		}
	}
}

// free reports whether neither a sighting of now nor one of before has found
// its match.
func (m *matcher) free(i int, from *sighting) bool {
	return m.now[i].id == "" && !m.used[from.id]
}

func (m *matcher) take(i int, from *sighting) {
	m.now[i].id = from.id
	m.used[from.id] = true
}

// movement finds out how far the lists were scrolled, by the majority of the
// elements in them about which there is no choice.
func (m *matcher) movement(before []sighting) shift {
	const several = -1
	at := make(map[uint64]int, len(before))
	for i := range before {
		k := before[i].full()
		if _, ok := at[k]; ok || !before[i].listed {
			at[k] = several
		} else {
			at[k] = i
		}
	}
	votes := map[shift]int{}
	var best shift
	for i := range m.now {
		was, ok := at[m.now[i].full()]
		if !ok || was == several {
			continue
		}
		from, to := before[was].bounds, m.now[i].bounds
		by := shift{to.Left - from.Left, to.Top - from.Top}
		if votes[by]++; votes[by] > votes[best] {
			best = by
		}
	}
	return best
}

// byMovement matches elements that look alike where one of them stands exactly
// where another must have moved.
func (m *matcher) byMovement(list []int, before []sighting, candidates []int, scrolled shift) {
	for _, i := range list {
		for _, c := range candidates {
			old := &before[c]
			var by shift
			if old.listed {
				by = scrolled
			}
			r := old.bounds
			if !m.free(i, old) || m.now[i].bounds.Left != r.Left+by.x || m.now[i].bounds.Top != r.Top+by.y {
				continue
			}
			m.take(i, old)
			break
		}
	}
}

// recall matches what the screen showed some time ago, and is shown again.
func (m *matcher) recall(named map[uint64][]sighting) {
	count := map[uint64]int{}
	for i := range m.now {
		if m.now[i].id == "" && m.now[i].labels {
			count[m.now[i].full()]++
		}
	}
	for i := range m.now {
		s := &m.now[i]
		if s.id != "" || !s.labels || count[s.full()] != 1 {
			continue
		}
		var found *sighting
		for j, old := range named[s.full()] {
			if m.used[old.id] {
				continue
			}
			if found != nil {
				found = nil
				break
			}
			found = &named[s.full()][j]
		}
		if found != nil {
			m.take(i, found)
		}
	}
}

func hashRect(r Rect) uint64 {
	h := uint64(r.Left)
	for _, v := range [...]int{r.Top, r.Right, r.Bottom} {
		h = h*0x100000001b3 + uint64(v)
	}
	return h * 0x9e3779b97f4a7c15
}
