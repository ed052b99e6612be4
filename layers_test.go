package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers names, for every package, the packages of this module that its
// product code may import. Imports point down only: a package that is not in
// the list of another may not be known to it. Test files are free.
var layers = map[string][]string{
	"theme":                {},
	"device/text":          {},
	"device/text/userfile": {"device/text"},
	"loop/event":           {},
	"device/apk":           {},
	"device/loopback":      {},
	"device/redact":        {"device/text"},
	"device/screen":        {"device/redact", "device/text"},
	"device":               {"device/apk", "device/loopback", "device/redact", "device/screen", "device/text"},
	"device/sim":           {"device/sim/..."},
	"permissions":          {"device/redact", "device/screen", "device/text", "device/text/userfile"},
	"tools/skill":          {"device/text/userfile", "permissions"},
	"tools":                {"device", "device/redact", "device/screen", "device/text", "permissions", "tools/skill"},
	"tools/mcp":            {"device/text", "permissions", "tools"},
	"loop/model":           {"device/text"},
	"loop/model/scripted":  {},
	"loop/doctor":          {"device", "device/loopback", "device/text", "loop/model"},
	"loop/remote":          {"device/loopback", "device/text", "loop/event", "permissions", "tools"}, // never loop: a client knows events alone
	"loop/record":          {"device", "device/redact", "device/screen", "device/text", "permissions", "loop/event"},
	"loop": {
		"device", "device/redact", "device/screen", "device/text", "permissions", "tools", "tools/skill",
		"loop/event", "loop/model", "loop/record",
	},
	"loop/eval": {
		"device", "device/redact", "device/text", "device/text/userfile", "permissions", "tools",
		"loop", "loop/event", "loop/model", "loop/record",
	},
	"ui": {
		"device", "device/redact", "device/screen", "device/text", "device/text/userfile", "permissions", "tools", "tools/skill", "theme", "ui/...",
		"loop", "loop/doctor", "loop/event", "loop/model", "loop/record",
	},
	"ui/cli": {"..."},
	".":      {"..."},
}

// owners names the only packages that may import a library, so that replacing
// it touches one place.
var owners = map[string][]string{
	"github.com/zach-klippenstein/goadb": {"device"},
	"github.com/openai/openai-go":        {"loop/model"},
	"charm.land/bubbletea":               {"ui", "theme"},
	"charm.land/lipgloss":                {"ui", "ui/markdown", "theme"},
	"charm.land/bubbles":                 {"ui"},
	"github.com/yuin/goldmark":           {"ui/markdown"},
	"github.com/spf13/cobra":             {"ui/cli"},
	"github.com/BurntSushi/toml":         {"device/text/userfile"},
	"go.yaml.in/yaml":                    {"device/text/userfile"},

	"github.com/coder/websocket":             {"loop/remote"},
	"github.com/modelcontextprotocol/go-sdk": {"tools/mcp"},
}

func TestImportsPointDown(t *testing.T) {
	seen := 0
	for pkg, imports := range productImports(t) {
		for _, imp := range imports {
			if own, ok := strings.CutPrefix(imp, "adroit/"); ok {
				seen++
				if !allowed(layers, pkg, own) {
					t.Errorf("package %s imports adroit/%s, which does not lie below it", pkg, own)
				}
			}
			for library, users := range owners {
				if strings.HasPrefix(imp, library) && !slices.Contains(users, pkg) {
					t.Errorf("package %s imports %s: only %v may", pkg, imp, users)
				}
			}
		}
	}
	if seen == 0 {
		t.Fatal("no import of this module was found: the test looks at nothing")
	}
}

// TestSimulatorStaysOutside proves that no product code depends on the
// simulated phone but the command line, which offers it to the user.
func TestSimulatorStaysOutside(t *testing.T) {
	for pkg, imports := range productImports(t) {
		inside := pkg == "." || pkg == "ui/cli" || strings.HasPrefix(pkg, "device/sim")
		for _, imp := range imports {
			if strings.HasPrefix(imp, "adroit/device/sim") && !inside {
				t.Errorf("package %s imports %s", pkg, imp)
			}
		}
	}
}

// allowed finds the rule of pkg, or of the nearest folder above it that has
// one, and reports whether it permits the import of own.
func allowed(rules map[string][]string, pkg, own string) bool {
	rule := pkg
	for {
		if list, ok := rules[rule]; ok {
			for _, pattern := range list {
				prefix, tree := strings.CutSuffix(pattern, "...")
				if pattern == own || tree && strings.HasPrefix(own, prefix) {
					return true
				}
			}
			return strings.HasPrefix(own, pkg+"/internal/")
		}
		if rule == "." {
			return false
		}
		rule = path.Dir(rule)
	}
}

// productImports lists what each package of the module imports, its test
// files left out.
func productImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(name))
		for _, spec := range file.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], imp)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
