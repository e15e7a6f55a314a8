// The exact relation of two atoms where affixes and types mix: `v$(n:uint)` against `$(s:slug)`, `1$(n:uint)` against
// `$(m:uint)`.
//
// A breadth-first search over pairs of states of the two atoms' automata. Both live and accepting: the word is in both,
// and the first such word is a shortest one. One live where the other is dead, or one accepting where the other is not:
// the first is not inside the second, because every live state can still be completed. Pairs with a dead side need no
// further search, so the search is as small as what the two have in common.
//
// Affixes common to both are cut off first (they change nothing, every text is longer than both together), which leaves
// at most one prefix and one suffix. Bytes that no automaton tells apart are tried once: the letters of the
// affixes, every digit, one hexadecimal letter, one other letter, the hyphen, and one byte outside all of these.

/// The search in the product of two atoms' automata.
///
/// *Limits*: 100,000 pairs of states; past them overlap is assumed and inclusion denied.
struct ProductSearch {
    static let stateLimit = 100_000

    /// The words found in both, shortest first, at most as many as were asked for.
    private(set) var words: [[UInt8]] = []

    private struct Pair: Hashable {
        let left: AffixedType.State
        let right: AffixedType.State
    }

    private let left: AffixedType
    private let right: AffixedType
    private let wordCount: Int
    private let commonPrefix: [UInt8]
    private let commonSuffix: [UInt8]
    private var leftIsInside = true
    private var rightIsInside = true
    private var isExhausted = false
    private var steps = 0
    private var queue: [(pair: Pair, parent: Int, byte: UInt8)] = []

    init(_ left: AffixedType, _ right: AffixedType, wordCount: Int) {
        let prefixCount = zip(left.prefix, right.prefix).prefix { $0 == $1 }.count
        let suffixCount = zip(left.suffix.reversed(), right.suffix.reversed()).prefix { $0 == $1 }.count
        commonPrefix = Array(left.prefix.prefix(prefixCount))
        commonSuffix = Array(left.suffix.suffix(suffixCount))
        self.left = AffixedType(
            Array(left.prefix.dropFirst(prefixCount)), left.type, Array(left.suffix.dropLast(suffixCount)))
        self.right = AffixedType(
            Array(right.prefix.dropFirst(prefixCount)), right.type, Array(right.suffix.dropLast(suffixCount)))
        self.wordCount = wordCount
    }

    /// What the search found.
    var relation: AtomRelation {
        var relation = AtomRelation.disjoint
        if isExhausted {
            relation = AtomRelation(.overlapping, words.first, isProven: false)
        } else if let witness = words.first {
            relation = AtomRelation(Relation(inside: leftIsInside, contains: rightIsInside), witness)
        }
        relation.searchSteps = steps
        return relation
    }

    /// Searches until everything asked for is known.
    mutating func run() {
        let alphabet = representativeBytes()
        let start = Pair(left: AffixedType.State(), right: AffixedType.State())
        var visits: [Pair: Int] = [start: 1]
        queue = [(start, -1, 0)]
        var head = 0
        while head < queue.count && !isComplete {
            let pair = queue[head].pair
            steps += alphabet.count
            for byte in alphabet {
                guard let next = advance(pair, byte) else { continue }
                // The first n words need no pair of states more than n times.
                if visits[next, default: 0] >= wordCount { continue }
                visits[next, default: 0] += 1
                queue.append((next, head, byte))
                judge(next)
            }
            head += 1
            if queue.count > Self.stateLimit {
                isExhausted = true
                return
            }
        }
    }

    private var isComplete: Bool {
        words.count >= wordCount && (wordCount > 1 || (!leftIsInside && !rightIsInside))
    }

    private mutating func advance(_ pair: Pair, _ byte: UInt8) -> Pair? {
        let nextLeft = left.step(pair.left, byte)
        let nextRight = right.step(pair.right, byte)
        if let nextLeft, let nextRight { return Pair(left: nextLeft, right: nextRight) }
        if nextLeft != nil { leftIsInside = false }
        if nextRight != nil { rightIsInside = false }
        return nil
    }

    private mutating func judge(_ pair: Pair) {
        switch (left.isAccepting(pair.left), right.isAccepting(pair.right)) {
        case (true, true): if words.count < wordCount { words.append(word(at: queue.count - 1)) }
        case (true, false): leftIsInside = false
        case (false, true): rightIsInside = false
        case (false, false): break
        }
    }

    private func word(at index: Int) -> [UInt8] {
        var reversed: [UInt8] = []
        var index = index
        while index > 0 {
            reversed.append(queue[index].byte)
            index = queue[index].parent
        }
        return commonPrefix + reversed.reversed() + commonSuffix
    }

    private func representativeBytes() -> [UInt8] {
        let affixBytes = Set(left.prefix + left.suffix + right.prefix + right.suffix)
        func first(_ candidates: some Sequence<UInt8>) -> [UInt8] {
            candidates.first { !affixBytes.contains($0) }.map { [$0] } ?? []
        }
        let letters = first(Array("xyzwvutsrqponmlkjihgXYZWVUTSRQPONMLKJIHG_".utf8))
        let hexLetters = first(Array("abcdefABCDEF".utf8))
        let digits = Array("0123456789".utf8)
        let others = first((0x21...0x7E).filter { !ByteText.isSlugStart($0) && $0 != UInt8(ascii: "-") })
        let fixed = letters + hexLetters + digits
        return fixed + affixBytes.subtracting(digits).sorted() + first([UInt8(ascii: "-")]) + others
    }
}
