// Converts the trie of the precedence check to the arrays of the index.
//
// Paths are renumbered by precedence, routes first and denials after them. Every node gets the smallest number at or
// below it. If only one path continues behind an edge, its rest becomes a chain. Each distinct chain is stored once
// (FrozenParts).

/// Freezes a checked table.
struct IndexFreezer: ~Copyable {
    private var check: PrecedenceCheck
    private let order: [UInt32]
    private let denialOrder: [Int]
    /// The number of each member of the trie.
    private var numbers: [UInt32]
    private var minimums: [UInt32] = []
    /// The depths of the nodes.
    ///
    /// A parent has a smaller number than its children, so its depth is set before theirs.
    private var depths: [Int] = []
    private var parts = FrozenParts()
    private var nodes: [RouteIndex.Node] = []
    private var siblings: [UInt32] = []
    private var edges: [RouteIndex.Edge] = []
    private var terminals: [UInt32] = []

    /// - Parameter denialOrder: the denials in the order in which they are reported.
    init(_ check: consuming PrecedenceCheck, order: [UInt32], denialOrder: [Int]) {
        self.order = order
        self.denialOrder = denialOrder
        numbers = Array(repeating: 0, count: order.count + denialOrder.count)
        for (number, rule) in order.enumerated() { numbers[Int(rule)] = UInt32(truncatingIfNeeded: number) }
        for (number, denial) in denialOrder.enumerated() {
            numbers[order.count + denial] = UInt32(truncatingIfNeeded: order.count + number)
        }
        self.check = check
    }

    /// The index of the table, which must have no errors.
    mutating func freeze() -> RouteIndex {
        findMinimums()
        var literals = SegmentTable(count: check.trie.literalCount)
        freezeTrie(&literals)
        let rules = freezeRules()
        return RouteIndex(
            scopes: freezeScopes(), literals: literals, siblings: siblings, nodes: nodes, edges: edges,
            terminals: terminals, sieve: freezeSieve(rules), chains: parts.chains, chainAtoms: parts.chainAtoms,
            words: parts.wordTable(check.store), texts: parts.texts, types: parts.types, rules: rules,
            shapes: parts.shapes,
            conditions: parts.conditions, absent: parts.absent, exclusions: parts.exclusions, captures: parts.captures,
            denials: denialOrder.map { UInt32(truncatingIfNeeded: $0) })
    }

    private func freezeSieve(_ rules: [RouteIndex.Rule]) -> KeySieve {
        let lists = nodes.flatMap { [$0.ends, $0.tails] }
        // Copies, because a closure that captures the noncopyable parts makes the compiler crash.
        let (texts, shapes, conditions, absent) = (parts.texts, parts.shapes, parts.conditions, parts.absent)
        return KeySieve(lists, terminals) { number in
            guard Int(number) < rules.count else { return KeySieve.RouteKeys() }
            let shape = shapes[Int(rules[Int(number)].shape)]
            return KeySieve.RouteKeys(
                required: conditions[shape.conditions.range].filter(\.isRequired).map {
                    Array(texts[$0.key.text.range])
                },
                absent: absent[shape.absent.range].map { Array(texts[$0.text.range]) })
        }
    }

    /// The index of some of the routes, with their numbers and precedence in the whole table, and without denials.
    consuming func freeze(only isKept: (Int) -> Bool) -> RouteIndex {
        check.keep(only: isKept)
        parts = FrozenParts()
        (nodes, siblings, edges, terminals) = ([], [], [], [])
        return freeze()
    }

    // Children have greater numbers than their parents, so one pass from the end handles children first.
    private mutating func findMinimums() {
        minimums = Array(repeating: .max, count: check.trie.nodes.count)
        for index in check.trie.nodes.indices.reversed() {
            let node = check.trie.nodes[index]
            var minimum = UInt32.max
            for first in [node.firstEnd, node.firstTail] {
                for cell in check.trie.cells(from: first) { minimum = min(minimum, numbers[Int(cell.member)]) }
            }
            for first in [node.firstLiteral, node.firstOther] {
                for edge in check.trie.edges(from: first) { minimum = min(minimum, smallest(at: edge.target)) }
            }
            minimums[index] = minimum
        }
    }

    private func smallest(at target: RouteTrie.Target) -> UInt32 {
        target < 0 ? numbers[Int(~target)] : minimums[Int(target)]
    }

    // MARK: Nodes

    private mutating func freezeTrie(_ literals: inout SegmentTable) {
        depths = Array(repeating: 0, count: check.trie.nodes.count)
        nodes.reserveCapacity(check.trie.nodes.count)
        for index in check.trie.nodes.indices {
            let source = check.trie.nodes[index]
            var node = RouteIndex.Node()
            node.minimum = minimums[index]
            node.ends = freezeTerminals(source.firstEnd)
            node.tails = freezeTerminals(source.firstTail)
            node.literals = freezeLiterals(of: index, &literals)
            node.others = freezeOthers(source.firstOther, depth: depths[index] + 1)
            nodes.append(node)
        }
    }

