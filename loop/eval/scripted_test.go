package eval_test

import (
	"net/http/httptest"
	"testing"

	"adroit/loop/eval"
	"adroit/loop/model"
	"adroit/loop/model/scripted"
)

// The scripted model solves some tasks by reading the screen, and never claims
// what is not so.
func TestScriptedModel(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(scripted.New(scripted.Options{}))
	defer server.Close()
	chat := model.NewChat(model.Config{BaseURL: server.URL + "/v1", Model: scripted.Name, Retries: -1})
	o := options(t, func(eval.Task) model.Model { return chat }, eval.Builtin().Tasks...)
	r := eval.Run(t.Context(), o)
	done := 0
	for _, task := range r.Tasks {
		a := task.Attempts[0]
		if a.Passed && a.Claimed {
			done++
		}
		if a.Claimed && !a.Passed {
			t.Errorf("%s: a false claim: %q", task.ID, a.Faults)
		}
	}
	if f := r.Summary; done < 8 || f.Errors != 0 {
		t.Errorf("%d of %d tasks are done; %d could not be judged", done, f.Attempts, f.Errors)
	}
}
