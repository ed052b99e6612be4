package loop

import (
	"context"
	"slices"
	"testing"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/tools"
)

// TestCostIsTold tells with each model call what it cost, and the turn so far.
func TestCostIsTold(t *testing.T) {
	costs := func(r model.Reply, cost float64) model.Reply {
		r.Usage = model.Usage{Input: 1000, Output: 10, Cost: cost, Currency: "$"}
		return r
	}
	inBubble(t, func(t *testing.T) {
		st, _ := runTurn(t, replies(costs(wants(aCall("observe_screen_context", "{}")), 0.25), costs(says("On."), 0.5)),
			func(st *stage) func(context.Context, tools.Call) tools.Result { return st.runner.succeed })
		var told []float64
		for _, e := range st.journal.of(event.Usage) {
			if e.Tokens.Currency != "$" {
				t.Errorf("currency %q", e.Tokens.Currency)
			}
			told = append(told, e.Tokens.Cost, e.Tokens.TurnCost)
		}
		if want := []float64{0.25, 0.25, 0.5, 0.75}; !slices.Equal(told, want) {
			t.Errorf("costs %v, want %v", told, want)
		}
	})
}
