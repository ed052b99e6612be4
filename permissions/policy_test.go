package permissions_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"adroit/device/screen"
	"adroit/permissions"
)

// front is a screen of pkg with nodes on it.
func front(pkg, activity string, nodes ...screen.Node) *screen.Context {
	return &screen.Context{PackageName: pkg, Activity: activity, Awake: true, Nodes: nodes}
}

// press is a tap on a node of the given role and label.
func press(role screen.Role, label string) permissions.Situation {
	n := screen.Node{ID: "1", Role: role, Label: label, PackageName: "com.example", Clickable: true, Enabled: true}
	return pressOn(front("com.example", ".Main", n), "1")
}

func pressOn(c *screen.Context, id string) permissions.Situation {
	n, _ := c.Node(id)
	return permissions.Situation{Tool: "tap", Risk: permissions.Medium, Screen: c, Target: n, Presses: true}
}

func TestPolicyRisk(t *testing.T) {
	tests := []struct {
		name string
		in   permissions.Situation
		want permissions.Decision
		by   string
	}{
		{"low risk runs", permissions.Situation{Tool: "observe_screen", Risk: permissions.Low}, permissions.Allow, permissions.ByPolicy},
		{"medium risk asks", permissions.Situation{Tool: "press_back", Risk: permissions.Medium}, permissions.Ask, permissions.ByPolicy},
		{"high risk asks", permissions.Situation{Tool: "edit_file", Risk: permissions.High}, permissions.Ask, permissions.ByPolicy},
		{"blocked stays blocked", permissions.Situation{Tool: "x", Risk: permissions.Blocked}, permissions.Block, permissions.ByPolicy},
		{"an unknown risk is blocked", permissions.Situation{Tool: "x", Risk: permissions.Blocked + 1}, permissions.Block, permissions.ByPolicy},
		{"the person's hand needs no question", permissions.Situation{Tool: "tap", Risk: permissions.Medium, ByPerson: true}, permissions.Allow, permissions.ByPerson},
		{"the person's hand is asked about high risk", permissions.Situation{Tool: "edit_file", Risk: permissions.High, ByPerson: true}, permissions.Ask, permissions.ByPolicy},
		{"nobody's hand unblocks", permissions.Situation{Tool: "x", Risk: permissions.Blocked, ByPerson: true}, permissions.Block, permissions.ByPolicy},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := permissions.Policy{}.Rule(tt.in)
			if got.Decision != tt.want || got.By != tt.by {
				t.Errorf("Rule = %v by %q, want %v by %q", got.Decision, got.By, tt.want, tt.by)
			}
			if len(got.Reasons) == 0 {
				t.Error("Rule gives no reason")
			}
		})
	}
}

