package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"adroit/device/redact"
	"adroit/device/text"
	"adroit/tools"
	"adroit/tools/skill"
	"adroit/ui"
)

// notesFile is where, in the working directory, the person keeps notes about
// the app under test.
const notesFile = "ADROIT.md"

// longestNotes bounds the notes, in bytes: every request carries them.
const longestNotes = 8 << 10

// readNotes reads the person's notes, "" where there are none. Notes that would
// have to be cut are an error: the model would not know what is missing.
func readNotes() (string, error) {
	wrong := func(err error) error { return usage(fmt.Errorf("notes %s: %w", notesFile, err)) }
	info, err := os.Stat(notesFile) // before it is opened: a pipe would wait for its writer
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", wrong(err)
	case !info.Mode().IsRegular():
		return "", wrong(errors.New("it is not a regular file"))
	}
	f, err := os.Open(notesFile)
	if err != nil {
		return "", wrong(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, longestNotes+1))
	switch {
	case err != nil:
		return "", wrong(err)
	case len(data) > longestNotes:
		return "", wrong(fmt.Errorf("it is longer than %d KB, and every request would carry it: shorten it, or make skills of it", longestNotes>>10))
	case !utf8.Valid(data):
		return "", wrong(errors.New("it is not UTF-8 text"))
	}
	return strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")), nil
}

// guidance is what the person has written down for the model.
type guidance struct {
	skills skill.Set
	notes  string
	wrong  []string // what keeps files of skills out of them, a line each
}

// guided are the tools of a session, with what the model is told of the person's.
// Where a person sees which files of skills are not in force, the mistakes in
// them are no error.
func (a *app) guided(attended bool) (o tools.Options, g guidance, err error) {
	o, err = a.toolOptions()
	if attended {
		g.wrong, err = mistakes(err)
	}
	if err != nil {
		return o, g, err
	}
	g.skills = o.Skills
	g.notes, err = readNotes()
	return o, g, err
}

// masked are the notes as they may be told, with what is secret masked.
func (g guidance) masked(secrets *redact.Registry) string {
	return secrets.Text(text.Visible(g.notes))
}

// forCockpit is g for the person to look up there.
func (g guidance) forCockpit() ui.Guidance {
	shown := ui.Guidance{Skills: g.skills, Wrong: g.wrong}
	if g.notes != "" {
		shown.Notes = notesFile
	}
	return shown
}

// print tells the person what of it the model is given, if anything.
func (g guidance) print(w io.Writer) {
	if g.notes != "" {
		fmt.Fprintf(w, "Notes for the model: %s, %s\n", notesFile, text.Count(utf8.RuneCountInString(g.notes), "character"))
	}
	if len(g.skills) > 0 {
		fmt.Fprintf(w, "Skills for the model: %s\n", text.Line(strings.Join(g.skills.IDs(), ", ")))
	}
}
