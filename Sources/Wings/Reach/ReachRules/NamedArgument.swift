// The arguments of a call that takes an object:
//
//     varlink unix:/run/player io.example.Player.Play episode=$(id) options.speed=2 "title=Part $(n)" link=$(url)
//
//     {"episode": 7, "options": {"speed": 2}, "title": "Part 3", "link": "podcast://play/7"}
//
// An input that is a whole value keeps its type: a `uint` is a number there. A literal is JSON where it reads as a number,
// `true`, `false` or `null`; in quotes it is a text. A value never is parsed again: its quotes and braces are text.

package import Contract
package import Features

/// One member of the object that a call takes.
package struct NamedArgument: Equatable, Sendable {
    /// The value of a member.
    package enum Source: Equatable, Sendable {
        /// An input with its own type; left out where the link has none.
        case input(String)
        case text(ArgumentTemplate)
        case constant(Value)
    }

    /// *Shape*: its name, behind those of the objects that it is in.
    package let path: [String]
    package let source: Source

    package init(_ path: [String], _ source: Source) { (self.path, self.source) = (path, source) }

    /// The value; nil where it is left out.
    fileprivate func value(_ inputs: [Value.Member], _ link: String?) -> Value? {
        switch source {
        case .input(let name): inputs.first { $0.name == name }?.value
        case .text(let template): template.filled(with: inputs, link: link).map(Value.string)
        case .constant(let value): value
        }
    }

    /// As the table writes it, with the values in it.
    fileprivate func preview(_ inputs: [Value.Member], _ link: String?) -> String? {
        guard let value = value(inputs, link ?? ArgumentTemplate.linkWord) else { return nil }
        if case .string(let text) = value { return path.joined(separator: ".") + "=" + text }
        return path.joined(separator: ".") + "=" + JSONText.text(of: value)
    }
}

extension [NamedArgument] {
    /// The object.
    package func object(for inputs: [Value.Member], link: String?) -> [Value.Member] {
        var members: [Value.Member] = []
        for argument in self {
            if let value = argument.value(inputs, link) { members.set(value, at: argument.path[...]) }
        }
        return members
    }

    /// The names and values for a form, which has texts alone: a list is its elements, each under the name.
    package func pairs(for inputs: [Value.Member], link: String?) -> [(name: String, value: String)] {
        flatMap { argument -> [(name: String, value: String)] in
            let name = argument.path.joined(separator: ".")
            return switch argument.value(inputs, link) {
            case nil: []
            case .null?: [(name, "null")]
            case let value?: value.texts.map { (name, $0) }
            }
        }
    }

    /// As the table writes them, with the values in them.
    package func preview(for inputs: [Value.Member], link: String?) -> [String] {
        compactMap { $0.preview(inputs, link) }
    }

    /// The names of the inputs that they take.
    package var inputs: Set<String> {
        reduce(into: []) { names, argument in
            switch argument.source {
            case .input(let name): names.insert(name)
            case .text(let template): names.formUnion(template.inputs)
            case .constant: break
            }
        }
    }

    /// True if one of them is the link.
    package var takeLink: Bool { contains { $0.source == .text(.link) } }
}

extension [Value.Member] {
    /// Puts a value into the object, and into objects in it.
    fileprivate mutating func set(_ value: Value, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        let rest = path.dropFirst()
        guard !rest.isEmpty else { return append(Value.Member(name, value)) }
        var inner: [Value.Member] = []
        if let index = firstIndex(where: { $0.name == name }) {
            if case .object(let members) = self[index].value { inner = members }
            remove(at: index)
        }
        inner.set(value, at: rest)
        append(Value.Member(name, .object(inner)))
    }
}
