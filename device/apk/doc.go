// Package apk reads from an Android package what the launcher calls its
// entries.
//
// An APK is a zip file. Its AndroidManifest.xml is binary XML, in which a label
// is a text or the number of a resource; resources.arsc is the table in which
// the number leads to a text for each language. Both are sequences of chunks as
// AOSP's frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h
// describes them; the names of the chunks here are those of that file.
//
// Only the parts of the file that are needed are read, so that an APK may lie
// on a phone. What is read is not trusted: a broken file gives an error or less
// text, never a panic.
package apk
