// Package mcp offers the tools as a server of the Model Context Protocol
// (https://modelcontextprotocol.io/specification/2025-11-25) over two streams,
// so that other agents can use the phone.
//
// It decides nothing: what a call may do is ruled upon where it is carried out,
// by the same policy as the model's own calls. No argument of a tool approves
// anything. Results are those of the runner, redacted already: as structured
// content, as the same JSON in text, and for a picture as an image. A call that
// failed is a result with isError, so that the agent can read how to go on.
//
// What the person has written down reaches the agent where the protocol has a
// place for it: the notes stand in the server's instructions, and skills are
// read by the tool read_skill, as the model reads them. The protocol knows no
// turns, so a skill that was read binds the agent until it disconnects, and its
// success criteria are told and not checked: the agent makes no claim here that
// could be held against the phone. They are no prompts of the protocol, which a
// client may fetch without following them, and nothing would be in force then.
package mcp
