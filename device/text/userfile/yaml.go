package userfile

import (
	"errors"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// YAML reads front matter of YAML (https://yaml.org/spec/1.2.2), which must be
// keys with values. name is what its file is called in mistakes, first the line
// of the file on which it begins.
func YAML(name, front string, first int) *Document {
	d := &Document{name: name, Root: &Table{}}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(front), &document); err != nil {
		d.yamlSyntax(err, first)
		return d
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		d.cut = true
		d.Wrong(first, "want keys with values, such as id: send-message")
		return d
	}
	d.Root = d.mapping(document.Content[0], "", first)
	return d
}

// yamlLine finds the line in an error of the YAML library.
var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// countsFromNought are the errors of the library's parser. It counts their lines
// from 0, and those of its scanner from 1 (yaml_parser_error in parserc.go, fail
// in decode.go).
var countsFromNought = regexp.MustCompile(`^did not find expected (?:'-' indicator|key|',' or|node content|<)`)

func (d *Document) yamlSyntax(err error, first int) {
	d.cut = true
	line, _ := strconv.Atoi(yamlLine.FindStringSubmatch(err.Error())[1])
	says := yamlLine.ReplaceAllString(err.Error(), "")
	if countsFromNought.MatchString(says) {
		line++
	}
	d.Wrong(first+max(line, 1)-1, "%s", says)
}

func (d *Document) mapping(node *yaml.Node, prefix string, first int) *Table {
	t := &Table{Line: first + node.Line - 1, prefix: prefix}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		e := Entry{Key: key.Value, Name: prefix + key.Value, Line: first + key.Line - 1}
		if t.index(e.Key) >= 0 {
			d.Refuse(e, errors.New("it is there twice; leave one"))
			continue
		}
		t.Entries = append(t.Entries, d.yamlValue(e, node.Content[i+1], first))
	}
	return t
}

// yamlValue is e with the value of a node. An alias is not followed.
func (d *Document) yamlValue(e Entry, node *yaml.Node, first int) Entry {
	switch node.Kind {
	case yaml.MappingNode:
		e.Value = d.mapping(node, e.Name+".", first)
	case yaml.SequenceNode:
		list := make([]Entry, len(node.Content))
		for i, element := range node.Content {
			list[i] = d.yamlValue(Entry{Key: e.Key, Name: e.Name, Line: first + element.Line - 1}, element, first)
		}
		e.Value = list
	case yaml.AliasNode:
		e.Value = other{}
	default:
		e.Value = scalar(node)
	}
	return e
}

// other is a value that nobody wants.
type other struct{}

func scalar(node *yaml.Node) any {
	switch node.ShortTag() {
	case "!!str":
		return node.Value
	case "!!null":
		return nil
	}
	var v any
	if node.Decode(&v) != nil {
		return other{}
	}
	if n, ok := v.(int); ok {
		return int64(n)
	}
	return v
}
