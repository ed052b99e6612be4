package cli

import (
	"time"

	"adroit/loop"
)

// loopLimits are the bounds of a turn. usualWait is how long the command at
// hand waits for a lost phone where the settings say nothing.
func (c *config) loopLimits(usualWait time.Duration) loop.Limits {
	limits := loop.Limits{
		Steps:      c.MaxSteps,
		Tokens:     c.MaxTokens,
		ToolOutput: c.ToolOutput,
		Context:    c.Context,
		Retries:    c.Retries,
		Claims:     c.Claims,
		DeviceWait: c.orUsual("device-wait", c.DeviceWait, usualWait),
	}
	if limits.Retries == 0 {
		limits.Retries = -1 // 0 is the default there
	}
	return limits
}

// orUsual is the value of the setting with that name where it was said, else
// what is usual for the command at hand.
func (c *config) orUsual(name string, value, usual time.Duration) time.Duration {
	if c.origins[name].rank == byDefault {
		return usual
	}
	return value
}
