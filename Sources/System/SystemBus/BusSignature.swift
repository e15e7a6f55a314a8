// The types of the values of a D-Bus message, as a line of a table or an introspection document writes them:
//
//     "sava{sv}"  →  a text, an array of variants, and a dictionary from texts to variants
//
// A signature is any number of complete types, one behind the other. The D-Bus specification limits its bytes, and how deep
// arrays and structures are nested. A fault names the byte at which it is.

/// The types of the values of a message.
///
/// *Source*: D-Bus Specification, "Type System".
package struct BusSignature: Hashable, Sendable {
    /// *Units*: bytes of a signature.
    package static let byteLimit = 255
    /// *Units*: arrays in arrays, and structures in structures.
    package static let depthLimit = 32

    /// One for each value.
    package let types: [BusType]

    /// Makes the signature of values of these types.
    package init(_ types: [BusType]) { self.types = types }

    /// Parses a signature; empty for no values.
    ///
    /// *Throws*: what is wrong, and where.
    package init(parsing text: String) throws(BusSignatureFault) {
        guard text.utf8.count <= Self.byteLimit else {
            throw BusSignatureFault(.tooLong(text.utf8.count), at: Self.byteLimit)
        }
        var parser = Parser(bytes: Array(text.utf8))
        var types: [BusType] = []
        while !parser.isAtEnd { types.append(try parser.type()) }
        self.types = types
    }
}

/// The type of one value.
package indirect enum BusType: Hashable, Sendable {
    case basic(Basic)
    /// A value that brings its type.
    case variant
    case array(BusType)
    case structure([BusType])
    /// An array of entries, in which every key is of a basic type.
    case dictionary(Basic, BusType)

    /// A type without parts.
    package enum Basic: UInt8, CaseIterable, Sendable {
        case byte = 0x79
        case boolean = 0x62
        case int16 = 0x6E
        case uint16 = 0x71
        case int32 = 0x69
        case uint32 = 0x75
        case int64 = 0x78
        case uint64 = 0x74
        case double = 0x64
        case string = 0x73
        case objectPath = 0x6F
        case signature = 0x67
        /// The number of a descriptor that comes with the message.
        case descriptor = 0x68
    }
}

extension BusSignature: CustomStringConvertible {
    /// *Shape*: as D-Bus writes it.
    package var description: String { types.map(\.description).joined() }
}

extension BusType: CustomStringConvertible {
    /// *Shape*: as D-Bus writes it: `a{sv}`.
    package var description: String {
        switch self {
        case .basic(let basic): basic.letter
        case .variant: "v"
        case .array(let element): "a\(element)"
        case .structure(let members): "(" + members.map(\.description).joined() + ")"
        case .dictionary(let key, let value): "a{\(key.letter)\(value)}"
        }
    }
}

extension BusType.Basic {
    /// *Shape*: as D-Bus writes it: `s`.
    package var letter: String { String(Unicode.Scalar(rawValue)) }
}

// MARK: Faults

/// What is wrong with a signature, and where.
package struct BusSignatureFault: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// *Units*: bytes.
        case tooLong(Int)
        case unknownType(Unicode.Scalar)
        /// An array whose elements have no type.
        case noElement
        case emptyStructure
        case openStructure
        case strayClosing(Unicode.Scalar)
        /// An entry that is no element of an array.
        case strayEntry
        /// A key that is a container or a variant.
        case keyNotBasic
        /// An entry that has not exactly one key and one value.
        case openEntry
        case tooDeep
    }

    package let reason: Reason
    /// *Units*: bytes before it.
    package let offset: Int

    init(_ reason: Reason, at offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

extension BusSignatureFault: CustomStringConvertible {
    /// *Shape*: a sentence without its full stop.
    package var description: String {
        let place = "at byte \(offset + 1)"
        return switch reason {
        case .tooLong(let count): "it has \(count) bytes, and a signature has \(BusSignature.byteLimit) at most"
        case .unknownType(let letter): "`\(letter)` \(place) is not a type"
        case .noElement: "the array \(place) has no type of its elements"
        case .emptyStructure: "the structure \(place) has no members"
        case .openStructure: "the structure \(place) has no `)`"
        case .strayClosing(let letter): "the `\(letter)` \(place) closes nothing"
        case .strayEntry: "the entry \(place) is not the element of an array, as in `a{sv}`"
        case .keyNotBasic: "the key of the entry \(place) is not of a basic type, such as `s` or `u`"
        case .openEntry: "the entry \(place) is not one key and one value, as in `a{sv}`"
        case .tooDeep:
            "the container \(place) is nested deeper than \(BusSignature.depthLimit) arrays or structures"
        }
    }
}

// MARK: Parsing

private struct Parser {
    let bytes: [UInt8]
    var offset = 0
    private var arrays = 0
    private var structures = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Takes the byte that comes next, if it is this one.
    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: letter) else { return false }
        offset += 1
        return true
    }

    /// Parses the complete type that comes next; there is a byte.
    mutating func type() throws(BusSignatureFault) -> BusType {
        let start = offset
        let letter = bytes[start]
        offset += 1
        switch letter {
        case UInt8(ascii: "v"): return .variant
        case UInt8(ascii: "a"): return try array(start)
        case UInt8(ascii: "("): return try structure(start)
        case UInt8(ascii: "{"): throw BusSignatureFault(.strayEntry, at: start)
        case UInt8(ascii: ")"), UInt8(ascii: "}"):
            throw BusSignatureFault(.strayClosing(Unicode.Scalar(letter)), at: start)
        default:
            guard let basic = BusType.Basic(rawValue: letter) else {
                throw BusSignatureFault(.unknownType(scalar(at: start)), at: start)
            }
            return .basic(basic)
        }
    }

    private mutating func array(_ start: Int) throws(BusSignatureFault) -> BusType {
        guard arrays < BusSignature.depthLimit else { throw BusSignatureFault(.tooDeep, at: start) }
        guard let letter = next, letter != UInt8(ascii: ")"), letter != UInt8(ascii: "}") else {
            throw BusSignatureFault(.noElement, at: start)
        }
        arrays += 1
        defer { arrays -= 1 }
        guard letter == UInt8(ascii: "{") else { return .array(try type()) }
        return try entry()
    }

    /// True if an entry goes on with its key or its value.
    private var hasMember: Bool { next.map { $0 != UInt8(ascii: "}") } ?? false }

    private mutating func entry() throws(BusSignatureFault) -> BusType {
        let start = offset
        offset += 1
        guard hasMember else { throw BusSignatureFault(.openEntry, at: start) }
        guard case .basic(let key) = try type() else { throw BusSignatureFault(.keyNotBasic, at: start) }
        guard hasMember else { throw BusSignatureFault(.openEntry, at: start) }
        let value = try type()
        guard take("}") else { throw BusSignatureFault(.openEntry, at: start) }
        return .dictionary(key, value)
    }

    private mutating func structure(_ start: Int) throws(BusSignatureFault) -> BusType {
        guard structures < BusSignature.depthLimit else { throw BusSignatureFault(.tooDeep, at: start) }
        structures += 1
        defer { structures -= 1 }
        var members: [BusType] = []
        while !take(")") {
            guard !isAtEnd else { throw BusSignatureFault(.openStructure, at: start) }
            members.append(try type())
        }
        guard !members.isEmpty else { throw BusSignatureFault(.emptyStructure, at: start) }
        return .structure(members)
    }

    /// The character that begins at a byte.
    private func scalar(at start: Int) -> Unicode.Scalar {
        String(decoding: bytes[start...], as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    }
}
