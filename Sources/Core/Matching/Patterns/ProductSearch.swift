// The exact relation of two atoms that mix affixes and types: `v$(n:uint)` against `$(s:slug)`, `1$(n:uint)` against
// `$(m:uint)`.
//
// The search is breadth-first over pairs of states of the two automata. If both accept, the word is in both, and the
// first such word is a shortest one. If one is alive and the other dead, or one accepts and the other does not, the
// first is not inside the second, because every live state can be completed. A pair with a dead side ends the search
// there, so the search is only as large as the common part.
//
// Common affixes are cut off first. This changes nothing, because every text is longer than both together, and leaves
// at most one prefix and one suffix. Of bytes that no automaton distinguishes one is tried: the letters of the affixes,
// every digit, one hexadecimal letter, one other letter, the hyphen, and one byte outside all of these.

/// A search in the product of two atoms' automata.
///
/// *Limits*: 100,000 pairs of states; past them the atoms are taken to overlap, without inclusion.
struct ProductSearch {
    static let stateLimit = 100_000

    /// The words that both accept, shortest first, at most `wordCount`.
    private(set) var words: [[UInt8]] = []

    private struct Pair: Hashable {
        let left: AffixedType.State
        let right: AffixedType.State
    }

    private var left: AffixedType
    private var right: AffixedType
    private let wordCount: Int
    private let commonPrefix: [UInt8]
    private let commonSuffix: [UInt8]
    private var leftIsInside = true
    private var rightIsInside = true
    private var isExhausted = false
    private var steps = 0
    private var queue: [(pair: Pair, parent: Int, byte: UInt8)] = []

    /// Searches until the relation and `wordCount` words are known.
    init(_ left: AffixedType, _ right: AffixedType, wordCount: Int) {
        let prefixCount = zip(left.prefix, right.prefix).prefix { $0 == $1 }.count
        let suffixCount = zip(left.suffix.reversed(), right.suffix.reversed()).prefix { $0 == $1 }.count
        commonPrefix = Array(left.prefix.prefix(prefixCount))
        commonSuffix = Array(left.suffix.suffix(suffixCount))
        (self.left, self.right, self.wordCount) = (left, right, wordCount)
        self.left.cut(prefixCount, suffixCount)
        self.right.cut(prefixCount, suffixCount)
        run()
    }

    /// The result of the search.
    var relation: AtomRelation {
        let known = words.isEmpty ? .disjoint : Relation(inside: leftIsInside, contains: rightIsInside)
        return AtomRelation(
            relation: isExhausted ? .overlapping : known, witness: words.first, isProven: !isExhausted,
            searchSteps: steps)
    }

    private mutating func run() {
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
                // The first n words need each pair of states at most n times.
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

extension AffixedType {
    /// Removes bytes from the start of the prefix and from the end of the suffix.
    fileprivate mutating func cut(_ prefixCount: Int, _ suffixCount: Int) {
        prefix.removeFirst(prefixCount)
        suffix.removeLast(suffixCount)
    }
}
