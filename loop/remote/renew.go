package remote

import (
	"context"
	"errors"
	"fmt"
)

// ErrToken is the error of what is asked of a client that waits for a token.
var ErrToken = errors.New("the server was started anew and has another token: give it, or attach again")

// SetToken gives the client the token of a server that was started anew. It is
// tried at once.
func (c *Client) SetToken(token string) {
	c.mu.Lock()
	c.config.Token = token
	c.mu.Unlock()
	select {
	case c.unlocked <- struct{}{}:
	default: // it has not yet tried the one before
	}
}

// WantsToken reports whether the server has refused the token, and nothing goes
// on before SetToken.
func (c *Client) WantsToken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.locked
}

// refusesToken reports whether err says that the token is not the server's.
func refusesToken(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == codeToken
}

// renew looks for a token where the first one was found, and reports whether
// there is another now.
func (c *Client) renew() bool {
	token := c.config.Renew()
	c.mu.Lock()
	defer c.mu.Unlock()
	if token == "" || token == c.config.Token {
		return false
	}
	c.config.Token = token
	return true
}

// awaitToken returns when there is another token to try, or with the error of
// ctx.
func (c *Client) awaitToken(ctx context.Context) error {
	if c.renew() {
		return nil
	}
	c.lock(true)
	defer c.lock(false)
	c.tellAway(fmt.Sprintf("the server at %s was started anew, and wants the token that it printed then", c.config.URL))
	select {
	case <-c.unlocked:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lock has everything that is asked fail at once, or no longer.
func (c *Client) lock(locked bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.locked = locked
	if locked {
		c.forsake()
	}
}
