package model

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
)

// ListModels returns the names of the models that the endpoint offers
// (GET BaseURL/models), sorted. Config.Model is not needed for it.
func ListModels(ctx context.Context, cfg Config) ([]string, error) {
	x, err := newEndpoint(cfg).open(ctx, http.MethodGet, "models", nil)
	if err != nil {
		return nil, err
	}
	defer x.close()
	for p, err := range payloads(x.body, x.header.Get("Content-Type")) {
		if errors.Is(err, errGarbage) {
			return nil, x.garbage(err.Error())
		}
		if err != nil {
			return nil, x.failure(nil, err)
		}
		var list struct {
			Data []struct {
				ID string `json:"id"`
			} `json:"data"`
		}
		if json.Unmarshal(p.data, &list) != nil || list.Data == nil {
			break
		}
		names := make([]string, 0, len(list.Data))
		for _, m := range list.Data {
			names = append(names, m.ID)
		}
		slices.Sort(names)
		return names, nil
	}
	return nil, x.garbage("it lists no models")
}
