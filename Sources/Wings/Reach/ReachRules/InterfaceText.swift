// Reads the description of a Varlink interface, as a service gives it:
//
//     interface io.example.Player
//     type Speed (slow, fast)
//     method Play(episode: int, speed: ?Speed) -> (title: string)
//     error NoSuchEpisode (episode: int)
//
// Errors and comments are skipped. The text comes from another program: its length, its depth and its names are limited.

/// The methods of an interface and their types.
struct InterfaceText: Equatable {
    /// A type.
    indirect enum Kind: Equatable {
        case bool, int, float, string, object
        case named(String)
        case list(Kind), map(Kind), optional(Kind)
        case structure([Field])
        case choice([String])
    }

    /// A member of a structure, or a parameter.
    struct Field: Equatable {
        let name: String
        let kind: Kind
    }

    /// The parameters of a method and its answer.
    struct Method: Equatable {
        let parameters: [Field]
        let answer: [Field]
    }

    private(set) var methods: [String: Method] = [:]
    private(set) var types: [String: Kind] = [:]

    /// Reads a description; nil for a text that is none.
    ///
    /// *Source*: varlink.org, "Interface Definition".
    init?(_ text: String) {
        var words = InterfaceWords(text)
        guard words.take("interface"), words.name() != nil else { return nil }
        while let word = words.name() {
            guard let name = words.name() else { return nil }
            switch word {
            case "type":
                guard let kind = words.structure() else { return nil }
                types[name] = kind
            case "method":
                guard case .structure(let parameters)? = words.structure(), words.take("->"),
                    case .structure(let answer)? = words.structure()
                else { return nil }
                methods[name] = Method(parameters: parameters, answer: answer)
            case "error": guard words.structure() != nil else { return nil }
            default: return nil
            }
        }
        guard words.isAtEnd else { return nil }
    }

    /// The type that a name stands for, without the mark that it may be missing.
    func resolved(_ kind: Kind) -> Kind {
        var kind = kind
        // A type that is named by itself would be followed without end.
        for _ in 0...types.count {
            switch kind {
            case .optional(let inner): kind = inner
            case .named(let name): kind = types[name] ?? .object
            case .bool, .int, .float, .string, .object, .list, .map, .structure, .choice: return kind
            }
        }
        return .object
    }
}

extension InterfaceText.Field: CustomStringConvertible {
    var description: String { "\(name): \(kind)" }
}

extension InterfaceText.Kind: CustomStringConvertible {
    var description: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .named(let name): name
        case .list(let kind): "[]\(kind)"
        case .map(let kind): "[string]\(kind)"
        case .optional(let kind): "?\(kind)"
        case .structure(let fields): "(" + fields.map(\.description).joined(separator: ", ") + ")"
        case .choice(let names): "(" + names.joined(separator: ", ") + ")"
        }
    }
}

/// The words and marks of a description, from its beginning to its end.
private struct InterfaceWords {
    private static let depth = 32

    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// True if nothing but blanks and comments is left.
    var isAtEnd: Bool {
        mutating get {
            skip()
            return rest.isEmpty
        }
    }

    private mutating func skip() {
        while let byte = rest.first {
            if byte == UInt8(ascii: "#") {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                rest = rest.dropFirst()
            } else {
                return
            }
        }
    }

    /// Takes a mark or a keyword, if it comes next.
    mutating func take(_ mark: String) -> Bool {
        skip()
        guard rest.starts(with: mark.utf8) else { return false }
        rest = rest.dropFirst(mark.utf8.count)
        return true
    }

    /// Takes a name, also that of an interface; nil where none comes next.
    mutating func name() -> String? {
        skip()
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard !name.isEmpty, name.first != UInt8(ascii: "-") else { return nil }
        rest = rest[name.endIndex...]
        return String(Substring(name))
    }

    /// Takes a structure or a choice.
    mutating func structure(depth: Int = 0) -> InterfaceText.Kind? {
        guard depth < Self.depth, take("(") else { return nil }
        var fields: [InterfaceText.Field] = []
        var names: [String] = []
        if take(")") { return .structure([]) }
        repeat {
            guard let name = name() else { return nil }
            if take(":") {
                guard let kind = kind(depth + 1) else { return nil }
                fields.append(.init(name: name, kind: kind))
            } else {
                names.append(name)
            }
        } while take(",")
        guard take(")"), fields.isEmpty || names.isEmpty else { return nil }
        return names.isEmpty ? .structure(fields) : .choice(names)
    }

    private mutating func kind(_ depth: Int) -> InterfaceText.Kind? {
        guard depth < Self.depth else { return nil }
        if take("?") { return kind(depth + 1).map { .optional($0) } }
        if take("[]") { return kind(depth + 1).map { .list($0) } }
        if take("[string]") { return kind(depth + 1).map { .map($0) } }
        skip()
        if rest.first == UInt8(ascii: "(") { return structure(depth: depth) }
        guard let name = name() else { return nil }
        return switch name {
        case "bool": .bool
        case "int": .int
        case "float": .float
        case "string": .string
        case "object": .object
        default: .named(name)
        }
    }
}
