package device

import (
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// appsPhone answers what lists apps: an owner, a work profile, a profile that
// adb may not enter, and a launcher that tells its labels if it is asked well.
func appsPhone(launcher string) func(net.Conn, string) {
	return func(conn net.Conn, service string) {
		command := strings.TrimPrefix(service, shellV2Service)
		answers := []struct{ prefix, stdout, stderr string }{
			{"pm list users", "Users:\n\tUserInfo{0:Ada:4c13} running\n\tUserInfo{10:Work:1030} running\n\tUserInfo{11:Guest:414}\n\tUserInfo{150:Secure Folder:10061030} running\n0\n", ""},
			{"cmd package query-activities --user 0 ", "3 activities found:\n" +
				"  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n    com.android.settings/.Settings\n" +
				"  Activity #1:\n    com.example.mail/.inbox.Inbox\n" +
				"  Activity #2:\n    com.example.mail/.calendar.CalendarActivity\n" +
				"  Activity #3:\n    org.quiet_app/.Main$Start\n", ""},
			{"cmd package query-activities --user 10 ", "com.example.mail/.inbox.Inbox\n", ""},
			{"cmd package query-activities --user 150 ", "", "java.lang.SecurityException: Shell does not have permission to access user 150\n"},
			{"cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME", "priority=0 preferredOrder=0\n  com.android.launcher3/.uioverrides.QuickstepLauncher\n", ""},
			{"dumpsys activity 'com.android.launcher3/.uioverrides.QuickstepLauncher' --all", launcher, ""},
		}
		for _, a := range answers {
			if strings.HasPrefix(command, a.prefix) {
				prints(a.stdout, a.stderr, 0)(conn, service)
				return
			}
		}
		prints("", "not expected: "+command, 127)(conn, service)
	}
}

const launcherDump = `All apps list: size=4
   title="Einstellungen" bitmapIcon=android.graphics.Bitmap@1 componentName=com.android.settings
   title="Mail "Pro"" iconBitmap=android.graphics.Bitmap@2 componentName=com.example.mail
   title="Calendar" bitmapIcon=android.graphics.Bitmap@3 componentName=com.example.mail
`

func TestApps(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = appsPhone(launcherDump) })
	p := openPhone(t, f)
	want := []App{
		{"com.example.mail", "com.example.mail/.calendar.CalendarActivity", "Calendar", false, 0},
		{"com.android.settings", "com.android.settings/.Settings", "Einstellungen", false, 0},
		{"com.example.mail", "com.example.mail/.inbox.Inbox", "Mail", true, 0},
		{"com.example.mail", "com.example.mail/.inbox.Inbox", "Mail", true, 10},
		{"org.quiet_app", "org.quiet_app/.Main$Start", "Quiet app", true, 0},
	}
	for range 2 {
		got, err := p.Apps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("apps (-want +got):\n%s", diff)
		}
	}
	if n := f.requested("shell,v2,raw:dumpsys activity"); n != 1 {
		t.Errorf("the launcher was asked %d times, want 1", n)
	}
}

func TestFindApp(t *testing.T) {
	apps := []App{
		{"com.android.settings", "com.android.settings/.Settings", "Settings", false, 0},
		{"com.example.mail", "com.example.mail/.Inbox", "Mail", false, 0},
		{"com.example.mail", "com.example.mail/.Calendar", "Calendar", false, 0},
		{"org.example.mail2", "org.example.mail2/.Main", "Mail", true, 0},
		{"com.example.chat", "com.example.chat/.Main", "Chat", false, 10},
		{"com.example.chat", "com.example.chat/.Main", "Chat", false, 0},
	}
	for target, want := range map[string]string{
		"com.android.settings":       "com.android.settings/.Settings",
		"com.example.mail/.Calendar": "com.example.mail/.Calendar",
		"SETTINGS\n":                 "com.android.settings/.Settings",
		"mail":                       "com.example.mail/.Inbox", // known before guessed
		"com.example.chat/.Main":     "com.example.chat/.Main",
	} {
		if got, err := findApp(apps, target); err != nil || got.Activity != want {
			t.Errorf("%q: found %+v, error %v; want %s", target, got, err, want)
		}
	}
	ambiguous := new(AmbiguousAppError)
	if _, err := findApp(apps, "com.example.mail"); !errors.As(err, &ambiguous) || len(ambiguous.Candidates) != 2 ||
		!strings.Contains(err.Error(), "Calendar (com.example.mail/.Calendar)") {
		t.Errorf("several entries: error %v", err)
	}
	if ambiguous.Package() != "com.example.mail" {
		t.Errorf("the package of all is %q", ambiguous.Package())
	}
	missing := new(AppNotFoundError)
	if _, err := findApp(apps, "mail client"); !errors.As(err, &missing) || len(missing.Candidates) != 3 {
		t.Errorf("unknown: error %v", err)
	}
	if _, err := findApp(apps, "Camera"); !errors.As(err, &missing) || len(missing.Candidates) != 0 || err.Error() != `no app "Camera" on the phone: look for its name in the list of apps` {
		t.Errorf("nothing like it: error %v", err)
	}
}

