/// A JSON value: an input of an action, a part of an answer, or a whole message.
///
///     ["episode": 7, "from": "start"]
///
/// *Shape*: objects keep the order of their members, so the printed text is reproducible; two objects are equal if they
/// have the same members in the same order. A number that is no 64-bit integer keeps its literal text, so no digit is lost.
public enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// *Shape*: the digits of a number that is no 64-bit integer, as they were sent.
    case number(literal: String)
    case string(String)
    case array([Value])
    case object([Member])

    /// One name and its value in an object.
    public struct Member: Equatable, Sendable {
        /// The name.
        public var name: String
        /// Its value.
        public var value: Value

        /// Makes a member.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}

extension Value {
    /// The member of that name; nil if this is no object or has none.
    public subscript(_ name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text of a string value.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The integer of an integer value.
    public var int: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The flag of a boolean value.
    public var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements of an array value.
    public var elements: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object value, in their order.
    public var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension [Value.Member] {
    /// The values by name; of a name that occurs twice the last one counts.
    public var byName: [String: Value] { Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) }
}

// No literal is null: `value["x"] == nil` has to ask whether there is such a member.
extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a string.
    public init(stringLiteral text: String) { self = .string(text) }

    /// Makes an integer.
    public init(integerLiteral number: Int64) { self = .integer(number) }

    /// Makes a boolean.
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }

    /// Makes an array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }

    /// Makes an object; a daemon refuses one that has a name twice.
    public init(dictionaryLiteral members: (String, Value)...) { self = .object(members.map { Member($0, $1) }) }
}

extension Value: CustomStringConvertible {
    /// The value as JSON on one line.
    public var description: String { JSONText.text(of: self) }
}
