/// A JSON text as RFC 8259 defines it, and no name twice in an object.
///
/// A number keeps its literal: Foundation's parser takes 1.0 for an integer, and does not notice a repeated name.
enum StrictJSON: Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([StrictJSON])
    case object([String: StrictJSON])

    /// *Units*: `offset` in bytes.
    struct SyntaxError: Error, CustomStringConvertible {
        let reason: String
        let offset: Int

        var description: String { "\(reason) at byte \(offset)" }
    }

    /// Parses one text, to its end.
    init(_ bytes: some Sequence<UInt8>) throws(SyntaxError) {
        var parser = Parser(Array(bytes))
        self = try parser.value()
        parser.skipBlanks()
        guard parser.isAtEnd else { throw parser.error("something after the value") }
    }

    init(_ text: String) throws(SyntaxError) { try self.init(text.utf8) }

    subscript(name: String) -> StrictJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The members of an object, without those that are null.
    var presentMembers: [String: StrictJSON]? {
        if case .object(let members) = self { members.filter { $0.value != .null } } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The word for its type.
    var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a bool"
        case .number(let literal): Int64(literal) == nil ? "the number \(literal)" : "an int"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

private struct Parser {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    func error(_ reason: String) -> StrictJSON.SyntaxError { .init(reason: reason, offset: at) }

    mutating func skipBlanks() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
    }

    mutating func value() throws(StrictJSON.SyntaxError) -> StrictJSON {
        skipBlanks()
        switch peek.map({ Character(Unicode.Scalar($0)) }) {
        case "{": return .object(try members())
        case "[": return .array(try elements())
        case "\"": return .string(try string())
        case "t": return try literal("true", .bool(true))
        case "f": return try literal("false", .bool(false))
        case "n": return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ character: Character) -> Bool {
        guard peek == character.asciiValue else { return false }
        at += 1
        return true
    }

    private mutating func literal(_ word: String, _ value: StrictJSON) throws(StrictJSON.SyntaxError) -> StrictJSON {
        guard bytes[at...].starts(with: word.utf8) else { throw error("an unknown word") }
        at += word.utf8.count
        return value
    }

    private mutating func members() throws(StrictJSON.SyntaxError) -> [String: StrictJSON] {
        var members: [String: StrictJSON] = [:]
        at += 1
        skipBlanks()
        if take("}") { return members }
        repeat {
            skipBlanks()
            let name = try string()
            skipBlanks()
            guard take(":") else { throw error("no colon") }
            guard members.updateValue(try value(), forKey: name) == nil else { throw error("a second \(name)") }
            skipBlanks()
        } while take(",")
        guard take("}") else { throw error("an object without its end") }
        return members
    }

    private mutating func elements() throws(StrictJSON.SyntaxError) -> [StrictJSON] {
        var elements: [StrictJSON] = []
        at += 1
        skipBlanks()
        if take("]") { return elements }
        repeat {
            elements.append(try value())
            skipBlanks()
        } while take(",")
        guard take("]") else { throw error("an array without its end") }
        return elements
    }

    private mutating func number() throws(StrictJSON.SyntaxError) -> String {
        let rest = String(decoding: bytes[at...].prefix { "+-.0123456789Ee".utf8.contains($0) }, as: UTF8.self)
        guard let literal = rest.prefixMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/) else {
            throw error("no value")
        }
        at += literal.0.utf8.count
        return String(literal.0)
    }

    private mutating func string() throws(StrictJSON.SyntaxError) -> String {
        guard take("\"") else { throw error("no string") }
        // As UTF-16, because an escape is half of a character beyond the basic plane.
        var units: [UInt16] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw error("a control character") }
            if byte == UInt8(ascii: "\\") {
                units.append(try escape())
            } else {
                let end = bytes[at...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? bytes.count
                guard let text = String(validating: bytes[at..<end], as: UTF8.self) else { throw error("no UTF-8") }
                units += text.utf16
                at = end
            }
        }
        guard take("\"") else { throw error("a string without its end") }
        guard let text = String(validating: units, as: UTF16.self) else { throw error("half of a surrogate pair") }
        return text
    }

    private mutating func escape() throws(StrictJSON.SyntaxError) -> UInt16 {
        let rest = String(decoding: bytes[at...].prefix(6), as: UTF8.self)
        if let code = rest.prefixMatch(of: /\\u([0-9a-fA-F]{4})/).flatMap({ UInt16($0.1, radix: 16) }) {
            at += 6
            return code
        }
        let escapes: [Character: UInt16] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        guard let code = rest.dropFirst().first.flatMap({ escapes[$0] }) else { throw error("an unknown escape") }
        at += 2
        return code
    }
}
