/// A node as the walk sees it: one of the trie, or one step of a path that stands alone.
struct WalkNode {
    var ends: [Int32] = []
    var tails: [Int32] = []
    var others: [RouteTrie.Edge] = []
    var literalCount = 0
    private var number: Int32 = -1
    private var firstLiteral: Int32 = -1
    private var onlyLiteral: RouteTrie.Edge?

    init(_ node: RouteTrie.Node, _ trie: RouteTrie, number: Int32) {
        ends = node.ends
        tails = node.tails
        others = trie.list(from: node.firstOther)
        literalCount = node.literalCount
        firstLiteral = node.firstLiteral
        self.number = number
    }

    init(leaf path: Int32, depth: Int, _ trie: RouteTrie, isLiteral: [Bool]) {
        let key = trie.paths[Int(path)]
        if depth >= key.atoms.count {
            if key.ending != .tail { ends = [path] }
            if key.ending != .end { tails = [path] }
            return
        }
        let edge = RouteTrie.Edge(atom: key.atoms[depth], target: ~path, next: -1)
        if isLiteral[Int(edge.atom)] {
            onlyLiteral = edge
            literalCount = 1
        } else {
            others = [edge]
        }
    }

    /// Calls for every edge of one single text.
    func forEachLiteral(in trie: RouteTrie, _ body: (RouteTrie.Edge) -> Void) {
        if let onlyLiteral { body(onlyLiteral) } else { trie.forEach(from: firstLiteral, body) }
    }

    /// Where the edge of a single text leads; nil where there is none.
    func target(of atom: AtomTable.ID, in trie: RouteTrie) -> RouteTrie.Target? {
        if let onlyLiteral { return onlyLiteral.atom == atom ? onlyLiteral.target : nil }
        return number < 0 ? nil : trie.target(from: number, atom)
    }
}
