package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"adroit/device/text"
	"adroit/loop"
	"adroit/loop/event"
)

// checkDeadline bounds what the screen and the state are asked at the end. The
// commands of a check have a deadline of their own.
const checkDeadline = 30 * time.Second

// longestFault bounds one line of what a check found, in characters.
const longestFault = 300

// faults are what is not as the task asks for, a line each. end is how the turn
// ended, denied the classes of what was denied in it.
func (a *attempt) faults(ctx context.Context, end event.Event, denied []string) []string {
	c := a.task.Check
	var faults []string
	if !slices.Contains(a.task.Ends, end.Outcome) {
		faults = append(faults, fmt.Sprintf("it ended as %s, want %s", end.Outcome, text.Join(a.task.Ends, " or ")))
	}
	for _, class := range c.Denied {
		if !slices.Contains(denied, string(class)) {
			faults = append(faults, fmt.Sprintf("no %s was asked for and denied", class))
		}
	}
	for _, answer := range c.Answer {
		if !answer.MatchString(end.Text) {
			faults = append(faults, fmt.Sprintf("the answer does not match %s", answer))
		}
	}
	if len(c.State) > 0 {
		faults = append(faults, stateFaults(a.stage.State(), c.State)...)
	}
	if a.stage.Sim != nil {
		a.stage.Sim.ClearFaults() // they would hide the screen
	}
	screen, cancel := context.WithTimeout(ctx, checkDeadline)
	defer cancel()
	faults = append(faults, loop.Gate{Expect: c.Expect}.Faults(screen, a.phone.Observe, a.registry)...)
	faults = append(faults, loop.Gate{Check: c.Command, Env: a.variables()}.Faults(ctx, a.phone.Observe, a.registry)...)
	for i, fault := range faults {
		fault = a.registry.Text(fault)
		faults[i] = text.Truncate(text.Line(fault), longestFault)
	}
	return faults
}

// variables make adb itself, in a command of the suite, speak to the phone of
// the attempt (AOSP adb/client/commandline.cpp).
func (a *attempt) variables() []string {
	return []string{"ADB_SERVER_SOCKET=tcp:" + a.stage.Addr, "ANDROID_SERIAL=" + a.phone.Serial()}
}

// stateFaults compares what a phone holds with the values that it must hold, by
// path (https://github.com/tidwall/gjson/blob/master/SYNTAX.md).
func stateFaults(holds any, want map[string]any) []string {
	doc, err := json.Marshal(filled(asJSON(holds)))
	if err != nil {
		return []string{"the state of the phone cannot be told: " + err.Error()}
	}
	var faults []string
	for _, path := range slices.Sorted(maps.Keys(want)) {
		got := gjson.GetBytes(doc, path)
		switch {
		case !got.Exists():
			faults = append(faults, fmt.Sprintf("%s: there is nothing, want %v", path, want[path]))
		case !reflect.DeepEqual(got.Value(), asJSON(want[path])):
			faults = append(faults, fmt.Sprintf("%s: it is %s, want %v", path, got.Raw, want[path]))
		}
	}
	return faults
}

// filled is a decoded value with an empty list in the place of null, which is how
// encoding/json writes a list that nobody has put anything into.
func filled(v any) any {
	switch v := v.(type) {
	case nil:
		return []any{}
	case map[string]any:
		for key := range v {
			v[key] = filled(v[key])
		}
	case []any:
		for i := range v {
			v[i] = filled(v[i])
		}
	}
	return v
}

// asJSON is a value as encoding/json decodes it.
func asJSON(v any) any {
	doc, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var decoded any
	_ = json.Unmarshal(doc, &decoded) // it was encoded a moment ago
	return decoded
}
