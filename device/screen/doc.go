// Package screen turns what uiautomator dumps into a ScreenContext: what a
// person would say is on the screen, small, complete, and without secrets.
//
// A dump goes through these steps, each in files of its own:
//
//	parse      bytes to a tree, leniently      decode, parse, attributes, unescape
//	derive     windows, display, keyboard      windows
//	mask       secrets, before all else        secrets
//	arrange    whose text is whose, labels     normalise, label, roles
//	number     ids that outlive change         sighting, track, matcher
//	build      the Context                     build, occlusion
//
// What can be asked of a Context then needs no device: Find and Resolve name
// elements (match, fold, resolve), TapPoint says where to touch them
// (occlusion), Diff what changed (diff), and Model, ModelChange, Tree, RawTree
// and encoding/json write it out. screencontext.schema.json describes the JSON.
// Without leaves out the apps that somebody may not see (withhold).
//
// The rules hold for any app: they go by what widgets, toolkits and the
// platform have in common, never by the name of an app. The package talks to
// no device, keeps no text of a screen longer than the Context that holds it,
// and lets no secret out but through Reveal.
package screen
