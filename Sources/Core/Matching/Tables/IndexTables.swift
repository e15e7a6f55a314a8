/// The tables of an index as plain values, for a program that is not this one.
///
/// They are the index itself, in the order of its arrays; a walk that reads them decides every link as `RouteIndex.match`
/// does. Texts of links are decoded.
package struct IndexTables: Sendable {
    /// What accepts one segment, or the value of one key.
    package enum Atom: Hashable, Sendable {
        case literal(String)
        /// One of these texts.
        case words([String])
        /// A prefix, one byte or more that the automaton with the number accepts, and a suffix.
        case open(prefix: String, type: Int, suffix: String)
        /// Any text but the empty one.
        case any
    }

    /// What follows an atom.
    package enum Target: Sendable {
        /// The node with this number.
        case node(Int)
        /// The chain with this number, whose path has the second number.
        case chain(Int, path: Int)
    }

    /// An edge of a node.
    package struct Way: Sendable {
        /// The number of its atom.
        package let atom: Int
        package let target: Target
    }

    /// A node of the trie.
    ///
    /// Numbers of paths below that of the rules are rules in the order of precedence; the others are denials.
    package struct Node: Sendable {
        package let ways: [Way]
        /// The paths that end here, and those whose tail begins here.
        package let ends: [Int]
        package let tails: [Int]
    }

    /// The rest of one path.
    package struct Chain: Sendable {
        package let atoms: [Int]
        /// True if the path may end behind the atoms, and if one or more segments may follow.
        package let canEnd: Bool
        package let canGoOn: Bool
    }

    /// A key of a query that a route declares.
    package struct Key: Sendable {
        package let name: String
        package let atom: Int
        package let isRequired: Bool
        package let isExact: Bool
    }

    /// Paths that a route excludes.
    package struct Exclusion: Sendable {
        package let atoms: [Int]
        package let coversBelow: Bool
    }

    /// A captured value: the tail, or a segment without some bytes at its ends.
    package struct Capture: Sendable {
        package let position: Int
        package let prefixCount: Int
        package let suffixCount: Int
        package let isTail: Bool
    }

    /// What a route has beside its path.
    package struct Shape: Sendable {
        package let atomCount: Int
        package let hasTail: Bool
        package let isStrict: Bool
        package let keys: [Key]
        package let absent: [String]
        package let excepts: [Exclusion]
        package let captures: [Capture]
    }

    /// The roots of one entry; nil if it has no routes or no denials.
    package struct Step: Sendable {
        package let routes: Int?
        package let denials: Int?
    }

    /// A declared scheme or host.
    package struct Scope: Sendable {
        /// How much the name covers; nil for a scheme.
        package let kind: DeclaredHost.Kind?
        package let name: String
        package let isSecure: Bool
        /// Nil for the default port.
        package let port: Int?
        /// The entries that are looked up, in their order.
        package let steps: [Step]
    }

    package let scopes: [Scope]
    package let atoms: [Atom]
    package let types: [AutomatonTable]
    package let nodes: [Node]
    package let chains: [Chain]
    /// In the order of precedence: the number of the rule in the builder, and that of its shape.
    package let rules: [(rule: Int, shape: Int)]
    package let shapes: [Shape]
    /// The numbers of the denials in the builder, in the order in which they are reported.
    package let denials: [Int]
    /// The numbers of the atoms that were asked for beside those of the index.
    package let languageAtoms: [Int]
}
