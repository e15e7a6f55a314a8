internal import Contract
package import Links

// The lookup. Everything is passed down as borrowed spans and small structs; nothing is allocated.

extension RouteIndex {
    /// The best of what a search found so far, by route number.
    struct Best {
        /// The route that accepts.
        var accepted = UInt32.max
        /// The route that would accept but for its `except`, or but for its query.
        var excluded = UInt32.max
        var queried = UInt32.max
    }

    /// Looks up a link and takes it apart into `match` if a route has it; otherwise what `match` holds means nothing.
    ///
    /// *Cost*: linear in the link, no allocation.
    package borrowing func match(_ link: borrowing Link, into match: inout Match) -> MatchResult {
        let bytes = link.bytes.span
        let steps: Range<Int>
        switch scopes.owner(of: link, bytes) {
        case .steps(let found): steps = found
        case .schemeNotAllowed: return .schemeNotAllowed
        case .hostNotAllowed: return .hostNotAllowed
        }
        if let denial = denial(of: link, bytes, steps) { return .denied(denial) }
        var excluded = UInt32.max
        var queried = UInt32.max
        for step in steps {
            var best = Best()
            search(scopes[step].routes, link, bytes, &best)
            if best.accepted != .max { return accept(best.accepted, link, bytes, &match) }
            if excluded == .max { excluded = best.excluded }
            if queried == .max { queried = best.queried }
        }
        return failure(excluded: excluded, queried: queried, link, bytes)
    }

    /// The least denial by text that covers the link in one of its entries.
    borrowing func denial(of link: borrowing Link, _ bytes: Span<UInt8>, _ steps: Range<Int>) -> Int? {
        var best = Best()
        for step in steps { search(scopes[step].denials, link, bytes, &best) }
        return best.accepted == .max ? nil : Int(denials[Int(best.accepted) - rules.count])
    }

    /// Looks for a better match below a root, if there is one.
    borrowing func search(_ root: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>, _ best: inout Best) {
        if root != ScopeTable.Step.none { visit(root, 0, link, bytes, &best) }
    }

    private borrowing func visit(
        _ number: UInt32, _ depth: Int, _ link: borrowing Link, _ bytes: Span<UInt8>, _ best: inout Best
    ) {
        let node = nodes[Int(number)]
        guard node.minimum < best.accepted else { return }
        guard depth < link.segmentCount else {
            for index in node.ends.range { consider(terminals[index], link, bytes, &best) }
            return
        }
        let segment = link.segment(depth).indices
        if node.hasLiterals, let found = literals.find(parent: number, bytes, segment) {
            follow(found.target, found.number, depth + 1, link, bytes, &best)
        }
        for index in node.others.range {
            let edge = edges[index]
            guard edge.number < best.accepted else { break }
            if accepts(edge.atom, bytes, segment) { follow(edge.target, edge.number, depth + 1, link, bytes, &best) }
        }
        for index in node.tails.range { consider(terminals[index], link, bytes, &best) }
    }

    private borrowing func follow(
        _ target: UInt32, _ number: UInt32, _ depth: Int, _ link: borrowing Link, _ bytes: Span<UInt8>,
        _ best: inout Best
    ) {
        guard number < best.accepted else { return }
        guard target & Self.chainMark != 0 else { return visit(target, depth, link, bytes, &best) }
        let chain = chains[Int(target & ~Self.chainMark)]
        let rest = link.segmentCount - depth - Int(chain.atoms.count)
        guard rest == 0 ? chain.ending != .tail : rest > 0 && chain.ending != .end else { return }
        if accepts(chain.atoms, link, bytes, from: depth) { consider(number, link, bytes, &best) }
    }

    /// Whether the atoms of a chain accept the segments that begin at `depth`, of which there are enough.
    borrowing func accepts(_ slice: Slice, _ link: borrowing Link, _ bytes: Span<UInt8>, from depth: Int) -> Bool {
        var depth = depth
        for index in slice.range {
            guard accepts(chainAtoms[index], bytes, link.segment(depth).indices) else { return false }
            depth += 1
        }
        return true
    }

