package tools

import (
	"context"
	"errors"
	"strings"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

func waitForUI() Tool {
	return Tool{
		Name:    "wait_for_ui",
		Summary: "Wait for a text, or without one for any change.",
		Risk:    permissions.Low, Idempotent: true,
		Params: []Param{
			{Name: "text", Kind: String, NonEmpty: true, Doc: "a part of what must appear; left out: any change"},
			timeoutParam(),
		},
		words: func(a args, _ *screen.Node) string {
			if a.has("text") {
				return "Wait for " + queryWords(a)
			}
			return "Wait until something changes"
		},
		read: func(ctx context.Context, r *reading, a args) (Result, error) {
			if a.has("text") {
				w, err := r.await(ctx, a, func(now *screen.Context) bool { return len(now.Find(queryOf(a))) > 0 })
				return r.waited(w, err, "The text is there", "The text did not appear")
			}
			known := r.lastShown()
			w, err := r.await(ctx, a, func(now *screen.Context) bool {
				if known == nil {
					known = now
				}
				return changeOf(known, now) != ""
			})
			return r.waited(w, err, "The screen changed", "The screen did not change")
		},
	}
}

func waitForApp() Tool {
	return Tool{
		Name:    "wait_for_app",
		Summary: "Wait until an app is in front.",
		Risk:    permissions.Low, Idempotent: true,
		Params: []Param{
			{Name: "target", Kind: String, Required: true, NonEmpty: true,
				Doc: "the app's name as the launcher shows it, or its package name"},
			timeoutParam(),
		},
		words: func(a args, _ *screen.Node) string {
			return "Wait for the app " + text.Quote(a.text("target"), longestName)
		},
		read: func(ctx context.Context, r *reading, a args) (Result, error) {
			// A package need not be in the launcher to come to the front.
			pkg := a.text("target")
			if app, err := r.phone.FindApp(ctx, pkg); err == nil {
				pkg = app.Package
			} else if e, ok := errors.AsType[*device.AmbiguousAppError](err); ok && e.Package() != "" {
				pkg = e.Package()
			} else if !strings.Contains(pkg, ".") {
				return Result{}, appFailure(err)
			}
			w, err := r.await(ctx, a, func(now *screen.Context) bool { return now.PackageName == pkg })
			return r.waited(w, err, "The app is in front", "The app did not come to the front")
		},
	}
}

func waitForElement() Tool {
	return elementWait(Tool{
		Name: "wait_for_element", Summary: "Wait until an element is there.",
	}, true, "Wait for ", "The element is there", "The element did not appear")
}

func waitForElementGone() Tool {
	return elementWait(Tool{
		Name: "wait_for_element_gone", Summary: "Wait until an element is gone.",
	}, false, "Wait until there is no more ", "The element is gone", "The element is still there")
}

// elementWait waits until the screen holds an element, or holds it no more.
func elementWait(t Tool, present bool, words, met, unmet string) Tool {
	t.Risk, t.Idempotent = permissions.Low, true
	t.Params = append(queryParams(), timeoutParam())
	t.rules = []rule{atLeastOne(queryFields...)}
	t.words = func(a args, _ *screen.Node) string { return words + queryWords(a) }
	t.read = func(ctx context.Context, r *reading, a args) (Result, error) {
		w, err := r.await(ctx, a, func(now *screen.Context) bool { return (len(now.Find(queryOf(a))) > 0) == present })
		return r.waited(w, err, met, unmet)
	}
	return t
}
