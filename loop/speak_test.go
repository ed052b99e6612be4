package loop

import (
	"context"
	"strings"
	"testing"

	"adroit/loop/event"
	"adroit/loop/model"
)

func TestCutSpeak(t *testing.T) {
	tests := map[string]struct{ answer, text, speak string }{
		"a last line":    {"Wi-Fi is on.\n\nSpeak: Wi-Fi is on now.\n", "Wi-Fi is on.", "Wi-Fi is on now."},
		"in bold":        {"On.\n**Speak:** It is on.", "On.", "It is on."},
		"in small":       {"On.\nspeak: \"It is on.\"", "On.", "It is on."},
		"nothing else":   {"Speak: It is on.", "It is on.", "It is on."},
		"none":           {"Wi-Fi is on.", "Wi-Fi is on.", ""},
		"not the last":   {"Speak: a\nOn.", "Speak: a\nOn.", ""},
		"within a line":  {"They say Speak: a", "They say Speak: a", ""},
		"an empty one":   {"On.\nSpeak:", "On.", ""},
		"nothing at all": {"", "", ""},
		"a short line":   {"On.\nSp", "On.\nSp", ""},
	}
	for name, test := range tests {
		if text, speak := cutSpeak(test.answer); text != test.text || speak != test.speak {
			t.Errorf("%s: %q and %q", name, text, speak)
		}
	}
}

// The spoken form of an answer stands in the terminal event, where somebody
// listens; elsewhere the model is not asked for it and its words are its own.
func TestTheEndCarriesWhatIsSpoken(t *testing.T) {
	for _, listening := range []bool{true, false} {
		inBubble(t, func(t *testing.T) {
			system := ""
			m := modelFunc(func(_ context.Context, req model.Request, _ func(string)) (model.Reply, error) {
				system = req.System
				return says("Wi-Fi is on.\nSpeak: It is on, open-sesame-42."), nil
			})
			st, end := runTurn(t, m, nil, func(c *Config) {
				c.Speak = listening
				c.Registry.Add("", "open-sesame-42", "password")
			})
			if asked := strings.Contains(system, speakMark); asked != listening {
				t.Errorf("listening %v: the model is asked: %v", listening, asked)
			}
			want := event.Event{Text: "Wi-Fi is on.\nSpeak: It is on, [REDACTED]."}
			if listening {
				want = event.Event{Text: "Wi-Fi is on.", Speak: "It is on, [REDACTED]."}
			}
			if end.Outcome != event.Done || end.Text != want.Text || end.Speak != want.Speak {
				t.Errorf("listening %v: ended as %+v", listening, end)
			}
			if said := st.history.messages[1].Text; !strings.HasSuffix(said, "open-sesame-42.") {
				t.Errorf("the model does not find its own words: %q", said)
			}
		})
	}
}
