// From the trie of the check to the arrays of the index.
//
// Paths are renumbered by precedence (routes first, denials after them), every node gets the smallest number at or
// below it, and the single paths behind an edge become chains, each distinct one stored once.

/// Freezes a checked table.
struct IndexFreezer {
    private let check: PrecedenceCheck
    private let order: [Int]
    private let denialOrder: [Int]
    /// The number of each path of the trie.
    private var numbers: [UInt32]
    private var minimums: [UInt32] = []
    private var texts: [UInt8] = []
    private var chains: [RouteIndex.Chain] = []
    private var chainAtoms: [UInt32] = []
    private var chainNumbers: [PathKey: UInt32] = [:]

    init(_ check: PrecedenceCheck, order: [Int], denialOrder: [Int]) {
        self.check = check
        self.order = order
        self.denialOrder = denialOrder
        numbers = Array(repeating: 0, count: order.count + denialOrder.count)
        for (number, rule) in order.enumerated() { numbers[rule] = UInt32(truncatingIfNeeded: number) }
        for (number, denial) in denialOrder.enumerated() {
            numbers[order.count + denial] = UInt32(truncatingIfNeeded: order.count + number)
        }
    }

    /// Whether an array of the index would outgrow its offsets: 2³¹ nodes, edges or bytes of text.
    var isTooLarge: Bool {
        let bytes = check.table.shapes.reduce(0) { $0 + $1.byteCount }
        let conditions = check.rules.reduce(0) { $0 + $1.query.reduce(0) { $0 + $1.key.utf8.count } }
        let atoms = check.trie.paths.reduce(0) { $0 + $1.atoms.count }
        return max(bytes + conditions, atoms + check.trie.nodes.count) >= 1 << 31
    }

    /// The index.
    ///
    /// The table has no error.
    consuming func freeze(_ scopes: ScopeDeclarations) -> RouteIndex {
        findMinimums()
        let words = freezeWords()
        let atoms = freezeAtoms()
        var trie = freezeTrie()
        let rules = freezeRules()
        var literals = SegmentTable(count: trie.literals.count)
        for literal in trie.literals {
            guard let text = check.table[literal.atom].literal else { continue }
            literals.insert(parent: literal.node, text, target: literal.target, number: literal.number)
        }
        trie.literals = []
        return RouteIndex(
            scopes: freezeScopes(scopes), literals: literals, nodes: trie.nodes, edges: trie.edges,
            terminals: trie.terminals, chains: chains, chainAtoms: chainAtoms, atoms: atoms, words: words, texts: texts,
            rules: rules.rules, conditions: rules.conditions, exclusions: rules.exclusions, captures: rules.captures,
            denials: denialOrder.map { UInt32(truncatingIfNeeded: $0) })
    }

