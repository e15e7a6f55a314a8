// The text of an interface in the Varlink language. It keeps to what the parsers of systemd 257 and 262 and of Python's
// varlink all accept:
// * no `any` and no `[string]()`; `error Name ()` has its parentheses;
// * interface names begin with letters only; a method's signature holds no nested parentheses, and no comment inside
//   it holds a closing one (Python finds its end with a regular expression);
// * a type is known only in the interface that declares it, so what two interfaces use is declared in both.

/// One interface, to be printed in the Varlink language.
package struct InterfaceDescription {
    /// One method or error.
    package struct Member {
        let name: String
        let comment: String
        let inputs: [MemberDescription]
        /// nil for an error.
        let outputs: [MemberDescription]?

        /// Describes a method, or an error where there are no outputs.
        package init(
            _ name: String, _ comment: String, inputs: [MemberDescription], outputs: [MemberDescription]? = nil
        ) {
            (self.name, self.comment, self.inputs, self.outputs) = (name, comment, inputs, outputs)
        }
    }

    private static let columns = 120

    private let name: String
    private let comment: String
    private let types: [any WireDeclared.Type]
    private let members: [Member]

    /// - Parameters:
    ///   - types: the types that are declared first; the others follow in the order in which members use them.
    ///   - members: methods, then errors.
    package init(_ name: String, _ comment: String, types: [any WireDeclared.Type], members: [Member]) {
        self.name = name
        self.comment = comment
        self.members = members
        var declared: [any WireDeclared.Type] = []
        for type in types { Self.declare(type, in: &declared) }
        for member in members { Self.declare(typesOf: member.inputs + (member.outputs ?? []), in: &declared) }
        self.types = declared
    }

    private static func declare(_ type: any WireDeclared.Type, in declared: inout [any WireDeclared.Type]) {
        guard !declared.contains(where: { $0 == type }) else { return }
        declare(typesOf: type.declaration, in: &declared)
        declared.append(type)
    }

    private static func declare(
        typesOf members: [MemberDescription], in declared: inout [any WireDeclared.Type]
    ) {
        for type in members.compactMap(\.kind.declared) { declare(type, in: &declared) }
    }

    /// The text, comments included.
    package var text: String {
        let head = Self.comment(comment) + "interface \(name)"
        let types = types.map { type in
            Self.comment(type.typeComment)
                + "type \(type.typeName) (\(Self.text(type.declaration, areWords: type.isEnumeration)))"
        }
        let members = members.map { member in
            let outputs = member.outputs.map { "(\(Self.text($0)))" }
            return Self.comment(member.comment)
                + (outputs.map { "method \(member.name)(\(Self.text(member.inputs))) -> \($0)" }
                    ?? "error \(member.name) (\(Self.text(member.inputs)))")
        }
        return ([head] + types + members).joined(separator: "\n\n") + "\n"
    }

    private static func text(_ members: [MemberDescription], areWords: Bool = false) -> String {
        guard !members.isEmpty else { return "" }
        let lines = members.map {
            comment($0.comment, indent: "    ") + "    " + $0.name + (areWords ? "" : ": " + $0.kind.text)
        }
        return "\n" + lines.joined(separator: ",\n") + "\n"
    }

    /// The lines of a comment, filled; an empty line parts two paragraphs.
    private static func comment(_ text: String, indent: String = "") -> String {
        var lines: [String] = []
        var line = indent + "#"
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if part.isEmpty {
                lines += [line, indent + "#"]
                line = indent + "#"
            }
            for word in part.split(separator: " ") {
                if line.count + 1 + word.count > columns {
                    lines.append(line)
                    line = indent + "#"
                }
                line += " " + word
            }
        }
        return (lines + [line]).map { $0 + "\n" }.joined()
    }
}
