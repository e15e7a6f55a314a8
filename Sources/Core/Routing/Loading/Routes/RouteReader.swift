import Conf
import Contract
import Features
import Matching

/// Reads the routes of a feature.
struct RouteReader: BlockReader {
    let table: TableReading
    /// The group around the routes.
    var group: RouteGroup?
    /// The values that are secret, of a route of a program: a table says it of an action's inputs.
    var secrets: Set<String> = []
    private var alike: AlikeRouteReader { AlikeRouteReader(table: table, group: group) }

    /// One pattern of a route, with the word that has it.
    struct ReadPattern {
        let path: RoutePath
        /// The whole pattern, after the prefix of the group.
        let text: ArraySlice<UInt8>
        let word: PlacedWord
        /// Where the route stands with it; empty until those of the route are known.
        var entries: [ScopeEntry] = []
    }

    /// Reads `route NAME PATTERN… do ACTION`, with what its block says.
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
        let end = endOfPatterns(statement)
        let found = readPatterns(statement, until: end)
        var conditions = RouteConditionReader(table: table, group: group).read(block)
        let entries = readEntries(block, statement)
        let either =
            group?.takesEitherSlash == true
            ? (entries: entries, areAll: true) : ScopeReader(table: table).entriesOfEitherSlash(entries)
        if !either.entries.isEmpty { conditions.excepts = TrailingSlash.both(conditions.excepts) }
        let action = readAction(of: statement, behind: end, feature: feature)
        guard let found, let patterns = withOtherEndings(found, entries, either: either, statement) else { return }
        guard let action, let (action, feeds) = feed(patterns, conditions, action), let name, block.refused.isEmpty,
            table.diagnostics.errorCount == errors
        else { return keepFaulty(statement, number: name, patterns, conditions) }
        conditions.keepSecrets(of: table.draft.catalogue.actions[action].inputs)
        keep(patterns, feeds, conditions, action: action, route: name)
        if !conditions.overs.isEmpty {
            table.draft.overs[UInt32(truncatingIfNeeded: name)] = conditions.overs
        } else if patterns.count == 1, either.entries.isEmpty, table.diagnostics.warningCount == warnings {
            alike.remember(statement, feature: feature, patterns[0].path)
        }
    }

    private func keep(
        _ patterns: [ReadPattern], _ feeds: [RouteFeeder.Feed], _ conditions: RouteConditions, action: Int, route: Int
    ) {
        for (index, (pattern, fed)) in zip(patterns, feeds).enumerated() {
            // Most patterns of one route capture the same.
            if index == 0 || fed.sources != feeds[index - 1].sources || pattern.entries != patterns[index - 1].entries {
                table.draft.forms.append(
                    RouteForm(
                        binding: table.draft.catalogue.binding(of: action), sources: fed.sources,
                        defaults: fed.defaults,
                        conditions: conditions, entries: pattern.entries))
            }
            table.draft.append(
                route: route, path: pattern.path, pattern: pattern.text, form: table.draft.forms.count - 1)
        }
    }

    /// Reports that the table has too many patterns, or bytes of them, with those of the statement.
    func reportTooLong(_ statement: Int) {
        report(
            .tooMany, place(1, statement), table.draft.sentenceForPatterns,
            help: group == nil
                ? "use fewer optional parts, or split the table" : "shorten the prefix, or split the table")
    }

    private func keepFaulty(
        _ statement: Int, number: Int?, _ patterns: [ReadPattern], _ conditions: RouteConditions
    ) {
        // Each has an error, and past this many no error is described.
        guard conditions.isComplete, table.draft.faultyRoutes.count < Limits.diagnostics else { return }
        for (position, pattern) in patterns.enumerated() {
            table.draft.faultyRoutes.append(
                FaultyRoute(
                    name: table.qualified(word(1, statement)), number: number, place: place(1, statement),
                    position: position, path: pattern.path, pattern: pattern.text, conditions: conditions,
                    entries: pattern.entries))
        }
    }

    // MARK: The action

    /// The action that the route leads to, and for each pattern where its inputs come from; nil where a check failed.
    private func feed(
        _ patterns: [ReadPattern], _ conditions: RouteConditions, _ action: Int
    ) -> (action: Int, feeds: [RouteFeeder.Feed])? {
        let feeder = RouteFeeder(table: table)
        var given: [RouteFeeder.Given] = []
        for pattern in patterns {
            let words = (group?.words ?? []) + [pattern.word]
            let named = conditions.parameters(with: table.builder.captures(of: pattern.path)) { capture in
                placeholder(capture.name, in: words)
            }
            let feeding = named.filter { !$0.isSilent }
            guard feeder.areDistinct(feeding) else { return nil }
            given.append(
                RouteFeeder.Given(parameters: feeding, pattern: pattern.text, place: pattern.word.place))
        }
        let action = taker(of: feeder.union(of: given), action)
        return feeder.feed(table.draft.catalogue.actions[action], from: given).map { (action, $0) }
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
                type: parameter.keyType == nil ? parameter.type ?? .value(.string) : .value(.bool),
                isOptional: parameter.isOptional && parameter.defaultValue == nil, defaultValue: parameter.defaultValue,
                isSecret: secrets.contains(parameter.name))
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
            help: "a route name is unique across all files of a table: choose another", first: first)
        return nil
    }

    private func readEntries(_ block: StatementChecker.Block<RouteDirective>, _ statement: Int) -> [ScopeEntry] {
        let scopes = ScopeReader(table: table)
        guard let named = block.statements(of: .in).first else { return scopes.readEveryScope(place(1, statement)) }
        return scopes.readScopes(named, from: 1, isUse: true)
    }

    private func readAction(of statement: Int, behind end: Int, feature: Int) -> Int? {
        guard isKeyword(end, statement, "do") else {
            return refuse(
                .wrongArguments, place(end, statement), "after its patterns a route has `do` and an action",
                help: "it is written `route NAME PATTERN… do ACTION`")
        }
        let name = word(end + 1, statement)
        if let action = table.draft.actions[feature]?[name] {
            table.draft.actions[feature]?[name]?.isUsed = true
            return action.number
        }
        guard !isSpoiled(name) else { return nil }
        let path = table.draft.catalogue.features[feature].path
        return refuse(
            .unknownAction, place(end + 1, statement), "the feature `\(path)` has no action `\(name)`",
            help: helpForAction(name, feature))
    }

    // MARK: The patterns

    /// The position of the word behind the patterns: `do`, or the word in its stead.
    private func endOfPatterns(_ statement: Int) -> Int {
        if let end = document.index(ofWord: "do", of: statement, from: 3), end + 1 < document.wordCount(of: statement) {
            return end
        }
        let others = 3..<document.wordCount(of: statement) - 1
        return others.first { ![UInt8(ascii: "/"), UInt8(ascii: "[")].contains(word($0, statement).utf8.first) } ?? 3
    }

    /// The patterns of a route; nil where one has an error, which was reported.
    private func readPatterns(_ statement: Int, until end: Int) -> [ReadPattern]? {
        if let group, group.prefix == nil { return nil }
        var patterns: [ReadPattern] = []
        var areSound = true
        var next = 2
        while next < end {
            let index = next
            next = index + 1
            let written = (text: word(index, statement), place: place(index, statement))
            if let last = lastWord(ofCaptureIn: written, index, until: end, statement) {
                (areSound, next) = (false, last + 1)
                continue
            }
            let found = isSeparator(written, isLast: index == end - 1) ? nil : readPattern(written)
            areSound = areSound && found != nil
            patterns += found ?? []
            guard patterns.count <= Limits.patternsOfRoute else {
                return refuse(
                    .tooMany, place(index, statement),
                    "the route has more than \(Limits.patternsOfRoute) patterns, which is as many as are taken",
                    help: "use several routes, or fewer optional parts, each of which doubles the patterns")
            }
        }
        return areSound ? patterns : nil
    }

    /// The last of the words that spaces make of a capture, as in `$(id: uint)`, which was reported then.
    private func lastWord(ofCaptureIn word: PlacedWord, _ index: Int, until end: Int, _ statement: Int) -> Int? {
        let bytes = word.text.utf8
        guard let dollar = bytes.lastIndex(of: UInt8(ascii: "$")),
            bytes.lastIndex(of: UInt8(ascii: ")")).map({ $0 < dollar }) ?? true,
            !document.isQuoted(word.place), let start = word.text.ranges(of: "$(").last?.lowerBound,
            !word.text[start...].contains(")"),
            let last = (index + 1..<max(index + 1, end)).first(where: { self.word($0, statement).contains(")") })
        else { return nil }
        let offset = word.text.utf8.distance(from: word.text.startIndex, to: start)
        let final = place(last, statement)
        let whole = SourceRange(
            file: final.file, offset: word.place.offset + offset,
            length: final.offset + final.length - word.place.offset - offset)
        // In `$(n:uint 1..31)` the parentheses around the bounds are missing.
        let written = (index + 1...last).reduce(word.text) { text, next in
            let part = self.word(next, statement)
            guard part.first?.isNumber == true, let end = part.firstIndex(of: ")") else { return text + part }
            return "\(text)(\(part[..<end]))\(part[end...])"
        }
        report(.badPattern, whole, "a capture has no spaces", help: "write `\(written)`")
        return last
    }

    /// Whether a word has what other languages write between patterns, which was reported then.
    private func isSeparator(_ word: PlacedWord, isLast: Bool) -> Bool {
        guard !document.isQuoted(word.place) else { return false }
        if [",", "or", "and", "|", "||"].contains(word.text) {
            report(
                .badPattern, word.place, "between two patterns stands a space, and nothing else",
                help: "it is written `route NAME /a /b do ACTION`")
            return true
        }
        guard !isLast, word.text.hasPrefix("/"), word.text.hasSuffix(",") else { return false }
        report(
            .badPattern, word.place, "the comma would be a part of the pattern",
            help:
                "write `\(word.text.dropLast())`; for the text itself write \(QuotedText.quoted(word.text)), in quotes")
        return true
    }

    /// The patterns of one word: several if it has optional parts.
    private func readPattern(_ word: PlacedWord) -> [ReadPattern]? {
        let own = Array(word.text.utf8)
        if group != nil, word.text.hasPrefix(".[/"), word.text.hasSuffix("]") {
            return refuse(
                .badPattern, word.place, "`.` is the whole prefix, and no optional part follows it",
                help: "write `. \(word.text.dropFirst(2).dropLast())`, which is two patterns")
        }
        // A pattern without a slash is reported as it is outside a group.
        let whole = group?.pattern(own[...]) ?? own[...]
        let faults = PatternFaults(table: table)
        do {
            let patterns = try table.paths(whole).map { ReadPattern(path: $0.path, text: $0.text, word: word) }
            for capture in patterns.flatMap({ table.builder.captures(of: $0.path) }) {
                guard case .text(.set(let set)) = capture.value, let name = set.name else { continue }
                table.draft.values[name]?.isUsed = true
            }
            faults.useSilentSets(word.text)
            warnForeign(own.span, allowsCaptures: true, in: word.place)
            return patterns
        } catch {
            faults.report(error, after: max(0, whole.count - own.count), in: word.place)
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
