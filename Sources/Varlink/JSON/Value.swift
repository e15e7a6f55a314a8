/// A JSON value as both ends of the socket see it: parameters, results and remedy arguments.
///
/// *Shape*: objects keep the order of their members, so what is printed is reproducible. A number that is no 64-bit
/// integer keeps its literal text: nothing is rounded on the way through.
package enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(literal: String)
    case string(String)
    case array([Value])
    case object([Member])

    /// One name and its value in an object.
    package struct Member: Equatable, Sendable {
        package var name: String
        package var value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}

extension Value {
    /// The member of that name, or nil where this is no object or has none.
    package subscript(_ name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text of a string value.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The integer of an integer value.
    package var int: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The flag of a boolean value.
    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements of an array value.
    package var elements: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object value.
    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }
}
