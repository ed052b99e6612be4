package eval

import "adroit/loop/event"

// PassAtK is the unbiased estimate of the probability that at least one of k
// attempts passes, from n attempts of which c passed: 1 - C(n-c, k) / C(n, k),
// as a product that no factorial overflows (Chen et al. 2021, "Evaluating Large
// Language Models Trained on Code", section 2.1, https://arxiv.org/abs/2107.03374).
// It is defined for 1 ≤ k ≤ n and 0 ≤ c ≤ n.
func PassAtK(n, c, k int) float64 {
	if n-c < k {
		return 1
	}
	none := 1.0
	for i := n - c + 1; i <= n; i++ {
		none *= 1 - float64(k)/float64(i)
	}
	return 1 - none
}

// figures of one task, of which k attempts were asked for.
func figures(attempts []Attempt, k int) Figures {
	f := Figures{Outcomes: map[event.Outcome]int{}}
	var spent expenses
	for _, a := range attempts {
		switch {
		case a.Cancelled:
			f.Cancelled++
		case a.Error != "":
			f.Errors++
		default:
			f.count(a)
			spent.add(a)
		}
	}
	if f.Attempts > 0 {
		f.PassAt1 = ratio(PassAtK(f.Attempts, f.Passed, 1), 1)
	}
	if f.Attempts >= k {
		f.PassAtK = ratio(PassAtK(f.Attempts, f.Passed, k), 1)
	}
	f.reckon(spent)
	return f
}

// summary are the figures of all tasks together.
func summary(tasks []TaskReport) Figures {
	var all []Attempt
	for _, t := range tasks {
		all = append(all, t.Attempts...)
	}
	f := figures(all, len(all)+1)
	f.PassAt1 = mean(tasks, func(f Figures) *float64 { return f.PassAt1 })
	f.PassAtK = mean(tasks, func(f Figures) *float64 { return f.PassAtK })
	return f
}

// mean is over the tasks that have the figure; nil where none has.
func mean(tasks []TaskReport, figure func(Figures) *float64) *float64 {
	sum, n := 0.0, 0
	for _, t := range tasks {
		if v := figure(t.Figures); v != nil {
			sum += *v
			n++
		}
	}
	return ratio(sum, n)
}

// count adds an attempt that was judged.
func (f *Figures) count(a Attempt) {
	f.Attempts++
	f.Outcomes[a.Outcome]++
	if a.Passed {
		f.Passed++
	}
	if a.Claimed {
		f.Claimed++
	}
	if a.Claimed && !a.Passed {
		f.FalseClaims++
	}
}

// expenses are what attempts spent together.
type expenses struct {
	steps, tokens, retries int
	ms                     int64
	cost                   float64
	currency               string // empty where no prices are known
}

func (s *expenses) add(a Attempt) {
	s.steps += a.Steps
	s.tokens += a.Tokens.Input + a.Tokens.Output
	s.retries += a.Retries
	s.ms += a.DurationMS
	if a.Cost != nil {
		s.cost += *a.Cost
		s.currency = a.Currency
	}
}

func (f *Figures) reckon(spent expenses) {
	f.CompletionRate = ratio(float64(f.Passed), f.Attempts)
	f.RetriesAnAttempt = ratio(float64(spent.retries), f.Attempts)
	f.StepsAnAttempt = ratio(float64(spent.steps), f.Attempts)
	f.StepsASuccess = ratio(float64(spent.steps), f.Passed)
	f.TokensASuccess = ratio(float64(spent.tokens), f.Passed)
	f.MSASuccess = ratio(float64(spent.ms), f.Passed)
	if spent.currency != "" {
		f.CostASuccess, f.Currency = ratio(spent.cost, f.Passed), spent.currency
	}
}

// ratio is nil where it has no value.
func ratio(a float64, b int) *float64 {
	if b == 0 {
		return nil
	}
	r := a / float64(b)
	return &r
}
