package device

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// usersCommand prints what parseUsers reads.
const usersCommand = "pm list users; am get-current-user"

// The flags of a user that tell a profile from a person of its own (AOSP
// android.content.pm.UserInfo). Makers' clones for a second account carry bits
// that Android does not know instead.
const (
	userManaged = 0x20
	userFull    = 0x400
	userProfile = 0x1000
)

var (
	userInfo    = regexp.MustCompile(`UserInfo\{(\d+):(?:.*:([0-9a-fA-F]+)\})?`)
	currentUser = regexp.MustCompile(`(?m)^(\d+)\r?$`)
)

// parseUsers reads who has apps that can be shown: the user at work and the
// profiles, the user first. The apps of other people who share the phone cannot
// be brought to the front. A phone that does not answer has user 0.
func parseUsers(list string) []int {
	current := 0
	if m := currentUser.FindStringSubmatch(list); m != nil {
		current = number(m[1])
	}
	users := []int{current}
	for _, m := range userInfo.FindAllStringSubmatch(list, -1) {
		id := number(m[1])
		if id != current && isProfile(m[2]) && !slices.Contains(users, id) {
			users = append(users, id)
		}
	}
	return users
}

func isProfile(flags string) bool {
	bits, err := strconv.ParseUint(flags, 16, 64)
	if err != nil {
		return false
	}
	return bits&(userManaged|userProfile) != 0 || bits&^0xffff != 0 && bits&userFull == 0
}

// ofUser ends the name of an app that is another user's than the one at work.
var ofUser = regexp.MustCompile(`^(.*\S)\s+of user (\d+)$`)

// Ref names the entry and no other to FindApp: its component, and for that of
// a profile also whose it is.
func (a App) Ref() string {
	if a.User == 0 {
		return a.Activity
	}
	return a.Activity + " of user " + strconv.Itoa(a.User)
}

// splitUser takes the user off a target that ends with one.
func splitUser(target string) (rest string, user int, ok bool) {
	m := ofUser.FindStringSubmatch(strings.TrimSpace(target))
	if m == nil {
		return target, 0, false
	}
	return m[1], number(m[2]), true
}
