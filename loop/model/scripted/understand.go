package scripted

import (
	"regexp"
	"strings"
)

// abilities is what the scripted model can do, as it says it.
const abilities = `I can turn a switch on or off ("Turn on Wi-Fi"), open an app ("Open Messages"), send a message (Send a message "On my way" to Mia), tap or hold something ("Tap Internet"), type into a field (Type "Milk" into Title), wait for something, read what is on the screen, and go home or back.`

// pattern is one way to ask for something in plain English.
type pattern struct {
	form expression
	goal func(part map[string]string) []goal
}

// patterns are tried in order. The words of politeness around a request are
// gone before.
var patterns = []pattern{
	{form(`(?:what can you do|help|who are you|what are you)`), always(introduction{})},

	// What clients ask to find out what a model can do.
	{form(`call the (?:tool|function) (?P<tool>\w+)(?: with (?:the )?(?P<argument>\w+) (?P<value>.+))?`), calling},
	{form(`(?:.*\s)?what is the (?P<thing>\w+) of this conversation\?.*`), func(p map[string]string) []goal { return []goal{recalling{p["thing"]}} }},

	{form(`(?:turn|switch|put|set) (?:back )?(?P<state>on|off) (?P<name>.+)`), switching},
	{form(`(?:turn|switch|put|set) (?P<name>.+?) (?:back )?(?:to )?(?P<state>on|off)`), switching},
	{form(`(?P<state>enable|activate|disable|deactivate) (?P<name>.+)`), switching},

	{form(`(?:type|enter|write|put) ` + quoted + ` (?:in|into)(?: the)? (?P<field>.+?)(?: field)?`), filling},
	{form(`(?:type|enter) ` + quoted), filling},

	{form(`(?:send|write) (?:a |an |the )?(?:text |sms )?(?:message )?` + quoted + ` to (?P<to>.+)`), messaging},
	{form(`(?:send|write) (?:a |an )?(?:text message|text|sms|message) to (?P<to>.+?)(?:,? (?:saying|that says|with the text))?:? ` + quoted), messaging},
	{form(`(?:send|text|message|tell|write)(?: to)? (?P<to>.+?)(?: (?:a |an |the )?(?:text|sms|message))?(?:,? (?:saying|that says))?[,:]? ` + quoted), messaging},
	{form(`(?:send|text|message|tell|write)(?: (?:a |an )?(?:text message|text|sms|message))?(?: to)? (?P<to>.+?),? (?:saying|that says|with the text):? (?P<body>.+)`), dictated},

	{form(`(?:go|return|press|navigate|take me|open|show me)(?: to)?(?: the)? home(?: screen| button)?|home`), pressing("press_home", "home")},
	{form(`(?:go|press|navigate)(?: the)? back(?: button)?|back`), pressing("press_back", "back")},

	{form(`(?:read|describe|show me|tell me|look at|observe|what).*\bscreen\b.*`), always(reading{})},
	{form(`(?:(?:tell|show) me |say |describe |read )?what (?:do you see|you see|is there|it shows|it says)(?: there)?`), always(reading{})},
	{form(`(?:read|describe) (?:it|that)(?: out| aloud| to me)*`), always(reading{})},

	{form(`wait (?:for|until) (?P<name>.+?)(?: (?:appears|is shown|comes up|to appear))?`), func(p map[string]string) []goal { return []goal{waiting{bare(p["name"])}} }},
	{form(`(?:long[- ]press|press and hold|hold)(?: on)? (?P<name>.+)`), touching("long_press")},
	{form(`(?:tap|press|click|touch|select|choose)(?: on)? (?P<name>.+)`), touching("tap")},
	{form(`(?:open|launch|start|run|go to|show me)(?: up)? (?P<name>.+?)`), func(p map[string]string) []goal { return []goal{opening{bare(p["name"])}} }},
}

// quoted matches the words of a message in any kind of quotation marks.
const quoted = `["“”„'‘’«](?P<body>.+)["“”'’»]`

// form compiles an expression that must match the whole request, whatever its
// case.
func form(expr string) expression {
	return expression{regexp.MustCompile(`(?is)^(?:` + expr + `)$`)}
}

