import Contract
import Links
import TestSupport

@testable import Matching

/// A route table for tests, with one line per route.
///
/// *Shape*: `NAME /path,/path?key:type&key?&!key [strict] [except /p]… [over NAME]…
/// [in SCOPE]…`. A route with several paths, or with optional parts in one, is as many rules.
struct TableText {
    var rules: [RouteRule] = []
    var denials: [(pattern: ExclusionPattern, entries: [ScopeEntry])] = []
    var schemes: [(String, Int)] = []
    var hosts: [(DeclaredHost, Int)] = []

    static let sets = ["lang": ValueSet(members: ["en", "de"].map { Array($0.utf8) }, name: "lang")]

    /// Reads the lines; without a `scheme` or `host` line the file owns the scheme `app`.
    init(_ text: String) throws {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
        let routes = lines.filter { !["scheme", "host", "deny"].contains($0[0]) }
        for line in lines where line[0] == "scheme" {
            schemes.append((line[1], line.count > 2 ? Int(line[2]) ?? 0 : 0))
        }
        for line in lines where line[0] == "host" {
            hosts.append((try Self.host(line[1]), line.count > 2 ? Int(line[2]) ?? 0 : 0))
        }
        if schemes.isEmpty && hosts.isEmpty { schemes.append(("app", 0)) }
        for line in lines where line[0] == "deny" {
            denials.append((try Self.exclusion(line[1]), try Self.entries(line.dropFirst(2))))
        }
        let patterns = try routes.map { try Self.patterns($0) }
        let names = zip(routes, patterns).flatMap { line, patterns in patterns.map { _ in line[0] } }
        for (line, patterns) in zip(routes, patterns) {
            for (position, pattern) in patterns.enumerated() {
                rules.append(try Self.rule(line, pattern, position: position, names: names))
            }
        }
    }

    /// The patterns of a route's line.
    private static func patterns(_ line: [String]) throws -> [Pattern] {
        try line[1].prefix { $0 != "?" }.split(separator: ",").flatMap { text in
            try OptionalParts(Array(text.utf8)).variants.map { try Pattern.parse($0.text.span) { sets[$0] ?? nil } }
        }
    }

    static func pattern(_ text: String) throws -> Pattern {
        try Pattern.parse(Array(text.utf8).span) { sets[$0] ?? nil }
    }
    static func exclusion(_ text: String) throws -> ExclusionPattern {
        try ExclusionPattern.parse(Array(text.utf8).span)
    }
    static func host(_ text: String) throws -> DeclaredHost { try DeclaredHost.parse(Array(text.utf8).span) }

    /// The rule of a line with one pattern.
    static func rule(_ line: [String]) throws -> RouteRule {
        try rule(line, patterns(line)[0], position: 0, names: [])
    }

    private static func rule(
        _ line: [String], _ pattern: Pattern, position: Int, names: [String]
    ) throws -> RouteRule {
        let parts = line[1].split(separator: "?", maxSplits: 1).map(String.init)
        var excepts: [ExclusionPattern] = []
        var over: [Int] = []
        var scopes: [String] = []
        var index = 2
        while index < line.count {
            let value = index + 1 < line.count ? line[index + 1] : ""
            switch line[index] {
            case "except": excepts.append(try exclusion(value))
            case "over": over += names.indices.filter { names[$0] == value }
            case "in": scopes += ["in", value]
            default: index -= 1
            }
            index += 2
        }
        let query = parts.count > 1 ? parts[1] : ""
        return RouteRule(
            name: line[0], pattern: pattern, position: position, query: conditions(query), absent: absent(query),
            isStrict: line.contains("strict"), excepts: excepts, over: over, entries: try entries(scopes[...]))
    }

    /// The entries of `in NAME` pairs; the file's any-entries if there are no pairs.
    static func entries(_ words: ArraySlice<String>) throws -> [ScopeEntry] {
        let scopes = words.filter { $0 != "in" }
        if scopes.isEmpty { return [.anyScheme(file: 0), .anyHost(file: 0)] }
        return try scopes.map { scope in
            if scope.hasPrefix("file") { return .anyHost(file: Int(scope.dropFirst(4)) ?? 0) }
            return scope.contains(".") ? .host(try host(scope)) : .scheme(scope)
        }
    }

    private static func absent(_ text: String) -> [String] {
        text.split(separator: "&").filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    }

    private static func language(_ word: String) -> Language {
        Language.keyTypes.first { $0.name == word }
            ?? (try? BoundedType(word)).flatMap { $0 }.map { .bounded($0) } ?? Language(named: word) ?? .string
    }

    private static func conditions(_ text: String) -> [QueryCondition] {
        text.split(separator: "&").filter { !$0.hasPrefix("!") }.map { item in
            let isOptional = item.hasSuffix("?")
            let parts = (isOptional ? item.dropLast() : item).split(separator: ":").map(String.init)
            let language: Language
            if parts.count > 1, parts[1].contains("|") {
                let members = parts[1].split(separator: "|").map { Array($0.utf8) }
                language = ValueSet(members: members, name: nil).map { .set($0) } ?? .string
            } else {
                language = parts.count > 1 ? Self.language(parts[1]) : .string
            }
            return QueryCondition(key: parts[0], language: language, isRequired: !isOptional)
        }
    }

