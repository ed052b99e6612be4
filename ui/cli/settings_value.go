package cli

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// value is a pflag.Value over a parse function, so that flag, environment and
// file refuse the same things in the same words.
type value struct {
	kind string
	set  func(string) error
	get  func() string

	choices []string // all that it can be; nil for more than can be listed
}

func (v value) Set(s string) error { return v.set(s) }
func (v value) String() string {
	if v.get == nil {
		return ""
	}
	return v.get()
}
func (v value) Type() string { return v.kind }

func stringValue(p *string) pflag.Value {
	return value{kind: "string", set: func(s string) error { *p = s; return nil }, get: func() string { return *p }}
}

func enumValue(p *string, allowed ...string) pflag.Value {
	v := checkedValue(p, func(s string) error {
		if slices.Contains(allowed, s) {
			return nil
		}
		return fmt.Errorf("%q: want %s", s, strings.Join(allowed, ", "))
	})
	v.choices = allowed
	return v
}

// urlValue is the address of an API.
func urlValue(p *string) pflag.Value { return checkedValue(p, checkURL) }

func checkURL(raw string) error {
	base, err := url.Parse(raw)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return fmt.Errorf("%q: want an address that begins with http:// or https://", raw)
	}
	return nil
}

// serverValue is the address of a server that speaks no HTTP.
func serverValue(p *string) pflag.Value {
	return checkedValue(p, func(address string) error {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return fmt.Errorf("%q: want HOST:PORT, such as 127.0.0.1:5037", address)
		}
		return nil
	})
}

func checkedValue(p *string, check func(string) error) value {
	return value{kind: "string", set: func(s string) error {
		if err := check(s); err != nil {
			return err
		}
		*p = s
		return nil
	}, get: func() string { return *p }}
}

func boolValue(p *bool) pflag.Value {
	return value{kind: "bool", set: func(s string) (err error) {
		if *p, err = strconv.ParseBool(s); err != nil {
			return fmt.Errorf("%q: want true or false", s)
		}
		return nil
	}, get: func() string { return strconv.FormatBool(*p) }}
}

func countValue(p *int) pflag.Value { return numberValue(p, 1) }

// numberValue is a whole number of at least least.
func numberValue(p *int, least int) pflag.Value {
	return value{kind: "int", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < least {
			return fmt.Errorf("%q: want a whole number of at least %d", s, least)
		}
		*p = n
		return nil
	}, get: func() string { return strconv.Itoa(*p) }}
}

// waitValue is a duration of which 0 means that there is no end.
func waitValue(p *time.Duration) pflag.Value {
	return spanValue(p, 0, "a duration such as 90s or 5m, or 0 for no end", "0")
}

// durationValue is a duration that is longer than none.
func durationValue(p *time.Duration) pflag.Value {
	return spanValue(p, 1, "a positive duration such as 90s or 5m", "")
}

// delayValue is a duration that may be none.
func delayValue(p *time.Duration) pflag.Value {
	return spanValue(p, 0, "a duration such as 40ms or 2s, or 0", "0")
}

// spanValue is a duration of at least least; zero stands for none where the
// value is shown.
func spanValue(p *time.Duration, least time.Duration, want, zero string) pflag.Value {
	return value{kind: "duration", set: func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil || d < least {
			return fmt.Errorf("%q: want %s", s, want)
		}
		*p = d
		return nil
	}, get: func() string {
		if *p == 0 {
			return zero
		}
		return p.String()
	}}
}

// numberFromZero is a number of at least 0 and at most most.
func numberFromZero(p *float64, most float64, want string) pflag.Value {
	return value{kind: "number", set: func(s string) error {
		n, err := strconv.ParseFloat(s, 64)
		if err != nil || !(n >= 0 && n <= most) { // what is no number is neither
			return fmt.Errorf("%q: want %s", s, want)
		}
		*p = n
		return nil
	}, get: func() string { return strconv.FormatFloat(*p, 'g', -1, 64) }}
}
