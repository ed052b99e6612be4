// Package eval measures a model: it runs the tasks of a suite, each from a set-up
// state to an end state that is checked on the phone, and reckons the figures.
//
// Every attempt has a phone of its own where phones can be made (simulated
// ones), a conversation of its own and a run log of its own. What the model says
// of its success counts for nothing: an attempt has passed when its turn ended
// as the task allows and the phone holds what the task asks for.
//
// The package knows no particular phone: who calls it opens them. It approves
// nothing by itself: what may be done is in the suite.
package eval
