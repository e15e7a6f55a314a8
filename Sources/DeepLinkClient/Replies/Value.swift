internal import Contract

/// A JSON value: an input of an action, or a part of an answer.
///
///     ["episode": 7, "from": "start"]
public enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// *Shape*: the digits of a number that is no 64-bit integer, as they were sent.
    case number(literal: String)
    case string(String)
    case array([Value])
    case object([String: Value])
}

extension Value {
    /// The member of that name; nil if this is no object or has none.
    public subscript(_ name: String) -> Value? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number of an integer.
    public var int: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The flag of a boolean.
    public var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements of an array.
    public var elements: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object.
    public var members: [String: Value]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Makes a string.
    public init(stringLiteral text: String) { self = .string(text) }

    /// Makes an integer.
    public init(integerLiteral number: Int64) { self = .integer(number) }

    /// Makes a boolean.
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }

    /// Makes an array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }

    /// Makes an object; of a name that occurs twice the last counts.
    public init(dictionaryLiteral members: (String, Value)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }

    /// Makes null.
    public init(nilLiteral: ()) { self = .null }
}

extension Value: CustomStringConvertible {
    /// The value as JSON on one line, with the members of objects by name.
    public var description: String { JSONText.text(of: wire) }
}

extension Value {
    /// A value of the wire.
    init(_ value: Varlink.Value) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .integer(number)
            case .number(let literal): .number(literal: literal)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements.map(Value.init))
            case .object(let members): .object(Self.members(members))
            }
    }

    /// Members of the wire by name.
    static func members(_ members: [Varlink.Value.Member]) -> [String: Value] {
        Dictionary(members.map { ($0.name, Value($0.value)) }, uniquingKeysWith: { $1 })
    }

    /// The value on the wire.
    var wire: Varlink.Value {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let literal): .number(literal: literal)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.wire))
        case .object(let members): .object(members.wire)
        }
    }
}

extension [String: Value] {
    /// The members on the wire, by name.
    var wire: [Varlink.Value.Member] { sorted { $0.key < $1.key }.map { Varlink.Value.Member($0.key, $0.value.wire) } }
}
