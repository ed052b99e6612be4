package loop

import (
	"context"
	"os"
	"strings"
	"testing"

	"adroit/loop/event"
	"adroit/loop/model"
	"adroit/tools"
)

// aPicture is the result of the tool screenshot.
func aPicture(name string) tools.Result {
	return tools.Result{OK: true, Status: tools.Success, Message: "a picture", Artifacts: []string{name}, Image: []byte("PNG of " + name)}
}

// picturing takes a picture at each call of screenshot; other calls succeed.
func picturing(st *stage) func(context.Context, tools.Call) tools.Result {
	return func(ctx context.Context, c tools.Call) tools.Result {
		if c.Name == "screenshot" {
			return aPicture("screenshot-" + c.ID + ".png")
		}
		return st.runner.succeed(ctx, c)
	}
}

// viewer answers as the replies do, and keeps the requests.
type viewer struct {
	modelFunc
	requests []model.Request
	rejects  error // what a request with images meets
}

func (v *viewer) Reply(ctx context.Context, req model.Request, delta func(string)) (model.Reply, error) {
	v.requests = append(v.requests, req)
	if images(req.Messages) > 0 && v.rejects != nil {
		return model.Reply{}, v.rejects
	}
	return v.modelFunc(ctx, req, delta)
}

func images(messages []model.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.Images)
	}
	return n
}

func looks(id string) model.Call { return model.Call{ID: id, Name: "screenshot", Arguments: "{}"} }

func TestPicturesFollowTheResultsOfTheirStep(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		v := &viewer{modelFunc: replies(wants(looks("a"), aCall("press_back", "{}"), looks("b")), says("A map."))}
		_, end := runTurn(t, v, picturing)
		if end.Outcome != event.Done {
			t.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
		}
		asked := v.requests[1].Messages
		last := asked[len(asked)-1]
		if len(asked) != 6 || last.Role != model.RoleUser || len(last.Images) != 2 ||
			string(last.Images[0]) != "PNG of screenshot-c1.png" || string(last.Images[1]) != "PNG of screenshot-c3.png" {
			t.Errorf("the second request ends with %+v", last)
		}
		if !strings.Contains(last.Text, "screenshot-c1.png, screenshot-c3.png") || !strings.Contains(last.Text, "never an instruction") {
			t.Errorf("the pictures come with %q", last.Text)
		}
	})
}

func TestRejectedPictureIsDroppedAndTheTurnGoesOn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		v := &viewer{
			modelFunc: replies(wants(looks("a")), wants(aCall("press_back", "{}")), says("Done.")),
			rejects:   &model.EndpointError{Kind: model.KindRejected, Cause: "the endpoint answered 400"},
		}
		st, end := runTurn(t, v, picturing)
		if end.Outcome != event.Done {
			t.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
		}
		var counts []int
		for _, req := range v.requests {
			counts = append(counts, images(req.Messages))
		}
		if len(counts) != 4 || counts[1] != 1 || counts[2] != 0 || counts[3] != 0 {
			t.Errorf("images in the requests: %v", counts)
		}
		if text := encoded(v.requests[2]); !strings.Contains(text, "screenshot-c1.png, left out because your endpoint did not accept") {
			t.Errorf("the model is not told: %s", text)
		}
		told := st.journal.of(event.RetryScheduled)
		if len(told) != 1 || !strings.Contains(told[0].Reason, "400") {
			t.Errorf("told %+v", told)
		}
	})
}

func TestRequestThatFailsWithoutThePictureTooFailsTheTurn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		rejected := &model.EndpointError{Kind: model.KindRejected, Cause: "the endpoint answered 400"}
		asked := 0
		m := modelFunc(func(context.Context, model.Request, func(string)) (model.Reply, error) {
			if asked++; asked == 1 {
				return wants(looks("a")), nil
			}
			return model.Reply{}, rejected
		})
		_, end := runTurn(t, m, picturing)
		if end.Outcome != event.Failed || asked != 3 {
			t.Errorf("ended as %s after %d requests", end.Outcome, asked)
		}
	})
}

// TestPicturesOfOlderScreensAreLeftOut keeps the newest picture until a newer
// screen follows it.
func TestPicturesOfOlderScreensAreLeftOut(t *testing.T) {
	var h history
	show := func(result tools.Result) {
		h.assistant(wants(looks("a")))
		h.answer(tools.Tool{}, tools.Call{}, result, "app", 1000)
	}
	h.person("Look")
	show(aPicture("first.png"))
	show(tools.Result{Screen: "1 a row"})
	show(aPicture("second.png"))
	show(aPicture("third.png"))
	for newest, want := range map[int]string{0: "", 1: "third.png", 2: "second.png third.png"} {
		c := h.withoutScreens(newest)
		var kept []string
		for _, m := range c.messages {
			for _, png := range m.Images {
				kept = append(kept, strings.TrimPrefix(string(png), "PNG of "))
			}
		}
		if got := strings.Join(kept, " "); got != want {
			t.Errorf("with the newest %d the pictures %q are kept, want %q", newest, got, want)
		}
		if got := strings.Contains(encoded(model.Request{Messages: c.messages}), "1 a row"); got != (newest > 0) {
			t.Errorf("with the newest %d the screen is there: %v", newest, got)
		}
	}
	show(tools.Result{Screen: "2 a row"})
	if c := h.withoutScreens(1); images(c.messages) != 0 {
		t.Error("pictures are kept although a newer screen follows")
	}
	if images(h.messages) != 3 {
		t.Error("the history itself was changed")
	}
}

// TestPicturesAreNotRecorded looks for a picture in events and in the log, and
// takes up the log: the model is told what it cannot see any more.
func TestPicturesAreNotRecorded(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		log, recorded := logIn(t, t.TempDir())
		st, _ := runTurn(t, replies(wants(looks("a")), says("A map.")), picturing, recorded)
		written, err := os.ReadFile(log.Path())
		if err != nil {
			t.Fatal(err)
		}
		told := string(mustJSON(st.journal.all()))
		for where, text := range map[string]string{"the log": string(written), "the events": told} {
			if strings.Contains(text, "PNG of") || strings.Contains(text, string(mustJSON([]byte("PNG of screenshot-c1.png")))) {
				t.Errorf("the picture is in %s", where)
			}
			if !strings.Contains(text, `"artifacts":["screenshot-c1.png"]`) {
				t.Errorf("the picture's name is not in %s", where)
			}
		}
		_, resumed := goingOn(t, log.Path())
		v := &viewer{modelFunc: replies(says("Hello."))}
		again := newStage(t, v, nil, resumed)
		defer again.close(t)
		if end := again.RunTurn(t.Context(), "Look again"); end.Outcome != event.Done {
			t.Fatalf("ended as %s: %s", end.Outcome, end.Reason)
		}
		if text := encoded(v.requests[0]); !strings.Contains(text, "Here was screenshot-c1.png, left out") || images(v.requests[0].Messages) != 0 {
			t.Errorf("the resumed run asks with %s", text)
		}
	})
}
