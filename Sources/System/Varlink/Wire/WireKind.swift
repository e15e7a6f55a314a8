/// A type as interface descriptions write it: `?[]ConstraintReport`.
package indirect enum WireKind: Sendable {
    case bool
    case int
    case string
    case object
    case array(WireKind)
    case optional(WireKind)
    /// A type that the description declares.
    case named(any WireDeclared.Type)

    /// The type as it stands in a description.
    package var text: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .string: "string"
        case .object: "object"
        case .array(let element): "[]" + element.text
        case .optional(.optional(let kind)): "?" + kind.text
        case .optional(let kind): "?" + kind.text
        case .named(let type): type.typeName
        }
    }

    /// What `FramingError.field` calls it.
    var expected: String {
        switch self {
        case .bool, .int, .string, .object: text
        case .array: "array"
        case .optional(let kind): kind.expected
        case .named(let type): type.isEnumeration ? "string" : "object"
        }
    }

    /// The declared type in it.
    var declared: (any WireDeclared.Type)? {
        switch self {
        case .bool, .int, .string, .object: nil
        case .array(let kind), .optional(let kind): kind.declared
        case .named(let type): type
        }
    }

    /// Whether a JSON text that begins with the byte may be a value of this type.
    func begins(with byte: UInt8) -> Bool {
        switch self {
        case .bool: byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f")
        case .int: byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        case .string: byte == UInt8(ascii: "\"")
        case .object: byte == UInt8(ascii: "{")
        case .array: byte == UInt8(ascii: "[")
        case .optional(let kind): kind.begins(with: byte)
        case .named(let type): byte == (type.isEnumeration ? UInt8(ascii: "\"") : UInt8(ascii: "{"))
        }
    }
}
