package doctor

import (
	"context"
	"fmt"
	"time"

	"adroit/device/text"
	"adroit/loop/model"
)

// probeTimeout bounds all questions to a model, of which a local one may take
// half a minute each.
const probeTimeout = 5 * time.Minute

// examineAbilities examines what the model can do: by asking it where that is
// wanted, else by what is remembered of an earlier time.
func (s *Subject) examineAbilities(ctx context.Context, tell func(Finding)) (left string) {
	const check = "model.probe"
	e := s.Endpoint
	found := e.Known
	switch {
	case e.Probe != nil:
		s.looking("the model, which is asked some seven times")
		ctx, cancel := s.within(ctx, probeTimeout)
		defer cancel()
		now, err := e.Probe(ctx)
		if err != nil {
			tell(fromError(check, "the model cannot be probed", err).late(err, busyServer))
			return "the model could not be probed"
		}
		tell(ok(check, "the model was asked, which took "+text.Count(now.Usage.Input+now.Usage.Output, "token")))
		found = &now
	case found == nil:
		tell(skipped(check, "whether the model calls tools, streams and gets the start of a long prompt was not asked, since that may cost money: --probe asks"))
		return "the model was not asked"
	default:
		tell(ok(check, "as a probe found on "+found.At.Format(time.DateOnly)+"; --probe asks anew, which may cost money"))
	}
	for _, look := range []func(model.Capabilities) Finding{callsTools, readsPictures, keepsHead} {
		tell(look(*found))
	}
	return ""
}

func callsTools(c model.Capabilities) Finding {
	const check = "model.tools"
	switch {
	case c.StreamTools:
		return ok(check, "it calls tools, while streaming too")
	case c.Tools:
		return note(check, "it calls tools only in whole replies: they are not streamed", "a newer version of the server may stream them")
	}
	return note(check, "it calls no tools: the command dialect stands in for them", "a model that was trained to call tools does better")
}

func readsPictures(c model.Capabilities) Finding {
	const check = "model.images"
	if c.Images {
		return ok(check, "it reads pictures: the screenshot tool is offered")
	}
	return note(check, "it reads no pictures: screens are told as text alone", "choose a model with vision for games and drawings")
}

func keepsHead(c model.Capabilities) Finding {
	const check = "model.context"
	if c.Head {
		return ok(check, fmt.Sprintf("the start of a prompt of %d tokens reaches it", model.LongPrompt))
	}
	return warning(check, fmt.Sprintf("the start of a prompt of %d tokens did not come back: the server may cut prompts without a word", model.LongPrompt),
		"raise the server's context (Ollama: OLLAMA_CONTEXT_LENGTH=32768; LM Studio and llama.cpp: context length), and tell it with --context-window")
}
