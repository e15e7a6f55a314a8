/// One member as a description declares it.
package struct MemberDescription: Sendable {
    package let name: String
    package let kind: WireKind
    /// Whether it must be there.
    package let isRequired: Bool
    package let comment: String
}

/// Notes the members of a type.
struct MemberDescriber: MemberList {
    private(set) var members: [MemberDescription] = []

    mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        let kind = presence == .unlessBlank ? WireKind.optional(Member.kind) : Member.kind
        let isRequired = presence == .always && !Member.mayBeAbsent
        members.append(MemberDescription(name: name, kind: kind, isRequired: isRequired, comment: comment))
    }
}
