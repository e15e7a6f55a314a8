// Reads the arrays of an index into plain values. Closures do not capture the index: that makes the compiler crash.

extension IndexTables {
    /// Reads the tables of an index.
    ///
    /// *Cost*: linear in the index, but for nodes with more than `RouteIndex.mostSiblings` literals, each of which takes a
    /// look at every literal.
    ///
    /// - Parameter languages: types whose texts are wanted as atoms, beside those of the index.
    package init(_ index: borrowing RouteIndex, besides languages: [Language] = []) {
        var reading = IndexReading(types: index.types)
        var (nodes, chains, shapes): ([Node], [Chain], [Shape]) = ([], [], [])
        for number in index.nodes.indices {
            nodes.append(reading.node(UInt32(truncatingIfNeeded: number), index))
        }
        for chain in index.chains {
            chains.append(
                Chain(
                    atoms: reading.list(chain.atoms, index), canEnd: chain.ending != .tail,
                    canGoOn: chain.ending != .end))
        }
        for shape in index.shapes { shapes.append(reading.shape(shape, index)) }
        languageAtoms = languages.map { reading.number(of: $0) }
        (self.nodes, self.chains, self.shapes) = (nodes, chains, shapes)
        scopes = IndexReading.scopes(index)
        (atoms, types) = (reading.atoms, reading.types.map { AutomatonTable($0) })
        rules = index.rules.map { (Int($0.rule), Int($0.shape)) }
        denials = index.denials.map { Int($0) }
    }
}

/// What was read of an index so far.
private struct IndexReading {
    private(set) var atoms: [IndexTables.Atom] = []
    private(set) var types: [OpenType]
    private var numbers = Numbering<IndexTables.Atom>()
    /// By number of a list, its words.
    private var words: [UInt32: [String]] = [:]

    init(types: [OpenType]) { self.types = types }

    // MARK: Atoms

    private mutating func number(of atom: IndexTables.Atom) -> Int {
        let number = numbers.number(of: atom)
        if number == atoms.count { atoms.append(atom) }
        return number
    }

    /// The number of the atom that accepts the texts of a type.
    mutating func number(of language: Language) -> Int {
        switch AtomShape(language: language) {
        case .words(let words): return number(of: .words(words.map { ByteText.string($0) }))
        case .affixed(let affixed):
            let type = types.firstIndex(of: affixed.type) ?? types.count
            if type == types.count { types.append(affixed.type) }
            return number(of: .open(prefix: "", type: type, suffix: ""))
        }
    }

    private mutating func number(of atom: RouteIndex.FrozenAtom, _ index: borrowing RouteIndex) -> Int {
        let (start, count) = (Int(atom.start), Int(atom.prefixCount))
        switch atom.kind {
        case .any: return number(of: .any)
        case .literal: return number(of: .literal(ByteText.string(index.texts[start..<start + count])))
        case .words:
            if let known = words[atom.start] { return number(of: .words(known)) }
            var list: [String] = []
            for slot in index.words.slots(under: atom.start) {
                list.append(ByteText.string(index.words.text(at: slot)))
            }
            words[atom.start] = list.sorted()
            return number(of: .words(list.sorted()))
        case .open:
            let end = start + count
            return number(
                of: .open(
                    prefix: ByteText.string(index.texts[start..<end]), type: Int(atom.word),
                    suffix: ByteText.string(index.texts[end..<end + Int(atom.suffixCount)])))
        }
    }

    /// The numbers of the atoms of a chain or of an exclusion.
    mutating func list(_ slice: RouteIndex.Slice, _ index: borrowing RouteIndex) -> [Int] {
        var numbers: [Int] = []
        for place in slice.range { numbers.append(number(of: index.chainAtoms[place], index)) }
        return numbers
    }

    // MARK: Paths

