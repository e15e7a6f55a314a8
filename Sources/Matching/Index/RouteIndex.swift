// The frozen index: which route gets a link.
//
// One open-addressing table holds every literal edge of every entry's trie (SegmentTable); a node's other edges (typed
// captures, affixes, sets) are a short list sorted by the smallest route number below each. A path behind which nothing
// branches is an interned chain of atoms, shared by all routes that end alike, and what a match makes of such routes is a
// shape that they share too. So a table of a million routes that part in their first segment costs one slot per route
// and one cache line per lookup.
//
// A route's number is its precedence: of all routes that accept, the smallest wins. The search goes through every live
// node, not only to the first hit, because `over` may put a route with a wildcard first; the smallest number below an
// edge prunes what cannot win any more. Each node is met once per link, so for a fixed table the cost is linear in the
// link.
//
// Noncopyable, because copying a struct of arrays retains each of them, which costs more than the match itself.

/// Routes, frozen for lookup.
///
/// *Cost*: a match allocates nothing, hit or miss. *Thread*: immutable; any.
package struct RouteIndex: ~Copyable, Sendable {
    /// The half-open part of one of the arrays below.
    struct Slice {
        var start: UInt32 = 0
        var count: UInt32 = 0
        /// The positions that it covers.
        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// A place in the trie: where the links that came this far can go on, and what ends here.
    struct Node {
        var others = Slice()
        /// Numbers of paths that end here, and of those whose tail begins here, each sorted.
        var ends = Slice()
        var tails = Slice()
        var minimum: UInt32 = .max
        var hasLiterals = false
    }

    /// Where an edge leads.
    struct Branch {
        /// A node, or a chain with the top bit set.
        let target: UInt32
        /// The smallest number below; for a chain its path's.
        let number: UInt32
        /// For a chain the route that it belongs to, as the builder numbered it.
        let rule: UInt32
    }

    /// An edge with an atom that is not a single text.
    struct Edge {
        let atom: FrozenAtom
        let branch: Branch
    }

    /// The rest of a path that no other path shares: compared atom by atom, without nodes.
    struct Chain {
        let atoms: Slice
        let ending: RoutePath.Ending
        /// What its routes have in common; `none` for denials.
        let shape: UInt32
        static let none = UInt32.max
    }

    /// One segment of a pattern.
    struct FrozenAtom {
        /// How it is compared: as one text, with a list, by an automaton between affixes, or not at all.
        enum Kind: UInt8 { case literal, words, open, any }
        let kind: Kind
        let type: OpenType
        /// The first eight bytes of a literal.
        let word: UInt64
        /// Where prefix and suffix stand in `texts`, one after the other.
        ///
        /// A literal is all prefix; a list has its number in `words` here.
        let start: UInt32
        let prefixCount: UInt32
        let suffixCount: UInt32
    }

    /// A query parameter that a route declares.
    struct Condition {
        let key: Slice
        let atom: FrozenAtom
        let isRequired: Bool
    }

    /// A path that a route does not take.
    struct Exclusion {
        let atoms: Slice
        let coversBelow: Bool
    }

    /// Where a named capture stands: in a segment between so many bytes, or in the tail.
    struct Capture {
        let position: UInt32
        let prefixCount: UInt32
        let suffixCount: UInt32
        let isTail: Bool
    }

    /// What a match makes of a route, and what it asks beside the path.
    struct Shape {
        let atomCount: UInt32
        let hasTail: Bool
        let isStrict: Bool
        let conditions: Slice
        let excepts: Slice
        let captures: Slice
        /// Whether the path alone decides.
        let isPlain: Bool
    }

    /// One route by its number in the order of precedence.
    struct Rule {
        let rule: UInt32
        let shape: UInt32
    }

    static let chainMark: UInt32 = 1 << 31

    let scopes: ScopeTable
    let literals: SegmentTable
    let nodes: [Node]
    let edges: [Edge]
    let terminals: [UInt32]
    let chains: [Chain]
    let chainAtoms: [FrozenAtom]
    let words: SegmentTable
    let texts: [UInt8]
    let rules: [Rule]
    let shapes: [Shape]
    let conditions: [Condition]
    let exclusions: [Exclusion]
    let captures: [Capture]
    /// The denials by their number less the number of rules.
    let denials: [UInt32]

    /// The number of routes.
    package var ruleCount: Int { rules.count }

    /// *Units*: bytes that the index holds.
    package var byteCount: Int {
        func bytes<Element>(_ array: [Element]) -> Int { array.count * MemoryLayout<Element>.stride }
        return literals.byteCount + words.byteCount + scopes.byteCount + bytes(nodes) + bytes(edges) + bytes(terminals)
            + bytes(chains) + bytes(chainAtoms) + bytes(texts) + bytes(rules) + bytes(shapes)
            + bytes(conditions) + bytes(exclusions) + bytes(captures) + bytes(denials)
    }
}
