package ui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"adroit/device/text"
	"adroit/loop/doctor"
)

// Next is what the person wants to go on with after the cockpit has ended. One
// of its fields is set.
type Next struct {
	Phone    string // a phone by its serial
	Model    string // a model by its name
	Endpoint string // a named endpoint of models, with the model that it names
	Resume   string // a recorded run by its id, to go on with
	Replay   string // a recorded run by its id, to watch
	Demo     bool   // the simulated phone and the scripted model
	Again    bool   // the same as now
}

// Offer is one thing to go on with.
type Offer struct {
	Name string // serial, name or id
	What string // in words
	Note string // its state or age
	Cure string // why it cannot be chosen now, and what to do; "" where it can
	Now  bool   // it is in use
}

// Offers are what the person can go on with instead. A nil field offers
// nothing of its kind. The functions may take their time.
type Offers struct {
	Phones    func(ctx context.Context) (phones []Offer, said string, err error) // said is what had to be done for it; "" for nothing
	Connect   func(ctx context.Context, address string) error                    // to a phone on the network, HOST:PORT
	Models    func(ctx context.Context) ([]Offer, error)
	Endpoint  string                                     // the address from which Models come, to be shown; "" for none
	Endpoints func(ctx context.Context) ([]Offer, error) // that have a name
	Runs      func(ctx context.Context) ([]Offer, error)
	Export    func(ctx context.Context, run string) (file string, err error)
	Examine   func(ctx context.Context) ([]doctor.Finding, error) // everything that a run needs

	// Go is told what was chosen, right before Run returns.
	Go func(Next)
}

// Missing is what the cockpit cannot begin without.
type Missing struct {
	What string // "No phone is connected."
	Cure string
}

// offersWithin is how long a list may take to come.
const offersWithin = 15 * time.Second

// offersMsg: a list has come, or why not.
type offersMsg struct {
	picker picker
	said   string // what had to be done for it; "" for nothing
	err    error
}

// worker runs f off the update path, with a deadline.
type worker func(within time.Duration, f func(context.Context) tea.Msg) tea.Cmd

// inTime is a worker whose work also ends with the program.
func inTime(ctx context.Context) worker {
	return func(within time.Duration, f func(context.Context) tea.Msg) tea.Cmd {
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			return f(ctx)
		}
	}
}

// offer looks a list up and opens a picker with it, whose items do run, before
// the items that the picker has. What is in use is selected first, else what can
// be chosen.
func (a *app) offer(p picker, list func(context.Context) ([]Offer, error), run func(*app, Offer) tea.Cmd) tea.Cmd {
	if list == nil {
		return a.say("there is nothing to choose from here")
	}
	return a.offerSaying(p, func(ctx context.Context) ([]Offer, string, error) {
		offers, err := list(ctx)
		return offers, "", err
	}, run)
}

// offerSaying is offer for a list that says what had to be done for it.
func (a *app) offerSaying(p picker, list func(context.Context) (offers []Offer, said string, err error), run func(*app, Offer) tea.Cmd) tea.Cmd {
	look := a.work(offersWithin, func(ctx context.Context) tea.Msg {
		offers, said, err := list(ctx)
		var items []item
		for _, o := range offers {
			items = append(items, item{name: text.Line(o.Name), what: text.Line(o.What), note: text.Line(o.Note), run: func(a *app) tea.Cmd {
				switch {
				case o.Cure != "":
					return a.fail(o.Name + ": " + o.Cure)
				case o.Now && len(a.options.Missing) == 0:
					return a.say(o.Name + " is in use")
				}
				return run(a, o)
			}})
		}
		p.chosen = max(0, slices.IndexFunc(offers, func(o Offer) bool { return o.Cure == "" }))
		if i := slices.IndexFunc(offers, func(o Offer) bool { return o.Now }); i >= 0 {
			p.chosen = i
		}
		p.items = append(items, p.items...)
		return offersMsg{p, said, err}
	})
	return tea.Batch(a.say("looking …"), look)
}

