/// The types, methods and errors of one interface description: just enough of the language to hold the encoders to it.
package struct IDL: Sendable {
    package indirect enum Kind: Equatable, Sendable {
        case bool, int, string, object
        case named(String)
        case array(Kind)
        case optional(Kind)

        package var isOptional: Bool { self != unwrapped }

        /// The kind without its question mark.
        package var unwrapped: Kind {
            if case .optional(let kind) = self { kind } else { self }
        }
    }

    package enum Declaration: Equatable, Sendable {
        case structure([Field])
        case enumeration([String])
    }

    package struct Field: Equatable, Sendable {
        package var name: String
        package var kind: Kind

        package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
    }

    package struct Method: Equatable, Sendable {
        package var inputs: [Field]
        package var outputs: [Field]
    }

    struct SyntaxError: Error {
        var at: String
    }

    /// The interface's name.
    package private(set) var name = ""
    package var types: [String: Declaration] = [:]
    package var methods: [String: Method] = [:]
    package var errors: [String: [Field]] = [:]
    private var tokens: ArraySlice<String>

    package init(_ text: String) throws {
        var tokens: [String] = []
        for line in text.split(separator: "\n") {
            var token = ""
            for character in line.prefix(while: { $0 != "#" }) {
                if "():,?[]".contains(character) || character == " " {
                    if !token.isEmpty { tokens.append(token) }
                    if character != " " { tokens.append(String(character)) }
                    token = ""
                } else {
                    token.append(character)
                }
            }
            if !token.isEmpty { tokens.append(token) }
        }
        self.tokens = tokens[...]
        try expect("interface")
        name = try word()
        while !self.tokens.isEmpty { try member() }
        try checkNames()
    }

    /// Each type that is used is declared, and no object has two members of one name.
    private func checkNames() throws {
        let structures = types.values.compactMap { if case .structure(let fields) = $0 { fields } else { nil } }
        for fields in structures + methods.values.flatMap({ [$0.inputs, $0.outputs] }) + errors.values {
            guard Set(fields.map(\.name)).count == fields.count else { throw SyntaxError(at: "\(fields)") }
            for var kind in fields.map(\.kind) {
                while case .array(let inner) = kind.unwrapped { kind = inner }
                if case .named(let name) = kind.unwrapped, types[name] == nil { throw SyntaxError(at: name) }
            }
        }
    }

    private mutating func member() throws {
        let keyword = try word()
        let name = try word()
        guard types[name] == nil, methods[name] == nil, errors[name] == nil else { throw SyntaxError(at: name) }
        switch keyword {
        case "type": types[name] = try declaration()
        case "method":
            let inputs = try fields()
            try expect("->")
            methods[name] = Method(inputs: inputs, outputs: try fields())
        case "error": errors[name] = try fields()
        default: throw SyntaxError(at: keyword)
        }
    }

    private mutating func declaration() throws -> Declaration {
        let isStructure = tokens.dropFirst(2).first == ":"
        if isStructure { return .structure(try fields()) }
        try expect("(")
        var names = [try word()]
        while try word(of: [",", ")"]) == "," { names.append(try word()) }
        return .enumeration(names)
    }

    private mutating func fields() throws -> [Field] {
        try expect("(")
        if tokens.first == ")" {
            tokens.removeFirst()
            return []
        }
        var fields: [Field] = []
        repeat {
            let name = try word()
            try expect(":")
            fields.append(Field(name, try kind()))
        } while try word(of: [",", ")"]) == ","
        return fields
    }

    private mutating func kind() throws -> Kind {
        switch try word() {
        case "?":
            let kind = try kind()
            guard !kind.isOptional else { throw SyntaxError(at: "??") }
            return .optional(kind)
        case "[":
            try expect("]")
            return .array(try kind())
        case "bool": return .bool
        case "int": return .int
        case "string": return .string
        case "object": return .object
        case let name:
            guard name.first?.isUppercase == true else { throw SyntaxError(at: name) }
            return .named(name)
        }
    }

    private mutating func word() throws -> String {
        guard let token = tokens.popFirst() else { throw SyntaxError(at: "the end") }
        return token
    }

    private mutating func word(of choice: [String]) throws -> String {
        let token = try word()
        guard choice.contains(token) else { throw SyntaxError(at: token) }
        return token
    }

    private mutating func expect(_ token: String) throws {
        _ = try word(of: [token])
    }
}
