package model_test

import (
	"math"
	"testing"

	"adroit/loop/model"
)

// TestCost is counted once for each call, cached tokens at their own price.
func TestCost(t *testing.T) {
	prices := model.Prices{Input: 2, Cached: 0.5, Output: 8, Currency: "$"}
	usage := `{"choices":[],"usage":{"prompt_tokens":1000000,"completion_tokens":500000,"prompt_tokens_details":{"cached_tokens":400000}}}`
	for _, tt := range []struct {
		name   string
		d      model.Dialect
		prices model.Prices
		body   string
		cost   float64
	}{
		{"chat", model.Chat, prices, events(saying("Hi"), finish("stop"), usage, done), 5.4},
		{"command, asked twice", model.Command, prices, events(saying(`{"tool": `), finish("stop"), usage, done), 10.8},
		{"command", model.Command, prices, events(saying(`{"final": "Hi"}`), finish("stop"), usage, done), 5.4},
		{"responses", model.Responses, prices, events(completed("[]")), (5*2 + 4*0.5 + 2*8) / 1e6},
		{"no prices", model.Chat, model.Prices{}, events(saying("Hi"), finish("stop"), usage, done), 0},
		{"more cached than sent", model.Chat, prices,
			events(saying("Hi"), finish("stop"), `{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":40}}}`, done), (10*0.5 + 8) / 1e6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := model.New(tt.d, model.Config{BaseURL: server(t, stream(tt.body)), Model: "m", Prices: tt.prices})
			req := userAsks("x")
			req.Tools = []model.Tool{{Name: "tap"}}
			got, err := m.Reply(t.Context(), req, nil)
			if err != nil || math.Abs(got.Usage.Cost-tt.cost) > 1e-9 || got.Usage.Currency != tt.prices.Currency {
				t.Errorf("cost %g %s, want %g %s (%v)", got.Usage.Cost, got.Usage.Currency, tt.cost, tt.prices.Currency, err)
			}
		})
	}
}