type expression struct{ *regexp.Regexp }

// match returns the named parts of text; nil where it is not of this form.
func (e expression) match(text string) map[string]string {
	match := e.FindStringSubmatch(text)
	if match == nil {
		return nil
	}
	part := map[string]string{}
	for i, name := range e.SubexpNames() {
		part[name] = match[i]
	}
	return part
}

var (
	politeness = regexp.MustCompile(`(?i)^(?:hey|hi|hello|ok|okay|please|can you|could you|would you|will you|i want you to|i would like you to|now|then|kindly)\b[,!]?\s*`)
	trailing   = regexp.MustCompile(`(?i)[\s,]*(?:\bplease|\bagain|\bthanks|\bthank you|\bfor me|\bnow|\bon (?:my|the) phone|\band nothing else|[.!?])$`)
	// within is a request that names the app in which it is meant.
	within  = form(`in (?:the app )?(?P<app>[^,]+), (?P<rest>.+)`)
	article = regexp.MustCompile(`(?i)^(?:both|the|my|an|a)\s+`)
)

// understand finds the goals of a request, in order; none when it knows no
// request like it.
func understand(task string) []goal {
	task = plain(task)
	if part := within.match(task); part != nil {
		rest := plain(part["rest"])
		if goals := goalsIn(rest, 0, cuts(rest), nil); goals != nil {
			return append([]goal{opening{bare(part["app"])}}, goals...)
		}
	}
	return goalsIn(task, 0, cuts(task), nil)
}

// plain is a request without the words of politeness around it.
func plain(request string) string {
	return peel(peel(strings.TrimSpace(request), politeness), trailing)
}

// single finds the goals of a request that asks for one thing.
func single(request string) []goal {
	request = plain(request)
	for _, p := range patterns {
		if part := p.form.match(request); part != nil {
			return p.goal(part)
		}
	}
	return nil
}

// peel removes what matches as often as it does.
func peel(text string, layer *regexp.Regexp) string {
	for {
		peeled := layer.ReplaceAllString(text, "")
		if peeled == text {
			return text
		}
		text = peeled
	}
}

// bare is a name without the article and the quotation marks around it.
func bare(name string) string {
	return article.ReplaceAllString(strings.Trim(name, ` "“”'`), "")
}

// listing is what stands between the names of a list.
var listing = regexp.MustCompile(`(?i)\s*,\s*(?:and\s+)?|\s+and\s+`)

func switching(part map[string]string) []goal {
	state := strings.ToLower(part["state"])
	on := state == "on" || state == "enable" || state == "activate"
	var goals []goal
	for _, name := range listing.Split(part["name"], -1) {
		if name = bare(name); name != "" {
			goals = append(goals, toggling{name: name, on: on})
		}
	}
	return goals
}

func messaging(part map[string]string) []goal {
	return []goal{sending{body: part["body"], to: bare(part["to"])}}
}

// dictated is for a message without quotation marks around it.
func dictated(part map[string]string) []goal {
	return []goal{sending{body: part["body"], to: bare(part["to"]), dictated: true}}
}

func filling(part map[string]string) []goal {
	return []goal{entering{text: part["body"], field: bare(part["field"])}}
}

func touching(tool string) func(map[string]string) []goal {
	return func(part map[string]string) []goal { return []goal{tapping{name: bare(part["name"]), tool: tool}} }
}

func pressing(tool, name string) func(map[string]string) []goal { return always(key{tool, name}) }

func always(g goal) func(map[string]string) []goal {
	return func(map[string]string) []goal { return []goal{g} }
}

// unknown answers a request that is not understood.
func unknown(task string) move {
	if strings.TrimSpace(task) == "" {
		return decline("I am a scripted model. %s What shall I do?", abilities)
	}
	return decline("I do not know how to do that: I am a scripted model, not a language model. %s", abilities)
}

// introduction is the answer to who it is.
type introduction struct{}

func (introduction) next(conversation) move {
	return say("I am the scripted model of Adroit: I follow a few scripts by reading the screen, and nothing else. %s", abilities)
}