    private static func slice(_ start: Int, _ end: Int) -> RouteIndex.Slice {
        RouteIndex.Slice(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: end - start))
    }

    // Children have greater numbers than their parents, so one pass from the end meets them first.
    private mutating func findMinimums() {
        minimums = Array(repeating: .max, count: check.trie.nodes.count)
        for index in check.trie.nodes.indices.reversed() {
            let node = check.trie.nodes[index]
            var minimum = UInt32.max
            for path in node.ends + node.tails { minimum = min(minimum, numbers[Int(path)]) }
            check.trie.forEach(from: node.firstLiteral) { minimum = min(minimum, smallest(at: $0.target)) }
            check.trie.forEach(from: node.firstOther) { minimum = min(minimum, smallest(at: $0.target)) }
            minimums[index] = minimum
        }
    }

    private func smallest(at target: RouteTrie.Target) -> UInt32 {
        target < 0 ? numbers[Int(~target)] : minimums[Int(target)]
    }

    // MARK: Atoms

    private mutating func freezeAtoms() -> [RouteIndex.FrozenAtom] {
        var atoms: [RouteIndex.FrozenAtom] = []
        atoms.reserveCapacity(check.table.shapes.count)
        for shape in check.table.shapes {
            switch shape {
            case .words(let words): atoms.append(frozen(words.count == 1 ? .literal : .words, .string, words, []))
            case .affixed(let prefix, let type, let suffix): atoms.append(frozen(.open, type, [prefix], suffix))
            }
        }
        return atoms
    }

    /// The members of every shape that lists several, under the number of the shape.
    private func freezeWords() -> SegmentTable {
        var listed: [(atom: UInt32, word: [UInt8])] = []
        for (number, shape) in check.table.shapes.enumerated() {
            guard case .words(let words) = shape, words.count > 1 else { continue }
            listed += words.map { (UInt32(truncatingIfNeeded: number), $0) }
        }
        var table = SegmentTable(count: listed.count)
        for (atom, word) in listed { table.insert(parent: atom, word, target: 0, number: 0) }
        return table
    }

    // Several words are in the table of words; only a single one is compared in place.
    private mutating func frozen(
        _ kind: RouteIndex.FrozenAtom.Kind, _ type: OpenType, _ words: [[UInt8]], _ suffix: [UInt8]
    ) -> RouteIndex.FrozenAtom {
        let prefix = words.count == 1 ? words[0] : []
        let start = texts.count
        texts += prefix + suffix
        return RouteIndex.FrozenAtom(
            kind: kind, type: type, start: UInt32(truncatingIfNeeded: start),
            prefixCount: UInt32(truncatingIfNeeded: prefix.count), suffixCount: UInt32(truncatingIfNeeded: suffix.count)
        )
    }

    // MARK: Nodes

    private struct FrozenTrie {
        var nodes: [RouteIndex.Node] = []
        var edges: [RouteIndex.Edge] = []
        var terminals: [UInt32] = []
        var literals: [(node: UInt32, atom: AtomTable.ID, target: UInt32, number: UInt32)] = []
    }

    private mutating func freezeTrie() -> FrozenTrie {
        var frozen = FrozenTrie()
        // The depth of a node is known from its parent, which comes first; roots are at 0.
        var depths = Array(repeating: 0, count: check.trie.nodes.count)
        for index in check.trie.nodes.indices {
            let source = check.trie.nodes[index]
            var node = RouteIndex.Node()
            node.minimum = minimums[index]
            node.ends = terminals(source.ends, &frozen)
            node.tails = terminals(source.tails, &frozen)
            node.hasLiterals = source.firstLiteral >= 0
            for edge in check.trie.list(from: source.firstLiteral) {
                let target = freeze(edge.target, depth: depths[index] + 1, &depths)
                frozen.literals.append(
                    (UInt32(truncatingIfNeeded: index), edge.atom, target, smallest(at: edge.target)))
            }
            let start = frozen.edges.count
            let others = check.trie.list(from: source.firstOther).sorted {
                smallest(at: $0.target) < smallest(at: $1.target)
            }
            for edge in others {
                let target = freeze(edge.target, depth: depths[index] + 1, &depths)
                frozen.edges.append(
                    RouteIndex.Edge(
                        atom: UInt32(bitPattern: edge.atom), target: target, number: smallest(at: edge.target)))
            }
            node.others = Self.slice(start, frozen.edges.count)
            frozen.nodes.append(node)
        }
        return frozen
    }

    private func terminals(_ paths: [Int32], _ frozen: inout FrozenTrie) -> RouteIndex.Slice {
        let start = frozen.terminals.count
        frozen.terminals += paths.map { numbers[Int($0)] }.sorted()
        return Self.slice(start, frozen.terminals.count)
    }

    /// The frozen form of a target whose node, or whose path's rest, begins at `depth`.
    private mutating func freeze(_ target: RouteTrie.Target, depth: Int, _ depths: inout [Int]) -> UInt32 {
        guard target < 0 else {
            depths[Int(target)] = depth
            return UInt32(bitPattern: target)
        }
        let path = check.trie.paths[Int(~target)]
        let rest = PathKey(atoms: Array(path.atoms.dropFirst(depth)), ending: path.ending)
        if let known = chainNumbers[rest] { return known | RouteIndex.chainMark }
        let number = UInt32(truncatingIfNeeded: chains.count)
        chains.append(RouteIndex.Chain(atoms: append(rest.atoms), ending: rest.ending))
        chainNumbers[rest] = number
        return number | RouteIndex.chainMark
    }

    private mutating func append(_ atoms: [AtomTable.ID]) -> RouteIndex.Slice {
        let start = chainAtoms.count
        chainAtoms += atoms.map { UInt32(bitPattern: $0) }
        return Self.slice(start, chainAtoms.count)
    }

    // MARK: Routes

    private struct FrozenRules {
        var rules: [RouteIndex.Rule] = []
        var conditions: [RouteIndex.Condition] = []
        var exclusions: [RouteIndex.Exclusion] = []
        var captures: [RouteIndex.Capture] = []
    }

    private mutating func freezeRules() -> FrozenRules {
        var frozen = FrozenRules()
        for number in order {
            let rule = check.rules[number]
            let starts = (frozen.conditions.count, frozen.exclusions.count, frozen.captures.count)
            for condition in rule.query { frozen.conditions.append(freeze(condition)) }
            for except in check.excepts[number] {
                frozen.exclusions.append(
                    RouteIndex.Exclusion(atoms: append(except.atoms), coversBelow: except.isOpen))
            }
            for capture in rule.pattern.captures { frozen.captures.append(freeze(capture, of: rule.pattern)) }
            frozen.rules.append(
                RouteIndex.Rule(
                    rule: UInt32(truncatingIfNeeded: number),
                    atomCount: UInt32(truncatingIfNeeded: rule.pattern.atoms.count),
                    hasTail: rule.pattern.tail != nil, isStrict: rule.isStrict,
                    conditions: Self.slice(starts.0, frozen.conditions.count),
                    excepts: Self.slice(starts.1, frozen.exclusions.count),
                    captures: Self.slice(starts.2, frozen.captures.count)))
        }
        return frozen
    }

    private mutating func freeze(_ condition: QueryCondition) -> RouteIndex.Condition {
        let start = texts.count
        texts += Array(condition.key.utf8)
        let atom = check.table.number(of: AtomShape(language: condition.language))
        return RouteIndex.Condition(
            key: Self.slice(start, texts.count), atom: UInt32(bitPattern: atom), isRequired: condition.isRequired)
    }

    private func freeze(_ capture: Pattern.Capture, of pattern: Pattern) -> RouteIndex.Capture {
        let isTail = capture.position >= pattern.atoms.count
        let atom = isTail ? nil : pattern.atoms[capture.position]
        return RouteIndex.Capture(
            position: UInt32(truncatingIfNeeded: capture.position),
            prefixCount: UInt32(truncatingIfNeeded: atom?.prefix.count ?? 0),
            suffixCount: UInt32(truncatingIfNeeded: atom?.suffix.count ?? 0), isTail: isTail)
    }

    // MARK: Scopes

    private func freezeScopes(_ scopes: ScopeDeclarations) -> ScopeTable {
        var declared: [(kind: ScopeTable.NameKind, name: [UInt8], variants: [ScopeTable.Variant])] = []
        var steps: [ScopeTable.Step] = []
        func variant(_ chain: [ScopeEntry], isSecure: Bool, port: UInt16?) -> ScopeTable.Variant {
            let start = steps.count
            steps += chain.map {
                ScopeTable.Step(routes: root(check.ruleRoots[$0]), denials: root(check.denyRoots[$0]))
            }
            return ScopeTable.Variant(isSecure: isSecure, port: port, steps: Self.slice(start, steps.count))
        }
        for (scheme, file) in scopes.schemes.sorted(by: { $0.key < $1.key }) {
            let own = variant(scopes.chain(scheme: scheme, file: file), isSecure: false, port: nil)
            declared.append((.scheme, Array(scheme.utf8), [own]))
        }
        var hosts: [HostName: [ScopeTable.Variant]] = [:]
        for (host, file) in scopes.hosts.sorted(by: { $0.key.text < $1.key.text }) {
            let own = variant(scopes.chain(host: host, file: file), isSecure: host.isSecure, port: host.port)
            hosts[HostName(kind: host.kind, name: host.name), default: []].append(own)
        }
        for (host, variants) in hosts {
            let kind: ScopeTable.NameKind =
                switch host.kind {
                case .exact: .exact
                case .oneLabel: .oneLabel
                case .manyLabels: .manyLabels
                }
            declared.append((kind, Array(host.name.utf8), variants))
        }
        return ScopeTable(declared, steps: steps)
    }

    private struct HostName: Hashable {
        let kind: DeclaredHost.Kind
        let name: String
    }

    private func root(_ root: Int32?) -> UInt32 { root.map { UInt32(bitPattern: $0) } ?? ScopeTable.Step.none }
}

extension AtomShape {
    fileprivate var byteCount: Int {
        switch self {
        case .words(let words): words.reduce(0) { $0 + $1.count }
        case .affixed(let prefix, _, let suffix): prefix.count + suffix.count
        }
    }
}
