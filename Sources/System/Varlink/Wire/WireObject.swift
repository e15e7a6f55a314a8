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
    /// The name of the Swift type, without `Report` at its end: `Feature` of `FeatureReport`.
    package static var typeName: String {
        let name = "\(Self.self)"
        return name.hasSuffix("Report") ? String(name.dropLast(6)) : name
    }

    package static var kind: WireKind { .named(Self.self) }
}

/// An object with the members that it lists.
package protocol WireObject: WireDeclared, WireReport {}

extension WireObject {
    package static var isEnumeration: Bool { false }

    package static var declaration: [MemberDescription] { Self().memberDescriptions }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Self {
        var object = Self()
        try object.readMembers(of: value, at: path)
        return object
    }

    package func write(to writer: inout JSONWriter) { writeMembers(to: &writer) }
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