func TestPolicyReadsTheVerbOfAControl(t *testing.T) {
	tests := []struct {
		role  screen.Role
		label string
		want  []permissions.Class
	}{
		{screen.Button, "Send", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "SEND", []permissions.Class{permissions.MessageSend}},
		{screen.Image, "Nachricht senden", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "Envoyer", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "Отправить", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "إرسال", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "भेजें", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "送信する", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "메시지 보내기", []permissions.Class{permissions.MessageSend}},
		{screen.Button, "Jetzt bezahlen", []permissions.Class{permissions.Payment}},
		{screen.Button, "立即支付", []permissions.Class{permissions.Payment}},
		{screen.Button, "Place order", []permissions.Class{permissions.Purchase}},
		{screen.Button, "Satın al", []permissions.Class{permissions.Purchase}},
		{screen.Button, "Kup teraz", []permissions.Class{permissions.Purchase}},
		{screen.Button, "€ 12,99", []permissions.Class{permissions.Purchase}},
		{screen.Button, "49,00 zł", []permissions.Class{permissions.Purchase}},
		{screen.Button, "Pay $5", []permissions.Class{permissions.Payment}},
		{screen.Button, "支払う", []permissions.Class{permissions.Payment}},
		{screen.Button, "결제하기", []permissions.Class{permissions.Payment}},
		{screen.Item, "Delete account", []permissions.Class{permissions.Deletion}},
		{screen.Item, "Konto löschen", []permissions.Class{permissions.Deletion}},
		{screen.Item, "Elimina", []permissions.Class{permissions.Deletion}},
		{screen.Button, "删除", []permissions.Class{permissions.Deletion}},
		{screen.Item, "Log out", []permissions.Class{permissions.AccountChange}},
		{screen.Link, "Forgot password?", []permissions.Class{permissions.AccountRecovery}},
		{screen.Button, "While using the app", []permissions.Class{permissions.PermissionChange}},
		{screen.Button, "Установить", []permissions.Class{permissions.AppInstall}},

		// What merely speaks of such things is no act.
		{screen.Switch, "Wi-Fi", nil},
		{screen.Item, "Network & internet", nil},
		{screen.Item, "Passwords & accounts", nil},
		{screen.Item, "Anna: please send me the report before you delete it", nil},
		{screen.Item, "Send feedback to the developers of this app", nil},
		{screen.Tab, "Send", nil},
		{screen.Switch, "Delete after one day", nil},
		{screen.Input, "Send a message", nil},
		{screen.Heading, "Delete", nil},
		{screen.Item, "Sender ID", nil},
		{screen.Item, "Payments", nil},
		{screen.Item, "Deleted items", nil},
		{screen.Item, "Apple, $1.20", nil},
		{screen.Button, "Balance $1,204.50", nil},
		{screen.Button, "支付宝", nil},
		{screen.Item, "Manus 已安装", nil},
		{screen.Button, "결제 내역", nil},
		{screen.Button, "Resend", nil},
		{screen.Button, "Siluet", nil},
		{screen.Button, "Version 4.2", nil},
		{screen.Button, "送信済みのメールをすべて表示する", nil},
	}
	for _, tt := range tests {
		t.Run(string(tt.role)+" "+tt.label, func(t *testing.T) {
			got := permissions.Policy{}.Rule(press(tt.role, tt.label))
			if !slices.Equal(got.Classes, tt.want) {
				t.Errorf("classes = %v, want %v (%q)", got.Classes, tt.want, got.Reasons)
			}
			if want := permissions.Medium; len(tt.want) == 0 && got.Risk != want {
				t.Errorf("risk = %v, want %v", got.Risk, want)
			}
			if len(tt.want) > 0 && (got.Risk != permissions.High || len(got.Reasons) < len(tt.want)) {
				t.Errorf("risk = %v with reasons %q, want high and a reason for each class", got.Risk, got.Reasons)
			}
		})
	}
}

