/// The relation of two atoms, with a text that both accept.
struct AtomRelation: Equatable, Sendable {
    let relation: Relation
    /// A text in both; nil where they are disjoint, or where the search was given up.
    let witness: [UInt8]?
    /// False where the search was given up: an overlap is then assumed and an inclusion denied.
    let isProven: Bool
    /// *Units*: steps of the search; none where no search was needed.
    var searchSteps = 0

    static let disjoint = AtomRelation(.disjoint, nil)

    init(_ relation: Relation, _ witness: [UInt8]?, isProven: Bool = true) {
        self.relation = relation
        self.witness = witness
        self.isProven = isProven
    }

    /// The relation seen from the other side.
    var mirrored: AtomRelation {
        var mirrored = AtomRelation(relation.mirrored, witness, isProven: isProven)
        mirrored.searchSteps = searchSteps
        return mirrored
    }
}