    /// Whether an atom accepts a text.
    ///
    /// *Cost*: linear in the text.
    borrowing func accepts(_ atom: UInt32, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let frozen = atoms[Int(atom)]
        let prefix = Int(frozen.prefixCount)
        switch frozen.kind {
        case .literal: return range.count == prefix && isText(at: Int(frozen.start), prefix, bytes, range.lowerBound)
        case .words: return words.find(parent: atom, bytes, range) != nil
        case .open:
            let suffix = Int(frozen.suffixCount)
            guard range.count > prefix + suffix else { return false }
            let end = range.upperBound - suffix
            guard isText(at: Int(frozen.start), prefix, bytes, range.lowerBound),
                isText(at: Int(frozen.start) + prefix, suffix, bytes, end)
            else { return false }
            return frozen.type == .string || frozen.type.accepts(bytes.extracting(range.lowerBound + prefix..<end))
        }
    }

    private borrowing func isText(at start: Int, _ count: Int, _ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        for index in 0..<count where texts[start + index] != bytes[offset + index] { return false }
        return true
    }

    /// Takes a path that accepts into account: its query and its `except` lines decide.
    private borrowing func consider(
        _ number: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>, _ best: inout Best
    ) {
        guard number < best.accepted else { return }
        guard Int(number) < rules.count, !rules[Int(number)].isPlain else {
            best.accepted = number
            return
        }
        let rule = rules[Int(number)]
        let isExcluded = exclusion(of: rule, link, bytes) != nil
        let isQueried = selectionFault(of: rule, link, bytes) != nil
        switch (isExcluded, isQueried) {
        case (false, false): best.accepted = number
        case (true, false): best.excluded = min(best.excluded, number)
        case (false, true): best.queried = min(best.queried, number)
        case (true, true): break
        }
    }

    /// The number of the first `except` of the rule that covers the link.
    borrowing func exclusion(of rule: Rule, _ link: borrowing Link, _ bytes: Span<UInt8>) -> Int? {
        for index in rule.excepts.range {
            let exclusion = exclusions[index]
            let rest = link.segmentCount - Int(exclusion.atoms.count)
            guard exclusion.coversBelow ? rest >= 0 : rest == 0 else { continue }
            if accepts(exclusion.atoms, link, bytes, from: 0) { return index - rule.excepts.range.lowerBound }
        }
        return nil
    }

    private borrowing func failure(
        excluded: UInt32, queried: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>
    ) -> MatchResult {
        if excluded != .max {
            let rule = rules[Int(excluded)]
            return .excluded(rule: Int(rule.rule), except: exclusion(of: rule, link, bytes) ?? 0)
        }
        guard queried != .max else { return .notFound }
        let rule = rules[Int(queried)]
        guard let fault = selectionFault(of: rule, link, bytes) else { return .notFound }
        return .query(rule: Int(rule.rule), condition: fault.condition, item: fault.item, fault.fault)
    }

    /// Takes the link apart for the route that has it, unless one of its optional keys is at fault.
    private borrowing func accept(
        _ number: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>, _ match: inout Match
    ) -> MatchResult {
        let rule = rules[Int(number)]
        match.queryItems.removeAll(keepingCapacity: true)
        for index in rule.conditions.range {
            let found = item(for: conditions[index], link, bytes)
            let isAbsent = found.fault == .missing && !conditions[index].isRequired
            if let fault = found.fault, !isAbsent {
                return .query(
                    rule: Int(rule.rule), condition: index - rule.conditions.range.lowerBound, item: found.item, fault)
            }
            match.queryItems.append(found.item)
        }
        match.rule = Int(rule.rule)
        match.captureCount = 0
        for index in rule.captures.range where match.captureCount < Limits.captures {
            match.captures[match.captureCount] = value(of: captures[index], link)
            match.captureCount += 1
        }
        let count = link.segmentCount
        let tail = Int(rule.atomCount)
        // The lone empty segment of `/a/` is no entry of the list that `/a/**` captures.
        let isEmpty = !rule.hasTail || (tail + 1 == count && link.segment(tail).isEmpty)
        match.tail = isEmpty ? 0..<0 : tail..<max(tail, count)
        return .matched
    }

    private borrowing func value(of capture: Capture, _ link: borrowing Link) -> ByteRange {
        guard !capture.isTail else { return ByteRange(start: 0, end: 0) }
        let segment = link.segment(Int(capture.position))
        return ByteRange(start: segment.start + capture.prefixCount, end: segment.end - capture.suffixCount)
    }
}