    /// Builds the table with its rules in the given order.
    func build(
        order: [Int]? = nil, widthLimit: Int = 4096, byteLimit: Int = Limits.precedenceBytes,
        reportsHidden: Bool = false
    ) -> RouteIndexBuild {
        var builder = RouteIndexBuilder()
        builder.widthLimit = widthLimit
        builder.byteLimit = byteLimit
        builder.reportsHidden = reportsHidden
        for (scheme, file) in schemes { builder.declare(scheme: scheme, file: file) }
        for (host, file) in hosts { builder.declare(host: host, file: file) }
        let order = order ?? Array(rules.indices)
        for number in order {
            let rule = rules[number]
            _ = builder.add(
                RouteRule(
                    name: rule.name, pattern: rule.pattern, position: rule.position, query: rule.query,
                    absent: rule.absent, isStrict: rule.isStrict,
                    excepts: rule.excepts, over: rule.over.compactMap { order.firstIndex(of: $0) },
                    entries: rule.entries))
        }
        for (pattern, entries) in denials { builder.addDeny(pattern, entries: entries) }
        return builder.build()
    }

    func name(_ rule: Int) -> String { rules.indices.contains(rule) ? rules[rule].name : "?" }

    /// The name, with the position of a further pattern of the same route: `show`, `show~1`.
    func label(_ rule: Int) -> String {
        name(rule) + (rules.indices.contains(rule) && rules[rule].position > 0 ? "~\(rules[rule].position)" : "")
    }

    /// The rules in any order of the routes; those of one route stay together.
    func shuffledOrder(_ generator: inout SeededGenerator) -> [Int] {
        let starts = rules.indices.filter { rules[$0].position == 0 }.shuffled(using: &generator)
        return starts.flatMap { start in
            rules.indices[start...].prefix { $0 == start || rules[$0].position > 0 }
        }
    }

    /// The result of a lookup as a short text: the route and its captures, or the reason why there is none.
    func lookUp(_ url: String) throws -> String {
        var build = build()
        guard let index = build.takeIndex() else { return "refused \(build.problems.map(describe))" }
        let link = try Link.parse(url)
        var match = Match()
        return describe(index.match(link, into: &match), match, link)
    }

    func describe(_ result: MatchResult, _ match: Match, _ link: Link) -> String {
        switch result {
        case .matched:
            var words = [name(match.rule)]
            for (index, capture) in rules[match.rule].pattern.captures.enumerated() {
                if case .tail = capture.value {
                    words.append(
                        "\(capture.name)=[\(match.tail.map { link.text(link.segment($0)) }.joined(separator: ","))]")
                } else {
                    words.append("\(capture.name)=\(link.text(match.capture(index)))")
                }
            }
            return words.joined(separator: " ")
        case .schemeNotAllowed: return "schemeNotAllowed"
        case .hostNotAllowed: return "hostNotAllowed"
        case .denied(let number): return "denied \(denials[number].pattern.text)"
        case .excluded(let rule, let except): return "excluded \(name(rule)) \(rules[rule].excepts[except].text)"
        case .query(let rule, let condition, let item, let fault):
            let key =
                condition.map { rules[rule].query[$0].key } ?? item.map { link.text(link.queryItem($0).key) } ?? "?"
            return "\(fault) \(name(rule)) \(key)"
        case .notFound: return "notFound"
        }
    }

    func describe(_ problem: PrecedenceProblem) -> String {
        switch problem {
        case .conflict(let rule, let other, let relation, _, let witness):
            "\(relation) \(name(rule)) \(name(other)) \(witness ?? "not proven")"
        case .overCycle(let rules): "cycle \(rules.map(name).sorted().joined(separator: " "))"
        case .overAgainstInclusion(let rule, let other): "against \(name(rule)) \(name(other))"
        case .needlessOver(let rule, let other, let relation): "needless \(name(rule)) \(name(other)) \(relation)"
        case .shadowed(let rule, let other): "shadowed \(name(rule)) \(name(other))"
        case .hidden(let rule, let other): "hidden \(name(rule)) \(name(other))"
        case .unreachable(let rule, let deny): "unreachable \(name(rule)) \(denials[deny].pattern.text)"
        case .excepted(let rule, let denials):
            "excepted \(name(rule))" + denials.map { " " + self.denials[$0].pattern.text }.joined()
        case .wide(let width, let limit, let isError): "wide \(width) \(limit) \(isError)"
        case .tooManyComparisons(let limit, _): "tooManyComparisons \(limit)"
        case .tooLarge: "tooLarge"
        }
    }

    /// Every problem as text, sorted.
    func problems() -> [String] { build().problems.map(describe).sorted() }
}
