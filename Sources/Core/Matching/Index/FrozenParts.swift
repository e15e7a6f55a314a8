// The parts of the index that routes share: atoms, chains and route shapes. Each distinct part is stored once.

/// Collects the shared parts of an index.
struct FrozenParts: ~Copyable {
    private struct ChainKey: Hashable {
        let atoms: ArraySlice<AtomTable.ID>
        let ending: RoutePath.Ending
        let shape: UInt32
    }

    private struct ShapeKey: Hashable {
        let atomCount: UInt16
        let ending: RoutePath.Ending
        let captureList: UInt32
        let query: UInt32
        /// The route, if its shape is not shared because the route has `except` lines.
        let owner: Int?
    }

    private(set) var texts: [UInt8] = []
    private(set) var types: [OpenType] = []
    private var typeNumbers = Numbering<OpenType>()
    private(set) var chains: [RouteIndex.Chain] = []
    private(set) var chainAtoms: [RouteIndex.FrozenAtom] = []
    private(set) var shapes: [RouteIndex.Shape] = []
    private(set) var conditions: [RouteIndex.Condition] = []
    private(set) var absent: [RouteIndex.Key] = []
    private(set) var exclusions: [RouteIndex.Exclusion] = []
    private(set) var captures: [RouteIndex.Capture] = []
    private var atoms: [AtomTable.ID: RouteIndex.FrozenAtom] = [:]
    /// The atoms with a list of several words.
    private var listed: [AtomTable.ID] = []
    private var chainNumbers = Numbering<ChainKey>()
    private var shapeNumbers = Numbering<ShapeKey>()
    private var captureSlices: [UInt32: RouteIndex.Slice] = [:]
    private var querySlices: [UInt32: RouteIndex.Slice] = [:]
    private var keys: [Int32: RouteIndex.Key] = [:]
    private var absentSlices: [UInt32: RouteIndex.Slice] = [:]

    // MARK: Atoms

    /// The frozen form of an atom.
    mutating func atom(_ id: AtomTable.ID, _ store: borrowing RouteStore) -> RouteIndex.FrozenAtom {
        if let known = atoms[id] { return known }
        let atom: RouteIndex.FrozenAtom
        switch store.atoms[id] {
        case .words(let words) where words.count == 1: atom = frozen(.literal, words[0], [])
        case .words:
            atom = RouteIndex.FrozenAtom(
                kind: .words, word: 0, start: UInt32(truncatingIfNeeded: listed.count), prefixCount: 0,
                suffixCount: 0)
            listed.append(id)
        case .affixed(let affixed):
            let isAny = affixed.type == .string && affixed.prefix.isEmpty && affixed.suffix.isEmpty
            atom =
                isAny ? frozen(.any, [], []) : frozen(.open, affixed.prefix, affixed.suffix, number(of: affixed.type))
        }
        atoms[id] = atom
        return atom
    }

    private mutating func number(of type: OpenType) -> Int {
        let number = typeNumbers.number(of: type)
        if number == types.count { types.append(type) }
        return number
    }

    private mutating func frozen(
        _ kind: RouteIndex.FrozenAtom.Kind, _ prefix: [UInt8], _ suffix: [UInt8], _ type: Int? = nil
    ) -> RouteIndex.FrozenAtom {
        let start = UInt32(truncatingIfNeeded: texts.count)
        texts += prefix + suffix
        return RouteIndex.FrozenAtom(
            kind: kind,
            word: type.map { UInt64($0) } ?? SegmentKey.word(prefix.span, at: 0, count: min(8, prefix.count)),
            start: start, prefixCount: UInt32(truncatingIfNeeded: prefix.count),
            suffixCount: UInt32(truncatingIfNeeded: suffix.count))
    }

    /// The words of every listed atom, keyed by the number of its list.
    func wordTable(_ store: borrowing RouteStore) -> SegmentTable {
        var words: [(list: UInt32, text: [UInt8])] = []
        for (number, shape) in listed.enumerated() {
            guard case .words(let texts) = store.atoms[shape] else { continue }
            words += texts.map { (UInt32(truncatingIfNeeded: number), $0) }
        }
        var table = SegmentTable(count: words.count)
        for (list, text) in words {
            table.insert(
                parent: list, text.span, text.indices, RouteIndex.Branch(target: 0, number: 0, rule: 0))
        }
        return table
    }

    // MARK: Chains

