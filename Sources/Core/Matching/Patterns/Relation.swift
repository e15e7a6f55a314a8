/// The relation of two sets of texts, paths or links.
package enum Relation: Equatable, Sendable {
    /// No common member.
    case disjoint
    /// The same members.
    case equal
    /// Every member of the first is in the second, but not the reverse.
    case inside
    /// Every member of the second is in the first, but not the reverse.
    case contains
    /// Some common members, and each has a member that the other lacks.
    case overlapping

    /// The relation with the two sets exchanged.
    package var mirrored: Relation {
        switch self {
        case .inside: .contains
        case .contains: .inside
        default: self
        }
    }

    /// The relation of two products of sets, from the relations of their factors.
    ///
    /// This is exact because no factor is empty: one disjoint pair of factors makes the products disjoint, and one
    /// factor that is not inside its counterpart keeps the product from being inside.
    package func combined(with other: Relation) -> Relation {
        switch (self, other) {
        case (.disjoint, _), (_, .disjoint): .disjoint
        case (.equal, let relation), (let relation, .equal): relation
        case (.inside, .inside): .inside
        case (.contains, .contains): .contains
        default: .overlapping
        }
    }

    /// Makes the relation of two sets that have a common member.
    init(inside: Bool, contains: Bool) {
        self =
            switch (inside, contains) {
            case (true, true): .equal
            case (true, false): .inside
            case (false, true): .contains
            case (false, false): .overlapping
            }
    }

    /// True if every member of the first is in the second.
    package var isInsideOrEqual: Bool { self == .inside || self == .equal }
    /// True if every member of the second is in the first.
    package var containsOrEqual: Bool { self == .contains || self == .equal }
}
