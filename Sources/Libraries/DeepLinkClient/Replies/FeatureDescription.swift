public import Contract

/// One feature with its constraints.
///
/// It has the members of its ``feature``: ``FeatureReport/availability``, ``FeatureReport/code`` and others.
@dynamicMemberLookup
public struct FeatureDescription: Equatable, Sendable {
    /// The feature, and whether it is available.
    public let feature: FeatureReport
    /// Its constraints with those of the features around it, outermost first.
    ///
    /// Those with words that only a newer daemon knows are left out; the availability and the code count them.
    public let constraints: [ConstraintStatus]

    /// What would help now, best first.
    public var remedies: [Remedy] { constraints.flatMap(\.remedies).filter { $0.withheldBecause == nil } }

    /// A member of the feature: `description.code` is `description.feature.code`.
    public subscript<Member>(dynamicMember member: KeyPath<FeatureReport, Member>) -> Member {
        feature[keyPath: member]
    }

    /// *Throws*: `field` if a member is missing or has the wrong type.
    init(reply: Value) throws(FramingError) {
        let members = reply["feature"]?.members?.filter { $0.name != "constraints" }
        feature = try FeatureReport.read(members.map(Value.object) ?? .null, at: "feature")
        constraints = ConstraintStatus.known(in: reply["feature"]?["constraints"])
    }
}
