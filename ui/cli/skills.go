package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop"
	"adroit/tools"
	"adroit/tools/skill"
)

// skillDirs are the folders of skills: the person's own, the one of the project
// that they work in, and the one that the settings name. Those that are not
// there hold none.
func (a *app) skillDirs() []string {
	dirs := []string{filepath.Join(xdg.ConfigHome, "adroit", "skills"), filepath.Join(".adroit", "skills")}
	if a.config.Skills != "" && !slices.Contains(dirs, filepath.Clean(a.config.Skills)) {
		dirs = append(dirs, a.config.Skills)
	}
	return dirs
}

// skillLimits are what skills are checked against: the tools and the states of
// the screen that there are.
func skillLimits() skill.Limits {
	return skill.Limits{Tools: tools.Names(), Criterion: func(state string) error {
		_, err := loop.ParseExpectation(state)
		return err
	}}
}

// skills reads the skills of the person. Where the error is about their files,
// the set holds those that are sound.
func (a *app) skills() (skill.Set, error) {
	if err := checkFolder(a.config.Skills); err != nil {
		return nil, a.config.blame("skills", err)
	}
	set, err := skill.Load(skillLimits(), a.skillDirs()...)
	if err != nil {
		return set, usage(err)
	}
	return set, nil
}

func (a *app) skillsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "skills",
		Short: "List the skills that the model may read",
		Long: "List the skills that the model may read: files of Markdown (*.md) in which you write down how\n" +
			"something is done, in the folder skills of your config directory, in .adroit/skills of the working\n" +
			"directory, and where --skills says.\n\n" +
			"  ---\n" +
			"  id: send-message\n" +
			"  title: Send a message in Messages\n" +
			"  risk: high                               # the least that an act counts as\n" +
			"  allowed_tools: [open_app, tap, type_text] # the acting tools that are left\n" +
			"  success_criteria: [\"app=Messages\"]       # what must hold at the end, as --expect says it\n" +
			"  aliases: [sms]\n" +
			"  ---\n\n" +
			"  1. Open the app and the contact.\n" +
			"  2. Type the text, and stop before it is sent.\n\n" +
			"Only id, title and the instructions are required; description and examples are for you. The model\n" +
			"is told the titles, and reads a skill when it needs it. From then on, until the turn ends, what the\n" +
			"skill demands holds. It can make a decision stricter, and never weaker.\n\n" +
			"A file with a mistake is no skill: it is told, and the exit code is 2. The cockpit goes on without\n" +
			"it and says so; where nobody watches, nothing begins. What is wrong with your notes, ADROIT.md, is\n" +
			"told here as well.",
		Example: "  adroit skills\n  adroit skills check .adroit/skills/*.md",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			set, err := a.skills()
			if _, other := mistakes(err); other != nil {
				return err
			}
			print := a.printSkills
			if asJSON {
				print = a.printSkillsJSON
			}
			if failed := print(set); failed != nil {
				return failed
			}
			return withNotes(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the skills as JSON")
	cmd.AddCommand(a.skillsCheckCommand())
	return cmd
}

// withNotes adds to wrong, what is amiss with the files of skills, what is with
// the notes: a run wants both sound.
func withNotes(wrong error) error {
	_, err := readNotes()
	if err == nil {
		return wrong
	}
	if wrong == nil {
		return err
	}
	return usage(errors.Join(wrong, err))
}

func (a *app) skillsCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE…]",
		Short: "Say what is wrong with files of skills",
		Long: "Say what is wrong with files of skills, and where. Without a file the skills that the model would\n" +
			"have are checked, all together.",
		RunE: func(_ *cobra.Command, files []string) error {
			if len(files) == 0 {
				set, err := a.skills()
				if _, other := mistakes(err); other != nil {
					return err
				}
				if err = withNotes(err); err == nil {
					fmt.Fprintf(a.Out, "%s, no errors\n", text.Count(len(set), "skill"))
				}
				return err
			}
			return a.checkSkills(files)
		},
	}
}

// checkSkills tells of each file whether it is a skill.
func (a *app) checkSkills(files []string) error {
	var wrong []error
	for _, file := range files {
		s, err := skill.Read(file, skillLimits())
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		fmt.Fprintf(a.Out, "%s: no errors, id %s\n", text.Line(file), s.ID)
	}
	if len(wrong) > 0 {
		return usage(errors.Join(wrong...))
	}
	return nil
}

func (a *app) printSkills(set skill.Set) error {
	if len(set) == 0 {
		fmt.Fprintf(a.Err, "No skills in %s: `adroit skills --help` shows one.\n", text.Line(strings.Join(a.skillDirs(), " or ")))
		return nil
	}
	table := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SKILL\tTITLE\tRISK\tTOOLS LEFT\tCRITERIA\tFILE")
	for _, s := range set {
		criteria := "-"
		if len(s.SuccessCriteria) > 0 {
			criteria = text.Line(strings.Join(s.SuccessCriteria, ", "))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", s.ID, text.Line(s.Title), s.Risk, toolsLeft(s), criteria, text.Line(s.Path))
	}
	return table.Flush()
}

func toolsLeft(s skill.Skill) string {
	if len(s.AllowedTools) == 0 {
		return "all"
	}
	return strings.Join(s.AllowedTools, ", ")
}

// skillRow is one skill as `adroit skills --json` prints it.
type skillRow struct {
	ID              string   `json:"id"`
	Title           string   `json:"title"`
	Description     string   `json:"description,omitempty"`
	Risk            string   `json:"risk"`
	AllowedTools    []string `json:"allowed_tools"` // null leaves all
	SuccessCriteria []string `json:"success_criteria"`
	Aliases         []string `json:"aliases"`
	Examples        []string `json:"examples"`
	Path            string   `json:"path"`
}

func (a *app) printSkillsJSON(set skill.Set) error {
	rows := make([]skillRow, len(set))
	for i, s := range set {
		rows[i] = skillRow{
			s.ID, s.Title, s.Description, s.Risk.String(), s.AllowedTools, orEmpty(s.SuccessCriteria),
			orEmpty(s.Aliases), orEmpty(s.Examples), s.Path,
		}
	}
	return writeJSON(a.Out, rows)
}

// orEmpty is list, which JSON then writes as a list in any case.
func orEmpty(list []string) []string { return append([]string{}, list...) }
