// One value of a D-Bus message. polkit's question "may process 4711 mount?" begins with the values
//
//     .structure([.string("unix-process"), .entries(of: "sv", [(.string("pid"), .variant(.uint32(4711))), …])])
//     .string("org.freedesktop.udisks2.filesystem-mount")
//
// What is read has the same cases. A descriptor is skipped and leaves `other`, so that a service that adds a member is still
// understood.

package import Varlink

/// A value of a message, as D-Bus types it.
package indirect enum BusValue: Equatable, Sendable {
    case string(String)
    case objectPath(String)
    case signature(String)
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// An array of bytes that was read.
    case bytes([UInt8])
    case structure([BusValue])
    /// *Shape*: `of` is the type of every element, which an empty array needs too.
    case array([BusValue], of: String)
    /// A key with its value, in an array.
    case entry(BusValue, BusValue)
    case variant(BusValue)
    /// A descriptor of this process, which gets a copy of its own when the message is made; one that is read is `other`.
    case descriptor(Int32)
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
        case .objectPath: "o"
        case .signature: "g"
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .bytes: "ay"
        case .structure(let members): "(" + members.map(\.type).joined() + ")"
        case .array(_, let element): "a" + element
        case .entry(let key, let value): "{" + key.type + value.type + "}"
        case .variant: "v"
        case .descriptor: "h"
        case .other(let type): type
        }
    }

    // MARK: What a value is

    /// The text, path or signature; nil for a value of another type.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .bytes, .structure, .array,
            .entry, .variant, .descriptor, .other:
            nil
        }
    }

    /// The whole number; nil for a value of another type.
    package var number: Int64? {
        switch self {
        case .byte(let number): Int64(number)
        case .int16(let number): Int64(number)
        case .uint16(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        case .int64(let number): number
        case .uint64(let number): Int64(exactly: number)
        case .string, .objectPath, .signature, .boolean, .double, .bytes, .structure, .array, .entry, .variant,
            .descriptor, .other:
            nil
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
        case .string, .objectPath, .signature, .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64,
            .double, .bytes, .entry, .variant, .descriptor, .other:
            nil
        }
    }

    /// The value of a key in an array of texts with values; nil where there is none.
    package subscript(key: String) -> BusValue? {
        for case .entry(.string(key), let value) in elements ?? [] { return value }
        return nil
    }
}

// MARK: - Values as JSON

extension BusValue {
    /// The value as JSON writes it.
    ///
    /// *Shape*: whole numbers are exact. A dictionary whose keys are texts, paths or signatures is an object; of a key that
    /// occurs twice the first value counts. Another dictionary is an array of pairs, a structure an array, and bytes an
    /// array of numbers. A variant is the value in it. A descriptor, an infinite number and one that is not a number are
    /// null.
    package var json: Value {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): .string(text)
        case .boolean(let isTrue): .bool(isTrue)
        case .byte, .int16, .uint16, .int32, .uint32, .int64: number.map(Value.integer) ?? .null
        case .uint64(let number): Int64(exactly: number).map(Value.integer) ?? .number(literal: "\(number)")
        case .double(let number): number.isFinite ? .number(literal: "\(number)") : .null
        case .bytes(let bytes): .array(bytes.map { .integer(Int64($0)) })
        case .structure(let members): .array(members.map(\.json))
        case .array(let elements, let type):
            Self.hasTextKeys(type) ? .object(Self.members(of: elements)) : .array(elements.map(\.json))
        case .entry(let key, let value): .array([key.json, value.json])
        case .variant(let value): value.json
        case .descriptor, .other: .null
        }
    }

    /// True if the elements of an array are entries whose keys are texts.
    private static func hasTextKeys(_ type: String) -> Bool {
        ["{s", "{o", "{g"].contains { type.hasPrefix($0) }
    }

    private static func members(of entries: [BusValue]) -> [Value.Member] {
        var seen: Set<String> = []
        return entries.compactMap { entry in
            guard case .entry(let key, let value) = entry, let name = key.text, seen.insert(name).inserted else {
                return nil
            }
            return Value.Member(name, value.json)
        }
    }
}
