/// How two sets of texts, paths or links lie to each other.
package enum Relation: Equatable, Sendable {
    /// No member in common.
    case disjoint
    /// The same members.
    case equal
    /// Every member of the first is one of the second, and not the other way round.
    case inside
    /// Every member of the second is one of the first, and not the other way round.
    case contains
    /// Members in common, and each has one that the other has not.
    case overlapping

    /// The relation seen from the other side.
    package var mirrored: Relation {
        switch self {
        case .inside: .contains
        case .contains: .inside
        default: self
        }
    }

    /// The relation of two products of sets, given the relation of two of their factors each.
    ///
    /// Exact because no factor is empty: one empty intersection empties the product, and one factor that is not inside
    /// keeps the product from being inside.
    package func combined(with other: Relation) -> Relation {
        switch (self, other) {
        case (.disjoint, _), (_, .disjoint): .disjoint
        case (.equal, let relation), (let relation, .equal): relation
        case (.inside, .inside): .inside
        case (.contains, .contains): .contains
        default: .overlapping
        }
    }

    /// Makes the relation of two sets that are known to meet.
    init(inside: Bool, contains: Bool) {
        self =
            switch (inside, contains) {
            case (true, true): .equal
            case (true, false): .inside
            case (false, true): .contains
            case (false, false): .overlapping
            }
    }

    /// Whether every member of the first is one of the second.
    package var isInsideOrEqual: Bool { self == .inside || self == .equal }
    /// Whether every member of the second is one of the first.
    package var containsOrEqual: Bool { self == .contains || self == .equal }
}