func TestPolicyReadsTheStructureOfTheScreen(t *testing.T) {
	ok := screen.Node{ID: "1", Role: screen.Button, Label: "OK", ViewID: "android:id/button1", WindowID: "w1", Clickable: true}
	no := screen.Node{ID: "2", Role: screen.Button, Label: "Cancel", ViewID: "android:id/button2", WindowID: "w1", Clickable: true}
	says := func(s string) screen.Node {
		return screen.Node{ID: "3", Role: screen.Text, Label: s, WindowID: "w1"}
	}
	in := func(pkg string, n screen.Node) screen.Node { n.PackageName = pkg; return n }
	beneath := says("Delete this note?")
	beneath.WindowID = "w0"
	password := screen.Node{ID: "4", Role: screen.Input, IsInput: true, Password: true, PackageName: "a"}
	named := screen.Node{ID: "5", Role: screen.Input, IsInput: true, Label: "Kartennummer", PackageName: "a"}
	plain := screen.Node{ID: "6", Role: screen.Input, IsInput: true, Label: "Message", PackageName: "a"}

	types := func(n screen.Node, s permissions.Situation) permissions.Situation {
		s.Tool, s.Risk, s.Types, s.Target, s.Screen = "type_text", permissions.Medium, true, &n, front("a", "", n)
		return s
	}
	tests := []struct {
		name string
		in   permissions.Situation
		want []permissions.Class
	}{
		{"a dialog that asks whether to delete", pressOn(front("a", "", says("Delete this note?"), ok, no), "1"), []permissions.Class{permissions.Deletion}},
		{"its cancel button", pressOn(front("a", "", says("Delete this note?"), ok, no), "2"), nil},
		{"a dialog about nothing grave", pressOn(front("a", "", says("Switch to the dark theme?"), ok, no), "1"), nil},
		{"a dialog over a page about deleting", pressOn(front("a", "", beneath, says("Switch to the dark theme?"), ok, no), "1"), nil},
		{"the same text without a dialog", pressOn(front("a", "", says("Delete this note?"), screen.Node{ID: "9", Role: screen.Button, Label: "OK"}), "9"), nil},
		{"a permission dialog", pressOn(front("com.google.android.permissioncontroller", ".GrantPermissionsActivity", screen.Node{ID: "1", Role: screen.Button, Label: "¿?"}), "1"), []permissions.Class{permissions.PermissionChange}},
		{"the package installer", pressOn(front("com.google.android.packageinstaller", ".PackageInstallerActivity", ok), "1"), []permissions.Class{permissions.AppInstall}},
		{"an uninstallation", pressOn(front("com.google.android.packageinstaller", ".UninstallerActivity", ok), "1"), []permissions.Class{permissions.Deletion}},
		{"a device administrator", pressOn(front("com.android.settings", ".DeviceAdminAdd", screen.Node{ID: "1", Role: screen.Button, Label: "ˆ"}), "1"), []permissions.Class{permissions.SecuritySettings}},
		{"the factory reset", pressOn(front("com.android.settings", ".Settings$FactoryResetActivity", screen.Node{ID: "1", Role: screen.Button, Label: "·"}), "1"), []permissions.Class{permissions.Deletion}},
		{"a payment sheet", pressOn(front("com.android.vending", "com.google.android.finsky.billing.acquire.SheetUiBuilderHostActivity", screen.Node{ID: "1", Role: screen.Button, Label: "1-tap"}), "1"), []permissions.Class{permissions.Payment}},
		{"a row of the permission screen", pressOn(front("com.google.android.permissioncontroller", ".ManagePermissionsActivity", screen.Node{ID: "1", Role: screen.Item, Label: "Camera"}), "1"), nil},
		{"a switch of the settings", pressOn(front("com.android.settings", ".Settings$WifiSettingsActivity", screen.Node{ID: "1", Role: screen.Switch, Label: "Wi-Fi"}), "1"), nil},
		{"an overlay of another app", pressOn(front("a", "", in("b", ok)), "1"), []permissions.Class{permissions.ForeignWindow}},
		{"a widget in the launcher's window", pressOn(front("a", "", in("a", says("Home")), in("b", ok)), "1"), nil},
		{"the app's own window", pressOn(front("a", "", in("a", ok)), "1"), nil},
		{"a password field", types(password, permissions.Situation{}), []permissions.Class{permissions.SensitiveTextEntry}},
		{"a field that asks for a card", types(named, permissions.Situation{}), []permissions.Class{permissions.SensitiveTextEntry}},
		{"a secret typed anywhere", types(plain, permissions.Situation{Secret: true}), []permissions.Class{permissions.SensitiveTextEntry}},
		{"text that presses Enter", types(plain, permissions.Situation{Enter: true}), []permissions.Class{permissions.MessageSend}},
		{"plain text", types(plain, permissions.Situation{}), nil},
		{"no screen at all", permissions.Situation{Tool: "open_app", Risk: permissions.Medium}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := permissions.Policy{}.Rule(tt.in)
			if !slices.Equal(got.Classes, tt.want) {
				t.Errorf("classes = %v, want %v (%q)", got.Classes, tt.want, got.Reasons)
			}
			if got.Decision != permissions.Ask {
				t.Errorf("decision = %v, want ask", got.Decision)
			}
		})
	}
}

func TestPolicyWarnsOfItsOwnConnection(t *testing.T) {
	warns := func(s permissions.Situation, wireless bool) bool {
		s.Wireless = wireless
		return slices.ContainsFunc(permissions.Policy{}.Rule(s).Reasons, func(r string) bool { return strings.Contains(r, "adb itself") })
	}
	if !warns(press(screen.Switch, "Wi-Fi"), true) {
		t.Error("no warning about the Wi-Fi that adb runs over")
	}
	if warns(press(screen.Switch, "Bluetooth"), true) || warns(press(screen.Switch, "Wi-Fi"), false) {
		t.Error("a warning where the connection is not in danger")
	}
}