    /// A node with its edges.
    mutating func node(_ number: UInt32, _ index: borrowing RouteIndex) -> IndexTables.Node {
        let place = TriePlace(branch: RouteIndex.Branch(target: number, number: .max, rule: 0))
        var rest = place.ways(in: index, atMost: .max, isComplete: true)
        var ways: [IndexTables.Way] = []
        while let way = rest.next(in: index) {
            let accepted =
                switch way {
                case .literal: self.number(of: .literal(ByteText.string(way.text(in: index))))
                case .atom(let frozen, _): self.number(of: frozen, index)
                }
            ways.append(IndexTables.Way(atom: accepted, target: Self.target(way.target(in: index).branch)))
        }
        return IndexTables.Node(
            ways: ways, ends: place.ends(in: index).map { Int($0) }, tails: place.tails(in: index).map { Int($0) })
    }

    private static func target(_ branch: RouteIndex.Branch) -> IndexTables.Target {
        guard branch.target & RouteIndex.chainMark != 0 else { return .node(Int(branch.target)) }
        return .chain(Int(branch.target & ~RouteIndex.chainMark), path: Int(branch.number))
    }

    // MARK: Routes

    /// What a route has beside its path.
    mutating func shape(_ shape: RouteIndex.Shape, _ index: borrowing RouteIndex) -> IndexTables.Shape {
        var (keys, absent): ([IndexTables.Key], [String]) = ([], [])
        for condition in index.conditions[shape.conditions.range] {
            keys.append(
                IndexTables.Key(
                    name: ByteText.string(index.texts[condition.key.text.range]),
                    atom: number(of: condition.atom, index), isRequired: condition.isRequired,
                    isExact: condition.isExact))
        }
        for key in index.absent[shape.absent.range] { absent.append(ByteText.string(index.texts[key.text.range])) }
        var excepts: [IndexTables.Exclusion] = []
        for exclusion in index.exclusions[shape.excepts.range] {
            excepts.append(
                IndexTables.Exclusion(atoms: list(exclusion.atoms, index), coversBelow: exclusion.coversBelow))
        }
        return IndexTables.Shape(
            atomCount: Int(shape.atomCount), hasTail: shape.hasTail, isStrict: shape.isStrict, keys: keys,
            absent: absent, excepts: excepts,
            captures: index.captures[shape.captures.range].map { capture in
                IndexTables.Capture(
                    position: Int(capture.position), prefixCount: Int(capture.prefixCount),
                    suffixCount: Int(capture.suffixCount), isTail: capture.isTail)
            })
    }

    // MARK: Scopes

    /// The declared schemes and hosts.
    static func scopes(_ index: borrowing RouteIndex) -> [IndexTables.Scope] {
        var tables: [IndexTables.Scope] = []
        let kinds: [DeclaredHost.Kind?] = [nil, .exact, .oneLabel, .manyLabels]
        for kind in kinds {
            let parent = kind.map { UInt32($0.rawValue) } ?? ScopeTable.schemes
            for slot in index.scopes.names.slots(under: parent) {
                let name = ByteText.string(index.scopes.names.text(at: slot))
                let branch = index.scopes.names.branch(at: slot)
                for number in Int(branch.target)..<Int(branch.target) + Int(branch.number) {
                    tables.append(scope(kind, name, index.scopes.variants[number], index))
                }
            }
        }
        return tables.sorted { ($0.order, $0.name, $0.port ?? 0) < ($1.order, $1.name, $1.port ?? 0) }
    }

    private static func scope(
        _ kind: DeclaredHost.Kind?, _ name: String, _ variant: ScopeTable.Variant, _ index: borrowing RouteIndex
    ) -> IndexTables.Scope {
        func root(_ root: UInt32) -> Int? { root == ScopeTable.Step.none ? nil : Int(root) }
        var steps: [IndexTables.Step] = []
        for number in variant.steps.range {
            let step = index.scopes[number]
            steps.append(IndexTables.Step(routes: root(step.routes), denials: root(step.denials)))
        }
        return IndexTables.Scope(
            kind: kind, name: name, isSecure: variant.isSecure, port: variant.port.map { Int($0) }, steps: steps)
    }
}

extension IndexTables.Scope {
    /// Schemes first, then hosts by how much they cover.
    fileprivate var order: Int { (kind.map { Int($0.rawValue) + 1 } ?? 0) * 2 + (isSecure ? 0 : 1) }
}
