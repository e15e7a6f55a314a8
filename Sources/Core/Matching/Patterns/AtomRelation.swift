/// The relation of two atoms, with a text that both accept.
struct AtomRelation: Equatable, Sendable {
    var relation: Relation
    /// A text that both accept; nil if they are disjoint or the search reached its limit.
    var witness: [UInt8]?
    /// False if the search reached its limit: then the atoms are taken to overlap, without inclusion.
    var isProven = true
    /// *Units*: steps of the search; 0 without a search.
    var searchSteps = 0

    static let disjoint = AtomRelation(relation: .disjoint)

    /// The relation with the two atoms exchanged.
    var mirrored: AtomRelation {
        var mirrored = self
        mirrored.relation = relation.mirrored
        return mirrored
    }
}
