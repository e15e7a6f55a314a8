/// One member as a description declares it.
package struct MemberDescription: Sendable {
    package let name: String
    package let kind: WireKind
    /// Whether it must be there.
    package let isRequired: Bool
    package let comment: String
}

/// Notes the members of a type.
package struct MemberDescriber: MemberList {
    private var members: [MemberDescription] = []

    private init() {}

    /// The members that `walk` hands to the list.
    package static func describe(_ walk: (inout MemberDescriber) -> Void) -> [MemberDescription] {
        var describer = MemberDescriber()
        walk(&describer)
        return describer.members
    }

    package mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        let kind = presence == .unlessBlank ? WireKind.optional(Member.kind) : Member.kind
        let isRequired = presence == .always && !Member.mayBeAbsent
        members.append(MemberDescription(name: name, kind: kind, isRequired: isRequired, comment: comment))
    }
}
