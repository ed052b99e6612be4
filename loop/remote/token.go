package remote

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
)

// tokenBytes is the randomness of a token: 256 bits, which nobody guesses.
const tokenBytes = 32

// NewToken returns a token that nobody else knows: 43 characters of base64url
// (RFC 4648, section 5).
func NewToken() string {
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // never fails: https://pkg.go.dev/crypto/rand#Read
	return base64.RawURLEncoding.EncodeToString(b)
}

// sameToken compares in a time that tells nothing of either.
func sameToken(a, b string) bool {
	sumA, sumB := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(sumA[:], sumB[:]) == 1
}
