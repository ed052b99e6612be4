package tools

import (
	"context"
	"fmt"
	"time"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

// searchTime is how long a search may scroll, however many scrolls are left:
// on a usual phone, thirty of them take less.
const searchTime = 2 * time.Minute

func scrollToElement() Tool {
	return Tool{
		Name:    "scroll_to_element",
		Summary: "Scroll until an element comes into view or the content ends.",
		Risk:    permissions.Medium, Idempotent: true,
		Params: append(append(queryParams(), directionParam(false),
			Param{Name: "max_scrolls", Kind: Integer, Min: 1, Max: 30, Default: 8, Doc: "how often to scroll at most"}),
			containerParams()...),
		rules: []rule{atLeastOne(queryFields...), paired("container", "container_strategy")},
		words: func(a args, n *screen.Node) string {
			return fmt.Sprintf("Scroll %s%s to %s, at most %d times",
				a.text("direction"), inContainer(n), queryWords(a), a.number("max_scrolls"))
		},
		plan: func(_ context.Context, s scene, a args) (plan, error) {
			if found := s.screen.Find(queryOf(a)); len(found) > 0 {
				return plan{done: &Result{
					Status: Success, Message: "It is in view already",
					Data: map[string]any{"found": true, "ended": endFound, "scrolls": 0, "element": found[0].Line()},
				}}, nil
			}
			p, err := s.scrolling(a)
			p.open = "anything to look for and either direction"
			search := &search{query: queryOf(a), container: p.target, most: a.number("max_scrolls"), patience: searchTime}
			p.again, p.verify, p.progress = search.again, search.effect, search.progress
			return p, err
		},
	}
}

// How a search ended, as the result of scroll_to_element says it.
const (
	endFound   = "found"
	endContent = "end_of_content"
	endBudget  = "budget_spent"   // max_scrolls, or searchTime
	endScreen  = "screen_changed" // what was scrolled is not there any more
)

// search is the state of one scroll_to_element.
type search struct {
	query     screen.Query
	container *screen.Node
	most      int           // scrolls
	patience  time.Duration // from the first scroll on

	began   time.Time // zero before the first scroll was seen
	scrolls int
	ended   string
}

// again says whether to scroll once more.
func (s *search) again(before, after *screen.Context) bool {
	if s.scrolls++; s.scrolls == 1 {
		s.began = time.Now()
	}
	container, there := after.Node(s.container.ID)
	switch {
	case len(after.Find(s.query)) > 0:
		s.ended = endFound
	case !sameApp(before, after) || before.KeyboardVisible != after.KeyboardVisible || after.Locked || !after.Awake,
		!there || container.Bounds != s.container.Bounds:
		s.ended = endScreen
	case !moved(s.container, before, after):
		s.ended = endContent
	case s.scrolls >= s.most || time.Since(s.began) >= s.patience:
		s.ended = endBudget
	}
	return s.ended == ""
}

// progress is how far the search came that was cut short.
func (s *search) progress() map[string]any {
	return map[string]any{"scrolls": s.scrolls}
}

func (s *search) effect(_, after *screen.Context) effect {
	data := map[string]any{"found": s.ended == endFound, "ended": s.ended, "scrolls": s.scrolls}
	behind := " after " + text.Count(s.scrolls, "scroll")
	switch s.ended {
	case endFound:
		data["element"] = after.Find(s.query)[0].Line()
		return effect{true, "Found" + behind, data}
	case endContent:
		return effect{false, "Not found: this is the end of the content" + behind, data}
	case endBudget:
		return effect{false, "Not found: the budget is spent" + behind + ", and there may be more", data}
	}
	return effect{false, "Not found: the screen has become another one" + behind, data}
}
