// The paths that some sets of paths tell apart: patterns, exceptions and denials of two tables. The walk goes segment by
// segment. Where it stands, some of the sets go on; the next segment's texts are divided by their atoms, and each cell goes
// its own way with the sets that accept it.
//
//     /a/$(x)   /a/**   /$(y)/b        [] ─ a ─→ {1, 2, 3} ─ b ─→ {1, 2, 3}
//                                                          ─ x ─→ {1, 2}
//                                         ─ x ─→ {3} ─ b ─→ {3}
//
// Two ways to the same sets at the same depth go on alike, so the second one ends there.

/// A set of paths.
package struct PathSet: Hashable {
    /// What follows its atoms.
    enum End {
        /// Nothing.
        case exact
        /// One or more segments.
        case tail
        /// Any number of segments.
        case below
    }

    let shapes: [AtomShape]
    let end: End

    init(_ pattern: Pattern) {
        shapes = pattern.atoms.map(\.shape)
        end = pattern.tail == nil ? .exact : .tail
    }

    init(_ exclusion: ExclusionPattern) {
        shapes = exclusion.atoms.map(\.shape)
        end = exclusion.coversBelow ? .below : .exact
    }

    /// True if a path of so many segments, which the set accepts, stays in it or outside of it with more of them.
    func isSettled(at count: Int) -> Bool {
        switch end {
        case .exact, .tail: count > shapes.count
        case .below: count >= shapes.count
        }
    }

    /// Whether a path of so many segments is in the set, if the set accepts each of them.
    func holds(segments count: Int) -> Bool {
        switch end {
        case .exact: count == shapes.count
        case .tail: count > shapes.count
        case .below: count >= shapes.count
        }
    }
}

/// The walk over the paths that some sets tell apart.
struct PathCells {
    /// *Units*: sets that are looked at; past them a cell may be missing.
    static let stepLimit = 20_000_000
    /// How many texts of a cell are used: the first, and the others in turn.
    private static let textCount = 3

    /// A place of the walk: the sets that go on, and how far it is.
    private struct Place: Hashable {
        let sets: [Int32]
        let depth: Int
        let isEnd: Bool
    }

    /// Two paths of one cell, which differ in each segment that can differ: a value may be that of a default.
    struct Path {
        fileprivate(set) var first: [[UInt8]] = []
        fileprivate(set) var second: [[UInt8]] = []

        fileprivate func appending(_ texts: [[UInt8]]) -> Path {
            // Other texts at each depth, so that values that are exchanged differ.
            let other = texts.count > 1 ? 1 + first.count % (texts.count - 1) : 0
            return Path(first: first + [texts[0]], second: second + [texts[other]])
        }
    }

    private(set) var isComplete = true
    private let sets: [PathSet]
    private let visit: (Path, [Int]) -> Void
    private var known: Set<Place> = []
    private var accepted: Set<[Int]> = []
    private var cells: [[AtomShape]: TextCells] = [:]
    private var steps = 0

    /// Walks over sets of paths.
    ///
    /// - Parameter visit: gets two paths for each group of sets that have a path in common which no other set has, and the
    ///   group, ascending.
    @discardableResult
    static func walk(_ sets: [PathSet], _ visit: @escaping (Path, [Int]) -> Void) -> Bool {
        var walk = PathCells(sets, visit)
        walk.goOn(Array(sets.indices), Path())
        return walk.isComplete
    }

    private init(_ sets: [PathSet], _ visit: @escaping (Path, [Int]) -> Void) {
        (self.sets, self.visit) = (sets, visit)
    }

    /// Goes on from a path that the given sets have accepted so far.
    private mutating func goOn(_ alive: [Int], _ path: Path) {
        let depth = path.first.count
        let pending = alive.filter { sets[$0].shapes.count > depth }
        // A further segment tells nothing apart where all sets go on below it.
        guard alive.contains(where: { sets[$0].shapes.count > depth || !sets[$0].isSettled(at: depth) }) else { return }
        steps += alive.count
        guard steps < Self.stepLimit else { return isComplete = false }
        let open = alive.filter { sets[$0].shapes.count <= depth && sets[$0].end != .exact }
        var numbers: [AtomShape: Int] = [:]
        var shapes: [AtomShape] = []
        var takers: [[Int]] = []
        for set in pending {
            let shape = sets[set].shapes[depth]
            if let number = numbers[shape] {
                takers[number].append(set)
            } else {
                numbers[shape] = shapes.count
                shapes.append(shape)
                takers.append([set])
            }
        }
        let divided = divide(shapes)
        if !divided.isComplete { isComplete = false }
        for cell in divided.cells {
            let next = (open + cell.members.flatMap { takers[$0] }).sorted()
            steps += next.count
            arrive(next, path.appending(cell.texts))
        }
    }

    private mutating func divide(_ shapes: [AtomShape]) -> TextCells {
        if let known = cells[shapes] { return known }
        let divided = TextCells(of: shapes, textCount: Self.textCount)
        cells[shapes] = divided
        return divided
    }

    private mutating func arrive(_ alive: [Int], _ path: Path) {
        let isEnd = path.first.last?.isEmpty ?? true
        let place = Place(sets: alive.map { Int32(truncatingIfNeeded: $0) }, depth: path.first.count, isEnd: isEnd)
        guard known.insert(place).inserted else { return }
        let holding = alive.filter { sets[$0].holds(segments: path.first.count) }
        if accepted.insert(holding).inserted { visit(path, holding) }
        // Only the last segment can be empty.
        if !isEnd { goOn(alive, path) }
    }
}
