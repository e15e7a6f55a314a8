internal import Contract
package import Links

// The lookup. Arguments are borrowed spans and small structs; nothing is allocated.

extension RouteIndex {
    /// The best result of a search so far.
    struct Best {
        /// The number of the route that accepts, or of the denial.
        var number = UInt32.max
        /// The number of that route in the builder, and its shape.
        var rule: UInt32 = 0
        var shape: UInt32 = 0
        /// The smallest numbers of a route that only its `except` refuses, and of a route that only its query refuses.
        var excluded = UInt32.max
        var queried = UInt32.max
        /// The link's keys.
        var keys = LinkKeys()
    }

    /// Looks up a link and writes the winner's values into `match`, which is undefined unless the result is `.matched`.
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
        if !denials.isEmpty, let denial = denial(of: link, bytes, steps) { return .denied(denial) }
        // A copy of these eight ranges; a span into the link makes the compiler copy the whole link.
        let head = link.segments.head
        let segments = head.span
        var excluded = UInt32.max
        var queried = UInt32.max
        for step in steps {
            var best = Best()
            search(scopes[step].routes, link, segments, bytes, &best)
            if best.number != .max { return accept(&best, link, segments, bytes, &match) }
            if excluded == .max { excluded = best.excluded }
            if queried == .max { queried = best.queried }
        }
        return failure(excluded: excluded, queried: queried, link, bytes)
    }

    /// The first denial, in the order of their text, that covers the link in one of its entries.
    borrowing func denial(of link: borrowing Link, _ bytes: Span<UInt8>, _ steps: Range<Int>) -> Int? {
        var best = Best()
        let head = link.segments.head
        for step in steps { search(scopes[step].denials, link, head.span, bytes, &best) }
        return best.number == .max ? nil : Int(denials[Int(best.number) - rules.count])
    }

    /// Searches below a root, if there is one, for a better match.
    private borrowing func search(
        _ root: UInt32, _ link: borrowing Link, _ segments: Span<ByteRange>, _ bytes: Span<UInt8>, _ best: inout Best
    ) {
        if root != ScopeTable.Step.none { visit(root, 0, link, segments, bytes, &best) }
    }

    private borrowing func visit(
        _ number: UInt32, _ depth: Int, _ link: borrowing Link, _ segments: Span<ByteRange>, _ bytes: Span<UInt8>,
        _ best: inout Best
    ) {
        let node = nodes[Int(number)]
        guard node.minimum < best.number else { return }
        guard depth < link.segments.count else { return consider(node.ends, link, bytes, &best) }
        let segment = segments.text(at: depth, of: link)
        if node.hasLiterals, let found = literals.find(parent: number, bytes, segment) {
            follow(found, depth + 1, link, segments, bytes, &best)
        }
        for index in node.others.range {
            let edge = edges[index]
            guard edge.branch.number < best.number else { break }
            if accepts(edge.atom, bytes, segment) { follow(edge.branch, depth + 1, link, segments, bytes, &best) }
        }
        if node.tails.count > 0 { consider(node.tails, link, bytes, &best) }
    }

    private borrowing func follow(
        _ branch: Branch, _ depth: Int, _ link: borrowing Link, _ segments: Span<ByteRange>, _ bytes: Span<UInt8>,
        _ best: inout Best
    ) {
        guard branch.number < best.number else { return }
        guard branch.target & Self.chainMark != 0 else {
            return visit(branch.target, depth, link, segments, bytes, &best)
        }
        let chain = chains[Int(branch.target & ~Self.chainMark)]
        let rest = link.segments.count - depth - Int(chain.atoms.count)
        guard rest == 0 ? chain.ending != .tail : rest > 0 && chain.ending != .end else { return }
        if accepts(chain.atoms, link, segments, bytes, from: depth) {
            consider(branch.number, branch.rule, chain.shape, link, bytes, &best)
        }
    }

    /// True if the atoms of a chain accept the segments from `depth` on; there are enough segments.
    private borrowing func accepts(
        _ slice: Slice, _ link: borrowing Link, _ segments: Span<ByteRange>, _ bytes: Span<UInt8>, from depth: Int
    ) -> Bool {
        var depth = depth
        for index in slice.range {
            guard accepts(chainAtoms[index], bytes, segments.text(at: depth, of: link)) else { return false }
            depth += 1
        }
        return true
    }

    /// True if an atom accepts a text.
    ///
    /// *Cost*: linear in the text.
    @inline(__always)
    borrowing func accepts(_ atom: FrozenAtom, _ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
        // The two most frequent kinds are compared inline.
        let count = range.end &- range.start
        if atom.kind == .any { return count > 0 }
        if atom.kind == .literal && atom.prefixCount <= 8 {
            return count == atom.prefixCount
                && SegmentKey.word(bytes, at: Int(range.start), count: Int(count)) == atom.word
        }
        return acceptsSlowly(atom, bytes, range)
    }

    @inline(never)
    private borrowing func acceptsSlowly(_ atom: FrozenAtom, _ bytes: Span<UInt8>, _ text: ByteRange) -> Bool {
        let prefix = Int(atom.prefixCount)
        let range = text.range
        switch atom.kind {
        case .any: return !range.isEmpty
        case .literal: return range.count == prefix && isText(at: Int(atom.start), prefix, bytes, range.lowerBound)
        case .words: return words.find(parent: atom.start, bytes, text) != nil
        case .open:
            let suffix = Int(atom.suffixCount)
            guard range.count > prefix + suffix else { return false }
            let end = range.upperBound - suffix
            return isText(at: Int(atom.start), prefix, bytes, range.lowerBound)
                && isText(at: Int(atom.start) + prefix, suffix, bytes, end)
                && types[Int(atom.word)].accepts(bytes, range.lowerBound + prefix..<end)
        }
    }

    private borrowing func isText(at start: Int, _ count: Int, _ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        SegmentKey.isEqual(texts.span, start, bytes, offset, count: count)
    }

    /// Considers the paths of a list, which all accept the link.
    private borrowing func consider(
        _ list: Slice, _ link: borrowing Link, _ bytes: Span<UInt8>, _ best: inout Best
    ) {
        if list.count >= KeySieve.fewRoutes, let sieved = sieve.list(at: list.start) {
            return consider(list, sieved, link, bytes, &best)
        }
        for index in list.range {
            guard terminals[index] < best.number else { return }
            consider(terminals[index], link, bytes, &best)
        }
    }

    /// Considers the paths of a long list whose keys the link does not rule out.
    private borrowing func consider(
        _ list: Slice, _ sieved: Int, _ link: borrowing Link, _ bytes: Span<UInt8>, _ best: inout Best
    ) {
        let present = sieve.present(in: link, bytes, list: sieved)
        var next = list.range.lowerBound
        // The first route whose query fails may be reported, so all routes before it are tested.
        while next < list.range.upperBound, terminals[next] < min(best.number, best.queried) {
            consider(terminals[next], link, bytes, &best)
            next += 1
        }
        while next < list.range.upperBound, terminals[next] < best.number {
            let place = next - list.range.lowerBound
            let left = sieve.mayAccept(list: sieved, block: place / 64, present) >> UInt64(place % 64)
            next += left == 0 ? 64 - place % 64 : left.trailingZeroBitCount
            guard left != 0, next < list.range.upperBound, terminals[next] < best.number else { continue }
            consider(terminals[next], link, bytes, &best)
            next += 1
        }
    }

    /// Considers a path that accepts the link: a denial, or a route.
    private borrowing func consider(
        _ number: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>, _ best: inout Best
    ) {
        guard Int(number) < rules.count else {
            best.number = number
            return
        }
        let rule = rules[Int(number)]
        consider(number, rule.rule, rule.shape, link, bytes, &best)
    }

    /// Considers a path that accepts the link; its query and its `except` lines decide.
    private borrowing func consider(
        _ number: UInt32, _ rule: UInt32, _ shape: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>,
        _ best: inout Best
    ) {
        guard shape != Chain.none, !shapes[Int(shape)].isPlain else {
            (best.number, best.rule, best.shape) = (number, rule, shape)
            return
        }
        let isExcluded = exclusion(of: shapes[Int(shape)], link, bytes) != nil
        let isQueried = selectionFault(of: shapes[Int(shape)], link, bytes, &best.keys) != nil
        switch (isExcluded, isQueried) {
        case (false, false): (best.number, best.rule, best.shape) = (number, rule, shape)
        case (true, false): best.excluded = min(best.excluded, number)
        case (false, true): best.queried = min(best.queried, number)
        case (true, true): break
        }
    }

    /// The number of the first `except` of the route that covers the link.
    borrowing func exclusion(of shape: Shape, _ link: borrowing Link, _ bytes: Span<UInt8>) -> Int? {
        let head = link.segments.head
        for index in shape.excepts.range {
            let exclusion = exclusions[index]
            let rest = link.segments.count - Int(exclusion.atoms.count)
            guard exclusion.coversBelow ? rest >= 0 : rest == 0 else { continue }
            if accepts(exclusion.atoms, link, head.span, bytes, from: 0) {
                return index - shape.excepts.range.lowerBound
            }
        }
        return nil
    }

    private borrowing func failure(
        excluded: UInt32, queried: UInt32, _ link: borrowing Link, _ bytes: Span<UInt8>
    ) -> MatchResult {
        if excluded != .max {
            let rule = rules[Int(excluded)]
            return .excluded(rule: Int(rule.rule), except: exclusion(of: shapes[Int(rule.shape)], link, bytes) ?? 0)
        }
        guard queried != .max else { return .notFound }
        let rule = rules[Int(queried)]
        var keys = LinkKeys()
        guard let fault = selectionFault(of: shapes[Int(rule.shape)], link, bytes, &keys) else { return .notFound }
        return .query(rule: Int(rule.rule), condition: fault.condition, item: fault.item, fault.fault)
    }

    /// Writes the values of the winning route, unless one of its exact keys is at fault.
    private borrowing func accept(
        _ best: inout Best, _ link: borrowing Link, _ segments: Span<ByteRange>, _ bytes: Span<UInt8>,
        _ match: inout Match
    ) -> MatchResult {
        let shape = shapes[Int(best.shape)]
        if !shape.isPlain, let fault = takeItems(&best, shape, link, bytes, &match) { return fault }
        if shape.isPlain { match.forgetItems() }
        match.rule = Int(best.rule)
        var count = 0
        for index in shape.captures.range where count < match.captures.count {
            match.captures[count] = value(of: captures[index], link, segments)
            count &+= 1
        }
        match.captureCount = count
        match.tail = shape.hasTail ? tail(of: shape, link) : 0..<0
        return .matched
    }

    private borrowing func tail(of shape: Shape, _ link: borrowing Link) -> Range<Int> {
        let count = link.segments.count
        let tail = Int(shape.atomCount)
        // The lone empty segment of `/a/` is not an entry of the list that `/a/**` captures.
        if tail + 1 == count && link.segment(tail).range.isEmpty { return 0..<0 }
        return tail..<max(tail, count)
    }

    private borrowing func value(
        of capture: Capture, _ link: borrowing Link, _ segments: Span<ByteRange>
    ) -> ByteRange {
        guard !capture.isTail else { return ByteRange(start: 0, end: 0) }
        var value = segments.text(at: Int(capture.position), of: link)
        value.start += capture.prefixCount
        value.end -= capture.suffixCount
        return value
    }
}
