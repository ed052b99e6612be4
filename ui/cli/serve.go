package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"adroit/device/text"
	"adroit/loop/event"
	"adroit/loop/record"
	"adroit/loop/remote"
	"adroit/tools"
)

// serveOptions are the flags of `adroit serve` beside the shared ones.
type serveOptions struct {
	listen string
	speak  bool // clients may read the answers aloud
}

func (a *app) serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve phone and model to cockpits on other terminals",
		Long: "Run the agent beside the phone, and let clients watch and steer it over a WebSocket:\n" +
			"`adroit attach`, `adroit mcp --attach`, or programs of your own.\n\n" +
			"Only this machine can connect, and only with the token, which is printed once and kept in the\n" +
			"state directory, for your eyes alone, while the server runs. A tunnel carries it to another\n" +
			"machine; there ADROIT_TOKEN gives the token:\n\n" +
			"  ssh -L 8222:127.0.0.1:8222 HOST\n" +
			"  ADROIT_TOKEN=… adroit attach ws://127.0.0.1:8222\n\n" +
			"A turn goes on when its client leaves. A question that nobody answers is denied in the end.",
		Example: "  adroit serve --device demo --model demo",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), o) },
	}
	shown := defaultConfig()
	addFlags(cmd.Flags(), shown.limitsOf(inServe))
	cmd.Flags().StringVar(&o.listen, "listen", "127.0.0.1:8222", "loopback `HOST:PORT` to serve at; port 0 takes a free one")
	cmd.Flags().BoolVar(&o.speak, "speak", false, "have the model give a short spoken form of each answer, for clients that read it aloud")
	return cmd
}

// servedApproval is how long a question of a served session usually waits: its
// client may have gone for good.
const servedApproval = 10 * time.Minute

// serve serves one session until ctx ends.
func (a *app) serve(ctx context.Context, o serveOptions) (err error) {
	listener, err := a.listenForClients(ctx, o.listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	s, err := a.openSession(ctx, sessionOptions{approvalTimeout: servedApproval, speak: o.speak})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	at := address{URL: "ws://" + listener.Addr().String(), Token: remote.NewToken()}
	server := remote.NewServer(s.Session, remote.Options{
		Token: at.Token, RunID: s.runID, Device: phoneName(s.phone), Model: s.modelName,
		Tools: toolNames(s.Tools()), Guidance: s.guidance.forClients(s.secrets),
		History: func(seq int64, most int) ([]event.Event, error) { return readEvents(s.logPath, seq, most) },
		Log:     func(line string) { fmt.Fprintf(a.Err, "%s %s\n", time.Now().Format(time.TimeOnly), text.Line(line)) },
	})
	forget, err := at.keep(a.config.StateDir)
	if err != nil {
		return err
	}
	defer forget()
	fmt.Fprintf(a.Err, "%s on %s, recorded in %s\n", text.Line(s.modelName), text.Line(phoneName(s.phone)), s.logPath)
	s.guidance.print(a.Err)
	fmt.Fprintf(a.Err, "Serving at %s. Connect with: adroit attach\nToken, shown once: %s\nEnd with ctrl+c.\n", at.URL, at.Token)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // the session may end by itself
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return errors.Join(server.Serve(ctx, listener), s.Err())
}

// listenForClients listens at a loopback address, and says how others get
// there.
func (a *app) listenForClients(ctx context.Context, addr string) (net.Listener, error) {
	if err := checkLoopback(addr); err != nil {
		_, port, _ := net.SplitHostPort(addr)
		if n, malformed := strconv.ParseUint(port, 10, 16); malformed != nil || n == 0 {
			return nil, err // no tunnel leads there
		}
		return nil, usage(fmt.Errorf("%w; another machine gets there by a tunnel: `ssh -L %s:127.0.0.1:%[2]s HOST`", err, port))
	}
	return listenLoopback(ctx, addr)
}

// readEvents reads up to most events of a run log that follow the one with the
// sequence number seq.
func readEvents(path string, seq int64, most int) ([]event.Event, error) {
	run, err := record.Read(path)
	if err != nil {
		return nil, err
	}
	from, _ := slices.BinarySearchFunc(run.Events, seq+1, func(e event.Event, n int64) int { return int(e.Seq - n) })
	rest := run.Events[from:]
	return rest[:min(most, len(rest))], nil
}

func toolNames(catalogue []tools.Tool) []string {
	var names []string
	for _, t := range catalogue {
		names = append(names, t.Name)
	}
	return names
}
