package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/zalando/go-keyring"
	"golang.org/x/term"

	"adroit/device/text"
	"adroit/tools"
)

// keyringService is the name under which the operating system's keyring holds
// what belongs to this program. keyringNames, which is no name of a secret,
// holds the list of the others: keyrings cannot be listed everywhere.
const (
	keyringService = "adroit"
	keyringNames   = "list of names"
)

// The lengths of a secret: shorter ones cannot be masked, longer ones not be
// kept by every keyring (Windows takes 2560 bytes).
const (
	shortestSecret = 3
	longestSecret  = 1024
)

// secretStore finds the person's secrets, in the variable ADROIT_SECRET_NAME or
// in the keyring.
type secretStore struct {
	getenv func(string) string
}

// Secret implements tools.SecretStore.
func (s secretStore) Secret(ctx context.Context, name string) (string, error) {
	if value := s.getenv(secretVariable(name)); value != "" {
		return value, nil
	}
	return askKeyring(ctx, name, func() (string, error) { return keyring.Get(keyringService, name) })
}

// secretVariables is how the environment variables of secrets begin.
const secretVariables = "ADROIT_SECRET_"

// secretVariable is the environment variable of a secret.
func secretVariable(name string) string {
	return secretVariables + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))
}

// askKeyring calls the keyring about the secret with that name, which may ask the
// person to unlock it and knows no context: a call that is given up ends by
// itself when the keyring answers.
func askKeyring(ctx context.Context, name string, call func() (string, error)) (string, error) {
	type reply struct {
		value string
		err   error
	}
	replies := make(chan reply, 1)
	go func() {
		value, err := call()
		replies <- reply{value, err}
	}()
	select {
	case r := <-replies:
		switch {
		case errors.Is(r.err, keyring.ErrNotFound):
			return "", tools.ErrNoSecret
		case r.err != nil:
			return "", fmt.Errorf("keyring: %w; where there is no keyring, the variable %s stands for it", r.err, secretVariable(name))
		}
		return r.value, nil
	case <-ctx.Done():
		return "", fmt.Errorf("keyring: %w", context.Cause(ctx))
	}
}

// keyringDo is askKeyring for a call without a result.
func keyringDo(ctx context.Context, name string, call func() error) error {
	_, err := askKeyring(ctx, name, func() (string, error) { return "", call() })
	return err
}

// secretNames lists what the keyring holds, on account of the secret with that
// name.
func secretNames(ctx context.Context, name string) ([]string, error) {
	list, err := askKeyring(ctx, name, func() (string, error) { return keyring.Get(keyringService, keyringNames) })
	if errors.Is(err, tools.ErrNoSecret) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	if err := json.Unmarshal([]byte(list), &names); err != nil {
		return nil, fmt.Errorf("keyring: the list of names is damaged: %w", err)
	}
	return names, nil
}

func setSecretNames(ctx context.Context, name string, names []string) error {
	slices.Sort(names)
	list, err := json.Marshal(slices.Compact(names))
	if err != nil {
		return err
	}
	return keyringDo(ctx, name, func() error { return keyring.Set(keyringService, keyringNames, string(list)) })
}

func (a *app) secretCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "secret",
		Short: "Keep secrets that the model may have typed but never sees",
		Long: "Keep secrets in the operating system's keyring. The model names one as {{secret:NAME}} in a text\n" +
			"to type; you are asked every time, and the value goes into the approved field alone. Without a\n" +
			"keyring, the environment variable ADROIT_SECRET_NAME does the same.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.secretSetCommand(), a.secretListCommand(), a.secretRemoveCommand())
	return cmd
}

func (a *app) secretSetCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "set NAME",
		Short: "Keep a secret, read from the terminal without echo or from standard input",
		Args:  oneArgument("name", "bank-pin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, name := cmd.Context(), args[0]
			if err := checkSecretName(name); err != nil {
				return err
			}
			value, err := a.readSecret(ctx, name)
			if err != nil {
				return err
			}
			if err := checkSecret(value); err != nil {
				return usage(err)
			}
			names, err := secretNames(ctx, name)
			if err != nil {
				return err
			}
			if err := keyringDo(ctx, name, func() error { return keyring.Set(keyringService, name, value) }); err != nil {
				return err
			}
			if err := setSecretNames(ctx, name, append(names, name)); err != nil {
				return err
			}
			fmt.Fprintf(a.Err, "Kept. The model may name it as {{secret:%s}}.\n", name)
			return nil
		},
	}
}

func (a *app) secretListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "Print the names of the secrets in the keyring",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			names, err := secretNames(cmd.Context(), "NAME")
			if err != nil {
				return err
			}
			for _, name := range names {
				fmt.Fprintln(a.Out, name)
			}
			return nil
		},
	}
}

func (a *app) secretRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rm NAME",
		Short: "Remove a secret from the keyring",
		Args:  oneArgument("name", "bank-pin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, name := cmd.Context(), args[0]
			if err := checkSecretName(name); err != nil {
				return err
			}
			err := keyringDo(ctx, name, func() error { return keyring.Delete(keyringService, name) })
			if err != nil {
				return fmt.Errorf("remove the secret %s: %w", name, err)
			}
			names, err := secretNames(ctx, name)
			if err != nil {
				return err
			}
			return setSecretNames(ctx, name, slices.DeleteFunc(names, func(n string) bool { return n == name }))
		},
	}
}

func checkSecretName(name string) error {
	if !tools.SecretName(name) {
		return usage(errors.New("the name of a secret has 1 to 64 letters, digits, _, - and ., and begins with a letter, a digit or _"))
	}
	return nil
}

// checkSecret says why value cannot be kept, or nil.
func checkSecret(value string) error {
	switch n := utf8.RuneCountInString(value); {
	case n < shortestSecret:
		return fmt.Errorf("a secret of %s cannot be kept out of the log: use at least %d", text.Count(n, "character"), shortestSecret)
	case len(value) > longestSecret:
		return fmt.Errorf("a secret of more than %d bytes", longestSecret)
	case strings.ContainsFunc(value, unicode.IsControl):
		return errors.New("a secret with a line break or another control character would press keys")
	}
	return nil
}

// readSecret reads a value from the terminal without echo, else what standard
// input holds, without the line break at its end.
func (a *app) readSecret(ctx context.Context, name string) (string, error) {
	if !isTerminal(a.In) {
		data, err := io.ReadAll(io.LimitReader(a.In, longestSecret+3))
		if err != nil {
			return "", fmt.Errorf("read the secret: %w", err)
		}
		return strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r"), nil
	}
	value, err := a.readHidden(ctx, fmt.Sprintf("Value of %s (not shown): ", name))
	if ctx.Err() != nil {
		return "", &exitError{code: exitCancelled}
	}
	if err != nil {
		return "", fmt.Errorf("read the secret: %w", err)
	}
	return value, nil
}

// readHidden asks on the terminal, which a.In is, for a line without echo. The
// end of ctx ends the question.
func (a *app) readHidden(ctx context.Context, question string) (string, error) {
	fd := int(a.In.(*os.File).Fd())
	state, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	fmt.Fprint(a.Err, question)
	defer fmt.Fprintln(a.Err)
	type reply struct {
		data []byte
		err  error
	}
	replies := make(chan reply, 1)
	go func() { // ends with the program where the person interrupts it
		data, err := term.ReadPassword(fd)
		replies <- reply{data, err}
	}()
	select {
	case r := <-replies:
		return string(r.data), r.err
	case <-ctx.Done():
		return "", errors.Join(context.Cause(ctx), term.Restore(fd, state))
	}
}
