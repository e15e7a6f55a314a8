internal import ChannelRules
internal import Conf
internal import Contract
import ExecRules
internal import Features
internal import Matching
internal import Routing

/// A route in the syntax of its table, for people and for programs.
struct RouteText {
    let ruleset: Ruleset
    private let route: Route
    /// The patterns in their canonical form.
    let patterns: [String]

    /// The route of a number, with all its patterns.
    init(ruleset: Ruleset, number: Int) {
        (self.ruleset, route) = (ruleset, ruleset.routes[number])
        patterns = route.alternatives.map(\.pattern.text)
    }

    /// The route of a row, with the pattern of the row.
    init(ruleset: Ruleset, row: Int) {
        (self.ruleset, route) = (ruleset, ruleset.routes[row: row])
        patterns = [route.pattern.text]
    }

    /// The route's name.
    var name: String { route.name }

    /// The first of the patterns.
    var pattern: String { patterns[0] }

    /// *Shape*: `Playback · play`, `Playback · play → player` where the links go to a channel, and
    /// `Playback · play → trusted /bin/sh` where the table says `trusted` of a program.
    var owner: String {
        ruleset.featurePath(of: route) + " · " + ruleset.action(of: route).name
            + (channel.map { " → " + $0.name } ?? trustedProgram.map { " → trusted " + $0 } ?? "")
    }

    private var charges: [String] { ruleset.action(of: route).limits.charges.map(\.words) }

    private var trustedProgram: String? { ruleset.action(of: route).trustedProgram }

    /// The channel that the route's links are sent to.
    var channel: ChannelDeclaration? { ruleset.channel(of: ruleset.action(of: route)) }

    /// The lines of the route's block, in table syntax: `query at:uint?`, `query !q`, `strict`, `over show`; and `visible no`,
    /// and what the action spends: `spend coins 3`.
    var conditions: [String] {
        var lines = keys.map { "query " + key($0) }
        lines += route.absent.map { "query " + QueryKey.written(absent: $0) }
        lines += fragment.map { "fragment " + key($0) }
        if route.isStrict { lines.append("strict") }
        lines += route.excepts.map { "except " + $0.text }
        lines += overs.map { "over " + $0 }
        if isHidden { lines.append("visible no") }
        lines += charges.map { "spend " + $0 }
        return lines
    }

    /// *Shape*: `app`, `web` or the names after `in`; `app` and `web` only if the table has such scopes.
    var scopes: [String] {
        let scopes = ruleset.scopes(of: route)
        return route.entries.compactMap { entry in
            switch entry {
            case .anyScheme: scopes.contains(where: \.isScheme) ? "app" : nil
            case .anyHost: scopes.contains { !$0.isScheme } ? "web" : nil
            case .scheme, .host: isNamed(entry) ? Self.name(entry) : nil
            }
        }
    }

    /// Whether an entry is not a part of `app` or `web`: one of a scope with `trailing-slash either` may be.
    private func isNamed(_ entry: ScopeEntry) -> Bool {
        guard let scope = ruleset.scopes.first(where: { $0.entry == entry }), scope.takesEitherSlash else {
            return true
        }
        return !route.entries.contains(scope.isScheme ? .anyScheme(file: scope.file) : .anyHost(file: scope.file))
    }

    private static func name(_ entry: ScopeEntry) -> String {
        if case .scheme(let name) = entry { name } else { entry.text }
    }

    /// The object of `--format json`; with the scope entry under which it is listed, if there is one.
    func object(under entry: String? = nil) -> JSONObject {
        let excepts = route.excepts.map(\.text)
        return [
            "entry": entry, "route": name, "pattern": pattern,
            "patterns": patterns.count > 1 ? patterns : nil, "query": keys.isEmpty ? nil : keys.map(object),
            "absent": route.absent.isEmpty ? nil : route.absent,
            "fragment": fragment.first.map(object), "strict": route.isStrict ? true : nil,
            "spends": charges.isEmpty ? nil : charges,
            "except": excepts.isEmpty ? nil : excepts, "over": overs.isEmpty ? nil : overs,
            "scopes": ruleset.scopes(of: route).map(\.name), "feature": ruleset.featurePath(of: route),
            "action": ruleset.action(of: route).name,
            "channel": channel.map(ExplainedChannel.init), "trusted": trustedProgram,
            "hidden": isHidden ? true : nil,
        ]
    }

    /// Whether only operators are told of its feature.
    private var isHidden: Bool { ruleset.catalogue.features[route.binding.feature].isHidden }

    private var overs: [String] { route.over.map { ruleset.routes[$0].name } }

    private var keys: [RouteParameter] {
        ruleset.parameters(of: route).filter { if case .query = $0.part { true } else { false } }
    }

    private var fragment: [RouteParameter] { ruleset.parameters(of: route).filter { $0.part == .fragment } }

    /// *Shape*: `at:uint?`, `page:uint = 1 exact`, `q`, `file:slug from path`, `boost _`.
    private func key(_ parameter: RouteParameter) -> String {
        let language = parameter.language?.name ?? "string"
        let condition = condition(parameter)
        let typed = (condition?.name ?? parameter.name) + (language == "string" ? "" : ":" + language)
        let source = condition.flatMap { $0.key == $0.name ? nil : " from " + QueryKey.written($0.key) } ?? ""
        let ending = (condition?.isSilent == true ? " _" : "") + (condition?.isExact == true ? " exact" : "")
        if let value = parameter.shownDefault { return typed + source + " = " + Self.word(value.argumentText) + ending }
        return typed + (parameter.isRequired ? "" : "?") + source + ending
    }

    /// What the table says of the key of a query; nil for another parameter.
    private func condition(_ parameter: RouteParameter) -> QueryCondition? {
        if case .query(let number) = parameter.part { route.query[number] } else { nil }
    }

    /// A default value, quoted as the table needs it.
    static func word(_ text: String) -> String {
        let isBare = !text.isEmpty && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
        return isBare ? text : QuotedText.quoted(text)
    }

    private func object(_ parameter: RouteParameter) -> JSONObject {
        let condition = condition(parameter)
        return [
            "name": parameter.name, "key": condition.flatMap { $0.key == $0.name ? nil : $0.key },
            "type": parameter.language?.name ?? "string", "required": parameter.isRequired,
            "default": parameter.shownDefault, "exact": condition?.isExact == true ? true : nil,
            "input": condition?.isSilent == true ? false : nil,
        ]
    }
}

extension Ruleset {
    /// The number of the route of that name; throws misuse with a suggestion if there is none.
    func route(named name: String) throws -> Int {
        if let number = routes.number(calling: name) { return number }
        let help = Suggestion.help(for: name, amongNames: routes.map(\.name))
        throw UsageError(no: "route", name, help: routes.isEmpty ? "the table declares none" : help)
    }

    /// True if the table says `trusted` of the program of an outcome's action.
    func trustsProgram(of outcome: Outcome?) -> Bool {
        catalogue.actions.contains {
            $0.trustedProgram != nil && $0.name == outcome?.action
                && catalogue.features[$0.feature].path == outcome?.feature
        }
    }

    /// The routes in the order of their names.
    var routesByName: [Int] { routes.numbersByName }
}

extension Action {
    /// The program whose line says `trusted`; nil if there is none.
    var trustedProgram: String? { performer.isTrusted ? performer.program : nil }
}

extension DeclaredScope {
    /// True for a custom scheme, false for a host.
    var isScheme: Bool { if case .scheme = entry { true } else { false } }
}
