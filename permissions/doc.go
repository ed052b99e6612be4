// Package permissions decides whether an act on the phone may happen.
//
// A Policy rules on a Situation: purely, deterministically, and with its
// reasons. What it neither allows nor denies becomes a Request that a person
// answers; the Broker sees to it that each request is resolved exactly once,
// by the first answer, and that silence, a time-out or a cancelled turn deny.
// A Situation can only raise caution: no text of a model or of a screen makes
// a ruling weaker.
//
// The package knows screens, but neither tools nor phones: it never acts. It
// draws nothing either; an Approver shows a request and hands back the answer.
package permissions
