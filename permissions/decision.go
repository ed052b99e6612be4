package permissions

import (
	"fmt"
	"slices"
	"strings"
)

// Risk grades what an act can do if it is wrong.
type Risk int

// The risks, in rising order.
const (
	Low     Risk = iota // reads or waits: runs without asking
	Medium              // acts on the phone, and can be undone: asks
	High                // hard to undo, or reaches other people: asks every time
	Blocked             // never happens, whoever asks
)

var riskNames = []string{"low", "medium", "high", "blocked"}

// String is the risk in lower case: "low", "medium", "high" or "blocked".
func (r Risk) String() string { return name(riskNames, int(r)) }

// MarshalText writes what String returns.
func (r Risk) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Risk) UnmarshalText(b []byte) error {
	i, err := index("risk", riskNames, string(b))
	*r = Risk(i)
	return err
}

// Decision is what a policy says about an act. Where several parts of a policy
// speak, the strictest decision wins.
type Decision int

// The decisions, from the weakest to the strictest.
const (
	Allow Decision = iota // run it without asking
	Ask                   // a person decides
	Deny                  // do not run it
	Block                 // do not run it, and no rule or grant may allow it
)

var decisionNames = []string{"allow", "ask", "deny", "block"}

// String is the decision in lower case: "allow", "ask", "deny" or "block".
func (d Decision) String() string { return name(decisionNames, int(d)) }

// MarshalText writes what String returns.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Decision) UnmarshalText(b []byte) error {
	i, err := index("decision", decisionNames, string(b))
	*d = Decision(i)
	return err
}

// Class names a kind of act that asks as high risk, every time, whatever the
// tool's own risk is.
type Class string

// The classes.
const (
	MessageSend        Class = "message_send"
	Payment            Class = "payment"
	Purchase           Class = "purchase"
	Deletion           Class = "deletion"
	AccountChange      Class = "account_change"
	AccountRecovery    Class = "account_recovery"
	PermissionChange   Class = "permission_change"
	SecuritySettings   Class = "security_settings"
	SensitiveTextEntry Class = "sensitive_text_entry"
	AppInstall         Class = "app_install"
	ExternalText       Class = "external_text"  // typed text that came from the screen, not from the person
	ForeignWindow      Class = "foreign_window" // the target is in a window of another app than the one in front
)

// Classes returns all classes, in the order in which they are declared.
func Classes() []Class {
	return []Class{
		MessageSend, Payment, Purchase, Deletion, AccountChange, AccountRecovery, PermissionChange,
		SecuritySettings, SensitiveTextEntry, AppInstall, ExternalText, ForeignWindow,
	}
}

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

func index(kind string, names []string, s string) (int, error) {
	i := slices.Index(names, s)
	if i < 0 {
		// The strictest value, so that an unchecked error cannot weaken anything.
		return len(names) - 1, fmt.Errorf("%s %q: want one of %s", kind, s, strings.Join(names, ", "))
	}
	return i, nil
}
