package loop

import (
	"strings"
	"testing"

	"adroit/permissions"
	"adroit/tools"
)

func TestPromptIsBuiltFromTheCatalogue(t *testing.T) {
	catalogue := tools.Catalogue(tools.Options{})
	prompt := systemPrompt(catalogue)
	if again := systemPrompt(tools.Catalogue(tools.Options{})); again != prompt {
		t.Error("the prompt is not the same for every session")
	}
	free, asked, ok := strings.Cut(prompt[strings.LastIndex(prompt, "\nTools\n"):], "may be asked")
	if !ok {
		t.Fatalf("the prompt ends in %q", prompt[len(prompt)-200:])
	}
	for _, tool := range catalogue {
		line := asked
		if tool.Risk == permissions.Low {
			line = free
		}
		if !strings.Contains(line, tool.Name) {
			t.Errorf("%s, of %s risk, is not in %q", tool.Name, tool.Risk, line)
		}
	}
}

// BenchmarkFixedPart reports what every request carries beside the
// conversation, in bytes: the prompt and the declared tools.
func BenchmarkFixedPart(b *testing.B) {
	var s Session
	for b.Loop() {
		s = Session{}
		s.declare(tools.Catalogue(tools.Options{}))
	}
	b.ReportMetric(float64(len(s.system)), "prompt-bytes")
	b.ReportMetric(float64(len(mustJSON(s.declared))), "tools-bytes")
}
