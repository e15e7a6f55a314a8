import Contract
import Links
import Matching

extension Ruleset {
    /// A link that both routes of a meeting accept; nil where none was found.
    ///
    /// A readable link of the narrower route where the other accepts it too, else the result of the search that `check` makes.
    package func witness(of meeting: RouteMeeting) -> String? {
        let numbers = [meeting.winner, meeting.loser]
        let narrower = meeting.relation == .contains ? meeting.loser : meeting.winner
        if meeting.relation != .overlapping, let url = example(of: narrower, in: meeting.scope),
            let link = try? Link.parse(url, limits: linkLimits)
        {
            let accepting = index.trace(link).filter(\.accepts).map(\.rule)
            if numbers.allSatisfy(accepting.contains) { return url }
        }
        if case .link(let url) = commonLink(of: routes[numbers[0]].rule, routes[numbers[1]].rule, in: meeting.scope) {
            return url
        }
        return nil
    }

    /// Searches for a link of a scope that two routes both accept; their paths and queries intersect.
    func commonLink(of left: RouteRule, _ right: RouteRule, in scope: DeclaredScope) -> CommonLink {
        var builder = RouteIndexBuilder()
        for declared in scopes { builder.declare(declared.entry, file: declared.file) }
        let numbers = [left, right].map { rule in
            builder.add(
                RouteRule(
                    name: rule.name, pattern: rule.pattern, query: rule.query, isStrict: rule.isStrict,
                    excepts: rule.excepts, entries: [scope.entry]))
        }
        return builder.commonLink(of: numbers[0], numbers[1], in: scope.entry)
    }

    /// A link that a route accepts, with readable values; another route may take it.
    private func example(of number: Int, in scope: DeclaredScope) -> String? {
        let route = routes[number]
        let values = parameters(of: route).filter(\.isRequired).map { parameter in
            Value.Member(
                parameter.name, parameter.language.map { Self.example(of: $0, name: parameter.name) } ?? .array([]))
        }
        // Under a wildcard any label does that no other declaration owns; `x` is as good as another.
        let words = scope.name.split(separator: "*", omittingEmptySubsequences: true)
        let name = scope.name.contains("*") ? words.joined(separator: "x") : scope.name
        let host = name.hasPrefix(".") ? "x" + name : name
        do {
            return try link(to: number, values, scope: host).url
        } catch {
            if case .taken(_, let url) = error { return url }
            return nil
        }
    }

    private static func example(of language: Language, name: String) -> Value {
        switch language {
        case .string, .slug: .string(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true ? "x" : name)
        case .hex: .string("a")
        case .uuid: .string("00000000-0000-0000-0000-000000000000")
        case .uint, .int: .integer(1)
        case .date: .string("2026-01-31")
        case .bool: .bool(true)
        case .set(let set): .string(String(decoding: set.members.first ?? [], as: UTF8.self))
        }
    }
}
