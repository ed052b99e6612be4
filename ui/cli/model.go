package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"adroit/loop/model/scripted"
)

func (a *app) modelCommand() *cobra.Command {
	var listen string
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Serve the scripted model as an OpenAI-compatible API",
		Long: "Serve the scripted model as an OpenAI-compatible API: no language model, but a program that reads\n" +
			"the conversation and plays one, for demos and tests.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			listener, err := listenLoopback(cmd.Context(), listen)
			if err != nil {
				return err
			}
			server := scripted.Serve(cmd.Context(), listener, scripted.Options{Pace: scriptedPace})
			fmt.Fprintf(a.Err, "Scripted model %s at %s. Use it with: adroit --base-url %[2]s --model %[1]s\nEnd with ctrl+c.\n",
				scripted.Name, server.BaseURL)
			return server.Wait()
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8111", "loopback `HOST:PORT` to serve at; port 0 takes a free one")
	return cmd
}
