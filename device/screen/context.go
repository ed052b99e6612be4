package screen

import "time"

// Role is what an element is to a person, whatever widget draws it.
type Role string

// The roles of the canonical ScreenContext.
const (
	Button    Role = "button"
	Link      Role = "link"
	Input     Role = "input"
	Text      Role = "text"
	Image     Role = "image"
	Switch    Role = "switch"
	Checkbox  Role = "checkbox"
	Radio     Role = "radio"
	Slider    Role = "slider"
	Tab       Role = "tab"
	Item      Role = "item"
	List      Role = "list"
	Container Role = "container"
	Heading   Role = "heading"
	WebView   Role = "webview"
	Opaque    Role = "opaque" // a surface whose content cannot be read: game, video, canvas
	Other     Role = "other"
)

// Context is one observation of a phone's screen, normalised and redacted. Its
// JSON is the canonical ScreenContext: stable key order, false, empty and
// unknown fields left out.
//
// A Context is never changed after Tracker returned it, so it may be shared
// between goroutines.
type Context struct {
	ObservationID   string    `json:"observationId"`
	PackageName     string    `json:"packageName,omitempty"`
	AppLabel        string    `json:"appLabel,omitempty"`
	Home            bool      `json:"home,omitempty"`     // it shows the home screen
	Activity        string    `json:"activity,omitempty"` // shortened against the package: ".Settings"
	WindowTitle     string    `json:"windowTitle,omitempty"`
	Width           int       `json:"width,omitempty"`  // pixels, in the current rotation
	Height          int       `json:"height,omitempty"` // pixels, in the current rotation
	Rotation        int       `json:"rotation"`         // 0-3, in steps of 90° (Surface.ROTATION_*)
	KeyboardVisible bool      `json:"keyboardVisible,omitempty"`
	KeyboardBounds  *Rect     `json:"keyboardBounds,omitempty"` // what the keyboard covers
	Overlays        []Overlay `json:"overlays,omitempty"`       // windows over the one in front that the tree does not hold
	Underneath      string    `json:"underneath,omitempty"`     // package of the app that this window lies over, where it is another's
	Locked          bool      `json:"locked,omitempty"`
	LockSecure      bool      `json:"lockSecure,omitempty"` // it asks for what only a person can give
	Awake           bool      `json:"awake,omitempty"`
	Stale           bool      `json:"stale"`    // the tree is of another package than the one in front
	Complete        bool      `json:"complete"` // false: opaque regions, or a tree cut short
	Source          string    `json:"source,omitempty"`
	CapturedAt      time.Time `json:"capturedAt,omitzero"`
	DurationMS      int64     `json:"durationMs,omitempty"`
	Sensitive       bool      `json:"containsSensitiveContent"`
	Warnings        []string  `json:"warnings,omitempty"` // why stale or incomplete, in words
	Nodes           []Node    `json:"nodes"`

	originals map[string]string // unredacted texts by node id, for Reveal alone
	dump      *tree             // the redacted tree, for RawTree; nil in a decoded Context
	elements  []int             // index in dump of each node
	gone      []goneNode        // what the session showed before and this does not, the latest first
	drawn     []int             // drawing rank of each node, higher is nearer to the viewer; nil: as listed
	partial   bool              // Without has left something out
	withheld  string            // the rule by which it has left out what the app in front shows
}

// Node is one element of the screen, in document order (parents first).
type Node struct {
	ID          string   `json:"node_id"` // short decimal number, stable for a session
	Role        Role     `json:"role"`
	Label       string   `json:"label,omitempty"`
	Text        string   `json:"text,omitempty"`
	Description string   `json:"contentDescription,omitempty"`
	Hint        string   `json:"hint,omitempty"`
	Value       string   `json:"value,omitempty"`
	PackageName string   `json:"packageName,omitempty"`
	WindowID    string   `json:"windowId,omitempty"`
	ViewID      string   `json:"viewId,omitempty"` // resource-id as dumped: "android:id/title"
	ClassName   string   `json:"className,omitempty"`
	Bounds      Rect     `json:"bounds"`
	Depth       int      `json:"depth,omitempty"`
	Parent      string   `json:"parent,omitempty"` // id of the nearest ancestor in Nodes
	Clickable   bool     `json:"clickable,omitempty"`
	LongClick   bool     `json:"longClickable,omitempty"`
	Scrollable  bool     `json:"scrollable,omitempty"`
	Checkable   bool     `json:"checkable,omitempty"`
	Checked     bool     `json:"checked,omitempty"`
	Enabled     bool     `json:"enabled,omitempty"`
	Focused     bool     `json:"focused,omitempty"`
	Selected    bool     `json:"selected,omitempty"`
	IsInput     bool     `json:"isInputField,omitempty"`
	Password    bool     `json:"password,omitempty"`
	Redacted    []string `json:"redacted,omitempty"`   // kinds of secrets masked in this node
	OccludedBy  string   `json:"occludedBy,omitempty"` // id of what covers it wholly, or "keyboard"
}

// Actionable reports whether the node can be acted upon by itself.
func (n *Node) Actionable() bool {
	return n.Clickable || n.LongClick || n.Scrollable || n.Checkable || n.IsInput
}

// ShortViewID is "#title" for the view id "android:id/title", "" for none.
func (n *Node) ShortViewID() string { return shortViewID(n.ViewID) }

// Node returns the node with the given id.
func (c *Context) Node(id string) (*Node, bool) {
	for i := range c.Nodes {
		if c.Nodes[i].ID == id {
			return &c.Nodes[i], true
		}
	}
	return nil, false
}
