/// The paths that two patterns both accept, as texts to try at each position.
struct CommonPaths {
    private let left: RoutePath
    private let right: RoutePath
    /// For each position: the texts to try, and whether these are all the common texts.
    private let texts: [[[UInt8]]]
    private let isListed: [Bool]
    private let tails: [[[UInt8]]]

    private static let listedLimit = 4097

    /// Collects texts for two paths that intersect.
    ///
    /// - Parameter fillers: a readable text for each position.
    init(_ left: RoutePath, _ right: RoutePath, fillers: [[UInt8]], exclusionCount: Int, _ store: borrowing RouteStore)
    {
        self.left = left
        self.right = right
        var texts: [[[UInt8]]] = []
        var isListed: [Bool] = []
        for index in 0..<max(left.count, right.count) {
            let shapes = [left, right].filter { index < $0.count }.map { store.atoms[store.atom(index, of: $0)] }
            let (first, last) = (shapes[0], shapes[shapes.count - 1])
            let listed = first.hasListedTexts(with: last)
            var candidates: [[UInt8]] = []
            if !listed, let readable = Self.readable(first, last, fillers[index]) { candidates.append(readable) }
            let wanted = listed ? Self.listedLimit : exclusionCount + 1
            candidates += first.commonTexts(with: last, count: wanted).filter { !candidates.contains($0) }
            texts.append(candidates)
            isListed.append(listed && candidates.count < Self.listedLimit)
        }
        self.texts = texts
        self.isListed = isListed
        let x = [UInt8(ascii: "x")]
        tails = left.isOpen && right.isOpen ? [[[]], [x], [x, []], [x, x]] : [[]]
    }

    private static func readable(_ first: AtomShape, _ last: AtomShape, _ filler: [UInt8]) -> [UInt8]? {
        guard case .affixed(let mine) = first, case .affixed(let its) = last, mine.type == .string, its.type == .string
        else { return nil }
        let text = mine.text(filler, within: its)
        return first.accepts(text.span) && last.accepts(text.span) ? text : nil
    }

    /// The first combinations of the texts, at most `limit`.
    func combinations(limit: Int) -> [[[UInt8]]] {
        let places = texts.map { $0.map { [$0] } } + [tails]
        return (0..<combinationCount(limit)).map { number in
            var rest = number
            return places.flatMap { choices in
                defer { rest /= choices.count }
                return choices[rest % choices.count]
            }
        }
    }

    /// The number of combinations, or `limit` if it is smaller.
    private func combinationCount(_ limit: Int) -> Int {
        texts.reduce(tails.count) { min($0 * $1.count, limit) }
    }

    /// True if `combinations` with this limit returns every path that both patterns accept.
    func isComplete(limit: Int) -> Bool {
        tails.count == 1 && isListed.allSatisfy(\.self) && combinationCount(limit) < limit
    }

    /// True if `exclusion` covers every path that both patterns accept.
    ///
    /// The test is simple and may return false for an exclusion that does cover them.
    func isCovered(by exclusion: RoutePath, _ store: inout RouteStore) -> Bool {
        let isOpen = left.isOpen && right.isOpen
        let count = max(left.minimumCount, right.minimumCount)
        guard exclusion.isOpen ? count >= exclusion.count : !isOpen && count == exclusion.count,
            exclusion.count <= texts.count
        else { return false }
        for index in 0..<exclusion.count {
            let atom = store.atom(index, of: exclusion)
            var isInside = false
            for side in [left, right] where index < side.count && !isInside {
                isInside = store.atoms.relation(store.atom(index, of: side), atom).isInsideOrEqual
            }
            guard isInside || isListed[index] && texts[index].allSatisfy({ store.atoms.accepts(atom, $0.span) }) else {
                return false
            }
        }
        return true
    }
}