    private mutating func freezeLiterals(of index: Int, _ literals: inout SegmentTable) -> UInt32 {
        let start = siblings.count
        for edge in check.trie.edges(from: check.trie.nodes[index].firstLiteral) {
            let branch = freeze(edge.target, depth: depths[index] + 1)
            let slot = literals.insert(
                parent: UInt32(truncatingIfNeeded: index), check.store.atoms.literals.bytes.span,
                check.store.atoms.literals.range(of: Int(edge.atom)), branch)
            if siblings.count - start <= RouteIndex.mostSiblings { siblings.append(slot) }
        }
        guard siblings.count > start else { return RouteIndex.Node.noLiterals }
        if siblings.count - start > RouteIndex.mostSiblings {
            siblings.removeSubrange(start...)
            return RouteIndex.Node.unlisted
        }
        siblings[siblings.count - 1] |= RouteIndex.lastSibling
        return UInt32(truncatingIfNeeded: start)
    }

    private mutating func freezeOthers(_ first: Int32, depth: Int) -> RouteIndex.Slice {
        let start = edges.count
        for edge in check.trie.edges(from: first) {
            let branch = freeze(edge.target, depth: depth)
            edges.append(RouteIndex.Edge(atom: parts.atom(edge.atom, check.store), branch: branch))
        }
        edges[start...].sort { $0.branch.number < $1.branch.number }
        return RouteIndex.Slice(start, edges.count)
    }

    private mutating func freezeTerminals(_ first: Int32) -> RouteIndex.Slice {
        let start = terminals.count
        for cell in check.trie.cells(from: first) { terminals.append(numbers[Int(cell.member)]) }
        terminals[start...].sort()
        return RouteIndex.Slice(start, terminals.count)
    }

    /// The frozen form of a target; its node, or the rest of its path, begins at `depth`.
    private mutating func freeze(_ target: RouteTrie.Target, depth: Int) -> RouteIndex.Branch {
        let number = smallest(at: target)
        guard target < 0 else {
            depths[Int(target)] = depth
            return RouteIndex.Branch(target: UInt32(bitPattern: target), number: number, rule: 0)
        }
        let chain = parts.chain(~target, from: depth, check.store)
        return RouteIndex.Branch(
            target: chain | RouteIndex.chainMark, number: number, rule: UInt32(bitPattern: ~target))
    }

    private mutating func freezeRules() -> [RouteIndex.Rule] {
        order.map { RouteIndex.Rule(rule: $0, shape: parts.shape(of: Int($0), check.store)) }
    }

    // MARK: Scopes

    private func freezeScopes() -> ScopeTable {
        var declared: [(kind: DeclaredHost.Kind?, name: [UInt8], variants: [ScopeTable.Variant])] = []
        var steps: [ScopeTable.Step] = []
        for (scheme, file) in check.scopes.schemes.sorted(by: { $0.key < $1.key }) {
            let chain = check.scopes.chain(scheme: scheme, file: file)
            declared.append((nil, Array(scheme.utf8), [variant(chain, nil, &steps)]))
        }
        var hosts: [HostName: [ScopeTable.Variant]] = [:]
        for (host, file) in check.scopes.hosts.sorted(by: { $0.key.text < $1.key.text }) {
            let chain = check.scopes.chain(host: host, file: file)
            hosts[HostName(kind: host.kind, name: host.name), default: []].append(variant(chain, host, &steps))
        }
        for (host, variants) in hosts { declared.append((host.kind, Array(host.name.utf8), variants)) }
        return ScopeTable(declared, steps: steps)
    }

    private func variant(
        _ chain: [ScopeEntry], _ host: DeclaredHost?, _ steps: inout [ScopeTable.Step]
    ) -> ScopeTable.Variant {
        let start = steps.count
        steps += chain.map { entry in
            ScopeTable.Step(
                routes: Self.root(check.roots.rules[entry]), denials: Self.root(check.roots.denials[entry]))
        }
        return ScopeTable.Variant(
            isSecure: host?.isSecure ?? false, port: host?.port, steps: RouteIndex.Slice(start, steps.count))
    }

    private struct HostName: Hashable {
        let kind: DeclaredHost.Kind
        let name: String
    }

    private static func root(_ root: Int32?) -> UInt32 { root.map { UInt32(bitPattern: $0) } ?? ScopeTable.Step.none }
}

extension RouteIndex.Slice {
    /// The slice between two positions.
    init(_ start: Int, _ end: Int) {
        self.init(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: end - start))
    }
}
