package eval

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"adroit/device/redact"
	"adroit/loop"
	"adroit/loop/model"
	"adroit/permissions"
	"adroit/tools"
)

// Options are what a run of a suite needs. Suite, Open, Model and StateDir are
// required; the zero value of everything else is usable.
type Options struct {
	Suite    Suite
	Attempts int // at each task; 1 where less
	Parallel int // at a time; 1 where less. A phone that there is once takes no more

	// Open gives the phone of one attempt.
	Open      func(context.Context, Phone) (Stage, error)
	Simulated bool // Open makes phones

	// Model answers in the attempts at a task; it is asked for once an attempt.
	Model     func(Task) model.Model
	ModelName string
	Scripted  bool // it is no language model

	Tools    tools.Options
	Policy   permissions.Policy
	Limits   loop.Limits   // a task's budget can only make them smaller
	Timeout  time.Duration // of a turn; 0 leaves it to the task's budget
	StateDir string        // for the run logs

	// Registry makes the registry of secrets of an attempt; nil is one that
	// knows none yet.
	Registry func() *redact.Registry

	// Progress hears of each attempt that has ended, one at a time.
	Progress func(Progress)
	Now      func() time.Time // time.Now where nil
}

// Progress is how far a run of a suite has come.
type Progress struct {
	Done, Total int // attempts
	Task        Task
	Attempt     Attempt
}

// Run makes the attempts, a round of all tasks after the other, and returns what
// came of them. When ctx ends, what is running is cancelled and the report tells
// what was found until then.
func Run(ctx context.Context, o Options) *Report {
	o.Attempts, o.Parallel = max(1, o.Attempts), max(1, o.Parallel)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Registry == nil {
		o.Registry = func() *redact.Registry { return redact.NewRegistry(redact.Options{}) }
	}
	began := o.Now()
	attempts := o.run(ctx)
	report := &Report{
		V: Version, Suite: o.Suite.Name, Started: began.UTC(), DurationMS: o.Now().Sub(began).Milliseconds(),
		Model: o.ModelName, ScriptedModel: o.Scripted, SimulatedPhone: o.Simulated,
		AttemptsATask: o.Attempts, Parallel: o.Parallel, Limits: limitsInForce(o), Cancelled: ctx.Err() != nil,
	}
	for i, task := range o.Suite.Tasks {
		report.Tasks = append(report.Tasks, TaskReport{
			ID: task.ID, Title: task.Title, Figures: figures(attempts[i], o.Attempts), Attempts: attempts[i],
		})
	}
	report.Summary = summary(report.Tasks)
	return report
}

// run makes the attempts and returns them by task. Those that were not begun
// when ctx ended are left out.
func (o *Options) run(ctx context.Context) [][]Attempt {
	results := make([][]Attempt, len(o.Suite.Tasks))
	for i := range results {
		results[i] = []Attempt{} // not null in JSON
	}
	type job struct{ task, number int }
	jobs := make(chan job)
	var (
		mu   sync.Mutex // guards results and calls of Progress
		done int
		work sync.WaitGroup
	)
	for range o.Parallel {
		work.Go(func() {
			for j := range jobs {
				a := o.try(ctx, o.Suite.Tasks[j.task])
				a.Number = j.number
				mu.Lock()
				results[j.task] = append(results[j.task], a)
				done++
				if o.Progress != nil {
					o.Progress(Progress{Done: done, Total: len(o.Suite.Tasks) * o.Attempts, Task: o.Suite.Tasks[j.task], Attempt: a})
				}
				mu.Unlock()
			}
		})
	}
	for number := 1; number <= o.Attempts; number++ {
		for task := range o.Suite.Tasks {
			select {
			case jobs <- job{task, number}:
			case <-ctx.Done():
			}
		}
	}
	close(jobs)
	work.Wait()
	for _, list := range results {
		slices.SortFunc(list, func(a, b Attempt) int { return cmp.Compare(a.Number, b.Number) })
	}
	return results
}
