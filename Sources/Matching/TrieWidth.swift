// How many nodes one link can have alive at one segment: the bound on what a single lookup can cost.
//
// A link follows one literal edge of a node at most, and every other edge that accepts its text. So the most nodes
// alive below a node, per level, is the largest over its literals plus the sum over the edges that may accept the same
// text. Listed edges are told apart by their words; all other edges are taken to accept together. An upper bound,
// computed bottom-up in one pass: children always have greater numbers than their parents.

/// Computes the width of a trie.
struct TrieWidth {
    private let trie: RouteTrie
    private let table: AtomTable

    init(_ trie: RouteTrie, _ table: AtomTable) {
        self.trie = trie
        self.table = table
    }

    /// The most nodes alive at one segment of a link, over all of the trie's nodes as roots.
    func compute() -> Int {
        var levels: [[Int]] = Array(repeating: [], count: trie.nodes.count)
        var width = trie.nodes.isEmpty ? 0 : 1
        for number in trie.nodes.indices.reversed() {
            let node = trie.nodes[number]
            var open: [[UInt8]: [Int]] = [:]
            var words: [[UInt8]: [Int]] = [:]
            for edge in trie.list(from: node.firstOther) {
                let below = take(edge.target, &levels)
                switch table[edge.atom] {
                case .words(let members): for word in members { Self.add(below, to: &words[word, default: []]) }
                case .affixed(let prefix, _, _): Self.add(below, to: &open[prefix, default: []])
                }
            }
            var listed: [Int] = []
            trie.forEach(from: node.firstLiteral) { edge in
                var below = take(edge.target, &levels)
                if !words.isEmpty, let word = table[edge.atom].literal, let others = words[word] {
                    Self.add(others, to: &below)
                }
                Self.raise(&listed, to: below)
            }
            for below in words.values { Self.raise(&listed, to: below) }
            var sum = Self.largestChain(open)
            Self.add(listed, to: &sum)
            width = max(width, sum.max() ?? 1)
            levels[number] = [1] + sum
        }
        return width
    }

    /// The levels at and below a target.
    ///
    /// A path that stands alone is one node per level; its whole length stands for the unknown rest of it, which can
    /// only make the bound larger.
    private func take(_ target: RouteTrie.Target, _ levels: inout [[Int]]) -> [Int] {
        guard target >= 0 else { return Array(repeating: 1, count: trie.paths[Int(~target)].atoms.count + 1) }
        let found = levels[Int(target)]
        levels[Int(target)] = []
        return found
    }

    /// The most that prefixes which begin each other come to, over the longest of them.
    private static func largestChain(_ open: [[UInt8]: [Int]]) -> [Int] {
        let lengths = Set(open.keys.map(\.count)).sorted()
        var largest: [Int] = []
        for prefix in open.keys {
            var sum: [Int] = []
            for length in lengths where length <= prefix.count {
                if let below = open[Array(prefix.prefix(length))] { add(below, to: &sum) }
            }
            raise(&largest, to: sum)
        }
        return largest
    }

    private static func add(_ other: [Int], to levels: inout [Int]) {
        for (index, count) in other.enumerated() {
            if index < levels.count {
                levels[index] = min(levels[index] + count, 1 << 40)
            } else {
                levels.append(count)
            }
        }
    }

    private static func raise(_ levels: inout [Int], to other: [Int]) {
        for (index, count) in other.enumerated() {
            if index < levels.count { levels[index] = max(levels[index], count) } else { levels.append(count) }
        }
    }
}
