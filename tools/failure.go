package tools

import (
	"errors"
	"slices"
	"strings"

	"adroit/device"
	"adroit/device/screen"
)

// failure is a Result of status error on its way up as a Go error.
type failure struct {
	Result
	cause error // nil where the result says it all
}

func (f *failure) Error() string { return f.Message }
func (f *failure) Unwrap() error { return f.cause }

// fail is a failure before anything was done to the phone, so that repeating
// the call is safe.
func fail(message string) *failure {
	return &failure{Result: Result{Status: Error, Message: message, Idempotent: true}}
}

// retryMS is when a transient failure may be tried again, in milliseconds: a
// little more than the longest usual window animation of Android (400).
const retryMS = 500

func (f *failure) transient() *failure {
	f.RetryAfterMS = retryMS
	return f
}

func (f *failure) forGood() *failure {
	f.Stop = true
	return f
}

func (f *failure) because(cause error) *failure {
	f.cause = cause
	return f
}

func (f *failure) with(data map[string]any, next ...string) *failure {
	f.Data, f.NextActions = data, next
	return f
}

// failed turns any error of a call into its Result. sent says that the phone
// may have been acted upon before the error.
func failed(t Tool, err error, sent bool) Result {
	if e, ok := errors.AsType[*ArgumentError](err); ok {
		e.Tool = t.Name
	}
	r := explain(err).Result
	if sent {
		r.Idempotent = t.Idempotent
	}
	return r
}

// explain finds what kind of failure err is.
func explain(err error) *failure {
	if known, ok := errors.AsType[*failure](err); ok {
		copied := *known
		return &copied
	}
	if a, ok := errors.AsType[*ArgumentError](err); ok {
		got := strings.TrimPrefix(a.Got, "got ") // which the name of the field says
		return fail(a.Error()).with(map[string]any{"field": a.Field, "got": got, "want": a.Want})
	}
	if o, ok := errors.AsType[*device.ObserveError](err); ok {
		return explainObserve(o)
	}
	if deviceLost(err) {
		return fail(err.Error()).transient().with(map[string]any{"device_lost": true})
	}
	if _, ok := errors.AsType[*device.FaultError](err); ok && !anotherWay(err) {
		return fail(err.Error()).forGood()
	}
	return fail(err.Error())
}

// deviceLost reports whether the phone is away and may come back.
func deviceLost(err error) bool {
	return isAny(err, device.ErrDeviceLost, device.ErrNoDevice, device.ErrNoServer,
		device.ErrOffline, device.ErrNotReady, device.ErrTimeout)
}

// anotherWay reports whether err is a refusal of this one act, to which there
// may be another way.
func anotherWay(err error) bool {
	return isAny(err, device.ErrNoActivity, device.ErrNotExported, device.ErrTextLost, device.ErrCommandTooLong)
}

func isAny(err error, targets ...error) bool {
	return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
}

// resolveFailure tells how to name a target that was not found, or not alone.
func resolveFailure(err error) error {
	if e, ok := errors.AsType[*screen.NotFoundError](err); ok {
		return fail("Target not found").because(err).transient().with(
			map[string]any{"target": e.Target, "candidates": e.Candidates}, "observe_screen_context")
	}
	if e, ok := errors.AsType[*screen.AmbiguousError](err); ok {
		return fail("Target is ambiguous: name one of the candidates by its node_id").because(err).with(
			map[string]any{"target": e.Target, "candidates": e.Candidates}, "observe_screen_context")
	}
	return err
}
