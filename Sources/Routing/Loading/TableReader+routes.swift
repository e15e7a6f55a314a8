import Conf
import Contract
import Features
import Matching

extension TableReader {
    /// Reads `route NAME PATTERN do ACTION`, with what its block says.
    mutating func readRoute(_ statement: Int, feature: Int) {
        let body = document.statements[statement].hasBlock ? check(document.children(of: statement), in: .route) : []
        guard let name = readName(1, statement, of: "a route") else { return }
        guard word(3, statement) == "do" else {
            report(
                .wrongArguments, place(3, statement), "after its pattern a route says `do` and an action",
                help: "it is written `route NAME PATTERN do ACTION`")
            return
        }
        let pattern = readPattern(statement)
        var conditions = RouteConditions()
        for checked in body { read(checked, into: &conditions) }
        guard let action = findAction(4, statement, feature: feature), let pattern else { return }
        let parameters = RouteParameters(pattern: pattern, conditions: conditions, place: place(2, statement))
        guard let fed = feed(draft.catalogue.actions[action], from: parameters, statement) else { return }
        let scopes = readScopes(body.first { $0.name == "in" }?.statement, from: 1)
        if scopes.isEmpty, draft.scopes.isEmpty {
            report(
                .noScope, place(1, statement), "no link can reach the route `\(name)`",
                help: "declare a scheme or a host: `scheme myapp`, `host example.com`")
        }
        let query = conditions.query.map {
            QueryCondition(key: $0.name, language: $0.language, isRequired: $0.isRequired)
        }
        let route = Route(
            name: name, binding: draft.catalogue.binding(of: action),
            rule: RouteRule(
                name: name, pattern: pattern, query: query, isStrict: conditions.isStrict,
                excepts: conditions.excepts, over: [], entries: scopes),
            sources: fed.sources, defaults: fed.defaults,
            fragment: conditions.fragment.map { .init(language: $0.language, isRequired: $0.isRequired) },
            place: place(1, statement))
        draft.routes.append(RouteDraft(route: route, place: place(1, statement), overs: conditions.overs))
    }

    private mutating func readPattern(_ statement: Int) -> Pattern? {
        let text = word(2, statement)
        do {
            let pattern = try Pattern.parse(Array(text.utf8).span) { draft.values[$0]?.set }
            for capture in pattern.captures {
                if case .text(.set(let set)) = capture.value, let name = set.name { draft.values[name]?.isUsed = true }
            }
            return pattern
        } catch {
            report(
                .badPattern, place(2, statement).part(at: error.offset, length: error.length), error.sentence,
                help: error.help)
            return nil
        }
    }

    private mutating func findAction(_ index: Int, _ statement: Int, feature: Int) -> Int? {
        let name = word(index, statement)
        if let action = draft.actions[feature]?[name] {
            draft.actions[feature]?[name]?.isUsed = true
            return action.number
        }
        let known = draft.actions[feature]?.keys.sorted() ?? []
        let path = draft.catalogue.features[feature].path
        let owners = draft.actions.filter { $0.value[name] != nil }.keys.sorted().map {
            draft.catalogue.features[$0].path
        }
        let help =
            owners.first.map { "`\($0)` has one of that name; a route stands in the feature that owns its action" }
            ?? (known.isEmpty ? "declare it: `action \(name) { … }`" : Suggestion.help(for: name, among: known))
        report(
            .unknownAction, place(index, statement), "the feature `\(path)` has no action `\(name)`", help: help)
        return nil
    }

    // MARK: The block

    private mutating func read(_ checked: StatementChecker.Checked, into conditions: inout RouteConditions) {
        let words = arguments(checked.statement)
        switch checked.name {
        case "query":
            if let condition = readCondition(words) { conditions.query.append(condition) }
        case "fragment": conditions.fragment = readCondition(words)
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
        guard Self.isName(parts[0]), words.count == 1 || words.count == 3 && words[1].text == "=",
            !(isOptional && words.count == 3)
        else {
            report(
                .badCondition, words[0].place, "this names no key",
                help: "it is written `NAME[:TYPE][?]`, or `NAME[:TYPE] = DEFAULT`")
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
