// Package loop runs a conversation between a person, a language model and a
// phone, and tells everything that happens as events.
//
// A turn is one request of the person and everything until its answer; a step
// is one model call in it. Each step sends the whole history, streams the
// model's words, and runs the tools that the model called, one after the
// other, through the Runner of package tools. A turn ends with exactly one
// terminal event, however it ends.
//
// Four rules hold for every path through this package. The history is only
// ever appended to and always valid: every tool call has exactly one result,
// in order, before the next message. An event is in the run log before anybody
// sees it. Every goroutine belongs to the Session and has ended when Close
// returns. And nothing acts on the phone except through the Runner, so nothing
// here decides what is allowed.
//
// The package draws nothing, reads no configuration and knows no provider: a
// model is a model.Model, a phone a device.Phone.
package loop
