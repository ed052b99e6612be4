package remote

import (
	"encoding/json"

	"adroit/loop/event"
	"adroit/permissions"
)

// Version is the version of the protocol that this package speaks.
const Version = 1

// The messages of a client, as their type says.
const (
	typeHello   = "hello"
	typeTurn    = "turn"
	typeUnqueue = "unqueue"
	typeCancel  = "cancel"
	typeApprove = "approve"
	typeAct     = "act"
	typeMode    = "mode"
	typeWatch   = "watch"
	typeClaim   = "claim"
	typeCall    = "call"
)

// The messages of a server beside the events.
const (
	typeWelcome   = "welcome"
	typeReply     = "reply"
	typeProgress  = "progress"
	typeApprovals = "approvals"
	typeGap       = "gap"
	typeError     = "error"

	typeToolAction = "tool_action" // an event of the small set: tool_started in few words
)

// Which events a client wants, as hello says it.
const (
	eventsSmall = "small" // what every client can live on; where nothing is said
	eventsAll   = "all"
	eventsNone  = "none"
)

// Who may answer what is asked, as a client sees it.
const (
	holderYou    = event.HeldHere
	holderOther  = event.HeldElsewhere
	holderNobody = event.HeldByNobody
)

// request is any message of a client: which fields a type has is said in the
// package's specification.
type request struct {
	Type string `json:"type"`
	ID   string `json:"id,omitempty"`

	Version   int    `json:"version,omitempty"`
	Token     string `json:"token,omitempty"`
	Client    string `json:"client,omitempty"`
	Name      string `json:"name,omitempty"`
	RunID     string `json:"run_id,omitempty"`
	AfterSeq  *int64 `json:"after_seq,omitempty"`
	Events    string `json:"events,omitempty"`
	Approvals bool   `json:"approvals,omitempty"`

	Text      string          `json:"text,omitempty"`
	TurnID    string          `json:"turn_id,omitempty"`
	Call      string          `json:"call,omitempty"`
	RequestID string          `json:"request_id,omitempty"`
	Decision  string          `json:"decision,omitempty"`
	Message   string          `json:"message,omitempty"`
	Word      string          `json:"word,omitempty"`
	ShownMS   int64           `json:"shown_ms,omitempty"`
	Tool      string          `json:"tool,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Mode      string          `json:"mode,omitempty"`
	Live      bool            `json:"live,omitempty"`
	Take      bool            `json:"take,omitempty"`
}

// Welcome answers hello: what the server is, and how things stand.
type Welcome struct {
	Type    string   `json:"type"`
	Version int      `json:"version"`
	RunID   string   `json:"run_id"`
	Device  string   `json:"device"`
	Model   string   `json:"model"`
	Tools   []string `json:"tools"`   // names of the tools that calls may use
	Resumed bool     `json:"resumed"` // run_id and after_seq of hello were this run's
	Holder  string   `json:"holder"`  // of the approvals: you, other or nobody
	State   State    `json:"state"`
	Guidance
}

// Guidance is what the person has written down for the model, as clients show
// it.
type Guidance struct {
	Skills []Skill `json:"skills,omitempty"` // that the model may read
	Notes  string  `json:"notes,omitempty"`  // the name of the file that the model is always given; "" for none
}

// Skill is a skill without its words.
type Skill struct {
	ID       string           `json:"id"`
	Title    string           `json:"title"`
	Risk     permissions.Risk `json:"risk"`               // of an act while the skill is in force, at least
	Tools    []string         `json:"tools,omitempty"`    // the acting tools that it leaves; empty leaves all
	Criteria []string         `json:"criteria,omitempty"` // of success
	Path     string           `json:"path"`               // of its file, on the server
}

// reply answers one message.
type reply struct {
	Type   string          `json:"type"`
	ID     string          `json:"id,omitempty"`
	OK     bool            `json:"ok"`
	Code   string          `json:"code,omitempty"`
	Error  string          `json:"error,omitempty"`
	Queued bool            `json:"queued,omitempty"`
	Text   string          `json:"text,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Image  []byte          `json:"image,omitempty"`
}

// notice is any other message of a server that is no event.
type notice struct {
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
	Message string `json:"message,omitempty"`
	Holder  string `json:"holder,omitempty"`
	From    int64  `json:"from,omitempty"`
	To      int64  `json:"to,omitempty"`
	Code    string `json:"code,omitempty"`
	Version int    `json:"version,omitempty"`
}

// completed is turn_completed with its text under the name that says what it
// is, too.
type completed struct {
	event.Event
	Summary string `json:"summary"`
}

// decided is approval_decided with who answered, as the client sees it: you or
// other.
type decided struct {
	event.Event
	AnsweredBy string `json:"answered_by,omitempty"`
}

// encodeEvent is e as a client gets it that wants the given events; nil where
// it does not want e. answeredBy is who answered a question, where a client did.
func encodeEvent(e event.Event, wanted, answeredBy string) ([]byte, error) {
	if wanted == eventsSmall {
		switch e.Type {
		case event.TurnStarted, event.AssistantText, event.ApprovalRequested, event.ScreenObserved,
			event.TurnCompleted, event.TurnFailed, event.TurnCancelled:
		case event.ToolStarted:
			e = event.Event{
				V: e.V, Seq: e.Seq, Time: e.Time, RunID: e.RunID, TurnID: e.TurnID, Type: typeToolAction,
				CallID: e.CallID, Tool: e.Tool, Label: e.Label, ByPerson: e.ByPerson,
			}
		default:
			return nil, nil
		}
	}
	switch e.Type {
	case event.TurnCompleted:
		return json.Marshal(completed{e, e.Text})
	case event.ApprovalDecided:
		return json.Marshal(decided{e, answeredBy})
	}
	return json.Marshal(e)
}
