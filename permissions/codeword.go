package permissions

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
)

// codewords are what a person types to approve a high-risk act: short, typed on
// any Latin keyboard, and none of them an answer ("yes", "ok") or the start of
// a usual command.
var codewords = strings.Fields(`
	acorn amber anvil apron atlas bacon badge banjo basil beech birch bison
	brass brook cabin cacao camel canoe cedar chalk cider cliff clove cobra
	coral crane cumin daisy delta dune eagle ember fable fern finch fjord
	flint gecko grape hazel heron ivory jade juniper kayak koala lemon lilac
	llama lotus mango maple melon moose mural nectar oasis olive onyx opal
	otter panda pearl pecan plum poppy quail quartz raven robin saffron sage
	tulip tundra velvet violet walnut willow yucca zebra`)

// NewWord draws a word at random, for an Approver that wants one for each of
// its questions. It is never last, the word of the question before: what was
// typed twice for the one must not answer the next.
func NewWord(last string) (string, error) { return randomWord(rand.Reader, last) }

// randomWord picks one of codewords but last, each as likely as the others.
func randomWord(random io.Reader, last string) (string, error) {
	words := slices.DeleteFunc(slices.Clone(codewords), func(word string) bool { return word == last })
	i, err := rand.Int(random, big.NewInt(int64(len(words))))
	if err != nil {
		return "", fmt.Errorf("choose the word of a high-risk question: %w", err)
	}
	return words[i.Int64()], nil
}
