package screen

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Point is a position in pixels, in the display's current coordinates.
type Point struct{ X, Y int }

// Rect is a rectangle in pixels, in the display's current coordinates: Left
// and Top lie inside, Right and Bottom just outside, as in android.graphics.Rect.
type Rect struct{ Left, Top, Right, Bottom int }

// Width is the extent in x; it is not positive for an empty rectangle.
func (r Rect) Width() int { return r.Right - r.Left }

// Height is the extent in y; it is not positive for an empty rectangle.
func (r Rect) Height() int { return r.Bottom - r.Top }

// Empty reports whether r covers no pixel.
func (r Rect) Empty() bool { return r.Right <= r.Left || r.Bottom <= r.Top }

// Center is the pixel in the middle of r.
func (r Rect) Center() Point { return Point{(r.Left + r.Right) / 2, (r.Top + r.Bottom) / 2} }

// Contains reports whether p lies in r.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.Left && p.X < r.Right && p.Y >= r.Top && p.Y < r.Bottom
}

// Intersect is the part that r and s share; it is empty where they share none.
func (r Rect) Intersect(s Rect) Rect {
	return Rect{max(r.Left, s.Left), max(r.Top, s.Top), min(r.Right, s.Right), min(r.Bottom, s.Bottom)}
}

// String is the canonical form "left,top,right,bottom".
func (r Rect) String() string { return string(r.append(nil)) }

func (r Rect) append(b []byte) []byte {
	b = append(strconv.AppendInt(b, int64(r.Left), 10), ',')
	b = append(strconv.AppendInt(b, int64(r.Top), 10), ',')
	b = append(strconv.AppendInt(b, int64(r.Right), 10), ',')
	return strconv.AppendInt(b, int64(r.Bottom), 10)
}

// ParseRect reads the canonical form "left,top,right,bottom".
func ParseRect(s string) (Rect, error) {
	var r Rect
	var tail string
	n, _ := fmt.Sscanf(s, "%d,%d,%d,%d%s", &r.Left, &r.Top, &r.Right, &r.Bottom, &tail)
	if n != 4 {
		return Rect{}, fmt.Errorf("bounds %q: want \"left,top,right,bottom\" in pixels", s)
	}
	return r, nil
}

// MarshalJSON writes the canonical form as a JSON string.
func (r Rect) MarshalJSON() ([]byte, error) {
	return append(r.append([]byte{'"'}), '"'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Rect) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	parsed, err := ParseRect(s)
	if err != nil {
		return err
	}
	*r = parsed
	return nil
}
