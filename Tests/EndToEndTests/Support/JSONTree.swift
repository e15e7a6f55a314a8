import Foundation

/// A JSON text as Foundation's parser reads it.
enum JSONTree: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONTree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    /// Parses one JSON text.
    init(parsing bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    }

    /// The value at a path, members and indices separated by dots: `outcome.constraints.0.id`.
    subscript(path: String) -> JSONTree? {
        var here: JSONTree? = self
        for step in path.split(separator: ".") {
            switch here {
            case .object(let members): here = members[String(step)]
            case .array(let elements): here = Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: return nil
            }
        }
        return here
    }

    /// A scalar as text, a list as its scalars; tables of tests compare this.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value
        case .array(let elements): elements.map(\.text).joined(separator: " ")
        case .object(let members): members.keys.sorted().joined(separator: " ")
        }
    }

    var elements: [JSONTree] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// A Swift value as JSON text.
    static func write(_ value: Any) throws -> String {
        String(
            decoding: try JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]),
            as: UTF8.self)
    }
}

extension JSONTree: CustomStringConvertible {
    var description: String {
        switch self {
        case .string(let value): (try? JSONTree.write(value)) ?? value
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",") + "}"
        case .null, .bool, .integer, .number: text
        }
    }
}

extension JSONTree? {
    /// The text of a value; `-` for none.
    var text: String { self.map(\.text) ?? "-" }
}
