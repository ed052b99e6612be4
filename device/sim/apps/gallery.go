package apps

import (
	"fmt"
	"image"
	"slices"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// GalleryPackage is the package of the gallery.
const GalleryPackage = "com.google.android.apps.photos"

// albumHeight is the height of an album's row, pixels.
const albumHeight = 200

// Gallery shows photos in a pager that is swiped sideways, and albums whose
// rows are put in order by dragging.
type Gallery struct {
	sys    *android.System
	app    *android.App
	Albums []string // in their order
	photos view.Scroll
}

// NewGallery returns the gallery with some albums.
func NewGallery(sys *android.System) *Gallery {
	g := &Gallery{sys: sys, Albums: []string{"Camera", "Holiday", "Family", "Screenshots", "Recipes"}}
	g.photos.Page = true
	g.app = launchable(GalleryPackage, GalleryPackage+".home.HomeActivity", "Photos", 10152, g.home)
	return g
}

// App returns the installed app.
func (g *Gallery) App() *android.App { return g.app }

// Photo returns the number of the photo the pager shows, from 1.
func (g *Gallery) Photo() int { return g.photos.Offset/android.ScreenWidth + 1 }

func (g *Gallery) home(android.Intent) *android.Window {
	return &android.Window{Build: func() *view.View {
		return screen(GalleryPackage, "Photos", nil,
			row("All photos", "8 photos", func() { push(g.sys, g.app, GalleryPackage+".pager.HostPhotoPagerActivity", g.pager()) }),
			row("Albums", "Drag to reorder", func() { push(g.sys, g.app, GalleryPackage+".albums.AlbumsActivity", g.albums()) }))
	}}
}

func (g *Gallery) pager() *android.Window {
	return &android.Window{Portrait: true, Build: func() *view.View {
		pages := &view.View{
			Class: "androidx.viewpager.widget.ViewPager", ID: GalleryPackage + ":id/photo_view_pager", Axis: view.Across,
			Scroll: &g.photos, Width: view.Fill, Height: view.Fill,
		}
		for i := range 8 {
			pages.Children = append(pages.Children, &view.View{
				Class: "android.widget.ImageView", Width: view.Fill, Height: view.Fill,
				Desc: fmt.Sprintf("Photo %d taken on Jan %d, 2026", i+1, i+3),
			})
		}
		return screen(GalleryPackage, fmt.Sprintf("%d of 8", g.Photo()), g.sys.Back, pages)
	}}
}

func (g *Gallery) albums() *android.Window {
	return &android.Window{Build: func() *view.View {
		rows := &view.View{
			Class: "androidx.recyclerview.widget.RecyclerView", ID: GalleryPackage + ":id/albums",
			Width: view.Fill, Height: view.Fill,
		}
		rows.OnDrag = func(from, to image.Point) { g.move(rows.Bounds.Min.Y, from.Y, to.Y) }
		for _, name := range g.Albums {
			rows.Children = append(rows.Children, &view.View{
				Axis: view.Across, Width: view.Fill, Height: albumHeight, Pad: margin, Gap: margin, Center: true,
				LongClickable: true,
				Children: []*view.View{
					text(GalleryPackage+":id/album_title", name),
					{Class: "android.widget.ImageView", ID: GalleryPackage + ":id/drag_handle", Desc: "Reorder " + name, Width: 100, Height: 100},
				},
			})
		}
		return screen(GalleryPackage, "Albums", g.sys.Back, rows)
	}}
}

// move puts the album that is dragged from one height of the list to another.
func (g *Gallery) move(top, from, to int) {
	i := (from - top) / albumHeight
	j := min(max(0, (to-top)/albumHeight), len(g.Albums)-1)
	if i < 0 || i >= len(g.Albums) {
		return
	}
	name := g.Albums[i]
	g.Albums = slices.Insert(slices.Delete(g.Albums, i, i+1), j, name)
}
