import Contract
import Features
import Links
import Matching

extension Ruleset {
    /// A link that both routes of a meeting accept; nil where none was found.
    ///
    /// A readable link of the narrower route if the other takes it too, else the result of the search that `check` makes.
    /// Each route takes the link with its inputs; only where a value of one can never be an input of the other, as of
    /// `query q:bool` and `query q:date?`, it does not.
    package func witness(of meeting: RouteMeeting) -> String? {
        let pair = [routes[row: meeting.winner], routes[row: meeting.loser]]
        let narrower = meeting.relation == .contains ? meeting.loser : meeting.winner
        if meeting.relation != .overlapping, let url = example(ofRow: narrower, in: meeting.scope),
            let link = try? parse(url),
            pair.allSatisfy({ takes(link, $0, in: meeting.scope) })
        {
            return url
        }
        guard case .link(let url) = commonLink(of: pair[0].rule, pair[1].rule, in: meeting.scope) else { return nil }
        return url + Route.Fragment.example(of: pair.map(\.fragment))
    }

    /// Searches for a link of a scope that two routes both accept; their paths and queries intersect.
    func commonLink(of left: RouteRule, _ right: RouteRule, in scope: DeclaredScope) -> CommonLink {
        var builder = builder(of: [left, right], in: scope)
        return builder.commonLink(of: 0, 1, in: scope.entry)
    }

    /// Whether a route would take the link with its inputs, if it were the only one of the scope.
    private func takes(_ link: Link, _ route: Route, in scope: DeclaredScope) -> Bool {
        SingleRoute(route, in: scope, of: self).takes(link)
    }

    /// The rules alone, all in one scope.
    func builder(of rules: [RouteRule], in scope: DeclaredScope) -> RouteIndexBuilder {
        var builder = RouteIndexBuilder()
        for declared in scopes { builder.declare(declared.entry, file: declared.file, separator: declared.separator) }
        for rule in rules {
            _ = builder.add(
                RouteRule(
                    name: rule.name, pattern: rule.pattern, query: rule.query, absent: rule.absent,
                    isStrict: rule.isStrict, excepts: rule.excepts, entries: [scope.entry]))
        }
        return builder
    }

    /// A link that a route accepts, with readable values, in the first of its scopes; nil where none was found.
    package func exampleLink(of route: Route) -> String? {
        scopes(of: route).lazy.compactMap { self.example(ofRow: route.row, in: $0) }.first
    }

    /// A link that a route accepts, with readable values; another route may take it.
    func example(ofRow row: Int, in scope: DeclaredScope) -> String? {
        let route = routes[row: row]
        let values = parameters(of: route).filter(\.isRequired).map { parameter in
            Value.Member(
                parameter.name, parameter.language.map { Self.example(of: $0, name: parameter.name) } ?? .array([]))
        }
        // Under a wildcard any label does that no other declaration owns; `x` is as good as another.
        let words = scope.name.split(separator: "*", omittingEmptySubsequences: true)
        let name = scope.name.contains("*") ? words.joined(separator: "x") : scope.name
        let host = name.hasPrefix(".") ? "x" + name : name
        var left = 1
        do {
            return try link(by: route, values, scope: host, left: &left).url
        } catch {
            if case .taken(_, let url) = error { return url }
            return nil
        }
    }

    /// A readable value of a type.
    static func example(of language: Language, name: String) -> Value {
        switch language {
        case .string, .slug: .string(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true ? "x" : name)
        case .hex: .string("a")
        case .uuid: .string("00000000-0000-0000-0000-000000000000")
        case .uint, .int: .integer(1)
        case .date: .string("2026-01-31")
        case .bool, .flag, .switch: .bool(true)
        case .set(let set): .string(String(decoding: set.members.first ?? [], as: UTF8.self))
        case .bounded(let type): language.value(of: type.sample)
        }
    }
}

extension Route.Fragment {
    /// The end of a URL with a fragment for both routes, as `#1`; empty if neither requires one.
    static func example(of fragments: [Route.Fragment?]) -> String {
        let declared = fragments.compactMap { $0 }
        guard let required = declared.first(where: \.isRequired) else { return "" }
        let other = declared.first { $0.name != required.name || $0.language != required.language } ?? required
        let text =
            required.language.commonText(with: other.language) ?? required.language.commonText(with: required.language)
        return LinkBuilder.fragment(text ?? "")
    }
}
