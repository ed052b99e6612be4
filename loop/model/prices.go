package model

// Prices are what tokens cost at an endpoint, in Currency for a million tokens
// each. The zero value says that nothing is known, which is not that they are
// free.
type Prices struct {
	Input    float64 // of the prompt
	Cached   float64 // of the part of the prompt that the provider's cache served
	Output   float64 // reasoning included
	Currency string  // as it is shown: "$", "EUR"
}

// perPrice is the number of tokens that prices are given for.
const perPrice = 1_000_000

// cost returns u with what it costs.
func (p Prices) cost(u Usage) Usage {
	cached := min(u.Cached, u.Input) // servers report what they like
	u.Cost = (float64(u.Input-cached)*p.Input + float64(cached)*p.Cached + float64(u.Output)*p.Output) / perPrice
	u.Currency = p.Currency
	return u
}

// plus adds the usage of another call at the same endpoint.
func (u Usage) plus(v Usage) Usage {
	return Usage{
		Input: u.Input + v.Input, Cached: u.Cached + v.Cached, Output: u.Output + v.Output,
		Estimated: u.Estimated || v.Estimated,
		Cost:      u.Cost + v.Cost, Currency: v.Currency,
	}
}
