// Package tools holds the catalogue of what can be done with a phone, and the
// Runner through which every act goes, whoever asked for it: the model, the
// person's hand in the cockpit, a command line.
//
// A Tool is one definition. Its JSON Schema, the words that describe it to a
// model, the validation of its arguments, its risk, its execution, the proof
// of its effect and the words of its approval all come from there.
//
// The Runner validates a call, plans it on a fresh screen, has it ruled upon
// (and a person asked where the policy says so), makes sure that the screen is
// still the one that was approved, acts, and looks whether the act had its
// effect. Nothing in this package reaches the phone in any other way, and it
// never reports an effect that it did not see. The files of a workspace, where
// the person has named one, are read and edited through os.Root alone.
//
// Skills are instructions that the person has written down (package skill).
// Once the model has read one it is in force until the turn ends, and for another
// program until that is gone: the policy is told what it demands of each act of
// whoever read it, which only ever makes it stricter. What a
// skill says does not count as said by the person when it is asked where a text
// to type comes from: its file may be somebody else's.
package tools
