// The frozen index: it finds the route of a link.
//
// One open-addressing table holds every literal edge of every entry's trie (SegmentTable). The other edges of a node
// (typed captures, affixes, sets) are a short list, sorted by the smallest route number below each. If only one path
// continues behind an edge, its rest is a chain of atoms. A chain is stored once for all routes whose paths end alike,
// and so is their shape: captures, query conditions and exclusions. So a table of a million routes that differ in their
// first segment needs one slot per route and one cache line per lookup.
//
// A route's number is its precedence: of all routes that accept, the smallest number wins. The search visits every live
// node and does not stop at the first hit, because `over` may put a route with a wildcard first. Edges whose smallest
// number cannot win any more are skipped. Each node is visited once per link, so for a fixed table the cost is linear
// in the link. Of many routes that end at one node, those that the link's keys rule out are passed over 64 at a time
// (KeySieve).
//
// The type is noncopyable: copying a struct of arrays retains each of them, which costs more than the match itself.

/// Routes, frozen for lookup.
///
/// *Cost*: a match allocates nothing, hit or miss. *Thread*: immutable; any.
package struct RouteIndex: ~Copyable, Sendable {
    /// The half-open part of one of the arrays below.
    struct Slice {
        var start: UInt32 = 0
        var count: UInt32 = 0
        /// The positions of the slice.
        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// A node of the trie: the edges to continue by, and the paths that end here.
    struct Node {
        var others = Slice()
        /// The numbers of the paths that end here, and of the paths whose tail begins here; each sorted.
        var ends = Slice()
        var tails = Slice()
        var minimum: UInt32 = .max
        /// The position in `siblings` of the first of its literals; `noLiterals`, or `unlisted` where there are too many.
        var literals = noLiterals
        /// True if a literal continues a path.
        var hasLiterals: Bool { literals != Self.noLiterals }

        static let noLiterals = UInt32.max
        static let unlisted = UInt32.max - 1
    }

    /// *Units*: literals of one node that `siblings` lists; those of a larger node are found only by a search of the whole table.
    static let mostSiblings = 256
    /// In `siblings`: marks the last literal of a node.
    static let lastSibling: UInt32 = 1 << 31

    /// The target of an edge.
    struct Branch {
        /// A node, or a chain with the top bit set.
        let target: UInt32
        /// The smallest number below; for a chain the number of its path.
        let number: UInt32
        /// For a chain: the number of its route in the builder.
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
        /// The shape of its routes; `none` for denials.
        let shape: UInt32
        static let none = UInt32.max
    }

    /// One segment of a pattern.
    struct FrozenAtom {
        /// The way to compare: with one text, with a list, by an automaton between affixes, or not at all.
        enum Kind: UInt8 { case literal, words, open, any }
        let kind: Kind
        /// The first eight bytes of a literal; for an open atom the position of its type in `types`.
        let word: UInt64
        /// The position of prefix and suffix in `texts`, one after the other.
        ///
        /// A literal is only a prefix. For a list this is its number in `words`.
        let start: UInt32
        let prefixCount: UInt32
        let suffixCount: UInt32
    }

    /// A key of a route's query.
    struct Key {
        let text: Slice
        /// The word by which the keys of links are compared first.
        let word: LinkKeys.Word
    }

    /// A query parameter that a route declares.
    struct Condition {
        let key: Key
        let atom: FrozenAtom
        let isRequired: Bool
        /// True if the key is never left out.
        let isExact: Bool
    }

    /// A path that a route excludes.
    struct Exclusion {
        let atoms: Slice
        let coversBelow: Bool
    }

    /// The position of a named capture: in a segment after and before a number of bytes, or in the tail.
    struct Capture {
        let position: UInt32
        let prefixCount: UInt32
        let suffixCount: UInt32
        let isTail: Bool
    }

    /// The parts of a route beside its path: captures, query conditions and exclusions.
    struct Shape {
        let atomCount: UInt32
        let hasTail: Bool
        let isStrict: Bool
        let conditions: Slice
        /// The positions of the absent keys in `absent`.
        let absent: Slice
        let excepts: Slice
        let captures: Slice
        /// True if the path alone decides.
        let isPlain: Bool
    }

    /// One route; the position in `rules` is its precedence.
    struct Rule {
        let rule: UInt32
        let shape: UInt32
    }

    static let chainMark: UInt32 = 1 << 31

    let scopes: ScopeTable
    let literals: SegmentTable
    /// The slots of the literals of each node, one node after the other.
    let siblings: [UInt32]
    let nodes: [Node]
    let edges: [Edge]
    let terminals: [UInt32]
    /// Tells the routes of a long list of `terminals` apart by their keys.
    let sieve: KeySieve
    let chains: [Chain]
    let chainAtoms: [FrozenAtom]
    let words: SegmentTable
    let texts: [UInt8]
    let types: [OpenType]
    let rules: [Rule]
    let shapes: [Shape]
    let conditions: [Condition]
    /// The keys that links must not have.
    let absent: [Key]
    let exclusions: [Exclusion]
    let captures: [Capture]
    /// The denials by their number less the number of rules; the values are numbers in the builder.
    let denials: [UInt32]

    /// The rules' numbers in order of precedence: of two that accept a link in one entry, the earlier one wins.
    ///
    /// *Cost*: linear; for reports only.
    package var precedence: [Int] { rules.map { Int($0.rule) } }

    /// *Units*: bytes that the index holds.
    package var byteCount: Int {
        func bytes<Element>(_ array: [Element]) -> Int { array.count * MemoryLayout<Element>.stride }
        return literals.byteCount + words.byteCount + sieve.byteCount + scopes.byteCount + bytes(nodes) + bytes(edges)
            + bytes(terminals) + bytes(siblings) + bytes(chains) + bytes(chainAtoms) + bytes(texts) + bytes(types)
            + bytes(rules)
            + bytes(shapes)
            + bytes(conditions) + bytes(absent) + bytes(exclusions) + bytes(captures) + bytes(denials)
    }
}