// Personal and work data lie behind the same name: it opens neither, and each
// entry can be named.
func TestFindAppOfSeveralUsers(t *testing.T) {
	apps := []App{
		{Package: "com.example.chat", Activity: "com.example.chat/.Main", Label: "Chat", User: 10},
		{Package: "com.example.chat", Activity: "com.example.chat/.Main", Label: "Chat"},
		{Package: "com.example.notes", Activity: "com.example.notes/.Main", Label: "Notes of user 7"},
		{Package: "com.example.work", Activity: "com.example.work/.Main", Label: "Expenses", User: 10},
	}
	for _, target := range []string{"chat", "com.example.chat"} {
		_, err := findApp(apps, target)
		ambiguous, ok := errors.AsType[*AmbiguousAppError](err)
		if !ok || ambiguous.Package() != "com.example.chat" {
			t.Fatalf("%q: error %v", target, err)
		}
		for _, app := range ambiguous.Candidates {
			if got, err := findApp(apps, app.Ref()); err != nil || got != app {
				t.Errorf("%q: found %+v, error %v; want %+v", app.Ref(), got, err, app)
			}
		}
	}
	for target, want := range map[string]App{
		"com.example.chat/.Main":            apps[1],
		"Chat of user 0":                    apps[1],
		"Chat of user 10":                   apps[0],
		"com.example.chat of user 10":       apps[0],
		"com.example.chat/.Main of user 10": apps[0],
		"notes of user 7":                   apps[2], // so called
		"Expenses":                          apps[3],
	} {
		if got, err := findApp(apps, target); err != nil || got != want {
			t.Errorf("%q: found %+v, error %v; want %+v", target, got, err, want)
		}
	}
	missing := new(AppNotFoundError)
	if _, err := findApp(apps, "Expenses of user 0"); !errors.As(err, &missing) || missing.Target != "Expenses of user 0" || len(missing.Candidates) != 1 {
		t.Errorf("an app of another user: error %v", err)
	}
}

func TestParseUsers(t *testing.T) {
	for list, want := range map[string][]int{
		"":                      {0},
		"Error: no service\r\n": {0},
		"Users:\n\tUserInfo{0:Owner:c13} running\n":                                              {0},
		"Users:\r\n\tUserInfo{0:A: b:4c13} running\r\n\tUserInfo{10:Work:1030} running\r\n0\r\n": {0, 10},
		// Samsung's Secure Folder, Xiaomi's second space for one app, Android 8's work profile.
		"UserInfo{0:U:4c13} running\nUserInfo{150:Secure Folder:10061030} running\n0\n": {0, 150},
		"UserInfo{0:U:13} running\nUserInfo{999:XSpace:800010} running\n0\n":            {0, 999},
		"UserInfo{0:U:13} running\nUserInfo{10:Work:30} running\n0\n":                   {0, 10},
		// Others who share the phone, and one of them at work.
		"UserInfo{0:U:c13} running\nUserInfo{10:Guest:414} running\nUserInfo{11:Ada:410}\n0\n":          {0},
		"UserInfo{0:U:c13} running\nUserInfo{11:Ada:410} running\nUserInfo{12:Work:1030} running\n11\n": {11, 12},
		"UserInfo{0:U:13} running\nUserInfo{11:Ada:10}\n0\n":                                            {0},
	} {
		if got := parseUsers(list); !slices.Equal(got, want) {
			t.Errorf("%q: users %v, want %v", list, got, want)
		}
	}
}

func TestAppsOfASystemThatIsDown(t *testing.T) {
	f := startADB(t)
	f.set(func(f *fakeADB) { f.serve = prints("", "cmd: Can't find service: package\n", 20) })
	if _, err := openPhone(t, f).Apps(t.Context()); !errors.Is(err, ErrSystemDown) {
		t.Errorf("error %v, want ErrSystemDown", err)
	}
}

func TestGuessLabel(t *testing.T) {
	for pkg, want := range map[string]string{
		"com.android.settings":  "Settings",
		"com.facebook.katana":   "Katana",
		"com.spotify.client":    "Spotify",
		"com.instagram.android": "Instagram",
		"org.my_app":            "My app",
		"android":               "Android",
		"com.example.":          "Example",
		"com..android":          "Com",
		"..":                    "..",
	} {
		if got := guessLabel(pkg); got != want {
			t.Errorf("%s: guessed %q, want %q", pkg, got, want)
		}
	}
}