func TestReasonsAreSafeToShow(t *testing.T) {
	got := permissions.Policy{}.Rule(press(screen.Button, "Delete \x1b[2J\u202e"))
	if len(got.Classes) == 0 {
		t.Fatal("not recognised")
	}
	for _, reason := range got.Reasons {
		if strings.ContainsAny(reason, "\x1b\u202e\n") {
			t.Errorf("reason %q holds a control character", reason)
		}
	}
}

// On real screens little asks as high risk, and every ruling can be repeated.
// The keys of a keyboard and the system's own bars are another app's.
func TestPolicyOnRealScreens(t *testing.T) {
	controls, high := 0, 0
	eachRealScreen(t, func(t *testing.T, c *screen.Context) {
		for i := range c.Nodes {
			if !c.Nodes[i].Clickable || c.Nodes[i].PackageName != c.PackageName {
				continue
			}
			s := pressOn(c, c.Nodes[i].ID)
			ruling := permissions.Policy{}.Rule(s)
			if again := (permissions.Policy{}).Rule(s); !reflect.DeepEqual(ruling, again) {
				t.Errorf("%s is ruled upon as %+v, then as %+v", s.Target.Line(), ruling, again)
			}
			if ruling.Decision != permissions.Ask {
				t.Errorf("%s: decision %v, want ask", s.Target.Line(), ruling.Decision)
			}
			controls++
			if ruling.Risk > permissions.Medium {
				high++
			}
		}
	})
	if high*100 > controls*2 {
		t.Errorf("%d of %d controls ask as high risk, want at most 2%%", high, controls)
	}
}

// Whatever stands on the screen: it never makes a ruling weaker than the
// tool's own risk, the same situation gets the same ruling, and every ruling
// says why, in words that are safe to show.
func TestNoTextWeakensARuling(t *testing.T) {
	words := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"Send", "allow", "risk: low", "approved", "Delete \x1b[2J", "\u202eyaP", "android:id/button1", "com.android.settings", "已安装", "",
	}))
	roles := rapid.SampledFrom([]screen.Role{screen.Button, screen.Item, screen.Switch, screen.Input, screen.Text, screen.Other, "nonsense"})
	node := rapid.Custom(func(t *rapid.T) screen.Node {
		return screen.Node{
			ID: rapid.StringMatching(`[1-9][0-9]?`).Draw(t, "id"), Role: roles.Draw(t, "role"), Label: words.Draw(t, "label"),
			Text: words.Draw(t, "text"), Hint: words.Draw(t, "hint"), PackageName: words.Draw(t, "package"),
			WindowID: words.Draw(t, "window"), ViewID: words.Draw(t, "view"), Clickable: rapid.Bool().Draw(t, "clickable"),
			Password: rapid.Bool().Draw(t, "password"),
		}
	})
	rapid.Check(t, func(rt *rapid.T) {
		c := front(words.Draw(rt, "app"), words.Draw(rt, "activity"), rapid.SliceOfN(node, 1, 5).Draw(rt, "nodes")...)
		s := permissions.Situation{
			Tool: "tap", Risk: permissions.Risk(rapid.IntRange(0, 3).Draw(rt, "risk")), Screen: c, Target: &c.Nodes[0],
			Presses: rapid.Bool().Draw(rt, "presses"), Types: rapid.Bool().Draw(rt, "types"),
			Secret: rapid.Bool().Draw(rt, "secret"), Enter: rapid.Bool().Draw(rt, "enter"),
		}
		got := permissions.Policy{}.Rule(s)
		bare := permissions.Policy{}.Rule(permissions.Situation{Tool: s.Tool, Risk: s.Risk})
		if got.Risk < s.Risk || got.Decision < bare.Decision {
			rt.Fatalf("%+v is weaker than %+v", got, bare)
		}
		if (len(got.Classes) > 0) != (got.Risk > s.Risk) && s.Risk < permissions.High {
			rt.Fatalf("classes %v and risk %v do not fit", got.Classes, got.Risk)
		}
		if !reflect.DeepEqual(got, permissions.Policy{}.Rule(s)) {
			rt.Fatal("the same situation got another ruling")
		}
		for _, reason := range got.Reasons {
			if strings.ContainsFunc(reason, unicode.IsControl) || strings.ContainsRune(reason, '\u202e') {
				rt.Fatalf("reason %q is not safe to show", reason)
			}
		}
	})
}
