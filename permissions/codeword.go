package permissions

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
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
// its questions.
func NewWord() (string, error) { return randomWord(rand.Reader) }

// randomWord picks one of codewords, each as likely as the others.
func randomWord(random io.Reader) (string, error) {
	i, err := rand.Int(random, big.NewInt(int64(len(codewords))))
	if err != nil {
		return "", fmt.Errorf("choose the word of a high-risk question: %w", err)
	}
	return codewords[i.Int64()], nil
}
