internal import Conf
internal import Links

/// A place in the index's trie: a node, or the place before an atom of a chain.
struct TriePlace {
    /// The branch that leads to the node, or to the chain.
    let branch: RouteIndex.Branch
    /// *Units*: atoms of the chain before the place.
    var atom = 0
    /// Whether a segment before it is a word of the path, or a value of a capture that does not take any text.
    var isKnown = false

    /// One way on: a literal of a node by its slot, or any other atom.
    enum Way {
        case literal(slot: UInt32)
        case atom(RouteIndex.FrozenAtom, TriePlace)
    }

    private var isChain: Bool { branch.target & RouteIndex.chainMark != 0 }

    private func node(_ index: borrowing RouteIndex) -> RouteIndex.Node { index.nodes[Int(branch.target)] }

    private func chain(_ index: borrowing RouteIndex) -> RouteIndex.Chain {
        index.chains[Int(branch.target & ~RouteIndex.chainMark)]
    }

    private func chainAtom(_ index: borrowing RouteIndex) -> RouteIndex.FrozenAtom? {
        let atoms = chain(index).atoms
        return atom < atoms.count ? index.chainAtoms[atoms.range.lowerBound + atom] : nil
    }

    /// The places behind the atoms that accept a segment.
    func next(_ link: Link, _ segment: ByteRange, in index: borrowing RouteIndex) -> [TriePlace] {
        let bytes = link.bytes.span
        guard !isChain else {
            guard let atom = chainAtom(index), index.accepts(atom, bytes, segment) else { return [] }
            return [TriePlace(branch: branch, atom: self.atom + 1, isKnown: isKnown(behind: atom, segment))]
        }
        var places =
            literal(link, segment, in: index).map { [TriePlace(branch: $0, isKnown: isKnown || !segment.isEmpty)] }
            ?? []
        for number in node(index).others.range where index.accepts(index.edges[number].atom, bytes, segment) {
            let edge = index.edges[number]
            places.append(TriePlace(branch: edge.branch, isKnown: isKnown(behind: edge.atom, segment)))
        }
        return places
    }

    private func isKnown(behind atom: RouteIndex.FrozenAtom, _ segment: ByteRange) -> Bool {
        isKnown || !segment.isEmpty && (atom.kind != .any || atom.prefixCount + atom.suffixCount > 0)
    }

    /// Whether a literal accepts a segment.
    func hasLiteral(_ link: Link, _ segment: ByteRange, in index: borrowing RouteIndex) -> Bool {
        isChain ? chainAtom(index)?.kind == .literal : literal(link, segment, in: index) != nil
    }

    private func literal(
        _ link: Link, _ segment: ByteRange, in index: borrowing RouteIndex
    ) -> RouteIndex.Branch? {
        node(index).hasLiterals
            ? index.literals.find(parent: branch.target, link.bytes.span, segment) : nil
    }

    /// The ways on, at most `limit`.
    ///
    /// - Parameter isComplete: false to leave out the literals of a node that has too many to be listed.
    func ways(in index: borrowing RouteIndex, atMost limit: Int, isComplete: Bool) -> Ways {
        guard !isChain else {
            return Ways(
                rest: limit, chain: chainAtom(index).map { .atom($0, TriePlace(branch: branch, atom: atom + 1)) })
        }
        let node = node(index)
        var ways = Ways(rest: limit, edges: node.others.range)
        switch node.literals {
        case RouteIndex.Node.noLiterals: break
        case RouteIndex.Node.unlisted: if isComplete { ways.slots = index.literals.slots(under: branch.target)[...] }
        default: ways.sibling = Int(node.literals)
        }
        return ways
    }

    /// The ways on from a place, one after the other: a node may have hundreds, and an array of them would be copied.
    struct Ways {
        /// How many more there may be.
        fileprivate var rest: Int
        /// The only one, on a chain.
        fileprivate var chain: Way?
        fileprivate var edges: Range<Int> = 0..<0
        /// The number of the next literal's slot.
        fileprivate var sibling: Int?
        fileprivate var slots: ArraySlice<UInt32> = []

        /// The next way; nil after the last.
        mutating func next(in index: borrowing RouteIndex) -> Way? {
            guard rest > 0 else { return nil }
            rest -= 1
            if let way = chain {
                chain = nil
                return way
            }
            if let number = edges.first {
                edges.removeFirst()
                return .atom(index.edges[number].atom, TriePlace(branch: index.edges[number].branch))
            }
            guard let number = sibling else { return slots.popFirst().map { .literal(slot: $0) } }
            let slot = index.siblings[number]
            sibling = slot & RouteIndex.lastSibling == 0 ? number + 1 : nil
            return .literal(slot: slot & ~RouteIndex.lastSibling)
        }
    }

    /// The best route that ends here.
    func end(in index: borrowing RouteIndex) -> UInt32? {
        guard isChain else { return node(index).ends.range.first.map { index.terminals[$0] } }
        return chainAtom(index) == nil && chain(index).ending != .tail ? branch.number : nil
    }

    /// The best route with a tail that begins here.
    func tail(in index: borrowing RouteIndex) -> UInt32? {
        guard isChain else { return node(index).tails.range.first.map { index.terminals[$0] } }
        return chainAtom(index) == nil && chain(index).ending != .end ? branch.number : nil
    }

    /// All routes that end here.
    func ends(in index: borrowing RouteIndex) -> [UInt32] {
        isChain ? end(in: index).map { [$0] } ?? [] : Array(index.terminals[node(index).ends.range])
    }

    /// All routes with a tail that begins here.
    func tails(in index: borrowing RouteIndex) -> [UInt32] {
        isChain ? tail(in: index).map { [$0] } ?? [] : Array(index.terminals[node(index).tails.range])
    }

    /// The route that was most likely meant by a segment that no way accepts: rather one with a capture that refuses it than
    /// one with another word.
    func likeliest(in index: borrowing RouteIndex) -> UInt32? {
        guard !isChain else { return branch.number }
        let node = node(index)
        let number = node.others.range.first.map { index.edges[$0].branch.number } ?? node.minimum
        return number == .max ? nil : number
    }
}

extension TriePlace.Way {
    /// Where it leads.
    func target(in index: borrowing RouteIndex) -> TriePlace {
        switch self {
        case .literal(let slot): TriePlace(branch: index.literals.branch(at: slot))
        case .atom(_, let place): place
        }
    }

    /// *Units*: bytes of a literal; nil for any other atom.
    func literalCount(in index: borrowing RouteIndex) -> Int? {
        switch self {
        case .literal(let slot): index.literals.textCount(at: slot)
        case .atom(let atom, _): atom.kind == .literal ? Int(atom.prefixCount) : nil
        }
    }

    /// How many mistakes turn a word into the literal.
    func mistakes(of word: EditDistance, in index: borrowing RouteIndex) -> Int {
        switch self {
        case .literal(let slot): index.literals.mistakes(of: word, at: slot)
        case .atom(let atom, _):
            word(to: index.texts.span.extracting(Int(atom.start)..<Int(atom.start + atom.prefixCount)))
        }
    }

    /// The text of a literal.
    func text(in index: borrowing RouteIndex) -> [UInt8] {
        switch self {
        case .literal(let slot): index.literals.text(at: slot)
        case .atom(let atom, _): Array(index.texts[Int(atom.start)..<Int(atom.start + atom.prefixCount)])
        }
    }
}
