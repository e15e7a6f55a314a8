import Contract
import Matching

extension Ruleset {
    /// A link that both routes of a meeting accept; nil where none was found.
    ///
    /// Of two routes of which one is narrower, any link of that one; otherwise the witness that the check of a table would
    /// print if nothing decided between them, so that there is one search for witnesses and no other.
    package func witness(of meeting: RouteMeeting) -> String? {
        switch meeting.relation {
        case .inside, .equal: example(of: meeting.winner, in: meeting.scope)
        case .contains: example(of: meeting.loser, in: meeting.scope)
        case .overlapping: conflict(of: meeting)
        case .disjoint: nil
        }
    }

    private func conflict(of meeting: RouteMeeting) -> String? {
        var builder = RouteIndexBuilder()
        for scope in scopes {
            switch scope.entry {
            case .scheme(let name): builder.declare(scheme: name, file: scope.file)
            case .host(let host): builder.declare(host: host, file: scope.file)
            case .anyScheme, .anyHost: continue
            }
        }
        for number in [meeting.winner, meeting.loser] {
            let rule = routes[number].rule
            _ = builder.add(
                RouteRule(
                    name: rule.name, pattern: rule.pattern, query: rule.query, isStrict: rule.isStrict,
                    excepts: rule.excepts, entries: [meeting.scope.entry]))
        }
        for problem in builder.build().problems {
            if case .conflict(_, _, _, _, let witness) = problem { return witness }
        }
        return nil
    }

    /// A link that a route accepts, with readable values, whichever route takes it.
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
