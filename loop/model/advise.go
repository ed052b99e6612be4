package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

	"adroit/device/text"
)

const (
	// adviceDeadline bounds the question which models there are, after the one
	// that was asked for was not found.
	adviceDeadline = 5 * time.Second
	// advised is how many models an error names.
	advised = 3
)

// advise completes the cure of a reply that failed with the names of models
// that the endpoint does offer, the most alike first, where it does not know the
// one that was asked for.
func (e *endpoint) advise(ctx context.Context, err error) error {
	failed, ok := errors.AsType[*EndpointError](err)
	if !ok || failed.Kind != KindNotFound {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, adviceDeadline)
	defer cancel()
	cfg := e.cfg
	cfg.Retries = -1
	names, listErr := ListModels(ctx, cfg)
	if listErr != nil || len(names) == 0 || slices.Contains(names, e.cfg.Model) {
		return err // the error stands as it is: what was wrong is something else
	}
	better := *failed
	better.Cure = fmt.Sprintf("name another model with --model: it offers %s", text.Line(strings.Join(Nearest(e.cfg.Model, names, advised), ", ")))
	if len(names) > advised {
		better.Cure += fmt.Sprintf(" and %d more", len(names)-advised)
	}
	if strings.Contains(failed.Cure, onlyChat) {
		better.Cure += "; or " + onlyChat
	}
	return &better
}

// Nearest returns at most n of names, those most like name first.
func Nearest(name string, names []string, n int) []string {
	list := slices.Clone(names)
	distance := func(other string) int {
		a, b := strings.ToLower(name), strings.ToLower(other)
		if a != "" && (strings.Contains(a, b) || strings.Contains(b, a)) {
			return 0 // "qwen3" means "qwen3:8b", however much is missing
		}
		return levenshtein.ComputeDistance(a, b)
	}
	slices.SortStableFunc(list, func(a, b string) int { return distance(a) - distance(b) })
	return list[:min(n, len(list))]
}
