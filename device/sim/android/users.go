package android

// The users of the phone (android.os.UserHandle): the owner, and the work
// profile where there is one.
const (
	Owner       = 0
	WorkProfile = 10
)

// HasUser reports whether there is a user of that number.
func (s *System) HasUser(user int) bool {
	return user == Owner || user == WorkProfile && s.HasWorkProfile
}

// InstalledFor returns the apps that a user has.
func (s *System) InstalledFor(user int) []*App {
	if !s.HasUser(user) {
		return nil
	}
	var apps []*App
	for _, app := range s.Apps {
		if user == Owner || app.Work {
			apps = append(apps, app)
		}
	}
	return apps
}
