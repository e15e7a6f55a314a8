/// A type that interface descriptions declare by a name of its own.
package protocol WireDeclared: WireValue, Sendable {
    /// The name by which descriptions know it.
    static var typeName: String { get }
    /// What the type is, for users of other languages.
    static var typeComment: String { get }
    /// Whether it is a set of words; an object where not.
    static var isEnumeration: Bool { get }
    /// What is declared: the members of an object, or the words of an enumeration.
    static var declaration: [MemberDescription] { get }
}

extension WireDeclared {
    package static var kind: WireKind { .named(Self.self) }
}

/// An object with the members that it lists.
package protocol WireObject: WireDeclared {
    /// The value that a reader fills: what it holds for a member stands where that member is absent.
    static var blank: Self { get }

    /// Hands every member to a list, in the order of the wire.
    mutating func members(_ list: inout some MemberList)
}

extension WireObject {
    package static var isEnumeration: Bool { false }

    package static var declaration: [MemberDescription] {
        MemberDescriber.describe { list in
            var object = blank
            object.members(&list)
        }
    }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Self {
        var object = blank
        var reader = try MemberReader(value, path: path)
        object.members(&reader)
        if let failure = reader.failure { throw failure }
        return object
    }

    package func write(to writer: inout JSONWriter) {
        var object = self
        writer.beginObject()
        object.members(&writer)
        writer.endObject()
    }
}

/// A set of words that clients must handle by more than display; a word is never added to it.
package protocol WireEnumeration: WireWord, WireDeclared, CaseIterable {
    /// What the word means, for users of other languages.
    var comment: String { get }
}

extension WireEnumeration {
    package static var kind: WireKind { .named(Self.self) }
    package static var isEnumeration: Bool { true }

    package static var declaration: [MemberDescription] {
        allCases.map { MemberDescription(name: $0.rawValue, kind: .string, isRequired: true, comment: $0.comment) }
    }
}
