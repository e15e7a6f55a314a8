// The trie of the checks, from which the index is frozen. It has one root per distinct set of routes.
//
// It is lazy: an edge to a single route holds that route (a leaf) instead of a chain of nodes. It is split only when a
// second route takes the same edge. A table of a million routes that differ in their first segment has one node, and
// every chain behind it is frozen once for all routes that end alike.
//
// Everything is a number in a flat array: lists are linked by number, edges are found by one open-addressing table.

/// A trie of paths over interned atoms.
struct RouteTrie: ~Copyable {
    /// The target of an edge: the number of a node, or for a leaf the complement of its member, a route or denial.
    typealias Target = Int32

    /// An edge to the next segment, in a list of its siblings.
    struct Edge: TrieListElement {
        let parent: Int32
        let atom: AtomTable.ID
        var target: Target
        let next: Int32
    }

    /// A beginning that several paths share.
    struct Node {
        /// The heads of the lists of edges: literals, and all others.
        var firstLiteral: Int32 = -1
        var firstOther: Int32 = -1
        var literalCount: Int32 = 0
        var otherCount: Int32 = 0
        /// The heads of the lists of members: those that end here, and those whose tail begins here.
        var firstEnd: Int32 = -1
        var firstTail: Int32 = -1
    }

    /// A member in a list.
    struct Cell: TrieListElement {
        let member: Int32
        let next: Int32
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private(set) var cells: [Cell] = []
    /// *Units*: edges with a literal.
    private(set) var literalCount = 0
    /// The numbers of edges plus one; zero for an empty slot.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)

    /// Makes an empty root.
    mutating func makeRoot() -> Int32 {
        nodes.append(Node())
        return Int32(truncatingIfNeeded: nodes.count - 1)
    }

    /// Adds a member under `root`.
    mutating func insert(_ member: Int32, under root: Int32, _ store: borrowing RouteStore) {
        let path = store.path(member)
        var node = root
        for depth in 0..<path.count {
            let atom = store.atom(depth, of: path)
            guard let number = edge(from: node, atom) else { return addEdge(from: node, atom, to: ~member) }
            node = split(edge: number, depth: depth + 1, store)
        }
        end(member, path.ending, at: node)
    }

    /// The target of the edge with `atom` from `node`; nil if there is none.
    func target(from node: Int32, _ atom: AtomTable.ID) -> Target? { edge(from: node, atom).map { edges[$0].target } }

    /// Calls `body` for every member at or below `target`, each once.
    func forEachMember(below target: Target, _ body: (Int32) -> Void) {
        guard target >= 0 else { return body(~target) }
        let node = nodes[Int(target)]
        for cell in cells(from: node.firstEnd) { body(cell.member) }
        for cell in cells(from: node.firstTail) {
            // An exclusion that covers its own path too is in both lists.
            if !cells(from: node.firstEnd).contains(where: { $0.member == cell.member }) { body(cell.member) }
        }
        for edge in edges(from: node.firstLiteral) { forEachMember(below: edge.target, body) }
        for edge in edges(from: node.firstOther) { forEachMember(below: edge.target, body) }
    }

    /// The edges of a list, from its head on.
    func edges(from first: Int32) -> TrieList<Edge> { TrieList(edges, from: first) }

    /// The members of a list, from its head on.
    func cells(from first: Int32) -> TrieList<Cell> { TrieList(cells, from: first) }

    // MARK: Growing

    private mutating func end(_ member: Int32, _ ending: RoutePath.Ending, at node: Int32) {
        if ending != .tail {
            cells.append(Cell(member: member, next: nodes[Int(node)].firstEnd))
            nodes[Int(node)].firstEnd = Int32(truncatingIfNeeded: cells.count - 1)
        }
        if ending != .end {
            cells.append(Cell(member: member, next: nodes[Int(node)].firstTail))
            nodes[Int(node)].firstTail = Int32(truncatingIfNeeded: cells.count - 1)
        }
    }

    private mutating func addEdge(from node: Int32, _ atom: AtomTable.ID, to target: Target) {
        if edges.count * 3 >= slots.count * 2 { grow() }
        let number = Int32(truncatingIfNeeded: edges.count)
        let isLiteral = AtomTable.isLiteral(atom)
        let next = isLiteral ? nodes[Int(node)].firstLiteral : nodes[Int(node)].firstOther
        edges.append(Edge(parent: node, atom: atom, target: target, next: next))
        slots[slot(of: node, atom)] = UInt32(bitPattern: number) + 1
        if isLiteral {
            nodes[Int(node)].firstLiteral = number
            nodes[Int(node)].literalCount += 1
            literalCount += 1
        } else {
            nodes[Int(node)].firstOther = number
            nodes[Int(node)].otherCount += 1
        }
    }

    /// The node behind an edge; a leaf is replaced by a node, with its member one step further.
    private mutating func split(edge number: Int, depth: Int, _ store: borrowing RouteStore) -> Int32 {
        let target = edges[number].target
        guard target < 0 else { return target }
        let node = makeRoot()
        edges[number].target = node
        let path = store.path(~target)
        if depth == path.count {
            end(~target, path.ending, at: node)
        } else {
            addEdge(from: node, store.atom(depth, of: path), to: target)
        }
        return node
    }

    // MARK: Finding edges

    private func edge(from node: Int32, _ atom: AtomTable.ID) -> Int? {
        let found = slots[slot(of: node, atom)]
        return found == 0 ? nil : Int(found) - 1
    }

    /// The slot of an edge, or the empty slot for it.
    private func slot(of node: Int32, _ atom: AtomTable.ID) -> Int {
        var index = Self.hash(node, atom) & (slots.count - 1)
        while slots[index] != 0 {
            let edge = edges[Int(slots[index]) - 1]
            if edge.parent == node && edge.atom == atom { break }
            index = (index + 1) & (slots.count - 1)
        }
        return index
    }

    private mutating func grow() {
        let mask = slots.count * 2 - 1
        slots = Array(repeating: 0, count: slots.count * 2)
        for (number, edge) in edges.enumerated() {
            var index = Self.hash(edge.parent, edge.atom) & mask
            while slots[index] != 0 { index = (index + 1) & mask }
            slots[index] = UInt32(truncatingIfNeeded: number + 1)
        }
    }

    private static func hash(_ node: Int32, _ atom: AtomTable.ID) -> Int {
        let key = UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: atom))
        let product = (key ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        return Int(truncatingIfNeeded: (product.high ^ product.low) >> 1)
    }
}

/// An element of a list that is linked by number.
protocol TrieListElement {
    /// The number of the next element; negative for the last.
    var next: Int32 { get }
}

/// A list in an array of the trie.
struct TrieList<Element: TrieListElement>: Sequence, IteratorProtocol {
    private let elements: [Element]
    private var upcoming: Int32

    init(_ elements: [Element], from first: Int32) {
        self.elements = elements
        upcoming = first
    }

    mutating func next() -> Element? {
        guard upcoming >= 0 else { return nil }
        let element = elements[Int(upcoming)]
        upcoming = element.next
        return element
    }
}
