package eval_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"adroit/loop/eval"
)

// The values are worked out by hand from 1 - C(n-c, k) / C(n, k).
func TestPassAtK(t *testing.T) {
	tests := []struct {
		n, c, k int
		want    float64
	}{
		{1, 0, 1, 0}, {1, 1, 1, 1}, {4, 1, 1, 0.25}, {10, 3, 1, 0.3},
		{4, 1, 2, 0.5},                   // 1 - C(3,2)/C(4,2) = 1 - 3/6
		{5, 2, 3, 0.9},                   // 1 - C(3,3)/C(5,3) = 1 - 1/10
		{10, 3, 5, 1 - 21.0/252},         // 1 - C(7,5)/C(10,5)
		{5, 4, 3, 1}, {200, 200, 100, 1}, // fewer failures than k
	}
	for _, test := range tests {
		if got := eval.PassAtK(test.n, test.c, test.k); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("pass@%d of %d in %d = %v, want %v", test.k, test.c, test.n, got, test.want)
		}
	}
}

// The product is the quotient of binomials, whatever the numbers.
func TestPassAtKIsTheQuotientOfBinomials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		c, k := rapid.IntRange(0, n).Draw(t, "c"), rapid.IntRange(1, n).Draw(t, "k")
		none := new(big.Rat).SetFrac(
			new(big.Int).Binomial(int64(n-c), int64(k)), new(big.Int).Binomial(int64(n), int64(k)))
		want, _ := new(big.Rat).Sub(big.NewRat(1, 1), none).Float64()
		if got := eval.PassAtK(n, c, k); math.Abs(got-want) > 1e-9 {
			t.Errorf("pass@%d of %d in %d = %v, want %v", k, c, n, got, want)
		}
	})
}

func ExamplePassAtK() {
	fmt.Printf("%.2f\n", eval.PassAtK(4, 1, 2))
	// Output: 0.50
}
