package tools

import (
	"context"
	"errors"
	"fmt"

	"adroit/device"
	"adroit/device/screen"
	"adroit/device/text"
	"adroit/permissions"
)

// screenshot is offered only to models that take images.
func screenshot() Tool {
	return Tool{
		Name:    "screenshot",
		Summary: "See the screen as a picture, scaled: for what has no text.",
		Risk:    permissions.Low, Idempotent: true,
		words: func(args, *screen.Node) string { return "Take a picture of the screen" },
		read: func(ctx context.Context, r *reading, _ args) (Result, error) {
			shot, err := r.phone.Screenshot(ctx)
			if err != nil {
				return Result{}, noPicture(err)
			}
			if err := r.pictured(r.saw(shot.Screen), shot.Apps); err != nil {
				return Result{}, err
			}
			return Result{
				Status:    Success,
				Message:   fmt.Sprintf("A picture of %s; %s painted over", placeOf(shot.Screen), text.Count(shot.Covered, "place")),
				Data:      map[string]any{"width": shot.Width, "height": shot.Height, "painted_over": shot.Covered},
				Artifacts: []string{"screenshot-" + shot.Screen.ObservationID + ".png"},
				Image:     shot.PNG,
			}, nil
		},
	}
}

// noPicture sorts the reasons why there is no picture.
func noPicture(err error) error {
	switch {
	case errors.Is(err, device.ErrMoving):
		return fail(err.Error()).transient().with(nil, "wait_for_idle")
	case isAny(err, device.ErrProtected, device.ErrBlack, device.ErrUnread):
		return fail(err.Error()).with(nil, "observe_screen_context")
	}
	return err
}
