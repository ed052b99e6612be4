package tools

import (
	"context"
	"fmt"

	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

// queryFields are the parameters of which a query needs at least one.
var queryFields = []string{"text", "content_description", "node_id", "class_name"}

// queryParams are the parameters that look for elements.
func queryParams() []Param {
	return []Param{
		{Name: "text", Kind: String, NonEmpty: true, Doc: "its label, text or hint"},
		{Name: "content_description", Kind: String, NonEmpty: true, Doc: "its content description"},
		{Name: "node_id", Kind: String, NonEmpty: true, Doc: "its number"},
		{Name: "class_name", Kind: String, NonEmpty: true, Doc: "its view class, or the end of it"},
		{Name: "match", Kind: String, Default: string(screen.Contains),
			Enum: []string{string(screen.Exact), string(screen.Contains), string(screen.Semantic)},
			Doc:  "how the words are compared"},
	}
}

func queryOf(a args) screen.Query {
	return screen.Query{
		Text: a.text("text"), ContentDescription: a.text("content_description"),
		NodeID: a.text("node_id"), ClassName: a.text("class_name"),
		Match: screen.Match(a.text("match")),
	}
}

// queryWords is a query in words.
func queryWords(a args) string {
	for _, field := range queryFields {
		if a.has(field) {
			return text.Quote(a.text(field), longestName)
		}
	}
	return "an element"
}

// mostMatches is how many elements a result lists.
const mostMatches = 10

func findElement() Tool {
	return Tool{
		Name:    "find_element",
		Summary: "Search the screen, best match first.",
		Risk:    permissions.Low, Idempotent: true,
		Params: queryParams(),
		rules:  []rule{atLeastOne(queryFields...)},
		words:  func(a args, _ *screen.Node) string { return "Look for " + queryWords(a) },
		read: func(ctx context.Context, r *reading, a args) (Result, error) {
			now, err := r.observe(ctx)
			if err != nil {
				return Result{}, err
			}
			found := now.Find(queryOf(a))
			if len(found) == 0 {
				return Result{}, fail("No element matches").with(
					map[string]any{"count": 0}, "observe_screen_context", "scroll_to_element")
			}
			return Result{
				Status: Success, Message: fmt.Sprintf("Found %d", len(found)),
				Data: map[string]any{"count": len(found), "elements": lines(found)},
			}, nil
		},
	}
}

// lines are the lines of the first nodes.
func lines(nodes []*screen.Node) []string {
	found := make([]string, 0, mostMatches)
	for _, n := range nodes[:min(len(nodes), mostMatches)] {
		found = append(found, n.Line())
	}
	return found
}
