package remote

import "slices"

// send starts or queues a turn. A client that asks again for what it did not
// hear the answer to gets that answer, and no second turn.
func (s *Server) send(client string, r request) reply {
	s.sending.Lock()
	defer s.sending.Unlock()
	key := client + "\x00" + r.ID
	again := client != "" && r.ID != ""
	if again {
		if before, ok := s.sent.find(key); ok {
			return before
		}
	}
	queued, err := s.session.Send(r.Text)
	answer := replyTo(r.ID, err)
	answer.Queued = queued
	if again {
		s.sent.keep(key, answer)
	}
	return answer
}

// answers remembers the replies to the newest turns that were sent.
type answers struct {
	order   []string
	replies map[string]reply
}

// mostAnswers is how many of them are remembered.
const mostAnswers = 1024

func (a *answers) find(key string) (reply, bool) {
	r, ok := a.replies[key]
	return r, ok
}

func (a *answers) keep(key string, r reply) {
	if a.replies == nil {
		a.replies = map[string]reply{}
	}
	if len(a.order) == mostAnswers {
		delete(a.replies, a.order[0])
		a.order = slices.Delete(a.order, 0, 1)
	}
	a.order = append(a.order, key)
	a.replies[key] = r
}
