/// A place of the trie in the walk over pairs: a node, or one step on the path of a leaf.
///
/// Edges and members are read through cursors, which `next` advances, because a place that holds them as arrays costs
/// more than most comparisons.
struct WalkPlace {
    /// The end of a list.
    static let end: Int32 = -1
    /// The cursor of the only element of a place on the path of a leaf.
    private static let only: Int32 = -2

    /// The heads of the lists, and the counts of edges.
    let lists: RouteTrie.Node
    /// The number of the node; negative on the path of a leaf.
    private let number: Int32
    private let only: RouteTrie.Edge

    /// The place at the target of an edge at `depth - 1`.
    init(_ target: RouteTrie.Target, depth: Int, _ trie: borrowing RouteTrie, _ store: borrowing RouteStore) {
        guard target < 0 else {
            lists = trie.nodes[Int(target)]
            number = target
            only = RouteTrie.Edge(parent: -1, atom: 0, target: 0, next: Self.end)
            return
        }
        let path = store.path(~target)
        let atom = depth < path.count ? store.atom(depth, of: path) : 0
        var lists = RouteTrie.Node()
        if depth >= path.count {
            if path.ending != .tail { lists.firstEnd = Self.only }
            if path.ending != .end { lists.firstTail = Self.only }
        } else if AtomTable.isLiteral(atom) {
            (lists.firstLiteral, lists.literalCount) = (Self.only, 1)
        } else {
            (lists.firstOther, lists.otherCount) = (Self.only, 1)
        }
        self.lists = lists
        number = -1
        only = RouteTrie.Edge(parent: -1, atom: atom, target: target, next: Self.end)
    }

    /// The edge at a cursor.
    func edge(_ cursor: Int32, _ trie: borrowing RouteTrie) -> RouteTrie.Edge {
        cursor == Self.only ? only : trie.edges[Int(cursor)]
    }

    /// The edges of a list.
    func edges(from first: Int32, _ trie: borrowing RouteTrie) -> [RouteTrie.Edge] {
        first == Self.only ? [only] : Array(trie.edges(from: first))
    }

    /// The members of a list.
    func members(from first: Int32, _ trie: borrowing RouteTrie) -> [Int32] {
        first == Self.only ? [~only.target] : trie.cells(from: first).map(\.member)
    }

    /// The target of the edge with a literal; nil if there is none.
    func target(of atom: AtomTable.ID, _ trie: borrowing RouteTrie) -> RouteTrie.Target? {
        if number >= 0 { return trie.target(from: number, atom) }
        return lists.firstLiteral == Self.only && only.atom == atom ? only.target : nil
    }
}
