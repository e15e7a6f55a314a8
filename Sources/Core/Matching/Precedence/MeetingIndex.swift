// Finds the atoms of a list that may have a common text with a given atom, without comparing them all.
//
// Ten thousand siblings are fifty million pairs. Nearly always a pair is disjoint for a simple reason: the atoms list
// different words, or their prefixes differ. So words are found by a hash, and affixes by their order. In sorted order
// an affix follows every affix that begins it, and has a link to the longest of them.
//
//   a$(x)   ab$(x)   abc$(x)   b$(x)      `abc-1` finds abc, then ab, then a; b is not compared
//
// A pair of affixes is found from the longer one, a pair of a word and an affix from the word. Either the prefixes or
// the suffixes of the atoms are sorted, whichever leaves fewer pairs.
//
// In a chain `/a*`, `/aa*`, … every pair intersects, but no pair is a conflict. The route with the shorter affix ends
// there, has no query conditions, and accepts every text of the longer one, so the longer one wins. Such an item is
// *settled* and is skipped.

/// An end of a text.
enum TextEnd { case front, back }

/// A list of atoms, sorted to find those that may have a common text with a given atom.
struct MeetingIndex: ~Copyable {
    /// The items with the same affix.
    private struct Node {
        let text: Range<Int>
        /// The longest affix that begins this one, and the longest with an item that is not settled; negative for none.
        let parent: Int
        var unsettledParent = -1
        var items: [Int32] = []
        var isSettled = true
    }

    /// The end of the texts whose affixes are sorted.
    let end: TextEnd
    /// *Units*: pairs of its own items that their affixes do not separate, without settled ones.
    private(set) var pairCount = 0

    private let isSettled: [Bool]
    private var nodes: [Node] = []
    private var texts: [UInt8] = []
    /// The items that list a word, by word.
    private var listed: [[UInt8]: [Int32]] = [:]
    /// By item: the number of the last search that found it.
    private var lastSearch: [Int32]
    private var search: Int32 = 0

    /// Sorts atoms.
    ///
    /// - Parameter endsPlainly: by item: true if no segment follows it and its route has no query conditions.
    ///
    /// *Cost*: n log n comparisons.
    init(_ atoms: [AtomTable.ID], endsPlainly: [Bool], at end: TextEnd, _ table: borrowing AtomTable) {
        self.end = end
        lastSearch = Array(repeating: 0, count: atoms.count)
        isSettled = atoms.indices.map { endsPlainly[$0] && table.isOpen(atoms[$0], butFor: end) }
        var affixes: [(text: [UInt8], item: Int32)] = []
        for (item, atom) in atoms.enumerated() {
            let number = Int32(truncatingIfNeeded: item)
            if let words = table.listedTexts(atom) {
                for word in words { listed[word, default: []].append(number) }
            } else {
                affixes.append((table.affix(atom, end), number))
            }
        }
        affixes.sort { left, right in
            let order = ByteText.order(left.text.span, right.text.span)
            return order == 0 ? left.item < right.item : order < 0
        }
        var open: [Int] = []
        for (text, item) in affixes { add(item, text, &open) }
        countPairs()
    }

    /// Sorts atoms by the end that leaves fewer pairs.
    static func best(
        _ atoms: [AtomTable.ID], endsPlainly: [Bool], _ table: borrowing AtomTable
    ) -> MeetingIndex {
        let front = MeetingIndex(atoms, endsPlainly: endsPlainly, at: .front, table)
        guard front.pairCount > 0 else { return front }
        let back = MeetingIndex(atoms, endsPlainly: endsPlainly, at: .back, table)
        if back.pairCount < front.pairCount { return back }
        return front
    }

    /// Adds the next affix in order; `open` has the nodes that begin the previous one, the longest last.
    private mutating func add(_ item: Int32, _ text: [UInt8], _ open: inout [Int]) {
        while let last = open.last, !begins(last, text) { open.removeLast() }
        if open.last.map({ nodes[$0].text.count == text.count }) != true {
            let start = texts.count
            texts += text
            nodes.append(Node(text: start..<texts.count, parent: open.last ?? -1))
            open.append(nodes.count - 1)
        }
        nodes[nodes.count - 1].items.append(item)
        if !isSettled[Int(item)] { nodes[nodes.count - 1].isSettled = false }
    }

    /// True if a node's affix begins a text.
    private func begins(_ node: Int, _ text: [UInt8]) -> Bool {
        let affix = nodes[node].text
        return affix.count <= text.count
            && SegmentKey.isEqual(texts.span, affix.lowerBound, text.span, 0, count: affix.count)
    }

    private mutating func countPairs() {
        var above = Array(repeating: 0, count: nodes.count)
        for node in nodes.indices {
            // Parents come first.
            let parent = nodes[node].parent
            if parent >= 0 {
                nodes[node].unsettledParent = nodes[parent].isSettled ? nodes[parent].unsettledParent : parent
            }
            let count = nodes[node].items.count
            let before = parent < 0 ? 0 : above[parent]
            pairCount += count * before + count * (count - 1) / 2
            above[node] = before + nodes[node].items.count { !isSettled[Int($0)] }
        }
    }

    // MARK: Finding

    /// Collects the items that may have a common text with an atom, each once.
    ///
    /// - Parameter limit: of the items with the same word or the same affix, only those below the limit are found: a
    ///   list that searches itself would find each such pair twice.
    ///
    /// *Cost*: the items found, and log n comparisons of affixes.
    mutating func find(
        _ atom: AtomTable.ID, below limit: Int32, _ table: borrowing AtomTable, into found: inout [Int32]
    ) {
        found.removeAll(keepingCapacity: true)
        search += 1
        if let words = table.listedTexts(atom) {
            for word in words {
                for item in listed[word] ?? [] where item < limit { take(item, &found) }
                // An affix may accept only some of several words, so settled items count too.
                climb(from: longest(beginning: end == .front ? word : word.reversed()), all: words.count > 1, &found)
            }
            return
        }
        let affix = table.affix(atom, end)
        var node = longest(beginning: affix)
        if node >= 0, nodes[node].text.count == affix.count {
            for item in nodes[node].items where item < limit { take(item, &found) }
            node = nodes[node].isSettled ? nodes[node].unsettledParent : nodes[node].parent
        }
        climb(from: node, all: false, &found)
    }

    private mutating func take(_ item: Int32, _ found: inout [Int32]) {
        guard lastSearch[Int(item)] != search else { return }
        lastSearch[Int(item)] = search
        found.append(item)
    }

    private mutating func climb(from start: Int, all: Bool, _ found: inout [Int32]) {
        var node = start
        while node >= 0 {
            if all || !nodes[node].isSettled {
                for item in nodes[node].items where all || !isSettled[Int(item)] { take(item, &found) }
            }
            node = all ? nodes[node].parent : nodes[node].unsettledParent
        }
    }

    /// The node with the longest affix that begins a text; negative for none.
    private func longest(beginning text: [UInt8]) -> Int {
        // An affix that begins the text also begins all affixes between the two, so it is this node or an ancestor.
        var node = nodes.firstPlace { ByteText.order(texts.span.extracting($0.text), text.span) <= 0 } - 1
        let common = node < 0 ? 0 : zip(texts[nodes[node].text], text).prefix { $0 == $1 }.count
        while node >= 0, nodes[node].text.count > common { node = nodes[node].parent }
        return node
    }
}
