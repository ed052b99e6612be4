// Package remote is the harness protocol: it lets clients watch and steer a
// session over a WebSocket. Server serves one session; Client is the same
// session at the other end, with the methods of a local one.
//
// Nothing of the loop's or the model's own formats crosses the wire: a client
// gets events (package loop/event), the approval requests and results in them
// as their JSON, and sends words and decisions.
//
// # The protocol, version 1
//
// The connection is a WebSocket (RFC 6455) to any path of a loopback address.
// Every message is a text frame with one JSON object that has a "type". The
// file protocol.schema.json describes each as JSON Schema, and the tests hold
// the code to it. Both sides skip types and fields that they do not know. The
// version changes only when a known one changes its meaning.
//
// The first message is the client's hello, within 5 seconds and 4 KiB. The
// server answers with welcome, or with error and the end of the connection.
// After that, both sides send when they have something to say.
//
// # What a client sends
//
// Each message but hello may have an "id", which its reply repeats.
//
//	hello     version, token; optional: client, name, run_id, after_seq, events, approvals
//	turn      text: starts a turn, or queues it while one runs. Reply: queued
//	unqueue   takes back what was queued last. Reply: text; ok is false where nothing waits
//	cancel    ends the running turn; with turn_id only if it is that one; with call the call of that id
//	approve   request_id, decision (once, session, deny, edit, stop); optional: message (the person's
//	          words to the model), word (that of a high-risk question), arguments (with edit), shown_ms
//	act       tool, arguments: the person's own act by hand
//	mode      mode (ask, read-only, medium): what passes without a question
//	watch     live: whether this client wants the live screen
//	claim     asks for the approvals; with take it has them at once, whoever had them before
//	call      id, tool, arguments: a call of another program. Messages progress, then a reply with
//	          result (JSON of tools.Result) and, of a screenshot, image (PNG, base64). A call ends with
//	          its connection
//
// In hello, events says what the client wants to hear: "small" (the default),
// "all" or "none". With after_seq it hears everything that followed that
// event, 0 for everything; without, what comes from now on. run_id names the
// run that after_seq counts in: of another run, everything is told. client is
// a random name by which the server knows a client that comes back: its old
// connection is closed, and a turn that it sends again under the same id is
// started once.
//
// # What a server sends
//
//	welcome    version, run_id, device, model, tools, resumed (after_seq was of this run), holder (of the
//	           approvals), and state: seq, turn, queue, pending, screen, mode, phone; optional: skills and
//	           notes, which the person has written down for the model
//	reply      id, ok; where not ok: code, error
//	progress   id, message: how far a call is
//	approvals  holder (you, other, nobody): it has changed
//	gap        from, to, message: these events cannot be told any more
//	error      code, message: the connection ends. token, version, full, bad_message, rate, slow, failed
//
// Everything else is an event. Those of a run are numbered by seq without gaps,
// and every client hears each of them once, in order, however often it comes
// back. The small set, on which every client can live:
//
//	turn_started        text
//	assistant_text      text: the next piece of the model's words
//	tool_action         label: something is done (tool_started of the whole set)
//	approval_requested  request_id, request, label, risk
//	screen_observed     screen: a ScreenContext
//	turn_completed      outcome, summary, verified; optional speak, for the ear: it is to be read out,
//	                    never to be interpreted
//	turn_failed         reason
//	turn_cancelled
//
// The last three end a turn; exactly one of them ends each. "all" sends every
// event of package loop/event under its own name instead; its approval_decided
// also has answered_by (you, other) where a client gave the answer.
//
// # Approvals
//
// Any number of clients may watch, but one has the approvals: it alone may send
// approve, act and mode, others get the code not_holder. It is the first that
// asked, in hello, by claim, or by doing such a thing while nobody has them.
// When it leaves, the next that asked has them. A claim with take, for the
// person who has moved to another screen, takes them from whoever has them: that
// client hears approvals (holder other), comes next in the line, and can take
// them back. Open questions go with them: the new holder answers, the old one
// gets not_holder.
//
// A question that nobody answers is denied when its time is over. Nothing but an
// approve message in the name of the request, with its word where there is one,
// ever grants, and the session looks at the screen again before it acts on it.
// The client arms its dialog, anew when the approvals come to it, and does not
// send an answer again that the server did not confirm.
//
// # Safety
//
// The server listens on loopback alone; `ssh -L 8222:127.0.0.1:8222 HOST`
// carries it to another machine. The token has 256 bits and is compared in
// constant time; whoever has it may take the approvals. Requests of foreign
// origins, or to another name than this machine's, are refused before the
// WebSocket opens. Frames, messages a second, connections and clients are
// limited. A client that does not read is dropped after 10 seconds; nobody ever
// waits for it, and what it misses takes no more memory than what it is being
// sent, 2 MiB at most: events are kept once for all, and older ones are read
// from the run log.
package remote
