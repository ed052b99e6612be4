package screen

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adroit/device/text"
)

// partSeparator stands between the texts of which a label is joined.
const partSeparator = " | "

// says reports whether the element has a text or a description.
func (e *element) says() bool {
	return hasWords(e.text) || hasWords(e.desc)
}

// hasWords reports whether s is more than white space and marks of direction.
func hasWords(s string) bool {
	return s != "" && (s[0] > ' ' && s[0] < utf8.RuneSelf || strings.TrimSpace(text.Undirected(s)) != "")
}

// sayings are the text and the description, the description only where it
// adds something.
func (e *element) sayings() []string {
	text, desc := oneLine(e.text), oneLine(e.desc)
	switch {
	case text == "" && desc == "":
		return nil
	case desc == "" || containsFold(text, desc):
		return []string{text}
	case text == "" || containsFold(desc, text):
		return []string{desc}
	}
	return []string{text, desc}
}

// stateWords are what a switch says of its state where its app did not name it:
// capital_on and capital_off of the platform (AOSP frameworks/base,
// core/res/res/values*/strings.xml) in the languages spoken most.
var stateWords = strings.Fields("on off ein aus an activé désactivé oui non sí activado desactivado sim ativado desativado ligado desligado attivo disattivo aan uit " +
	"på av til fra wł wył zap vyp açık kapalı вкл выкл да нет увімк вимк 开启 关闭 开 关 開啟 關閉 開 關 オン オフ 켜짐 꺼짐 사용 تفعيل إيقاف מופעל כבוי चालू बंद เปิด ปิด bật tắt aktif nonaktif")

// saysState reports whether all that a checkable element says is its state.
func (e *element) saysState() bool {
	if !e.flags.has(checkable) {
		return false
	}
	list := e.sayings()
	for _, s := range list {
		if !slices.Contains(stateWords, strings.ToLower(strings.TrimRight(s, "."))) {
			return false
		}
	}
	return len(list) > 0
}

// repeats reports whether e says everything that the element below it says.
func (e *element) repeats(below *element) bool {
	text, desc := oneLine(e.text), oneLine(e.desc)
	for _, s := range below.sayings() {
		if !containsFold(text, s) && !containsFold(desc, s) {
			return false
		}
	}
	return true
}

// containsFold reports whether part stands in s, in whatever case: widgets set
// their words in capitals and describe them in small letters.
func containsFold(s, part string) bool {
	return len(part) <= len(s) && (strings.Contains(s, part) || strings.Contains(strings.ToLower(s), strings.ToLower(part)))
}

// shortViewID is "#title" for "android:id/title", "" for none.
func shortViewID(id string) string {
	if id == "" {
		return ""
	}
	return "#" + id[strings.LastIndexByte(id, '/')+1:]
}

// oneLine joins the words of s with single spaces, without the marks that only
// tell which way they run.
func oneLine(s string) string {
	space := true // before the first word
	for _, r := range s {
		switch {
		case r > ' ' && r < utf8.RuneSelf, r > ' ' && !unicode.IsSpace(r) && !text.Directional(r):
			space = false
		case r == ' ' && !space:
			space = true
		default:
			return strings.Join(strings.Fields(text.Undirected(s)), " ")
		}
	}
	if space {
		return strings.TrimSpace(s)
	}
	return s
}

// clip shortens s to at most n characters, marking the cut with … .
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count, cut := 0, 0
	for i := range s {
		if count == n-1 {
			cut = i
		}
		if count == n {
			return s[:cut] + "…"
		}
		count++
	}
	return s
}

func appendNew(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
