package ui

import "testing"

// A person sees their phone whatever is kept from the model, and that it is.
func TestWithheldScreenIsShownToThePerson(t *testing.T) {
	t.Parallel()
	d := newDriver(t, 120, 30)
	withheld := d.settings(true)
	withheld.Rule = "bank.toml:1"
	d.happen(withheld)
	d.sees("withheld from the model by bank.toml:1", "Wi-Fi", "Mobile network")
	d.happen(d.settings(true))
	d.misses("withheld")
	d.sees("Wi-Fi")
}
