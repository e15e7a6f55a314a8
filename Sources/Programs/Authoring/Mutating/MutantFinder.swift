// The mutants of a table, in the order of its text. The table's own lines say where something can be changed; whether the
// change makes a sound table is for the loader to say.

internal import Conf
package import Routing

/// Finds the mutants of a table.
package struct MutantFinder {
    /// In the order of the text.
    package private(set) var mutants: [TableMutant] = []

    let names: TableNames
    private var source = SourceText(name: "", bytes: [])

    /// Finds those of a table's texts.
    ///
    /// *Cost*: linear in the text.
    package init(_ texts: [TableText]) {
        let files = TableWalk.files(of: texts)
        names = TableNames(files)
        for file in files {
            source = SourceText(file.document)
            TableWalk.walk(file) { line in find(StatementEdits(line, file)) }
        }
    }

    private mutating func find(_ edits: StatementEdits) {
        switch edits.line.block.kind {
        case .table:
            if edits.directive == "deny" { add(.denial, edits, removing: nil) }
        case .feature, .unmatched: findInFeature(edits)
        case .group: findInGroup(edits)
        case .route: findInRoute(edits)
        case .action:
            if edits.directive == "input" { findDefault(edits, type: edits.text(2)) }
        case .other: return
        }
    }

    // MARK: Features

    private mutating func findInFeature(_ edits: StatementEdits) {
        switch edits.directive {
        case "require":
            add(.condition, edits, removing: nil)
            if edits.text(1) == "purchase" { findUnits(edits) }
            guard ["toggle", "runtime"].contains(edits.text(1)) else { return }
            for index in 2..<edits.count where !edits.isQuoted(index) {
                guard let other = ["on": "off", "off": "on"][edits.text(index)] else { continue }
                add(.standard, edits, at: index, other)
            }
        case "route": findInPatterns(edits)
        case "under": findInPattern(edits, at: 1, edits.line.block)
        default: return
        }
    }

    /// Asks for one unit less; or for one more, where the action spends as many.
    private mutating func findUnits(_ edits: StatementEdits) {
        for index in 3..<max(3, edits.count) where !edits.isQuoted(index) {
            let digits = String(edits.text(index).prefix { $0 != ")" })
            guard let units = Int(digits), units > 0 else { continue }
            let range = 0..<digits.utf8.count
            let others = [units - 1, units + 1].filter { $0 > 0 }.map { "\($0)" }
            add(
                .condition, edits, at: index, 0, digits,
                others.map { .init(replacement: $0, edits: [edits.replace(index, range, with: $0)]) },
                edits.line.block)
        }
    }

    private mutating func findInGroup(_ edits: StatementEdits) {
        switch edits.directive {
        case "route": findInPatterns(edits)
        case "under": findInPattern(edits, at: 1, edits.line.block)
        case "query": findInQuery(edits)
        case "exclusive", "ranked": add(.constraint, edits, removing: nil)
        default: return
        }
    }

    // MARK: Routes

    /// Looks through the patterns of `route NAME PATTERN… do ACTION`.
    private mutating func findInPatterns(_ edits: StatementEdits) {
        guard edits.count > 4 else { return }
        for index in 2..<edits.count - 2 { findInPattern(edits, at: index, edits.inner) }
    }

    /// - Parameter block: that of the lines which the pattern feeds.
    private mutating func findInPattern(_ edits: StatementEdits, at index: Int, _ block: TableWalk.Block) {
        guard index < edits.count else { return }
        let pattern = PatternSource(edits.text(index))
        for literal in pattern.literals {
            let edit = edits.replace(index, literal.range, with: "*")
            add(
                .literal, edits, at: index, literal.range.lowerBound, literal.text,
                [.init(replacement: "*", edits: [edit])], block)
        }
        for part in pattern.types { widen(edits, at: index, part, block) }
    }

    private mutating func findInRoute(_ edits: StatementEdits) {
        switch edits.directive {
        case "query": findInQuery(edits)
        case "fragment":
            if let part = PatternSource.typed(edits.text(1)) { widen(edits, at: 1, part, edits.line.block) }
            findDefault(edits, type: PatternSource.typed(edits.text(1))?.type.text)
        case "strict", "in": add(.constraint, edits, removing: nil)
        case "except":
            for index in 1..<edits.count { add(.exception, edits, removing: edits.count == 2 ? nil : index) }
        case "over":
            for index in 1..<edits.count { swap(edits, index) }
        case "with":
            guard edits.count == 3 else { return }
            let input = edits.line.block.action.flatMap { names.inputs[$0]?[edits.text(1)] }
            addOthers(edits, at: 2, type: input?.type)
        default: return
        }
    }

    private mutating func findInQuery(_ edits: StatementEdits) {
        add(.constraint, edits, removing: nil)
        guard !edits.text(1).hasPrefix("!") else { return }
        let typed = edits.isQuoted(1) ? nil : PatternSource.typed(edits.text(1))
        if let typed { widen(edits, at: 1, typed, edits.line.block) }
        if edits.count > 2, edits.text(edits.count - 1) == "exact", edits.text(edits.count - 2) != "=" {
            add(.constraint, edits, removing: edits.count - 1)
        }
        findDefault(edits, type: typed?.type.text)
    }

    /// Widens a type, and that of the input which it feeds, for an input takes no texts that are not of its type.
    private mutating func widen(
        _ edits: StatementEdits, at index: Int, _ part: PatternSource.TypePart, _ block: TableWalk.Block
    ) {
        let fed = names.inputs(named: part.name, of: block)
        let isSame = !fed.isEmpty && fed.allSatisfy { $0.type == part.type.text }
        let variants = TypeText(text: part.type.text).wider.flatMap { wider in
            let own = edits.replace(index, part.type.range, with: wider)
            let narrower = fed.filter { $0.type != wider && $0.type != "string" }
            let both = [own] + narrower.map { MutantEdit(file: $0.file, range: $0.range, text: wider) }
            let ways = narrower.isEmpty ? [[own]] : isSame ? [both] : [[own], both]
            return ways.map { TableMutant.Variant(replacement: wider, edits: $0) }
        }
        add(.type, edits, at: index, part.type.range.lowerBound, part.type.text, variants, block)
    }

    /// Makes the route that is named by an `over` win over the one that has the line.
    private mutating func swap(_ edits: StatementEdits, _ index: Int) {
        let (winner, loser) = (edits.routeWord ?? "", edits.text(index))
        guard let (file, statement) = names.routes[edits.file.package + loser],
            file == edits.file.number, !winner.isEmpty
        else { return }
        let added = edits.insert("over " + winner, into: statement)
        let removed = edits.remove(edits.count == 2 ? nil : index)
        add(
            .order, edits, at: index, 0, "\(winner) over \(loser)",
            [.init(replacement: "\(loser) over \(winner)", edits: [removed, added])], edits.line.block)
    }

    // MARK: Values

    /// Changes the value behind `=`.
    private mutating func findDefault(_ edits: StatementEdits, type: String?) {
        guard let mark = (2..<max(2, edits.count)).first(where: { !edits.isQuoted($0) && edits.text($0) == "=" }),
            mark + 1 < edits.count
        else { return }
        addOthers(edits, at: mark + 1, type: type)
    }

    private mutating func addOthers(_ edits: StatementEdits, at index: Int, type: String?) {
        let value = edits.text(index)
        let others = TypeText(text: type ?? "string").others(than: value) {
            names.members(of: $0, in: edits.file.package)
        }
        add(
            .standard, edits, at: index, 0, value,
            others.map { .init(replacement: $0, edits: [edits.replace(index, with: $0)]) }, edits.line.block)
    }

    // MARK: Adding

    private mutating func add(_ kind: MutantKind, _ edits: StatementEdits, at index: Int, _ text: String) {
        add(
            kind, edits, at: index, 0, edits.text(index),
            [.init(replacement: text, edits: [edits.replace(index, with: text)])], edits.line.block)
    }

    /// - Parameter index: the word that is removed; nil for the whole statement.
    private mutating func add(_ kind: MutantKind, _ edits: StatementEdits, removing index: Int?) {
        add(
            kind, edits, at: index ?? 0, 0, index.map(edits.written) ?? edits.statement,
            [.init(replacement: nil, edits: [edits.remove(index)])], edits.line.block)
    }

    private mutating func add(
        _ kind: MutantKind, _ edits: StatementEdits, at index: Int, _ offset: Int, _ original: String,
        _ variants: [TableMutant.Variant], _ block: TableWalk.Block
    ) {
        guard !variants.isEmpty else { return }
        let (line, column) = source.position(of: edits.place(index, at: offset))
        mutants.append(
            TableMutant(
                kind: kind, file: edits.file.document.name, line: line, column: column, statement: edits.statement,
                original: original,
                subject: CaseSuite.Subject(route: block.route, feature: block.feature), variants: variants))
    }
}

extension TableNames {
    /// The inputs of a name that lines of a block feed: of the route's action, or of all actions of the feature of a group.
    fileprivate func inputs(named name: String, of block: TableWalk.Block) -> [Input] {
        if let action = block.action { return [inputs[action]?[name]].compactMap(\.self) }
        let prefix = TableWalk.name(ofAction: "", block)
        return inputs.filter { $0.key.hasPrefix(prefix) && !$0.key.dropFirst(prefix.count).contains(".") }
            .sorted { $0.key < $1.key }.compactMap { $0.value[name] }
    }
}
