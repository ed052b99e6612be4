package tools

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adroit/device/screen"
)

// strategies are the ways to name an element, as parameters spell them.
var strategies = []string{
	string(screen.ByText), string(screen.ByNodeID), string(screen.ByBounds), string(screen.ByViewID),
}

// selectorPairs are the parameters that name an element and say how.
var selectorPairs = [][2]string{
	{"target", "strategy"},
	{"container", "container_strategy"},
	{"source", "source_strategy"},
	{"destination", "destination_strategy"},
}

// unfold rewrites the shapes that models send instead of the declared one,
// where their meaning is certain: a selector in its short form, bounds as a
// list or an object, a query as an object of its own.
func (t Tool) unfold(fields map[string]any) error {
	t.unfoldQuery(fields)
	for _, pair := range selectorPairs {
		name, strategy := pair[0], pair[1]
		if _, ok := t.param(strategy); !ok {
			continue
		}
		if name == "target" {
			if err := t.unfoldShortForm(fields); err != nil {
				return err
			}
		}
		unfoldSelector(fields, name, strategy)
	}
	return nil
}

// unfoldShortForm reads {"node_id": 3} as {"target": 3, "strategy": "node_id"}.
func (t Tool) unfoldShortForm(fields map[string]any) error {
	var short []string
	for _, s := range strategies {
		_, given := fields[s]
		if _, declared := t.param(s); given && !declared {
			short = append(short, s)
		}
	}
	if len(short) == 0 {
		return nil
	}
	_, hasTarget := fields["target"]
	_, hasStrategy := fields["strategy"]
	if len(short) > 1 || hasTarget || hasStrategy {
		return &ArgumentError{t.Name, short[len(short)-1], "more than one way to name the target",
			"target and strategy, or exactly one of " + strings.Join(strategies, ", ")}
	}
	fields["target"], fields["strategy"] = fields[short[0]], short[0]
	delete(fields, short[0])
	return nil
}

// unfoldSelector reads the value of one selector: "text=Wi-Fi" or
// {"text": "Wi-Fi"} where the strategy is missing, and any form of bounds.
func unfoldSelector(fields map[string]any, name, strategy string) {
	_, hasStrategy := fields[strategy]
	switch value := fields[name].(type) {
	case string:
		how, what, found := strings.Cut(value, "=")
		if !hasStrategy && found && slices.Contains(strategies, how) {
			fields[name], fields[strategy] = what, how
		}
	case map[string]any:
		for how, what := range value {
			if !hasStrategy && len(value) == 1 && slices.Contains(strategies, how) {
				fields[name], fields[strategy] = what, how
			}
		}
	}
	if bounds, ok := boundsText(fields[name]); ok {
		if !hasStrategy && fields[strategy] == nil {
			fields[strategy] = string(screen.ByBounds)
		}
		if fields[strategy] == string(screen.ByBounds) {
			fields[name] = bounds
		}
	}
}

// checkSelectors refuses what can name no element, whatever is on the screen.
func (a args) checkSelectors() *ArgumentError {
	for _, pair := range selectorPairs {
		if !a.has(pair[0]) || !a.has(pair[1]) {
			continue
		}
		target := strings.ReplaceAll(a.text(pair[0]), " ", "")
		switch screen.Strategy(a.text(pair[1])) {
		case screen.ByNodeID:
			if _, err := strconv.ParseUint(target, 10, 32); err != nil {
				return &ArgumentError{Field: pair[0], Got: "no number", Want: "the number of an element by itself, such as 3"}
			}
		case screen.ByBounds:
			if _, err := screen.ParseRect(target); err != nil {
				return &ArgumentError{Field: pair[0], Got: "no bounds", Want: "left,top,right,bottom in pixels"}
			}
		}
	}
	return nil
}

// boundsText reads bounds written as a list, as an object, or as uiautomator
// writes them ("[0,24][100,48]"), into the canonical form.
func boundsText(value any) (string, bool) {
	var corners []any
	switch v := value.(type) {
	case []any:
		corners = v
	case map[string]any:
		corners = []any{v["left"], v["top"], v["right"], v["bottom"]}
	case string:
		inner, opened := strings.CutPrefix(strings.TrimSpace(v), "[")
		inner, closed := strings.CutSuffix(inner, "]")
		if !opened || !closed {
			return "", false
		}
		for corner := range strings.SplitSeq(strings.ReplaceAll(inner, "][", ","), ",") {
			corners = append(corners, json.Number(strings.TrimSpace(corner)))
		}
	}
	if len(corners) != 4 {
		return "", false
	}
	var px [4]int
	for i, corner := range corners {
		n, ok := wholeNumber(corner)
		if !ok {
			return "", false
		}
		px[i] = n
	}
	return screen.Rect{Left: px[0], Top: px[1], Right: px[2], Bottom: px[3]}.String(), true
}

// unfoldQuery reads {"query": {"text": "x"}} as {"text": "x"}, and a query that
// is a string as its text.
func (t Tool) unfoldQuery(fields map[string]any) {
	if _, searches := t.param("content_description"); !searches {
		return
	}
	query, ok := fields["query"]
	if !ok {
		return
	}
	inner, isObject := query.(map[string]any)
	if s, isString := query.(string); isString {
		if strings.HasPrefix(strings.TrimSpace(s), "{") {
			return // an object that does not parse: let validation name the stray field
		}
		inner, isObject = map[string]any{"text": s}, true
	}
	if !isObject {
		return
	}
	for name := range inner {
		if _, both := fields[name]; both {
			return // contradictory: let validation name the stray field
		}
	}
	delete(fields, "query")
	maps.Copy(fields, inner)
}
