/// The pairs of atoms, of one list or of two, that may have a common text; each once.
///
/// *Cost*: n log n and the pairs found. Two kinds of pairs are not found: those that words or affixes show to be
/// disjoint, and settled ones (see `MeetingIndex`).
struct MeetingPairs: ~Copyable {
    /// The atoms of one list.
    struct Side {
        /// Atoms that are found, and that find others.
        var items: [AtomTable.ID] = []
        /// Literals that only find others, numbered after the items; the caller pairs equal literals itself.
        var literals: [AtomTable.ID] = []
        /// By item: true if a pair with it is settled when it accepts every text of the other; empty if false for all.
        var endsPlainly: [Bool] = []

        fileprivate var plainEnds: [Bool] {
            endsPlainly.isEmpty ? Array(repeating: false, count: items.count) : endsPlainly
        }
    }

    private struct Seeker {
        let atom: AtomTable.ID
        let number: Int
        let limit: Int32
        /// True if it belongs to the right side and searches the left.
        let isRight: Bool
    }

    private var left: MeetingIndex
    private var right: MeetingIndex
    private let seekers: [Seeker]
    private var next = 0
    private var found: [Int32] = []

    /// The pairs within one list.
    init(within side: Side, _ table: borrowing AtomTable) {
        right = .best(side.items, endsPlainly: side.plainEnds, table)
        left = MeetingIndex([], endsPlainly: [], at: right.end, table)
        seekers = Self.seekers(side, isRight: false) { Int32(truncatingIfNeeded: $0) }
    }

    /// The pairs of one list with another.
    init(_ leftSide: Side, _ rightSide: Side, _ table: borrowing AtomTable) {
        let both = leftSide.plainEnds + rightSide.plainEnds
        let end = MeetingIndex.best(leftSide.items + rightSide.items, endsPlainly: both, table).end
        left = MeetingIndex(leftSide.items, endsPlainly: leftSide.plainEnds, at: end, table)
        right = MeetingIndex(rightSide.items, endsPlainly: rightSide.plainEnds, at: end, table)
        // Equal words and affixes have been found from the left.
        seekers =
            Self.seekers(leftSide, isRight: false) { _ in .max } + Self.seekers(rightSide, isRight: true) { _ in 0 }
    }

    /// The items of a side, each with the limit of its number, then its literals.
    private static func seekers(_ side: Side, isRight: Bool, limit: (Int) -> Int32) -> [Seeker] {
        (side.items + side.literals).enumerated().map { number, atom in
            let limit = number < side.items.count ? limit(number) : .max
            return Seeker(atom: atom, number: number, limit: limit, isRight: isRight)
        }
    }

    /// The next pair, by the numbers in the lists; nil after the last.
    ///
    /// For pairs within one list, the second is the item that was found.
    mutating func next(_ table: borrowing AtomTable) -> (left: Int, right: Int)? {
        while found.isEmpty {
            guard next < seekers.count else { return nil }
            let seeker = seekers[next]
            next += 1
            if seeker.isRight {
                left.find(seeker.atom, below: seeker.limit, table, into: &found)
            } else {
                right.find(seeker.atom, below: seeker.limit, table, into: &found)
            }
        }
        let item = Int(found.removeLast())
        let seeker = seekers[next - 1]
        return seeker.isRight ? (item, seeker.number) : (seeker.number, item)
    }
}
