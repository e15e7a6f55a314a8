// The most nodes that one link can have alive at one segment: the bound on the cost of a lookup.
//
// A link follows at most one literal edge of a node, and every other edge that accepts its text. So the most nodes
// alive below a node, per level, is the largest over its literals plus the sum over the edges that may accept the same
// text. Listed edges are separated by their words. All other edges are assumed to accept together unless their prefixes
// differ. This is an upper bound, computed bottom-up in one pass: children always have greater numbers than parents.

/// Computes the width of a trie.
struct TrieWidth {
    /// The most nodes alive at and below a place, per level.
    private typealias Levels = [Int]

    private static let most = 1 << 40

    private var levels: [Levels]

    /// The most nodes alive at one segment of a link, with any node of the trie as its root; and the widest of the roots.
    static func compute(
        _ trie: borrowing RouteTrie, _ store: borrowing RouteStore, _ roots: [Int32]
    ) -> (width: Int, root: Int32?) {
        var computation = TrieWidth(levels: Array(repeating: [], count: trie.nodes.count))
        var width = trie.nodes.isEmpty ? 0 : 1
        for number in trie.nodes.indices.reversed() {
            let sum = computation.alive(below: trie.nodes[number], trie, store)
            width = max(width, sum.max() ?? 1)
            computation.levels[number] = [1] + sum
        }
        // Nothing is above a root, so its levels are still there.
        let levels = computation.levels
        return (width, roots.max { (levels[Int($0)].max() ?? 0) < (levels[Int($1)].max() ?? 0) })
    }

    private mutating func alive(
        below node: RouteTrie.Node, _ trie: borrowing RouteTrie, _ store: borrowing RouteStore
    ) -> Levels {
        var open: [[UInt8]: Levels] = [:]
        var words: [[UInt8]: Levels] = [:]
        for edge in trie.edges(from: node.firstOther) {
            let below = take(edge.target, store)
            switch store.atoms[edge.atom] {
            case .words(let members): for word in members { Self.add(below, to: &words[word, default: []]) }
            case .affixed(let affixed): Self.add(below, to: &open[affixed.prefix, default: []])
            }
        }
        var sum = Self.largestChain(open)
        Self.add(listed(node, words, trie, store), to: &sum)
        return sum
    }

    /// The most nodes alive below the edges that list their texts.
    private mutating func listed(
        _ node: RouteTrie.Node, _ words: [[UInt8]: Levels], _ trie: borrowing RouteTrie,
        _ store: borrowing RouteStore
    ) -> Levels {
        var listed: Levels = []
        // Of the leaves only the one with the longest path matters, so a million leaves cost a comparison each.
        var longest = 0
        for edge in trie.edges(from: node.firstLiteral) {
            if words.isEmpty && edge.target < 0 {
                longest = max(longest, store.path(~edge.target).count + 1)
                continue
            }
            var below = take(edge.target, store)
            if !words.isEmpty, let others = words[store.atoms.literals.text(of: Int(edge.atom))] {
                Self.add(others, to: &below)
            }
            Self.raise(&listed, to: below)
        }
        Self.raise(&listed, to: Array(repeating: 1, count: longest))
        for below in words.values { Self.raise(&listed, to: below) }
        return listed
    }

    /// The levels at and below a target.
    ///
    /// A leaf is one node per level. Its whole path is counted in place of the rest, whose length is unknown here; this
    /// can only make the bound larger.
    private mutating func take(_ target: RouteTrie.Target, _ store: borrowing RouteStore) -> Levels {
        guard target >= 0 else { return Array(repeating: 1, count: store.path(~target).count + 1) }
        let found = levels[Int(target)]
        levels[Int(target)] = []
        return found
    }

    /// The largest sum over prefixes of which each begins the next.
    private static func largestChain(_ open: [[UInt8]: Levels]) -> Levels {
        var largest: Levels = []
        // In sorted order a prefix follows all that begin it; the chain has those that begin the current one.
        var chain: [(prefix: [UInt8], sum: Levels)] = []
        for (prefix, below) in open.sorted(by: { ByteText.order($0.key.span, $1.key.span) < 0 }) {
            while let last = chain.last, !prefix.starts(with: last.prefix) { chain.removeLast() }
            var sum = chain.last?.sum ?? []
            add(below, to: &sum)
            raise(&largest, to: sum)
            chain.append((prefix, sum))
        }
        return largest
    }

    private static func add(_ other: Levels, to levels: inout Levels) {
        combine(other, with: &levels) { min($0 + $1, most) }
    }

    private static func raise(_ levels: inout Levels, to other: Levels) { combine(other, with: &levels, by: max) }

    private static func combine(_ other: Levels, with levels: inout Levels, by operation: (Int, Int) -> Int) {
        for (index, count) in other.enumerated() {
            if index < levels.count { levels[index] = operation(levels[index], count) } else { levels.append(count) }
        }
    }
}
