package ui

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// usualPager is what shows long texts where PAGER names nothing else.
const usualPager = "less"

// pagerIn shows words in the pager that the environment names, which has the
// terminal until it ends. Its command line is parted at spaces and goes through
// no shell.
func pagerIn(ctx context.Context, environ []string) func(words string) tea.Cmd {
	pager := usualPager
	for _, s := range environ {
		if value, ok := strings.CutPrefix(s, "PAGER="); ok {
			pager = cmp.Or(strings.TrimSpace(value), usualPager)
		}
	}
	return func(words string) tea.Cmd {
		line := strings.Fields(pager)
		cmd := exec.CommandContext(ctx, line[0], line[1:]...)
		cmd.Env = environ
		cmd.Stdin = strings.NewReader(words + "\n")
		return tea.ExecProcess(cmd, func(err error) tea.Msg {
			if err != nil {
				return failedMsg{fmt.Errorf("the pager %s: %w; PAGER names another", line[0], err)}
			}
			return nil
		})
	}
}

// pageEntry shows all of the selected entry in the person's pager.
func (a *app) pageEntry() tea.Cmd {
	e, ok := a.selection()
	if !ok {
		return a.say(noEntry)
	}
	return a.pager(plainText(whole(e.block, a.chat.width, a.theme)))
}
