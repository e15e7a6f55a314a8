package import Links

// Explains a lookup for a reader: the routes whose path accepts the link, each with its failure, or else the nearest
// route. The walk is that of a match, but without pruning, and it may allocate.

extension RouteIndex {
    /// The routes that accept the link's path, by the order of entries, then by precedence; each once.
    ///
    /// Each has its first failure, nil for the winner. If no route accepts the path, the result is the nearest route,
    /// with the place of its failure. The result is empty if no file owns the link, or if its files have no routes.
    ///
    /// - Parameter nearest: how many beginnings of routes are looked at to find the nearest.
    package borrowing func trace(_ link: borrowing Link, nearest: Int = .max) -> [Candidate] {
        let bytes = link.bytes.span
        guard case .steps(let steps) = scopes.owner(of: link, bytes) else { return [] }
        var candidates: [Candidate] = []
        // A route that stands in several entries is looked at in the first of them.
        var seen: Set<Int> = []
        var winner: Int?
        for (entry, step) in steps.enumerated() where scopes[step].routes != ScopeTable.Step.none {
            var accepting: Set<UInt32> = []
            visit(scopes[step].routes, 0, link, bytes, &accepting)
            for number in accepting.sorted() where seen.insert(Int(rules[Int(number)].rule)).inserted {
                let candidate = candidate(number, entry, winner, link, bytes)
                if candidate.failure == nil { winner = candidate.rule }
                candidates.append(candidate)
            }
        }
        guard candidates.isEmpty else { return candidates }
        var search = NearestSearch(copy link, candidates: nearest)
        for (entry, step) in steps.enumerated() where scopes[step].routes != ScopeTable.Step.none {
            search.search(scopes[step].routes, entry: entry, in: self)
        }
        return search.result(in: self).map { [$0] } ?? []
    }

    private borrowing func candidate(
        _ number: UInt32, _ entry: Int, _ winner: Int?, _ link: borrowing Link, _ bytes: Span<UInt8>
    ) -> Candidate {
        let rule = rules[Int(number)]
        let shape = shapes[Int(rule.shape)]
        var failure: Candidate.Failure?
        var keys = LinkKeys()
        if let except = exclusion(of: shape, link, bytes) {
            failure = .except(except)
        } else if let fault = selectionFault(of: shape, link, bytes, &keys) {
            failure = .query(condition: fault.condition, item: fault.item, fault.fault)
        } else if let winner {
            failure = .beaten(by: winner)
        }
        return Candidate(rule: Int(rule.rule), entry: entry, failure: failure)
    }

    private borrowing func visit(
        _ number: UInt32, _ depth: Int, _ link: borrowing Link, _ bytes: Span<UInt8>, _ accepting: inout Set<UInt32>
    ) {
        let node = nodes[Int(number)]
        guard depth < link.segmentCount else { return accepting.formUnion(terminals[node.ends.range]) }
        let segment = link.segment(depth)
        if node.hasLiterals, let found = literals.find(parent: number, bytes, segment) {
            follow(found, depth + 1, link, bytes, &accepting)
        }
        for index in node.others.range where accepts(edges[index].atom, bytes, segment) {
            follow(edges[index].branch, depth + 1, link, bytes, &accepting)
        }
        accepting.formUnion(terminals[node.tails.range])
    }

    private borrowing func follow(
        _ branch: Branch, _ depth: Int, _ link: borrowing Link, _ bytes: Span<UInt8>, _ accepting: inout Set<UInt32>
    ) {
        guard branch.target & Self.chainMark != 0 else {
            return visit(branch.target, depth, link, bytes, &accepting)
        }
        let chain = chains[Int(branch.target & ~Self.chainMark)]
        let rest = link.segmentCount - depth - Int(chain.atoms.count)
        guard rest == 0 ? chain.ending != .tail : rest > 0 && chain.ending != .end else { return }
        if zip(chain.atoms.range, depth...).allSatisfy({ accepts(chainAtoms[$0], bytes, link.segment($1)) }) {
            accepting.insert(branch.number)
        }
    }
}
