package screen

import (
	"strings"
	"testing"
)

// A field that draws itself may not say that it is a password's; what is typed
// into it does.
func TestWhatIsTypedIsAPassword(t *testing.T) {
	t.Parallel()
	const dump = `<hierarchy rotation="0"><node class="android.view.View" package="com.example" bounds="[0,0][1000,900]">` +
		`<node class="android.widget.EditText" text="first" package="com.example" focused="false" bounds="[0,0][1000,100]"/>` +
		`<node class="android.widget.EditText" text="hunter22" package="com.example" focused="true" bounds="[0,100][1000,200]"/>` +
		`<node class="android.widget.TextView" text="Welcome" package="com.example" bounds="[0,200][1000,300]"/></node></hierarchy>`
	c, err := newTestTracker().Observe(Raw{XML: []byte(dump), State: State{PackageName: "com.example", Awake: true, TypesPassword: true}})
	if err != nil {
		t.Fatal(err)
	}
	shown := c.Model()
	if strings.Contains(shown, "hunter22") || !strings.Contains(shown, "first") || !strings.Contains(shown, "Welcome") {
		t.Errorf("the screen shows\n%s", shown)
	}
	for _, n := range c.Nodes {
		if n.Password != (n.Focused && n.IsInput) {
			t.Errorf("password %t: %s", n.Password, n.Line())
		}
	}
}
