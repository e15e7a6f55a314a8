// The relation of two paths.
//
// Exact and segment by segment, because a pattern accepts a product of non-empty sets of texts: two paths meet if they
// can be equally long and every position meets; one is inside the other if every position is. A tail takes one or more
// entries of the list, so a path of n atoms and a tail is at least n + 1 long; in an exclusion the tail takes none too.

/// A pattern as numbers of interned shapes.
struct PathKey: Hashable {
    /// How the path ends.
    enum Ending: UInt8 {
        /// After the last atom.
        case end
        /// With one or more further entries.
        case tail
        /// Either: the final `**` of an exclusion.
        case endOrTail
    }

    let atoms: [AtomTable.ID]
    let ending: Ending

    init(atoms: [AtomTable.ID], ending: Ending) {
        self.atoms = atoms
        self.ending = ending
    }

    init(_ pattern: Pattern, _ table: inout AtomTable) {
        atoms = pattern.atoms.map { table.intern($0.shape) }
        ending = pattern.tail == nil ? .end : .tail
    }

    init(_ exclusion: ExclusionPattern, _ table: inout AtomTable) {
        atoms = exclusion.atoms.map { table.intern($0.shape) }
        ending = exclusion.coversBelow ? .endOrTail : .end
    }

    /// *Units*: segments of the shortest list that the path accepts.
    var minimumCount: Int { atoms.count + (ending == .tail ? 1 : 0) }
    /// Whether there is no longest list.
    var isOpen: Bool { ending != .end }

    /// How the lists of this path lie to the lists of `other`, where the atoms before `depth` are known to lie as
    /// `known`.
    func relation(
        to other: PathKey, from depth: Int = 0, known: Relation = .equal, _ table: inout AtomTable
    ) -> Relation {
        guard isOpen || atoms.count >= other.minimumCount, other.isOpen || other.atoms.count >= minimumCount else {
            return .disjoint
        }
        var relation = known
        for index in min(depth, atoms.count, other.atoms.count)..<min(atoms.count, other.atoms.count) {
            relation = relation.combined(with: table.relation(atoms[index], other.atoms[index]).relation)
            if relation == .disjoint { return .disjoint }
        }
        return relation.combined(with: lengthRelation(to: other))
    }

    // What the lengths add, once the paths are known to meet: the positions past the other's atoms are arbitrary there.
    private func lengthRelation(to other: PathKey) -> Relation {
        let inside = other.isOpen ? minimumCount >= other.minimumCount && atoms.count >= other.atoms.count : !isOpen
        let contains = isOpen ? other.minimumCount >= minimumCount && other.atoms.count >= atoms.count : !other.isOpen
        return Relation(inside: inside, contains: contains)
    }
}
