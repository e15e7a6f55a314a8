/// A place of the trie in the walk over pairs: a node, or one step on the path of a leaf.
///
/// Edges and members are read through cursors, which `next` advances, because a place that holds them as arrays costs
/// more than most comparisons.
struct WalkPlace {
    /// The end of a list.
    static let end: Int32 = -1
    /// The cursor of the only element of a place on the path of a leaf.
    private static let only: Int32 = -2

    /// The node; negative on the path of a leaf.
    let node: Int32
    let firstOther: Int32
    let firstLiteral: Int32
    let firstEnd: Int32
    let firstTail: Int32
    let literalCount: Int32
    let otherCount: Int32
    private let only: RouteTrie.Edge

    /// The place at the target of an edge at `depth - 1`.
    init(_ target: RouteTrie.Target, depth: Int, _ trie: borrowing RouteTrie, _ store: borrowing RouteStore) {
        guard target < 0 else {
            let found = trie.nodes[Int(target)]
            node = target
            (firstOther, firstLiteral) = (found.firstOther, found.firstLiteral)
            (firstEnd, firstTail) = (found.firstEnd, found.firstTail)
            (literalCount, otherCount) = (found.literalCount, found.otherCount)
            only = RouteTrie.Edge(parent: -1, atom: 0, target: 0, next: Self.end)
            return
        }
        let path = store.path(~target)
        let hasAtom = depth < path.count
        let atom = hasAtom ? store.pathAtoms[Int(path.start) + depth] : 0
        let isLiteral = hasAtom && AtomTable.isLiteral(atom)
        node = -1
        firstOther = hasAtom && !isLiteral ? Self.only : Self.end
        firstLiteral = isLiteral ? Self.only : Self.end
        firstEnd = !hasAtom && path.ending != .tail ? Self.only : Self.end
        firstTail = !hasAtom && path.ending != .end ? Self.only : Self.end
        literalCount = isLiteral ? 1 : 0
        otherCount = hasAtom && !isLiteral ? 1 : 0
        only = RouteTrie.Edge(parent: -1, atom: atom, target: target, next: Self.end)
    }

    /// The edge at a cursor.
    func edge(_ cursor: Int32, _ trie: borrowing RouteTrie) -> RouteTrie.Edge {
        cursor == Self.only ? only : trie.edges[Int(cursor)]
    }

    /// The edges of a list.
    func edges(from first: Int32, _ trie: borrowing RouteTrie) -> [RouteTrie.Edge] {
        var edges: [RouteTrie.Edge] = []
        var cursor = first
        while cursor != Self.end {
            edges.append(edge(cursor, trie))
            cursor = edges[edges.count - 1].next
        }
        return edges
    }

    /// The members of a list.
    func members(from first: Int32, _ trie: borrowing RouteTrie) -> [Int32] {
        var members: [Int32] = []
        var cursor = first
        while cursor != Self.end {
            let cell = member(cursor, trie)
            members.append(cell.member)
            cursor = cell.next
        }
        return members
    }

    /// The member at a cursor, and the cursor of the next.
    func member(_ cursor: Int32, _ trie: borrowing RouteTrie) -> RouteTrie.Cell {
        cursor == Self.only ? RouteTrie.Cell(member: ~only.target, next: Self.end) : trie.cells[Int(cursor)]
    }

    /// The target of the edge with a literal; nil if there is none.
    func target(of atom: AtomTable.ID, _ trie: borrowing RouteTrie) -> RouteTrie.Target? {
        if node >= 0 { return trie.target(from: node, atom) }
        return firstLiteral == Self.only && only.atom == atom ? only.target : nil
    }
}
