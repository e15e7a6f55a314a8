import Conf
import Contract
import Matching

/// Reads groups of routes.
struct GroupReader: BlockReader {
    let table: TableReading

    /// Reads the common lines of a group, then its routes, then the groups in it.
    ///
    /// - Parameter outer: the group around it.
    func read(_ statement: Int, feature: Int, in outer: RouteGroup? = nil) {
        let block = table.check(document.children(of: statement), as: GroupDirective.self)
        var lists = readLists(block)
        if (lists + (outer?.lists ?? [])).reduce(0, { $0 + $1.keys.count }) > Limits.routeKeys {
            lists = []
            report(
                .tooMany, place(0, statement),
                "the lists of the group have more than \(Limits.routeKeys) keys", help: "split the group")
        }
        let group = group(statement, block, lists, in: outer)
        let routes = RouteReader(table: table, group: group)
        for route in block.statements(of: .route) where !table.draft.hasTooLongPatterns {
            routes.read(route, feature: feature)
            if table.draft.hasTooLongPatterns { routes.reportTooLong(statement) }
        }
        for inner in block.statements(of: .under) where !table.draft.hasTooLongPatterns {
            read(inner, feature: feature, in: group)
        }
        // After an error nothing is known to be unused.
        if !table.diagnostics.hasErrors { lists.forEach(warnUnused) }
    }

    private func group(
        _ statement: Int, _ block: StatementChecker.Block<GroupDirective>, _ lists: [RouteGroup.KeyList],
        in outer: RouteGroup?
    ) -> RouteGroup {
        let allLists = (outer?.lists ?? []) + lists
        let conditions = RouteConditionReader(table: table, group: outer)
            .readShared(block.statements(of: .query), isComplete: block.refused.isEmpty)
        table.draft.groupCount += 1
        return RouteGroup(
            number: table.draft.groupCount, prefix: readPrefix(statement, in: outer),
            words: (outer?.words ?? []) + [(word(1, statement), place(1, statement))], conditions: conditions,
            lists: allLists,
            takesEitherSlash: ScopeReader(table: table).readTrailingSlash(block.statements(of: .trailingSlash))
                || outer?.takesEitherSlash == true)
    }

    // MARK: The prefix

    private func readPrefix(_ statement: Int, in outer: RouteGroup?) -> [UInt8]? {
        let (own, place) = (Array(word(1, statement).utf8), place(1, statement))
        if let outer, outer.prefix == nil { return nil }
        let before = outer?.prefix ?? []
        if own == [UInt8(ascii: "/")] { return before }
        guard own.last != UInt8(ascii: "/") else {
            return refuse(
                .badPattern, part(place, at: own.count - 1, length: 1), "a prefix does not end with a slash",
                help: "write `under \(word(1, statement).dropLast())`; "
                    + "the patterns of the routes begin with one: `route NAME /PATH do ACTION`")
        }
        let prefix = RouteGroup.followsPrefix(own[...]) ? before + own : own
        do {
            for (path, text) in try table.paths(prefix[...]) {
                guard !path.isOpen else {
                    return refuse(
                        .badPattern, place, "a prefix has no tail, because the patterns of the routes follow it",
                        help: "put the `**` into the routes: `route NAME /** do ACTION`")
                }
                guard text.count == 1 || text.last != UInt8(ascii: "/") else {
                    return refuse(
                        .badPattern, place, "a prefix does not end with a slash, nor with an optional part that does",
                        help: "put the slash in front: `under /a[/$(b)] { … }`")
                }
            }
            warnForeign(own.span, allowsCaptures: true, in: place)
            PatternFaults(table: table).useSilentSets(word(1, statement))
            return prefix
        } catch {
            let skipped = prefix.count - own.count
            PatternFaults(table: table).report(error, after: skipped, in: place)
            return nil
        }
    }

    // MARK: Lists of keys

    private func readLists(_ block: StatementChecker.Block<GroupDirective>) -> [RouteGroup.KeyList] {
        var lists: [RouteGroup.KeyList] = []
        for checked in block.checked where [.exclusive, .ranked].contains(checked.directive) {
            let keys = arguments(checked.statement)
            guard areKeys(keys, of: checked.directive) else { continue }
            lists.append(.init(number: table.draft.requiredKeys.count, directive: checked.directive, keys: keys))
            table.draft.requiredKeys.append([])
        }
        return lists
    }

    private func areKeys(_ keys: [PlacedWord], of directive: GroupDirective) -> Bool {
        var areKeys = true
        for (index, key) in keys.enumerated() {
            if let fault = fault(of: key) {
                areKeys = false
                report(.badCondition, key.place, fault, help: help(keys, of: directive))
            } else if let first = keys[..<index].first(where: { $0.text == key.text }) {
                areKeys = false
                reportSecond(
                    .badCondition, key.place, "the key `\(key.text)` is in the list twice", first: first.place)
            }
        }
        return areKeys
    }

    /// What is wrong with a word of a list; nil for a key.
    private func fault(of key: PlacedWord) -> String? {
        if let fault = QueryKey.fault(of: key.text) { return fault }
        return document.isQuoted(key.place) || QueryKey.isBare(key.text) ? nil : QueryKey.sentence(key.text)
    }

    /// The list with the keys that its words hold, as those of `start, game` and `start|game`.
    private func help(_ keys: [PlacedWord], of directive: GroupDirective) -> String {
        var written: [String] = []
        for key in keys {
            if document.isQuoted(key.place) {
                written.append(QuotedText.quoted(key.text))
            } else {
                // What stands behind a colon is a type.
                let parts = key.text.split { !QueryKey.isBare(String($0)) && $0 != ":" }
                written += parts.map { String($0.prefix { $0 != ":" }) }
            }
        }
        let names = written.enumerated().filter { !written[..<$0.offset].contains($0.element) }.map(\.element)
        return names.contains("\"\"") || names.count < directive.form.arguments.lowerBound
            ? "it is written `\(directive.form.shape)`, with the keys of a link's query, decoded"
            : "write `\(directive.rawValue) \(names.joined(separator: " "))`; other keys are written in quotes"
    }

    /// Warns of listed keys that no route requires, such as misspelt ones.
    private func warnUnused(_ list: RouteGroup.KeyList) {
        let required = table.draft.requiredKeys[list.number]
        for key in list.keys where !required.contains(key.text) {
            let others = required.subtracting(list.keys.map(\.text))
            let near = Suggestion.nearest(to: key.text, among: others.sorted())
            report(
                .unrequiredKey, key.place, "no route of the group requires the key `\(key.text)`",
                help: near.map { "did you mean `\($0)`?" }
                    ?? "take it out of the list, or require it in a route: `query \(key.text)`")
        }
    }
}
