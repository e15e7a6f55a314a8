// One value of a D-Bus message. polkit's question "may process 4711 mount?" begins with the values
//
//     .structure([.string("unix-process"), .entries(of: "sv", [(.string("pid"), .variant(.uint32(4711))), …])])
//     .string("org.freedesktop.udisks2.filesystem-mount")
//
// What is read has the same cases. Types that no caller of this target needs (doubles, descriptors, …) are skipped and
// leave `other`, so that a newer service that adds a member is still understood.

/// A value of a message, as D-Bus types it.
package indirect enum BusValue: Equatable, Sendable {
    case string(String)
    case byte(UInt8)
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case uint64(UInt64)
    case structure([BusValue])
    /// *Shape*: `of` is the type of every element, which an empty array needs too.
    case array([BusValue], of: String)
    /// A key with its value, in an array.
    case entry(BusValue, BusValue)
    case variant(BusValue)
    /// A value of another type, which was skipped.
    ///
    /// *Shape*: its type.
    case other(String)

    /// An array of keys with values.
    ///
    /// *Shape*: `of` is the type of a key and that of a value: `sv`.
    package static func entries(of types: String, _ entries: [(BusValue, BusValue)]) -> Self {
        .array(entries.map { .entry($0, $1) }, of: "{" + types + "}")
    }

    /// *Shape*: the type, as D-Bus writes it: `a{sv}`.
    package var type: String {
        switch self {
        case .string: "s"
        case .byte: "y"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .uint64: "t"
        case .structure(let members): "(" + members.map(\.type).joined() + ")"
        case .array(_, let element): "a" + element
        case .entry(let key, let value): "{" + key.type + value.type + "}"
        case .variant: "v"
        case .other(let type): type
        }
    }

    // MARK: What a value is

    /// The text; nil for a value of another type.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number; nil for a value of another type.
    package var number: Int64? {
        switch self {
        case .byte(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        case .uint64(let number): Int64(exactly: number)
        case .string, .boolean, .structure, .array, .entry, .variant, .other: nil
        }
    }

    /// Whether it is true; nil for a value of another type.
    package var isTrue: Bool? {
        guard case .boolean(let isTrue) = self else { return nil }
        return isTrue
    }

    /// The elements of an array, or the members of a structure; nil for a value of another type.
    package var elements: [BusValue]? {
        switch self {
        case .structure(let elements), .array(let elements, _): elements
        case .string, .byte, .boolean, .int32, .uint32, .uint64, .entry, .variant, .other: nil
        }
    }

    /// The value of a key in an array of texts with values; nil where there is none.
    package subscript(key: String) -> BusValue? {
        for case .entry(.string(key), let value) in elements ?? [] { return value }
        return nil
    }
}
