package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// tabStop is the distance of tab stops, in cells.
const tabStop = 4

// maxSpaces is the longest run of spaces that Line leaves as it is: longer
// runs serve to push what follows out of sight.
const maxSpaces = 8

// Safe returns s with everything that could control a terminal or deceive a
// reader made harmless, keeping the line breaks:
//
//   - CR LF becomes a line feed, tabs become spaces, every other space
//     separator becomes a plain space;
//   - controls (ESC, C0, C1), bidirectional and other format characters,
//     zero-width and unassigned code points are written out: ⟨U+202E⟩, but for
//     the joiners with which words of some scripts are spelled;
//   - bytes that are not UTF-8 become U+FFFD;
//   - emoji whose width terminals disagree on are reduced to parts on which they
//     agree;
//   - letters that are written together but have a cell each, such as a Hindi
//     consonant and its vowel sign, are parted by a word joiner (U+2060), which
//     Unparted takes out again.
//
// Safe(Safe(s)) equals Safe(s).
func Safe(s string) string {
	if plain(s) {
		return s
	}
	return settle(expand(Visible(joined(s))))
}

// Line is Safe in a single line: line breaks are shown as ⏎, surrounding white
// space is cut and long runs of spaces are counted instead of shown.
func Line(s string) string { return settle(VisibleLine(s)) }

// VisibleLine is Line for a program, as Visible is Safe for one.
func VisibleLine(s string) string {
	s = strings.TrimSpace(expand(Visible(joined(s))))
	if strings.Contains(s, "\n") {
		s = strings.ReplaceAll(s, "\n", "⏎")
	}
	return countSpaces(s)
}

// Visible returns s with invisible and controlling characters written out, as
// Safe does, but with tabs and all printable characters left as they are. It
// is for text that a program reads, such as a model's prompt, where the width
// of a character does not matter.
func Visible(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
			// The line feed that follows says it all.
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case printable(r), joins(r, s[:i], s[i+size:]):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		}
		i += size
	}
	return b.String()
}

// plain reports whether s is printable ASCII and line feeds alone, which most
// text is and which needs no work.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 0x20 && c != '\n') || c >= 0x7f {
			return false
		}
	}
	return true
}

// printable reports whether r shows as something of its own. Letters, marks,
// numbers, punctuation and symbols do, except the marks that Unicode defines
// as invisible although their category says otherwise.
func printable(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Co) &&
		!unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// expand replaces tabs by spaces up to the next tab stop.
func expand(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		column := 0
		for j, part := range strings.Split(line, "\t") {
			if j > 0 {
				gap := tabStop - column%tabStop
				b.WriteString("    "[:gap])
				column += gap
			}
			b.WriteString(part)
			column += Width(settle(part))
		}
	}
	return b.String()
}

// settle replaces the clusters whose width depends on how a terminal measures.
func settle(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if cluster == "" {
			break
		}
		b.WriteString(settleCluster(cluster))
		s = s[len(cluster):]
	}
	return b.String()
}

func agreed(s string) bool { return ansi.StringWidth(s) == ansi.StringWidthWc(s) }

// settleCluster returns cluster, or the nearest text whose width is agreed on:
// without selectors and joiners, then with its letters parted, else U+FFFD. A
// mark without a letter gets a dotted circle, so that it does not join what
// happens to stand before it.
func settleCluster(cluster string) string {
	if r, _ := utf8.DecodeRuneInString(cluster); unicode.Is(unicode.M, r) && oneCluster("◌", cluster) {
		cluster = "◌" + cluster
	}
	if agreed(cluster) && !strings.ContainsRune(cluster, emojiSelector) && !strings.ContainsRune(cluster, zeroJoiner) {
		return cluster
	}
	var parts []string
	for i, r := range cluster {
		switch {
		case len(parts) > 0 && (r == zeroNonJoiner || r == zeroJoiner && spells(cluster[:i], cluster[i+utf8.RuneLen(r):])):
			parts[len(parts)-1] += string(r)
		case r == emojiSelector || r == zeroJoiner || r == zeroNonJoiner:
		case unicode.Is(unicode.M, r) && !spacing(r) && len(parts) > 0:
			parts[len(parts)-1] += string(r)
		case len(parts) > 0 && pictograph(parts[0]) && unicode.Is(unicode.So, r) && regional(r) == 0:
			// A joined pictograph: the first one stands for the group.
		case regional(r) != 0:
			parts = append(parts, string(regional(r)))
		case r >= 0x1f3fb && r <= 0x1f3ff && len(parts) > 0:
			// A skin tone: the pictograph stands without it.
		default:
			parts = append(parts, string(r))
		}
	}
	for i, p := range parts {
		if !agreed(p) {
			parts[i] = "\ufffd"
		}
	}
	s := strings.Join(parts, "")
	if !agreed(s) || strings.ContainsRune(s, zeroJoiner) {
		s = part(parts)
	}
	if !agreed(s) {
		return "\ufffd"
	}
	return s
}

func pictograph(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.So, r)
}

// regional returns the letter for which a regional indicator symbol stands, 0
// for other runes.
func regional(r rune) rune {
	if r >= 0x1f1e6 && r <= 0x1f1ff {
		return 'A' + r - 0x1f1e6
	}
	return 0
}

// countSpaces writes the length of long runs of spaces in their place.
func countSpaces(s string) string {
	if !strings.Contains(s, strings.Repeat(" ", maxSpaces+1)) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		rest := strings.TrimLeft(s, " ")
		if n := len(s) - len(rest); n > maxSpaces {
			fmt.Fprintf(&b, " ⟨%d spaces⟩ ", n)
		} else {
			b.WriteString(s[:n])
		}
		end := strings.IndexByte(rest, ' ')
		if end < 0 {
			end = len(rest)
		}
		b.WriteString(rest[:end])
		s = rest[end:]
	}
	return b.String()
}
