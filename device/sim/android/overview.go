package android

import (
	"image"
	"slices"

	"adroit/device/sim/view"
)

// overview opens the list of recent apps, a window of the launcher's.
func (s *System) overview() {
	recent := slices.DeleteFunc(slices.Clone(s.tasks), s.isHome)
	s.Home()
	home := s.Front()
	pkg := home.App.Package
	pages := &view.Scroll{}
	s.Push(&Window{App: home.App, Class: "com.android.quickstep.RecentsActivity", Portrait: true, Build: func() *view.View {
		row := &view.View{
			Class: "android.widget.ScrollView", ID: pkg + ":id/overview_panel", Axis: view.Across, Scroll: pages,
			Width: view.Fill, Height: view.Fill, Gap: 40,
		}
		for _, task := range slices.Backward(recent) {
			row.Children = append(row.Children, &view.View{
				ID: pkg + ":id/task", Axis: view.Over, Desc: task.App.Label, Width: 756, Height: 1600,
				Clickable: true, LongClickable: true,
				OnClick: func() {
					s.Pop()
					s.raise(task)
				},
				Children: []*view.View{{
					Class: "android.view.View", ID: pkg + ":id/snapshot", Place: image.Rect(0, 0, 756, 1600),
				}},
			})
		}
		if len(recent) == 0 {
			row.Children = append(row.Children, &view.View{Class: "android.widget.TextView", Text: "No recent items"})
		}
		return &view.View{ID: "android:id/content", Pad: 300, Children: []*view.View{row}}
	}})
}
