package import Links

// Why each route of a link's scheme or host does not take the link. The walk follows every edge, and not only those that
// accept: behind the first segment that parts from the link, all paths have that failure.
//
//     /shows/$(id:uint)   /shows/new   /search        podcast://shows/abc
//
//     segment 2 is `abc`  segment 2    segment 1

/// All routes of a link's scheme or host.
package enum AllCandidates {
    /// The routes that stand in the entries of a link, each once, with its first failure; nil for the winner.
    ///
    /// First those that accept the link's path, as `trace` has them, then the others: those that go further with the link
    /// before those that part from it earlier, and of those the ones of higher precedence first.
    ///
    /// *Cost*: linear in these routes.
    package static func list(of link: Link, in index: borrowing RouteIndex) -> [Candidate] {
        guard case .steps(let steps) = index.scopes.owner(of: link, link.bytes.span) else { return [] }
        var candidates = index.trace(link)
        // Without a route that accepts the path, the trace is only the nearest route.
        if let first = candidates.first, first.segment != nil { candidates = [] }
        var seen = Set(candidates.map(\.rule))
        var parting: [PartingWalk.Parting] = []
        for (entry, step) in steps.enumerated() where index.scopes[step].routes != ScopeTable.Step.none {
            let root = RouteIndex.Branch(target: index.scopes[step].routes, number: .max, rule: 0)
            var walk = PartingWalk(link)
            walk.visit(TriePlace(branch: root), 0, nil, in: index)
            for found in walk.found.sorted() where seen.insert(Int(index.rules[Int(found.number)].rule)).inserted {
                parting.append(PartingWalk.Parting(found, entry: entry))
            }
        }
        for found in parting.sorted() {
            let rule = Int(index.rules[Int(found.number)].rule)
            candidates.append(Candidate(rule: rule, entry: found.entry, failure: found.failure))
        }
        return candidates
    }
}

/// The walk over the paths that part from a link.
private struct PartingWalk {
    /// A path that parts from the link.
    struct Parting: Comparable {
        let number: UInt32
        let failure: Candidate.Failure
        /// *Units*: segments of the link that the path takes.
        let depth: Int
        var entry = 0

        init(number: UInt32, failure: Candidate.Failure, depth: Int) {
            (self.number, self.failure, self.depth) = (number, failure, depth)
        }

        init(_ other: Parting, entry: Int) {
            self = other
            self.entry = entry
        }

        static func < (left: Parting, right: Parting) -> Bool {
            (-left.depth, left.entry, left.number) < (-right.depth, right.entry, right.number)
        }
    }

    /// The first failure of all paths behind a place, and how many segments they take.
    struct Failure {
        let failure: Candidate.Failure
        let depth: Int
    }

    private let link: Link
    private(set) var found: [Parting] = []

    init(_ link: Link) { self.link = link }

    /// Visits a place behind the first `depth` segments, or behind a failure.
    mutating func visit(_ place: TriePlace, _ depth: Int, _ failure: Failure?, in index: borrowing RouteIndex) {
        let isEnd = depth >= link.segmentCount
        let tooShort = Failure(failure: .tooShort(depth), depth: depth)
        if let failure = failure ?? (isEnd ? nil : Failure(failure: .tooLong(depth), depth: depth)) {
            add(place.ends(in: index), failure)
        }
        if let failure = failure ?? (isEnd ? tooShort : nil) { add(place.tails(in: index), failure) }
        var ways = place.ways(in: index, atMost: .max, isComplete: true)
        while let way = ways.next(in: index) {
            var next = failure
            if next == nil { next = isEnd ? tooShort : self.failure(of: way, depth, in: index) }
            visit(way.target(in: index), depth + 1, next, in: index)
        }
    }

    private func failure(of way: TriePlace.Way, _ depth: Int, in index: borrowing RouteIndex) -> Failure? {
        let segment = link.segment(depth)
        let isTaken =
            switch way {
            case .literal: link.bytes[segment.indices].elementsEqual(way.text(in: index))
            case .atom(let atom, _): index.accepts(atom, link.bytes.span, segment)
            }
        return isTaken ? nil : Failure(failure: .segment(depth), depth: depth)
    }

    private mutating func add(_ numbers: [UInt32], _ failure: Failure) {
        for number in numbers {
            found.append(Parting(number: number, failure: failure.failure, depth: failure.depth))
        }
    }
}
