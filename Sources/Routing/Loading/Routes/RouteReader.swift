import Conf
import Contract
import Features
import Matching

/// Reads the routes of a feature.
struct RouteReader: BlockReader {
    let table: TableReading
    /// The group around the routes.
    var group: RouteGroup?
    private var alike: AlikeRouteReader { AlikeRouteReader(table: table, group: group) }

    /// Reads `route NAME PATTERN do ACTION`, with what its block says.
    ///
    /// Every part is read, also behind an error in another. A route with an error is kept for the search for overlaps, if
    /// all that selects its links was read.
    func read(_ statement: Int, feature: Int) {
        if alike.read(statement, feature: feature) { return }
        let (errors, warnings) = (table.diagnostics.errorCount, table.diagnostics.warningCount)
        let block =
            document.statements[statement].hasBlock
            ? table.check(document.children(of: statement), as: RouteDirective.self) : StatementChecker.Block()
        let name = declareRoute(statement)
        let found = readPattern(statement)
        var conditions = RouteConditionReader(table: table, group: group).read(block)
        let entries = readEntries(block, statement)
        let action = readAction(of: statement, feature: feature)
        guard let (path, whole) = found else { return }
        let words = (group?.words ?? []) + [(word(2, statement), place(2, statement))]
        let named = conditions.parameters(with: table.builder.captures(of: path)) { capture in
            placeholder(capture.name, in: words)
        }
        let parameters = named.filter { !$0.isSilent }
        let feeder = RouteFeeder(table: table)
        guard feeder.areDistinct(named), let action = action.map({ taker(of: parameters, $0) }),
            let fed = feeder.feed(table.draft.catalogue.actions[action], from: parameters, statement),
            let name, block.refused.isEmpty, table.diagnostics.errorCount == errors
        else { return keepFaulty(statement, number: name, path, conditions, entries) }
        conditions.keepSecrets(of: table.draft.catalogue.actions[action].inputs)
        table.draft.forms.append(
            RouteForm(
                binding: table.draft.catalogue.binding(of: action), sources: fed.sources, defaults: fed.defaults,
                conditions: conditions, entries: entries))
        table.draft.append(
            route: name, path: path, pattern: whole, form: table.draft.forms.count - 1)
        if !conditions.overs.isEmpty {
            table.draft.overs[UInt32(truncatingIfNeeded: name)] = conditions.overs
        } else if table.diagnostics.warningCount == warnings {
            alike.remember(statement, feature: feature, path)
        }
    }

    private func keepFaulty(
        _ statement: Int, number: Int?, _ path: RoutePath, _ conditions: RouteConditions, _ entries: [ScopeEntry]
    ) {
        // Each has an error, and past this many no error is described.
        guard conditions.isComplete, table.draft.faultyRoutes.count < Limits.diagnostics else { return }
        table.draft.faultyRoutes.append(
            FaultyRoute(
                name: table.qualified(word(1, statement)), number: number, place: place(1, statement), path: path,
                conditions: conditions, entries: entries))
    }

    /// The action that a route leads to: the one it names, or, where a program performs that, one of what the route gives.
    ///
    /// A program may have several routes to one action, each with its own way to make its input.
    private func taker(of parameters: [FeedParameter], _ action: Int) -> Int {
        let named = table.draft.catalogue.actions[action]
        guard case .hosted = named.performer else { return action }
        let inputs = parameters.map { parameter in
            ActionInput(
                name: parameter.name,
                type: parameter.type == .value(.flag) ? .value(.bool) : parameter.type ?? .value(.string),
                isOptional: parameter.isOptional && parameter.defaultValue == nil, defaultValue: parameter.defaultValue)
        }
        return table.draft.catalogue.add(
            Action(name: named.name, feature: named.feature, inputs: inputs, performer: .hosted, limits: named.limits))
    }

    /// The number of the route's name, which may not be a valid one; nil if another route has it.
    private func declareRoute(_ statement: Int) -> Int? {
        guard let name = readName(1, statement, of: "a route") else {
            table.spoil(statement)
            // An `over` may have the same word.
            return table.declare(route: Array(word(1, statement).utf8).span, at: place(1, statement))
        }
        if let number = table.declare(route: Array(name.utf8).span, at: place(1, statement)) { return number }
        let first = table.draft.numberOfRoute(table.qualified(name)).map { table.draft.routePlaces[$0].range }
        reportSecond(
            .duplicateRoute, place(1, statement), "the route `\(name)` is declared twice",
            help: "route names are unique in a table, whatever its files: choose another", first: first)
        return nil
    }

    private func readEntries(_ block: StatementChecker.Block<RouteDirective>, _ statement: Int) -> [ScopeEntry] {
        let scopes = ScopeReader(table: table)
        guard let named = block.statements(of: .in).first else { return scopes.readEveryScope(place(1, statement)) }
        return scopes.readScopes(named, from: 1, isUse: true)
    }

    private func readAction(of statement: Int, feature: Int) -> Int? {
        guard isKeyword(3, statement, "do") else {
            return refuse(
                .wrongArguments, place(3, statement), "after its pattern a route has `do` and an action",
                help: "it is written `route NAME PATTERN do ACTION`")
        }
        let name = word(4, statement)
        if let action = table.draft.actions[feature]?[name] {
            table.draft.actions[feature]?[name]?.isUsed = true
            return action.number
        }
        guard !isSpoiled(name) else { return nil }
        let path = table.draft.catalogue.features[feature].path
        return refuse(
            .unknownAction, place(4, statement), "the feature `\(path)` has no action `\(name)`",
            help: helpForAction(name, feature))
    }

    /// The path of a route's pattern, and the text of the whole pattern.
    private func readPattern(_ statement: Int) -> (RoutePath, ArraySlice<UInt8>)? {
        let (own, place) = (Array(word(2, statement).utf8), place(2, statement))
        if let group, group.prefix == nil { return nil }
        // A pattern without a slash is reported as it is outside a group.
        let whole = group?.pattern(own[...]) ?? own[...]
        let faults = PatternFaults(table: table)
        do {
            let path = try table.path(whole.span)
            for capture in table.builder.captures(of: path) {
                guard case .text(.set(let set)) = capture.value, let name = set.name else { continue }
                table.draft.values[name]?.isUsed = true
            }
            faults.useSilentSets(word(2, statement))
            warnForeign(own.span, allowsCaptures: true, in: place)
            return (path, whole)
        } catch {
            faults.report(error, after: max(0, whole.count - own.count), in: place)
            return nil
        }
    }

    private func helpForAction(_ name: String, _ feature: Int) -> String {
        let known = table.draft.actions[feature].map { Array($0.keys.prefix(2000)) } ?? []
        if known.count < 1000, let near = Suggestion.nearest(to: name, among: known.sorted()) {
            return "did you mean `\(near)`?"
        }
        // Its ancestors are looked at and no others: there a shared action is most likely to be.
        var ancestor = table.draft.catalogue.features[feature].parent
        while let owner = ancestor {
            if table.draft.actions[owner]?[name] != nil {
                return "`\(table.draft.catalogue.features[owner].path)` has one of that name; "
                    + "a route stands in the feature that owns its action"
            }
            ancestor = table.draft.catalogue.features[owner].parent
        }
        return known.isEmpty
            ? "declare it: `action \(name) { … }`" : Suggestion.help(for: name, amongNames: known)
    }
}
