import Links
import Matching

/// The definition of a match: every rule is tried, and the one that beats all others that accept wins.
///
/// Shares only the value types and the relation of two rules with the index.
struct ReferenceMatcher {
    let table: TableText
    /// For two rules, whether the first wins where both accept.
    private let beats: [[Bool]]

    init(table: TableText) {
        self.table = table
        beats = table.rules.indices.map { rule in
            table.rules.indices.map { other in
                // The patterns of one route have no `over`, and those of two routes only where neither is inside the
                // other.
                switch table.rules[rule].relation(to: table.rules[other]) {
                case .inside: true
                case .contains: false
                case .overlapping, .equal, .disjoint: table.rules[rule].over.contains(other)
                }
            }
        }
    }

    /// The result, and the number of accepting rules that beat all others: one, in a table without errors.
    func match(_ link: Link) -> (text: String, winners: Int) {
        guard let entries = entries(of: link) else { return ("notAllowed", 1) }
        let path = (0..<link.segmentCount).map { link.text(link.segment($0)) }
        let denials = table.denials.filter { denial in
            denial.entries.contains(where: entries.contains) && covers(denial.pattern, path)
        }
        if let first = denials.map(\.pattern.text).min() { return ("denied \(first)", 1) }
        for entry in entries {
            let rules = table.rules.indices.filter { table.rules[$0].entries.contains(entry) }
            let accepting = rules.filter { failure(of: table.rules[$0], path, link) == "" }
            guard !accepting.isEmpty else { continue }
            let winners = accepting.filter { rule in accepting.allSatisfy { $0 == rule || beats[rule][$0] } }
            return (winners.first.map(table.label) ?? "nobody", winners.count)
        }
        return ("none", 1)
    }

    /// Why each rule does not accept the path and the query of a link, in any scope; "" where it accepts them.
    func reasons(_ link: Link) -> [String] {
        let path = (0..<link.segmentCount).map { link.text(link.segment($0)) }
        return table.rules.map { failure(of: $0, path, link) }
    }

    func failures(_ link: Link) -> [String: String] {
        let path = (0..<link.segmentCount).map { link.text(link.segment($0)) }
        return Dictionary(
            uniqueKeysWithValues: table.rules.indices.map {
                (table.label($0), failure(of: table.rules[$0], path, link))
            })
    }

    // MARK: Scopes

    private func entries(of link: Link) -> [ScopeEntry]? {
        guard link.isWeb else {
            let scheme = link.text(link.scheme)
            return table.schemes.first { $0.0 == scheme }.map { [.scheme(scheme), .anyScheme(file: $0.1)] }
        }
        let name = link.text(link.host.range)
        let fits = table.hosts.filter { host, _ in
            let port = host.port ?? (host.isSecure ? 443 : 80)
            return host.isSecure == (link.text(link.scheme) == "https") && port == link.port && Self.covers(host, name)
        }.sorted { Self.rank($0.0) < Self.rank($1.0) }
        guard let owner = fits.first?.1 else { return nil }
        return fits.filter { $0.1 == owner }.map { .host($0.0) } + [.anyHost(file: owner)]
    }

    private static func rank(_ host: DeclaredHost) -> (Int, Int) {
        switch host.kind {
        case .exact: (0, 0)
        case .oneLabel: (1, 0)
        case .manyLabels: (2, -host.name.count)
        }
    }

    private static func covers(_ host: DeclaredHost, _ name: String) -> Bool {
        if host.kind == .exact { return host.name == name }
        guard name.hasSuffix("." + host.name) else { return false }
        let labels = name.dropLast(host.name.count + 1).split(separator: ".", omittingEmptySubsequences: false)
        return !labels.contains { $0.hasPrefix("xn--") } && (host.kind == .manyLabels || labels.count == 1)
    }

    // MARK: One rule

    /// The reason why a rule does not accept; "" if it accepts.
    private func failure(of rule: RouteRule, _ path: [String], _ link: Link) -> String {
        let count = rule.pattern.atoms.count
        guard rule.pattern.tail == nil ? path.count == count : path.count > count else { return "path" }
        guard zip(rule.pattern.atoms, path).allSatisfy({ Self.accepts($0, $1) }) else { return "path" }
        let isExcluded = rule.excepts.contains { covers($0, path) }
        let isUnselected = !selects(rule, link)
        return isExcluded ? (isUnselected ? "both" : "except") : isUnselected ? "query" : ""
    }

    private func covers(_ exclusion: ExclusionPattern, _ path: [String]) -> Bool {
        let count = exclusion.atoms.count
        guard exclusion.coversBelow ? path.count >= count : path.count == count else { return false }
        return zip(exclusion.atoms, path).allSatisfy { Self.accepts($0, $1) }
    }

    private static func accepts(_ atom: Atom, _ text: String) -> Bool {
        let prefix = String(decoding: atom.prefix, as: UTF8.self)
        let suffix = String(decoding: atom.suffix, as: UTF8.self)
        let language: Language
        switch atom.core {
        case .literal: return text == prefix
        case .wildcard: language = .string
        case .capture(_, let found): language = found
        }
        guard text.count > prefix.count + suffix.count, text.hasPrefix(prefix), text.hasSuffix(suffix) else {
            return false
        }
        return language.accepts(Array(text.dropFirst(prefix.count).dropLast(suffix.count).utf8).span)
    }

    private func selects(_ rule: RouteRule, _ link: Link) -> Bool {
        let items = (0..<link.queryItemCount).map { link.queryItem($0) }
        for condition in rule.query where condition.isRequired {
            let values = items.filter { link.text($0.key) == condition.key }
            guard values.count == 1, values[0].valueBreach == nil else { return false }
            guard condition.language.accepts(Array(link.text(values[0].value).utf8).span) else { return false }
        }
        guard !items.contains(where: { rule.absent.contains(link.text($0.key)) }) else { return false }
        let declared = Set(rule.query.map(\.key))
        return !rule.isStrict || items.allSatisfy { declared.contains(link.text($0.key)) }
    }
}