    /// The number of the chain for a member's path from `depth` on.
    mutating func chain(_ member: Int32, from depth: Int, _ store: borrowing RouteStore) -> UInt32 {
        let path = store.path(member)
        let isRoute = Int(member) < store.routes.count
        let key = ChainKey(
            atoms: store.pathAtoms[path.atoms.dropFirst(depth)], ending: path.ending,
            shape: isRoute ? shape(of: Int(member), store) : RouteIndex.Chain.none)
        let number = chainNumbers.number(of: key)
        if number == chains.count {
            chains.append(RouteIndex.Chain(atoms: append(key.atoms, store), ending: key.ending, shape: key.shape))
        }
        return UInt32(truncatingIfNeeded: number)
    }

    private mutating func append(_ ids: ArraySlice<AtomTable.ID>, _ store: borrowing RouteStore) -> RouteIndex.Slice {
        let start = chainAtoms.count
        for id in ids { chainAtoms.append(atom(id, store)) }
        return RouteIndex.Slice(start, chainAtoms.count)
    }

    // MARK: Shapes

    /// The number of a route's shape.
    mutating func shape(of route: Int, _ store: borrowing RouteStore) -> UInt32 {
        let source = store.routes[route]
        let key = ShapeKey(
            atomCount: source.path.atomCount, ending: source.path.ending, captureList: source.path.captureList,
            query: source.query, owner: source.hasExcepts ? route : nil)
        let number = shapeNumbers.number(of: key)
        if number == shapes.count { append(source, excepts: store.excepts(route), store) }
        return UInt32(truncatingIfNeeded: number)
    }

    private mutating func append(
        _ route: RouteStore.Route, excepts: [RoutePath], _ store: borrowing RouteStore
    ) {
        let start = exclusions.count
        for except in excepts {
            let atoms = append(store.pathAtoms[except.atoms], store)
            exclusions.append(RouteIndex.Exclusion(atoms: atoms, coversBelow: except.isOpen))
        }
        let isStrict = store.queries.queries[Int(route.query)].isStrict
        let (conditions, absent) = (conditions(of: route.query, store), absent(of: route.query, store))
        shapes.append(
            RouteIndex.Shape(
                atomCount: UInt32(route.path.atomCount), hasTail: route.path.ending == .tail, isStrict: isStrict,
                conditions: conditions, absent: absent, excepts: RouteIndex.Slice(start, exclusions.count),
                captures: captures(of: route.path, store),
                isPlain: !isStrict && conditions.count == 0 && absent.count == 0 && excepts.isEmpty))
    }

    private mutating func conditions(of query: UInt32, _ store: borrowing RouteStore) -> RouteIndex.Slice {
        if let slice = querySlices[query] { return slice }
        let start = conditions.count
        for line in store.queries.lines[store.queries.queries[Int(query)].lines] {
            conditions.append(
                RouteIndex.Condition(
                    key: key(line.key, store), atom: atom(line.atom, store), isRequired: line.isRequired,
                    isExact: line.isExact))
        }
        let slice = RouteIndex.Slice(start, conditions.count)
        querySlices[query] = slice
        return slice
    }

    private mutating func absent(of query: UInt32, _ store: borrowing RouteStore) -> RouteIndex.Slice {
        if let slice = absentSlices[query] { return slice }
        let start = absent.count
        for number in store.queries.absent[store.queries.queries[Int(query)].absent] {
            absent.append(key(number, store))
        }
        let slice = RouteIndex.Slice(start, absent.count)
        absentSlices[query] = slice
        return slice
    }

    private mutating func key(_ number: Int32, _ store: borrowing RouteStore) -> RouteIndex.Key {
        if let key = keys[number] { return key }
        let start = texts.count
        texts += store.queries.keys.text(of: Int(number))
        let text = RouteIndex.Slice(start, texts.count)
        let key = RouteIndex.Key(text: text, word: LinkKeys.Word(texts.span, at: start, count: Int(text.count)))
        keys[number] = key
        return key
    }

    private mutating func captures(of path: RoutePath, _ store: borrowing RouteStore) -> RouteIndex.Slice {
        if let slice = captureSlices[path.captureList] { return slice }
        let start = captures.count
        for item in store.captures.lists[Int(path.captureList)] {
            let part = store.captures.parts[Int(item.part)]
            captures.append(
                RouteIndex.Capture(
                    position: UInt32(bitPattern: item.position),
                    prefixCount: UInt32(truncatingIfNeeded: part.prefixCount),
                    suffixCount: UInt32(truncatingIfNeeded: part.suffixCount), isTail: part.language == nil))
        }
        let slice = RouteIndex.Slice(start, captures.count)
        captureSlices[path.captureList] = slice
        return slice
    }
}
