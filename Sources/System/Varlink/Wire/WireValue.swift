/// A type that can be the value of a member.
package protocol WireValue {
    /// The type that descriptions declare for it.
    static var kind: WireKind { get }
    /// Whether a member of this type may be absent; true of optionals alone.
    static var mayBeAbsent: Bool { get }
    /// Whether a member with this value is left out where it may be absent.
    var isBlank: Bool { get }

    /// Reads a value that is not null.
    ///
    /// *Throws*: `field`, with the path and what it should have been.
    static func read(_ value: Value, at path: String) throws(FramingError) -> Self

    /// Writes the value.
    func write(to writer: inout JSONWriter)
}

extension WireValue {
    package static var mayBeAbsent: Bool { false }
    package var isBlank: Bool { false }

    /// What was read, or the error that it has another type.
    static func require(_ result: Self?, at path: String) throws(FramingError) -> Self {
        guard let result else { throw .field(name: path, expected: kind.expected) }
        return result
    }
}

extension String: WireValue {
    package static var kind: WireKind { .string }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> String {
        try require(value.text, at: path)
    }

    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: WireValue {
    package static var kind: WireKind { .bool }
    package var isBlank: Bool { !self }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Bool {
        try require(value.flag, at: path)
    }

    package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension WireValue where Self: FixedWidthInteger {
    package static var kind: WireKind { .int }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Self {
        try require(value.int.flatMap(Self.init(exactly:)), at: path)
    }

    package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Int: WireValue {}
extension Int32: WireValue {}
extension Int64: WireValue {}
extension UInt32: WireValue {}

extension Value: WireValue {
    package static var kind: WireKind { .object }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Value { value }

    package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Optional: WireValue where Wrapped: WireValue {
    package static var kind: WireKind { .optional(Wrapped.kind) }
    package static var mayBeAbsent: Bool { true }
    package var isBlank: Bool { self == nil }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Wrapped? {
        try Wrapped.read(value, at: path)
    }

    package func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

extension Array: WireValue where Element: WireValue {
    package static var kind: WireKind { .array(Element.kind) }
    package var isBlank: Bool { isEmpty }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> [Element] {
        guard let values = value.elements else { throw .field(name: path, expected: kind.expected) }
        return try values.enumerated().map { (index, value) throws(FramingError) in
            try Element.read(value, at: "\(path)[\(index)]")
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

/// A set of words, a string on the wire; it may grow, so descriptions declare no more.
package protocol WireWord: WireValue, RawRepresentable<String> {}

extension WireWord {
    package static var kind: WireKind { .string }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Self {
        guard let word = value.text.flatMap(Self.init(rawValue:)) else {
            throw .field(name: path, expected: FramingError.knownWord)
        }
        return word
    }

    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

/// An object whose members are whatever its sender likes.
package struct OpenObject: WireValue, Equatable {
    package static var kind: WireKind { .object }

    package var members: [Value.Member]

    package init(members: [Value.Member]) { self.members = members }

    package var isBlank: Bool { members.isEmpty }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> OpenObject {
        try require(value.members.map(OpenObject.init), at: path)
    }

    package func write(to writer: inout JSONWriter) { writer.object(members) }
}
