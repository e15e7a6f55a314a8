package import Links

// Explains a lookup for a reader: the routes whose path accepts the link, each with its failure, or else the nearest
// route. The walk is that of a match, but without pruning, and it may allocate.

extension RouteIndex {
    /// The routes that accept the link's path, best first: by the order of entries, then by precedence.
    ///
    /// Each has its first failure, nil for the winner. If no route accepts the path, the result is the nearest route:
    /// the one that accepts the longest beginning of the path, with the place of its failure. The result is empty if no
    /// file owns the link, or if its files have no routes.
    package borrowing func trace(_ link: borrowing Link) -> [Candidate] {
        let bytes = link.bytes.span
        guard case .steps(let steps) = scopes.owner(of: link, bytes) else { return [] }
        var candidates: [Candidate] = []
        var nearest: Nearest?
        var winner: Int?
        for (entry, step) in steps.enumerated() where scopes[step].routes != ScopeTable.Step.none {
            var found = Trace()
            visit(scopes[step].routes, 0, link, bytes, &found)
            for number in Set(found.accepting).sorted() {
                let candidate = candidate(number, entry, winner, link, bytes)
                if candidate.failure == nil { winner = candidate.rule }
                candidates.append(candidate)
            }
            if let near = found.nearest, near.depth > nearest?.depth ?? -1 {
                nearest = Nearest(depth: near.depth, number: near.number, failure: near.failure, entry: entry)
            }
        }
        if candidates.isEmpty, let nearest, Int(nearest.number) < rules.count {
            let rule = Int(rules[Int(nearest.number)].rule)
            candidates.append(Candidate(rule: rule, entry: nearest.entry, failure: nearest.failure))
        }
        return candidates
    }

    private struct Nearest {
        let depth: Int
        let number: UInt32
        let failure: Candidate.Failure
        var entry = 0
    }

    private struct Trace {
        var accepting: [UInt32] = []
        var nearest: Nearest?

        /// Keeps the deepest failure; of several at one depth, that of the best route.
        mutating func fail(_ number: UInt32, at depth: Int, _ failure: Candidate.Failure) {
            if let nearest, (nearest.depth, UInt32.max - nearest.number) >= (depth, UInt32.max - number) { return }
            nearest = Nearest(depth: depth, number: number, failure: failure)
        }
    }

    private borrowing func candidate(
        _ number: UInt32, _ entry: Int, _ winner: Int?, _ link: borrowing Link, _ bytes: Span<UInt8>
    ) -> Candidate {
        let rule = rules[Int(number)]
        let shape = shapes[Int(rule.shape)]
        var failure: Candidate.Failure?
        if let except = exclusion(of: shape, link, bytes) {
            failure = .except(except)
        } else if let fault = selectionFault(of: shape, link, bytes) {
            failure = .query(condition: fault.condition, item: fault.item, fault.fault)
        } else if let winner {
            failure = .beaten(by: winner)
        }
        return Candidate(rule: Int(rule.rule), entry: entry, failure: failure)
    }

    private borrowing func visit(
        _ number: UInt32, _ depth: Int, _ link: borrowing Link, _ bytes: Span<UInt8>, _ trace: inout Trace
    ) {
        let node = nodes[Int(number)]
        guard depth < link.segmentCount else {
            for index in node.ends.range { trace.accepting.append(terminals[index]) }
            if node.ends.count == 0 { trace.fail(node.minimum, at: depth, .tooShort(depth)) }
            return
        }
        let segment = link.segment(depth)
        var isAlive = false
        if node.hasLiterals, let found = literals.find(parent: number, bytes, segment) {
            follow(found, depth + 1, link, bytes, &trace)
            isAlive = true
        }
        for index in node.others.range where accepts(edges[index].atom, bytes, segment) {
            follow(edges[index].branch, depth + 1, link, bytes, &trace)
            isAlive = true
        }
        for index in node.tails.range { trace.accepting.append(terminals[index]) }
        guard !isAlive && node.tails.count == 0 && node.minimum != .max else { return }
        // The author more likely meant a capture that refused the text than a literal that is another word.
        let number = node.others.count > 0 ? edges[node.others.range.lowerBound].branch.number : node.minimum
        let endsHere = Int(number) < rules.count && Int(shapes[Int(rules[Int(number)].shape)].atomCount) <= depth
        trace.fail(number, at: depth, endsHere ? .tooLong(depth) : .segment(depth))
    }

    private borrowing func follow(
        _ branch: Branch, _ depth: Int, _ link: borrowing Link, _ bytes: Span<UInt8>, _ trace: inout Trace
    ) {
        guard branch.target & Self.chainMark != 0 else { return visit(branch.target, depth, link, bytes, &trace) }
        let number = branch.number
        let chain = chains[Int(branch.target & ~Self.chainMark)]
        var position = depth
        for index in chain.atoms.range {
            guard position < link.segmentCount else { return trace.fail(number, at: position, .tooShort(position)) }
            guard accepts(chainAtoms[index], bytes, link.segment(position)) else {
                return trace.fail(number, at: position, .segment(position))
            }
            position += 1
        }
        switch (position < link.segmentCount, chain.ending) {
        case (false, .tail): trace.fail(number, at: position, .tooShort(position))
        case (true, .end): trace.fail(number, at: position, .tooLong(position))
        default: trace.accepting.append(number)
        }
    }
}
