import Conf
import Contract
import Features
import Matching

extension TableReader {
    /// Reads `route NAME PATTERN do ACTION`, with what its block says.
    ///
    /// Every part is read, whatever is wrong with another; only a route without any error goes on to the check of
    /// precedence, for one that lost a line may overlap only because of that.
    mutating func readRoute(_ statement: Int, feature: Int) {
        if readAlike(statement, feature: feature) { return }
        let (errors, warnings) = (diagnostics.errorCount, diagnostics.warningCount)
        let block =
            document.statements[statement].hasBlock
            ? check(document.children(of: statement), in: .route) : StatementChecker.Block()
        let name = declareRoute(statement)
        let path = readPattern(statement)
        var conditions = RouteConditions()
        for checked in block.checked { read(checked, into: &conditions) }
        refuseTooManyKeys(conditions)
        let entries = readEntries(block, statement)
        let action = readAction(of: statement, feature: feature)
        guard let path else { return }
        let parameters = parameters(builder.captures(of: path), conditions, statement)
        guard areDistinct(parameters), let action = action.map({ taker(of: parameters, $0) }),
            let fed = feed(draft.catalogue.actions[action], from: parameters, statement),
            let name, block.refused.isEmpty, diagnostics.errorCount == errors
        else { return }
        let form = RouteForm(
            binding: draft.catalogue.binding(of: action), sources: fed.sources, defaults: fed.defaults,
            fragment: conditions.fragment.map {
                .init(name: $0.name, language: $0.language, isRequired: $0.isRequired)
            },
            query: conditions.query.map {
                QueryCondition(key: $0.name, language: $0.language, isRequired: $0.isRequired)
            },
            isStrict: conditions.isStrict, excepts: conditions.excepts, entries: entries)
        draft.forms.append(form)
        append(name: name, path: path, pattern: Array(word(2, statement).utf8).span, form: draft.forms.count - 1)
        if !conditions.overs.isEmpty {
            draft.overs[UInt32(truncatingIfNeeded: name)] = conditions.overs
        } else if diagnostics.warningCount == warnings {
            remember(statement, feature: feature, path)
        }
    }

    private func parameters(
        _ captures: [Pattern.Capture], _ conditions: RouteConditions, _ statement: Int
    ) -> RouteParameters {
        let (text, place) = (word(2, statement), place(2, statement))
        return RouteParameters(
            captures: captures, conditions: conditions,
            places: captures.map { placeholder($0.name, in: text, place) })
    }

    /// The number of the route's name; nil where it has none, or another route's.
    private mutating func declareRoute(_ statement: Int) -> Int? {
        guard let name = readName(1, statement, of: "a route") else {
            spoil(statement)
            return nil
        }
        if let number = declare(route: Array(name.utf8).span, statement) { return number }
        let first = draft.numberOfRoute(name).map { draft.routePlaces[$0].range }
        report(
            .duplicateRoute, place(1, statement), "the route `\(name)` is declared twice",
            help: "route names are unique in a table, whatever its files: choose another",
            related: first.map { [.init(place: $0, note: "the first is here")] } ?? [])
        return nil
    }

    private mutating func readEntries(_ block: StatementChecker.Block, _ statement: Int) -> [ScopeEntry] {
        if let scopes = block.checked.first(where: { $0.name == "in" }) {
            return readScopes(scopes.statement, from: 1, isUse: true)
        }
        draft.owners[owner].usesEveryScheme = true
        draft.owners[owner].usesEveryHost = true
        reportMissingScope(place(1, statement))
        return everyScope
    }

    private mutating func refuseTooManyKeys(_ conditions: RouteConditions) {
        guard conditions.query.count > Limits.routeKeys, let last = conditions.query.last else { return }
        report(
            .tooMany, last.place,
            "the route has \(conditions.query.count) query keys; at most \(Limits.routeKeys) are taken",
            help: "declare those that the action needs")
    }

    private mutating func readAction(of statement: Int, feature: Int) -> Int? {
        guard word(3, statement) == "do" else {
            report(
                .wrongArguments, place(3, statement), "after its pattern a route says `do` and an action",
                help: "it is written `route NAME PATTERN do ACTION`")
            return nil
        }
        return findAction(4, statement, feature: feature)
    }

