internal import Conf
internal import Contract
internal import Features
internal import Matching
internal import Routing

/// A route in the syntax of its table, for people and for programs.
struct RouteText {
    let ruleset: Ruleset
    let number: Int

    private var route: Route { ruleset.routes[number] }

    /// The route's name.
    var name: String { route.name }

    /// The pattern in its canonical form.
    var pattern: String { route.pattern.text }

    /// *Shape*: `Playback · play`.
    var owner: String { ruleset.featurePath(of: route) + " · " + ruleset.action(of: route).name }

    /// The lines of the route's block, in table syntax: `query at:uint?`, `strict`, `over show`.
    var conditions: [String] {
        var lines = keys.map { "query " + Self.key($0) }
        lines += fragment.map { "fragment " + Self.key($0) }
        if route.isStrict { lines.append("strict") }
        lines += route.excepts.map { "except " + $0.text }
        lines += overs.map { "over " + $0 }
        return lines
    }

    /// *Shape*: `app`, `web` or the names after `in`; `app` and `web` only if the table has such scopes.
    var scopes: [String] {
        var words: [String] = []
        for entry in route.entries {
            switch entry {
            case .anyScheme: words += hasScope { if case .scheme = $0 { true } else { false } } ? ["app"] : []
            case .anyHost: words += hasScope { if case .host = $0 { true } else { false } } ? ["web"] : []
            case .scheme(let name): words.append(name)
            case .host(let host): words.append(host.text)
            }
        }
        return words
    }

    /// The object of `--format json`.
    var object: Value {
        var members = [Value.Member("route", .string(name)), .init("pattern", .string(pattern))]
        if !keys.isEmpty { members.append(.init("query", .array(keys.map(Self.object)))) }
        if let fragment = fragment.first { members.append(.init("fragment", Self.object(fragment))) }
        if route.isStrict { members.append(.init("strict", .bool(true))) }
        for (key, words) in [("except", route.excepts.map(\.text)), ("over", overs)] where !words.isEmpty {
            members.append(.init(key, .array(words.map(Value.string))))
        }
        members.append(.init("scopes", .array(ruleset.scopes(of: route).map { .string($0.name) })))
        members.append(.init("feature", .string(ruleset.featurePath(of: route))))
        members.append(.init("action", .string(ruleset.action(of: route).name)))
        return .object(members)
    }

    private var overs: [String] { route.over.map { ruleset.routes[$0].name } }

    private var keys: [RouteParameter] {
        ruleset.parameters(of: route).filter { if case .query = $0.part { true } else { false } }
    }

    private var fragment: [RouteParameter] { ruleset.parameters(of: route).filter { $0.part == .fragment } }

    private func hasScope(_ isWanted: (ScopeEntry) -> Bool) -> Bool {
        ruleset.scopes(of: route).contains { isWanted($0.entry) }
    }

    /// *Shape*: `at:uint?`, `page:uint = 1`, `q`.
    private static func key(_ parameter: RouteParameter) -> String {
        let language = parameter.language?.name ?? "string"
        let typed = parameter.name + (language == "string" ? "" : ":" + language)
        if let value = parameter.shownDefault { return typed + " = " + word(value.argumentText) }
        return typed + (parameter.isRequired ? "" : "?")
    }

    /// A default value, quoted as the table needs it.
    static func word(_ text: String) -> String {
        let isBare = !text.isEmpty && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
        guard !isBare else { return text }
        return "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    private static func object(_ parameter: RouteParameter) -> Value {
        var members = [
            Value.Member("name", .string(parameter.name)), .init("type", .string(parameter.language?.name ?? "string")),
            .init("required", .bool(parameter.isRequired)),
        ]
        if let value = parameter.shownDefault { members.append(.init("default", value)) }
        return .object(members)
    }
}

extension Ruleset {
    /// The number of the route of that name; throws misuse with a suggestion if there is none.
    func route(named name: String) throws -> Int {
        if let number = routes.number(named: name) { return number }
        let help = Suggestion.help(for: name, amongNames: routes.map(\.name))
        throw Misuse(
            "there is no route \(Misuse.quoted(name))", help: routes.isEmpty ? "the table declares none" : help)
    }

    /// The routes in the order of their names.
    var routesByName: [Int] { routes.numbersByName }
}
