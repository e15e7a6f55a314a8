/// The relation of two atoms, with a text that both accept.
struct AtomRelation: Equatable, Sendable {
    let relation: Relation
    /// A text that both accept; nil if they are disjoint or the search reached its limit.
    let witness: [UInt8]?
    /// False if the search reached its limit: then the atoms are taken to overlap, without inclusion.
    let isProven: Bool
    /// *Units*: steps of the search; 0 without a search.
    var searchSteps = 0

    static let disjoint = AtomRelation(.disjoint, nil)

    init(_ relation: Relation, _ witness: [UInt8]?, isProven: Bool = true) {
        self.relation = relation
        self.witness = witness
        self.isProven = isProven
    }

    /// The relation with the two atoms exchanged.
    var mirrored: AtomRelation {
        var mirrored = AtomRelation(relation.mirrored, witness, isProven: isProven)
        mirrored.searchSteps = searchSteps
        return mirrored
    }
}