// offered opens the picker with what has come, unless a question came first.
// Where the list failed, what does not come from it can still be chosen.
func (a *app) offered(msg offersMsg) tea.Cmd {
	a.notice.text = ""
	var failed tea.Cmd
	switch {
	case msg.err != nil:
		failed = a.fail(msg.err.Error())
	case msg.said != "":
		failed = a.say(text.Line(msg.said))
	}
	if a.dialog != nil || msg.err != nil && len(msg.picker.items) == 0 {
		return failed
	}
	return tea.Batch(failed, a.openPicker(msg.picker))
}

func (a *app) choosePhone() tea.Cmd {
	p := picker{title: "Phones", none: "no phone is connected"}
	if a.options.Offers.Phones == nil {
		return a.offer(p, nil, nil)
	}
	if a.options.Offers.Connect != nil {
		p.items = append(p.items, item{name: "connect", what: "to a phone on the network, HOST:PORT", run: (*app).connect})
	}
	return a.offerSaying(p, a.options.Offers.Phones, func(a *app, o Offer) tea.Cmd { return a.goOn(Next{Phone: o.Name}) })
}

// connect asks for an address, and offers the phones anew.
func (a *app) connect() tea.Cmd {
	return a.openForm("Connect to a phone, HOST:PORT", "", false, func(a *app, address string) tea.Cmd {
		return tea.Batch(a.say("connecting to "+address+" …"), a.work(offersWithin, func(ctx context.Context) tea.Msg {
			if err := a.options.Offers.Connect(ctx, address); err != nil {
				return failedMsg{err}
			}
			return connectedMsg{}
		}))
	})
}

func (a *app) chooseModel() tea.Cmd {
	p := picker{title: "Models", none: "the endpoint offers no model"}
	if at := a.options.Offers.Endpoint; at != "" {
		p.title += " of " + text.Line(at)
	}
	if a.options.Offers.Endpoints != nil {
		p.items = append(p.items, item{name: "endpoint", what: "another endpoint, with its models", run: (*app).chooseEndpoint})
	}
	return a.offer(p, a.options.Offers.Models, func(a *app, o Offer) tea.Cmd { return a.goOn(Next{Model: o.Name}) })
}

func (a *app) chooseEndpoint() tea.Cmd {
	p := picker{title: "Endpoints of models", none: "no endpoint fits"}
	return a.offer(p, a.options.Offers.Endpoints, func(a *app, o Offer) tea.Cmd { return a.goOn(Next{Endpoint: o.Name}) })
}

// chooseRun offers the recorded runs, and then what can be done with one.
func (a *app) chooseRun() tea.Cmd {
	p := picker{title: "Recorded runs", none: "no run has been recorded", unnamed: true}
	return a.offer(p, a.options.Offers.Runs, func(a *app, o Offer) tea.Cmd {
		then := picker{title: text.Line(o.Name + " " + o.What), none: "nothing fits", items: []item{
			{name: "replay", what: "watch what happened", run: func(a *app) tea.Cmd { return a.goOn(Next{Replay: o.Name}) }},
			{name: "resume", what: "go on with it", run: func(a *app) tea.Cmd { return a.goOn(Next{Resume: o.Name}) }},
		}}
		if a.options.Offers.Export != nil {
			then.items = append(then.items, item{name: "export", what: "write it to a file", run: func(a *app) tea.Cmd { return a.exportRun(o.Name) }})
		}
		return a.openPicker(then)
	})
}

func (a *app) exportRun(run string) tea.Cmd {
	return a.work(offersWithin, func(ctx context.Context) tea.Msg {
		file, err := a.options.Offers.Export(ctx, run)
		if err != nil {
			return failedMsg{err}
		}
		return saidMsg{"exported to " + file}
	})
}

// goOn ends the cockpit for something else, but never a turn that runs.
func (a *app) goOn(n Next) tea.Cmd {
	switch {
	case a.options.Offers.Go == nil:
		return a.say("nothing else can be opened from here")
	case a.busy():
		return a.say("a turn is running: stop it first, with ctrl+c")
	}
	return func() tea.Msg {
		a.options.Offers.Go(n)
		return tea.QuitMsg{}
	}
}