    private mutating func readPattern(_ statement: Int) -> RoutePath? {
        let text = Array(word(2, statement).utf8)
        do {
            let path = try path(text.span)
            for capture in builder.captures(of: path) {
                if case .text(.set(let set)) = capture.value, let name = set.name { draft.values[name]?.isUsed = true }
            }
            return path
        } catch {
            refuse(error, in: place(2, statement))
            return nil
        }
    }

    private mutating func refuse(_ error: PatternError, in word: SourceRange) {
        let place = part(word, at: error.offset, length: error.length)
        // A wrong type is reported in the words that inputs and query keys have for it.
        if [.unknownType, .unknownSet, .badSet].contains(error.kind) {
            let text = document.bytes[place.offset..<min(document.bytes.count, place.offset + place.length)]
            if readLanguage(String(decoding: text, as: UTF8.self), place) == nil { return }
        }
        report(.badPattern, place, error.sentence, help: error.help)
    }

    private mutating func findAction(_ index: Int, _ statement: Int, feature: Int) -> Int? {
        let name = word(index, statement)
        if let action = draft.actions[feature]?[name] {
            draft.actions[feature]?[name]?.isUsed = true
            return action.number
        }
        guard !isSpoiled(name) else { return nil }
        let path = draft.catalogue.features[feature].path
        report(
            .unknownAction, place(index, statement), "the feature `\(path)` has no action `\(name)`",
            help: helpForAction(name, feature))
        return nil
    }

    private func helpForAction(_ name: String, _ feature: Int) -> String {
        let known = draft.actions[feature].map { Array($0.keys.prefix(2000)) } ?? []
        if known.count < 1000, let near = Suggestion.nearest(to: name, among: known.sorted()) {
            return "did you mean `\(near)`?"
        }
        // Its ancestors are looked at and no others: there a shared action is most likely to be.
        var ancestor = draft.catalogue.features[feature].parent
        while let owner = ancestor {
            if draft.actions[owner]?[name] != nil {
                return "`\(draft.catalogue.features[owner].path)` has one of that name; "
                    + "a route stands in the feature that owns its action"
            }
            ancestor = draft.catalogue.features[owner].parent
        }
        return known.isEmpty
            ? "declare it: `action \(name) { … }`" : Suggestion.help(for: name, amongNames: known)
    }

    // MARK: The block

    private mutating func read(_ checked: StatementChecker.Checked, into conditions: inout RouteConditions) {
        let words = arguments(checked.statement)
        switch checked.name {
        case "query":
            if let condition = readCondition(words) {
                conditions.query.append(condition)
            } else {
                spoil(checked.statement)
            }
        case "fragment":
            conditions.fragment = readCondition(words)
            if conditions.fragment == nil { spoil(checked.statement) }
        case "strict": conditions.isStrict = true
        case "except": conditions.excepts += words.compactMap { readExclusion($0) }
        case "over": conditions.overs += words.map { (name: $0.text, place: $0.place) }
        case "with": conditions.constants.append((words[0], words[1]))
        default: return
        }
    }

    /// Reads `NAME[:TYPE][?]`, or `NAME[:TYPE] = DEFAULT`.
    private mutating func readCondition(
        _ words: [(text: String, place: SourceRange)]
    ) -> RouteConditions.Condition? {
        var text = words[0].text
        let isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let shape = "it is written `NAME[:TYPE][?]`, or `NAME[:TYPE] = DEFAULT`"
        guard words.count == 1 || words.count == 3 && words[1].text == "=" else {
            report(.badCondition, words[1].place, "after a key stands `= DEFAULT` or nothing", help: shape)
            return nil
        }
        guard !(isOptional && words.count == 3) else {
            report(
                .badDefault, words[0].place, "a key with a default is never missing",
                help: "remove the `?` or the default")
            return nil
        }
        guard Self.isName(parts[0]) else {
            report(.badCondition, words[0].place, "`\(parts[0])` is no name for a key", help: shape)
            return nil
        }
        guard let language = parts.count == 2 ? readLanguage(parts[1], words[0].place) : .string else { return nil }
        var value: Value?
        if words.count == 3 {
            value = readDefault(words[2], .value(language))
            if value == nil { return nil }
        }
        return .init(
            name: parts[0], language: language, isRequired: !isOptional && value == nil, defaultValue: value,
            place: words[0].place)
    }
}
