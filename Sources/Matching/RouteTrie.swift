// The trie that the checks walk and the index is frozen from: one root per distinct set of routes.
//
// It is lazy: an edge below which only one route stands holds that route (a leaf) instead of a chain of nodes, and is
// split only when a second route comes the same way. A table of a million routes that part in their first segment has
// one node, and every chain behind it is frozen once for all routes that end alike.

/// A trie of paths over interned atoms.
struct RouteTrie {
    /// Where an edge leads: the number of a node, or a path that stands alone, as its complement.
    typealias Target = Int32

    /// A step to the next segment, in a list of its siblings.
    struct Edge {
        let atom: AtomTable.ID
        var target: Target
        let next: Int32
    }

    /// A place that paths share up to here.
    struct Node {
        /// The heads of the lists of edges: single texts, and all others.
        var firstLiteral: Int32 = -1
        var firstOther: Int32 = -1
        var literalCount = 0
        /// Paths that end at this node, and paths whose tail begins after it.
        var ends: [Int32] = []
        var tails: [Int32] = []
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private(set) var paths: [PathKey] = []
    private var edgeNumbers: [UInt64: Int32] = [:]

    init(paths: [PathKey]) { self.paths = paths }

    /// Makes an empty root.
    mutating func makeRoot() -> Int32 {
        nodes.append(Node())
        return Int32(truncatingIfNeeded: nodes.count - 1)
    }

    /// Puts the path of this number under `root`.
    mutating func insert(_ path: Int32, under root: Int32, isLiteral: [Bool]) {
        var node = root
        var depth = 0
        while true {
            let atoms = paths[Int(path)].atoms
            if depth == atoms.count {
                end(path, at: node)
                return
            }
            guard let number = edgeNumbers[Self.key(node, atoms[depth])] else {
                addEdge(from: node, atoms[depth], to: ~path, isLiteral: isLiteral)
                return
            }
            node = split(edge: Int(number), depth: depth + 1, isLiteral: isLiteral)
            depth += 1
        }
    }

    /// Where the edge with `atom` leads from `node`; nil where there is none.
    func target(from node: Int32, _ atom: AtomTable.ID) -> Target? {
        edgeNumbers[Self.key(node, atom)].map { edges[Int($0)].target }
    }

    /// Calls `body` for the edges in the list that begins at `first`.
    func forEach(from first: Int32, _ body: (Edge) -> Void) {
        var number = first
        while number >= 0 {
            let edge = edges[Int(number)]
            body(edge)
            number = edge.next
        }
    }

    /// The edges in the list that begins at `first`.
    func list(from first: Int32) -> [Edge] {
        var list: [Edge] = []
        forEach(from: first) { list.append($0) }
        return list
    }

    /// Calls `body` for every path at or below `target`.
    func forEachPath(below target: Target, _ body: (Int32) -> Void) {
        guard target >= 0 else { return body(~target) }
        let node = nodes[Int(target)]
        for path in node.ends { body(path) }
        for path in node.tails where paths[Int(path)].ending == .tail { body(path) }
        forEach(from: node.firstLiteral) { forEachPath(below: $0.target, body) }
        forEach(from: node.firstOther) { forEachPath(below: $0.target, body) }
    }

    private static func key(_ node: Int32, _ atom: AtomTable.ID) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: atom))
    }

    private mutating func end(_ path: Int32, at node: Int32) {
        let ending = paths[Int(path)].ending
        if ending != .tail { nodes[Int(node)].ends.append(path) }
        if ending != .end { nodes[Int(node)].tails.append(path) }
    }

    private mutating func addEdge(from node: Int32, _ atom: AtomTable.ID, to target: Target, isLiteral: [Bool]) {
        let number = Int32(truncatingIfNeeded: edges.count)
        let literal = isLiteral[Int(atom)]
        let next = literal ? nodes[Int(node)].firstLiteral : nodes[Int(node)].firstOther
        edges.append(Edge(atom: atom, target: target, next: next))
        edgeNumbers[Self.key(node, atom)] = number
        if literal {
            nodes[Int(node)].firstLiteral = number
            nodes[Int(node)].literalCount += 1
        } else {
            nodes[Int(node)].firstOther = number
        }
    }

    /// The node behind an edge; a leaf becomes one, with its path one step further.
    private mutating func split(edge number: Int, depth: Int, isLiteral: [Bool]) -> Int32 {
        let target = edges[number].target
        guard target < 0 else { return target }
        let node = makeRoot()
        edges[number].target = node
        let path = ~target
        let atoms = paths[Int(path)].atoms
        if depth == atoms.count {
            end(path, at: node)
        } else {
            addEdge(from: node, atoms[depth], to: ~path, isLiteral: isLiteral)
        }
        return node
    }
}
