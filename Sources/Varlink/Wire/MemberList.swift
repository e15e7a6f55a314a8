/// When a member whose type is not optional is there.
package enum Presence: Sendable {
    /// It is always written, and reading it where it is absent is an error.
    case always
    /// It is left out where it is false or empty; the description declares it optional.
    case unlessBlank
    /// It is always written, but may be absent where it is read.
    case leniently
}

/// What walks the members of a type: it writes, reads or describes each of them.
package protocol MemberList {
    /// Handles one member.
    ///
    /// - Parameters:
    ///   - value: what is written, or where the value goes that is read.
    ///   - comment: what the member is, for users of other languages; line breaks count as blanks.
    mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String)
}

extension MemberList {
    /// Handles one member that is absent only where its type is optional and it is nil.
    package mutating func member(_ name: String, _ value: inout some WireValue, _ comment: String) {
        member(name, &value, .always, comment)
    }

    /// Handles an object with any members; it is left out where it has none.
    package mutating func member(_ name: String, _ members: inout [Value.Member], _ comment: String) {
        var object = OpenObject(members: members)
        member(name, &object, .unlessBlank, comment)
        members = object.members
    }
}

extension JSONWriter: MemberList {
    package mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        if value.isBlank, Member.mayBeAbsent || presence == .unlessBlank { return }
        self.name(name)
        value.write(to: &self)
    }
}

/// Counts members.
package struct MemberCounter: MemberList {
    package private(set) var count = 0

    package init() {}

    package mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        count += 1
    }
}
