package event

// ApprovalsMoved says in State who has the approvals of a served session now:
// of its clients one alone is asked, acts and chooses the mode. It is no event
// of the run, and no log or server tells it: a client makes it up for who
// watches there.
const ApprovalsMoved Type = "approvals_moved"

// Who has the approvals, as the client sees it.
const (
	HeldHere      = "you"
	HeldElsewhere = "other"
	HeldByNobody  = "nobody"
)
