package sim

import (
	"fmt"
	"sync"

	"adroit/device/sim/android"
	"adroit/device/sim/apk"
	"adroit/device/sim/command"
)

// builtAPKs are the files of apps, made once for all phones: no phone changes
// them.
var builtAPKs sync.Map // []byte by what they tell

// installAPKs puts the files of the apps where the package manager says they are.
func (p *Phone) installAPKs() {
	for _, app := range p.system.Apps {
		file, ok := p.options.APKs[app.Package]
		if !ok {
			file = apkOf(app)
		}
		p.files.InstallFile(command.APK(app), file)
	}
}

func apkOf(app *android.App) []byte {
	told := apk.App{Package: app.Package, VersionCode: app.VersionCode, VersionName: app.VersionName, Label: app.Label}
	for _, a := range app.Activities {
		told.Activities = append(told.Activities, apk.Activity{Class: a.Class, Label: a.Label})
	}
	key := fmt.Sprint(told)
	if file, ok := builtAPKs.Load(key); ok {
		return file.([]byte)
	}
	file, _ := builtAPKs.LoadOrStore(key, apk.Build(told))
	return file.([]byte)
}
